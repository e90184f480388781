"""The main job on real documents: read without losing what answers, built in one go, found again.

Only a part of the collection is encoded here; ``tests/bench/collection.py`` measures the whole.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from docx import Document

from rulebook.engine import Engine, open_engine
from rulebook.evaluation.judged import load_judged
from rulebook.evaluation.matching import ChunkMatcher
from rulebook.evaluation.retrieval import evaluate_retrieval
from rulebook.handbook.manager import BuildRequest
from rulebook.model.chunk import Category, RuleChunk
from rulebook.model.judged import JudgedQuery
from rulebook.model.manifest import Progress, Stage
from rulebook.model.search import Query
from rulebook.parsing.parse import parse_file
from rulebook.settings import load_settings

PART = 48_000
"""Bytes of the largest document that is encoded here."""


@pytest.fixture(scope="module")
def collection(shared: Path) -> Path:
    return shared / "eval" / "retrieval" / "collection"


@pytest.fixture(scope="module")
def queries(shared: Path) -> tuple[JudgedQuery, ...]:
    return load_judged(shared / "eval" / "retrieval" / "queries.jsonl")


@pytest.fixture(scope="module")
def categories(shared: Path) -> dict[str, str]:
    listed = json.loads((shared / "eval" / "retrieval" / "collection.json").read_text(encoding="utf-8"))
    return {entry["doc"]: entry["category"] for entry in listed["documents"]}


@pytest.fixture(scope="module")
def chunks(collection: Path, categories: dict[str, str]) -> list[RuleChunk]:
    return [c for name in categories for c in parse_file(collection / name, name).chunks if c.searchable]


def test_every_place_that_answers_is_in_a_chunk(chunks: list[RuleChunk], queries: tuple[JudgedQuery, ...]) -> None:
    matcher = ChunkMatcher(chunks)
    lost = [(q.id, g.evidence) for q in queries for g in q.gold if not matcher.covers(g)]
    assert lost == []


def test_chunks_of_real_documents_keep_the_limits(chunks: list[RuleChunk]) -> None:
    assert max(chunk.token_count for chunk in chunks) <= 512
    assert len({chunk.evidence_key for chunk in chunks}) == len(chunks)
    assert all(chunk.content.strip() for chunk in chunks)


@pytest.fixture(scope="module")
def part(collection: Path, categories: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The small documents of the collection, as copies that a test may change."""
    folder = tmp_path_factory.mktemp("part")
    small = sorted(name for name in categories if (collection / name).stat().st_size <= PART)
    return [Path(shutil.copy(collection / name, folder / name)) for name in small]


@pytest.fixture(scope="module")
def engine(part: list[Path], categories: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    settings = load_settings(home=tmp_path_factory.mktemp("real") / "home")
    embedding = settings.embedding.model_copy(update={"model": "embedded"})
    opened = open_engine(settings.model_copy(update={"embedding": embedding}))
    opened.handbooks.build_handbook(part, categories)
    yield opened
    opened.close()


def test_the_rules_of_the_small_documents_are_found_by_the_embedded_model(
    engine: Engine, part: list[Path], queries: tuple[JudgedQuery, ...]
) -> None:
    names = {path.name for path in part}
    mine = [q for q in queries if q.answerable and {g.doc for g in q.gold if g.grade > 1} <= names]
    report = evaluate_retrieval(
        mine, engine.opened.get("v1").chunks, lambda q: engine.rag.run(Query(text=q.query, top_k=10))
    )
    assert len(mine) >= 5
    assert report.overall.recall_at_5 is not None
    assert report.overall.recall_at_5 >= 0.7


def test_building_real_documents_again_changes_nothing(
    engine: Engine, part: list[Path], categories: dict[str, str]
) -> None:
    assert engine.handbooks.build_handbook(part, categories) is None
    assert len(engine.handbooks.list_versions()) == 1


def test_one_new_sentence_in_a_real_document_encodes_that_text_alone(
    engine: Engine, part: list[Path], categories: dict[str, str]
) -> None:
    path = next(path for path in part if path.suffix == ".docx")
    document = Document(str(path))
    document.add_paragraph("改訂のたびに版数と日付を表紙に記載する。")
    document.save(str(path))
    counted: list[tuple[int, int]] = []

    def count(progress: Progress) -> None:
        if progress.stage is Stage.ENCODE:
            counted.append((progress.done, progress.total))

    request = BuildRequest(
        originals=tuple(engine.handbooks.store(p) for p in part),
        categories={p.name: Category(categories[p.name]) for p in part},
    )
    result = engine.handbooks.build(request, count)
    (already, _), (_, total) = counted[0], counted[-1]
    assert result.plan.changed == (path.name,)
    # the chunk that the sentence joined and the sentence itself
    assert 1 <= total - already <= 4
