"""Many queries in one call are answered as one by one, with one call of the model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulebook.encoders.base import Encoder, ModelIdentity, Vectors
from rulebook.engine import Engine
from rulebook.errors import EncoderUnavailable, SessionNotFound, UsageError, VersionNotFound
from rulebook.model.chunk import Category
from rulebook.model.search import Agent, Mode, Query, QueryContext, SearchResult
from rulebook.retrieval.service import RagService
from tests.handbooks import CATEGORIES, engine_at, write_documents


class CountingEncoder:
    """Passes texts on to a model and remembers its calls; fails on a text that holds ``fails_on``."""

    def __init__(self, encoder: Encoder, fails_on: str = "\0") -> None:
        self._encoder = encoder
        self._fails_on = fails_on
        self.calls: list[list[str]] = []

    @property
    def identity(self) -> ModelIdentity:
        return self._encoder.identity

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        return self._encoder.encode_passages(texts)

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        self.calls.append(list(texts))
        if any(self._fails_on in text for text in texts):
            raise EncoderUnavailable("out of memory.")
        return self._encoder.encode_queries(texts)


@pytest.fixture(scope="module")
def versions(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """Two versions; the session ``draft`` holds the first."""
    folder = tmp_path_factory.mktemp("many")
    engine = engine_at(folder / "home")
    engine.handbooks.build_handbook(write_documents(folder / "rules"), CATEGORIES)
    engine.sessions.lock_version("draft")
    changed = write_documents(folder / "rules", {"記入規則.md": "# 規則\n\n表ヘッダーは斜体で記載する。"})
    engine.handbooks.build_handbook(changed, CATEGORIES)
    yield engine
    engine.close()


def counting(engine: Engine, fails_on: str = "\0") -> tuple[RagService, CountingEncoder]:
    encoder = CountingEncoder(engine.models.encoder().encoder, fails_on)
    service = RagService(
        engine.settings,
        engine.versions,
        engine.opened,
        engine.sessions,
        lambda name, revision: encoder,
        engine.models.rerank_step,
    )
    return service, encoder


def untimed(results: Sequence[SearchResult]) -> list[SearchResult]:
    return [replace(result, timings_ms={}) for result in results]


QUERIES = st.lists(
    st.builds(
        Query,
        text=st.sampled_from(["表ヘッダー", "主キー", "ログに個人情報", "COMP_NAME_KANJI", "の", "？", "🙂"]),
        session_id=st.sampled_from([None, "draft"]),
        version=st.sampled_from([None, None, "v1", "v2"]),
        agent=st.sampled_from([None, *Agent]),
        category=st.sampled_from([None, None, *Category]),
        top_k=st.sampled_from([None, 1, 3, 50]),
        mode=st.sampled_from(list(Mode)),
        rerank=st.booleans(),
        context=st.sampled_from([QueryContext(), QueryContext(chapter="3. テーブル一覧", passage="主キーは連番。")]),
    ),
    max_size=8,
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(queries=QUERIES)
def test_many_queries_give_what_each_gives_alone(versions: Engine, queries: list[Query]) -> None:
    alone = [versions.rag.run(query) for query in queries]
    assert untimed(counting(versions)[0].run_many(queries)) == untimed(alone)


def test_the_model_is_called_once_for_all_queries_and_equal_texts_go_once(versions: Engine) -> None:
    service, encoder = counting(versions)
    service.run_many([Query(text="表"), Query(text="主キー", version="v1"), Query(text="表", agent=Agent.WRITER)])
    assert encoder.calls == [["表", "主キー"]]


def test_a_query_that_was_asked_before_is_not_encoded_again(versions: Engine) -> None:
    service, encoder = counting(versions)
    service.run(Query(text="表"))
    service.with_settings(versions.settings).run_many([Query(text="表"), Query(text="図")])
    assert encoder.calls == [["表"], ["図"]]


def test_queries_do_not_fill_the_database_of_the_documents_vectors(versions: Engine) -> None:
    before = versions.layout.cache.read_bytes()
    versions.rag.run(Query(text="まだ誰も尋ねていない問い"))
    assert versions.layout.cache.read_bytes() == before


def test_a_query_that_the_model_fails_on_costs_only_itself_the_vector(versions: Engine) -> None:
    service, _ = counting(versions, fails_on="図")
    good, bad = service.run_many([Query(text="表ヘッダー", version="v1"), Query(text="図の番号", version="v1")])
    assert (good.notices, [notice.code for notice in bad.notices]) == ((), ["keywords_only"])
    assert bad.chunks
    assert good.chunks[0].breakdown.vector is not None


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        (Query(text=" "), UsageError),
        (Query(text="表", top_k=0), UsageError),
        (Query(text="表", version="v99"), VersionNotFound),
        (Query(text="表", session_id="ghost"), SessionNotFound),
    ],
)
def test_a_wrong_query_is_refused_before_anything_is_searched(
    versions: Engine, wrong: Query, error: type[Exception]
) -> None:
    service, encoder = counting(versions)
    with pytest.raises(error):
        service.run_many([Query(text="表"), wrong])
    assert encoder.calls == []


def test_no_query_gives_no_result(versions: Engine) -> None:
    assert versions.rag.run_many([]) == ()


def test_every_stage_is_timed_also_where_queries_share_a_call(versions: Engine) -> None:
    for result in versions.rag.run_many([Query(text="表"), Query(text="図")]):
        assert {"encode", "vector", "bm25", "fusion", "rerank", "total"} == set(result.timings_ms)
        assert result.timings_ms["total"] >= max(result.timings_ms.values())


def test_other_settings_search_the_same_versions(versions: Engine, tmp_path: Path) -> None:
    retrieval = versions.settings.retrieval.model_copy(update={"channel_top_k": 1, "top_k": 50})
    other = versions.rag.with_settings(versions.settings.model_copy(update={"retrieval": retrieval}))
    assert len(other.run(Query(text="表", version="v1")).chunks) <= 2
    assert len(versions.rag.run(Query(text="表", version="v1")).chunks) > 2
