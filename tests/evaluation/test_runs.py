"""A run is stored with what it was measured under, and its report is read back as it was."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from rulebook.evaluation.runs import Conditions, changed_settings, measure, report_of, run_settings, store_run
from rulebook.model.judged import Gold, JudgedQuery
from rulebook.model.search import Agent, Mode, Query, SearchResult
from rulebook.settings import load_settings
from rulebook.store.database import StateDatabase
from rulebook.store.runs import RunTable
from tests.evaluation.test_retrieval_report import CHUNKS, found

CONDITIONS = Conditions(version="v1", embedding_model="hashing-256", rerank_model="statements")
QUERIES = (
    JudgedQuery(
        id="1",
        query="甲とは",
        lang="ja",
        kind="keyword",
        gold=(Gold(doc="規則.docx", evidence="甲", grade=3),),
        intent=Agent.WRITER,
    ),
    JudgedQuery(id="2", query="none", lang="en", kind="keyword", gold=()),
)


@pytest.fixture
def runs(tmp_path: Path) -> Iterator[RunTable]:
    state = StateDatabase(tmp_path / "state.db")
    yield RunTable(state)
    state.close()


class Asked:
    """Answers every query with all chunks, and keeps what was asked."""

    def __init__(self) -> None:
        self.queries: list[Query] = []

    def __call__(self, query: Query) -> SearchResult:
        self.queries.append(query)
        return found(*CHUNKS)


def test_a_run_searches_as_its_conditions_say() -> None:
    asked = Asked()
    measure(QUERIES, CHUNKS, asked, CONDITIONS)
    measure(QUERIES[:1], CHUNKS, asked, replace(CONDITIONS, routed=True, mode=Mode.KEYWORD, rerank=False))
    assert [(q.text, q.version, q.agent, q.top_k, q.mode, q.rerank) for q in asked.queries] == [
        ("甲とは", "v1", None, 10, Mode.HYBRID, True),
        ("none", "v1", None, 10, Mode.HYBRID, True),
        ("甲とは", "v1", Agent.WRITER, 10, Mode.KEYWORD, False),
    ]


def test_a_stored_report_is_read_back_as_it_was(runs: RunTable) -> None:
    report = measure(QUERIES, CHUNKS, Asked(), CONDITIONS)
    row = store_run(runs, report, CONDITIONS, load_settings(), judged_set="mine", label="first", by="me")
    assert (row.version, row.judged_set, row.label, row.by) == ("v1", "mine", "first", "me")
    assert report_of(runs.get(row.id)) == report


def test_the_settings_that_a_search_depends_on_are_stored_with_it() -> None:
    settings = load_settings()
    stored = run_settings(CONDITIONS, settings)
    assert stored["retrieval"] == settings.retrieval.model_dump(mode="json")
    assert stored["rerank"] == settings.rerank.model_dump(mode="json")
    assert isinstance(stored["conditions"], dict)
    assert stored["conditions"]["embedding_model"] == "hashing-256"


def test_what_differs_between_two_runs_is_named() -> None:
    before = {"retrieval": {"rrf_k": 60, "top_k": 5}, "rerank": {"enabled": True}}
    after = {"retrieval": {"rrf_k": 20, "top_k": 5}, "rerank": {"enabled": True, "depth": 3}}
    assert changed_settings(before, after) == {"rerank.depth": (None, 3), "retrieval.rrf_k": (60, 20)}
    assert changed_settings(before, before) == {}


def test_what_is_no_report_is_refused(runs: RunTable) -> None:
    row = runs.add(version="v1", judged_set="mine", settings={}, report={"rows": []})
    with pytest.raises(ValueError, match="RetrievalReport"):
        report_of(row)
