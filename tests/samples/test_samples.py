"""The sample handbook is what its script makes, and shows what it is there to show."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulebook.engine import Engine
from rulebook.evaluation.judged import load_judged
from rulebook.evaluation.retrieval import RANKING_DEPTH, evaluate_retrieval
from rulebook.model.chunk import RuleChunk
from rulebook.model.document import Flag
from rulebook.model.search import Query
from rulebook.model.text import Mark
from tests.handbooks import engine_at

SAMPLES = Path(__file__).parents[2] / "data" / "samples"
DOCUMENTS = ("write/記入規則.docx", "write/図表規則.xlsx", "design/設計方針.pptx")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The handbook made twice, by two processes."""
    folders = tmp_path_factory.mktemp("first"), tmp_path_factory.mktemp("second")
    script = SAMPLES / "make_samples.py"
    runs = [
        subprocess.Popen([sys.executable, str(script), str(folder)], stdout=subprocess.DEVNULL) for folder in folders
    ]
    assert [run.wait() for run in runs] == [0, 0]
    return folders


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_made_twice_is_the_same_bytes(made: tuple[Path, Path], name: str) -> None:
    assert (made[0] / name).read_bytes() == (made[1] / name).read_bytes()


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_stored_document_is_what_the_script_makes(made: tuple[Path, Path], name: str) -> None:
    # part by part: another zlib packs the same content into other bytes
    with zipfile.ZipFile(made[0] / name) as fresh, zipfile.ZipFile(SAMPLES / "handbook" / name) as stored:
        assert fresh.namelist() == stored.namelist()
        for part in fresh.namelist():
            assert fresh.read(part) == stored.read(part), part


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    opened = engine_at(tmp_path_factory.mktemp("samples") / "home", vector_store={"adapter": "memory"})
    paths = [SAMPLES / "handbook" / name for name in DOCUMENTS]
    opened.handbooks.build_handbook(paths, {path.name: path.parent.name for path in paths})
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def chunks(engine: Engine) -> list[RuleChunk]:
    return [chunk for collection in engine.opened.get("v1").collections for chunk in collection.chunks]


def containing(chunks: list[RuleChunk], text: str) -> RuleChunk:
    (chunk,) = [chunk for chunk in chunks if text in chunk.content]
    return chunk


def test_the_two_documents_contradict_each_other_on_table_headers(chunks: list[RuleChunk]) -> None:
    word = containing(chunks, "表ヘッダーは太字+下線で記載する。")
    excel = containing(chunks, "表ヘッダーは太字のみ（下線なし）とする。")
    assert (word.doc, word.headings[-1]) == ("記入規則.docx", "5.1 表の書き方")
    assert (excel.doc, excel.source_uri.startswith("図表規則.xlsx#表の規則!")) == ("図表規則.xlsx", True)
    marked = {word.content[span.start : span.end] for span in word.marks if span.mark is Mark.UNDERLINE}
    assert "太字+下線" in marked


def test_a_withdrawn_rule_is_struck_and_a_hidden_sheet_out_of_search(chunks: list[RuleChunk]) -> None:
    approval = containing(chunks, "押印して提出する")
    struck = {approval.content[span.start : span.end] for span in approval.marks if span.mark is Mark.STRIKE}
    assert struck == {"承認を受けた設計書は印刷し、表紙に押印して提出する。"}
    assert Flag.HIDDEN in containing(chunks, "表ヘッダーは斜体とする。").flags


def test_every_judged_place_is_in_a_chunk_and_most_queries_find_theirs(engine: Engine, chunks: list[RuleChunk]) -> None:
    judged = load_judged(SAMPLES / "queries.jsonl")
    report = evaluate_retrieval(judged, chunks, lambda q: engine.rag.run(Query(text=q.query, top_k=RANKING_DEPTH)))
    assert report.lost == ()
    # hashed words know no meaning and no other language: what shares words with its rule must be found
    assert report.by_kind["keyword"].recall_at_5 == 1
    assert report.by_kind["identifier"].recall_at_5 == 1
