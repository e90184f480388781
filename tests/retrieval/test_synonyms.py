"""A search finds the rule that says it in another word, and says so where the words of one's own cannot be read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulebook.engine import Engine
from rulebook.handbook.doctor import examine
from rulebook.model.search import Mode, Query, SearchResult
from tests.handbooks import engine_at, write_documents

RULES = {
    "様式.md": "# 様式\n\n## 1 配色\n\nﾍｯﾀﾞｰ行は灰色で塗る。\n\n## 2 承認\n\n稟議ソルトは朱書きとする。\n",
    "図.md": "# 図\n\n## 1 番号\n\n図の番号は章ごとに振る。\n\n## 2 罫線\n\n罫線は細くする。\n",
}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    folder = tmp_path_factory.mktemp("synonyms")
    opened = engine_at(folder / "home")
    opened.handbooks.build_handbook(write_documents(folder / "rules", RULES), dict.fromkeys(RULES, "write"))
    yield opened
    opened.close()


def searched(built: Engine, text: str, mode: Mode = Mode.KEYWORD, **retrieval: Any) -> SearchResult:
    changed = built.settings.retrieval.model_copy(update=retrieval)
    settings = built.settings.model_copy(update={"retrieval": changed})
    return built.rag.with_settings(settings).run(Query(text=text, mode=mode, top_k=10))


def matched(result: SearchResult) -> list[tuple[str, ...]]:
    return [hit.breakdown.bm25.matched_terms for hit in result.chunks if hit.breakdown.bm25 is not None]


@pytest.mark.parametrize("query", ["表头", "header row", "見出し行"])
def test_the_other_word_is_listed_as_it_stands_in_the_rule(built: Engine, query: str) -> None:
    assert matched(searched(built, query)) == [("ﾍｯﾀﾞｰ", "行")]


def test_without_weight_only_the_words_of_the_query_are_found_and_listed(built: Engine) -> None:
    assert matched(searched(built, "一番上の見出し", synonym_weight=0.0)) == []
    assert searched(built, "表头", synonym_weight=0.0).chunks == ()
    assert len(searched(built, "表头", synonym_weight=0.1).chunks) == 1


def test_words_of_ones_own_trade_are_synonyms_too(built: Engine, tmp_path: Path) -> None:
    own = tmp_path / "words.yaml"
    own.write_text("- [稟議ソルト, zorblax]\n", encoding="utf-8")
    assert searched(built, "zorblax").chunks == ()
    (hit,) = searched(built, "zorblax", vocabulary=own).chunks
    assert "稟議ソルト" in hit.content


def test_the_file_is_looked_for_from_the_working_folder(
    built: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "from-here.yaml").write_text("- [稟議ソルト, quuxly]\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    result = searched(built, "quuxly", vocabulary=Path("from-here.yaml"))
    assert [hit.doc for hit in result.chunks] == ["様式.md"]


@pytest.mark.parametrize(("content", "told"), [("- 見出し\n", "entry 1"), ("- [", "cannot be read"), (None, "No such")])
@pytest.mark.parametrize("mode", [Mode.HYBRID, Mode.KEYWORD])
def test_a_file_that_cannot_be_used_costs_its_words_only_and_it_is_said(
    built: Engine, tmp_path: Path, content: str | None, told: str, mode: Mode
) -> None:
    own = tmp_path / "words.yaml"
    if content is not None:
        own.write_text(content, encoding="utf-8")
    result = searched(built, "表头", mode, vocabulary=own)
    plain = searched(built, "表头", mode)
    assert [notice.code for notice in result.notices] == ["vocabulary_off"]
    assert told in result.notices[0].message
    assert "words.yaml" in result.notices[0].message
    assert [hit.chunk_id for hit in result.chunks] == [hit.chunk_id for hit in plain.chunks] != []
    assert plain.notices == ()


def test_a_corrected_file_is_used_by_the_next_search(built: Engine, tmp_path: Path) -> None:
    own = tmp_path / "words.yaml"
    own.write_text("- [稟議ソルト, frobnitz", encoding="utf-8")
    assert searched(built, "frobnitz", vocabulary=own).notices
    own.write_text("- [稟議ソルト, frobnitz]", encoding="utf-8")
    again = searched(built, "frobnitz", vocabulary=own)
    assert (len(again.chunks), again.notices) == (1, ())


def test_the_doctor_names_a_file_that_cannot_be_used(built: Engine, tmp_path: Path) -> None:
    own = tmp_path / "words.yaml"
    own.write_text("- [表, table]\n- 見出し\n", encoding="utf-8")
    retrieval = built.settings.retrieval.model_copy(update={"vocabulary": own})
    checks = examine(built.settings.model_copy(update={"retrieval": retrieval}))
    (check,) = (check for check in checks if check.name == "vocabulary")
    assert not check.ok
    assert "entry 2" in check.detail
    assert check.remedy
    own.write_text("- [表, table]\n", encoding="utf-8")
    assert all(check.ok for check in examine(built.settings.model_copy(update={"retrieval": retrieval})))
    assert "vocabulary" not in [check.name for check in examine(built.settings)]
