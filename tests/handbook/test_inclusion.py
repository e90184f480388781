"""Hidden parts: kept and reported, and rules only where somebody decided so."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import Workbook

from rulebook.engine import Engine
from rulebook.errors import UsageError
from rulebook.handbook.manager import BuildRequest
from rulebook.model.chunk import Category, RuleChunk
from tests.handbooks import CATEGORIES

DOC = "帳票規則.xlsx"
PLACE = "旧規則!A1:A2"


def workbook(folder: Path, hidden: str = "帳票の余白は 20mm とする。", title: str = "旧規則") -> Path:
    """One sheet that is shown and one that is hidden."""
    book = Workbook()
    sheet = book.active
    sheet.title = "規則"
    sheet["A1"] = "帳票の余白は 15mm とする。"
    old = book.create_sheet(title)
    old["A1"], old["A2"] = hidden, "社外に出す帳票には版数を印字する。"
    old.sheet_state = "hidden"
    folder.mkdir(exist_ok=True)
    book.save(folder / DOC)
    return folder / DOC


def update(engine: Engine, path: Path) -> str | None:
    original = engine.handbooks.store(path)
    request = BuildRequest(originals=(original,), categories={DOC: Category.WRITE}, keep_others=True)
    return engine.handbooks.build(request).version


def hits(engine: Engine, query: str) -> list[RuleChunk]:
    return [hit for hit in engine.rag.search(session_id=None, query=query).chunks if hit.doc == DOC]


@pytest.fixture
def built(engine: Engine, documents: list[Path], tmp_path: Path) -> Engine:
    engine.handbooks.build_handbook([*documents, workbook(tmp_path / "hidden")], {**CATEGORIES, DOC: "write"})
    return engine


def include(engine: Engine, *places: str) -> str | None:
    request = BuildRequest(originals=(), categories={}, keep_others=True, included={DOC: places})
    return engine.handbooks.build(request).version


def test_a_hidden_part_is_kept_but_not_found(built: Engine) -> None:
    assert [hit.place for hit in hits(built, "帳票の余白")] == ["規則!A1"]
    chunks = [c for x in built.opened.get("v1").collections for c in x.chunks if c.doc == DOC]
    assert [(c.place, c.searchable) for c in chunks] == [("規則!A1", True), (PLACE, False)]


def test_an_included_part_is_found_from_the_next_version_on(built: Engine) -> None:
    assert include(built, PLACE) == "v2"
    found = {hit.place: hit.included for hit in hits(built, "帳票の余白")}
    assert found == {"規則!A1": False, PLACE: True}
    sources = built.handbooks.get_version("v2").source_files
    assert {s.name: (s.included, s.built) for s in sources}[DOC] == ((PLACE,), "rebuilt")
    assert {s.built for s in sources if s.name != DOC} == {"reuse_from_v1"}


def test_the_version_before_stays_as_it_was(built: Engine) -> None:
    include(built, PLACE)
    built.handbooks.rollback_to("v1")
    assert [hit.place for hit in hits(built, "帳票の余白")] == ["規則!A1"]


def test_the_decision_holds_until_it_is_taken_back(built: Engine, tmp_path: Path) -> None:
    include(built, PLACE)
    assert include(built, PLACE) is None
    assert update(built, workbook(tmp_path / "changed", "帳票の余白は 25mm とする。")) == "v3"
    assert any("25mm" in hit.content for hit in hits(built, "帳票の余白"))
    assert include(built) == "v4"
    assert [hit.place for hit in hits(built, "帳票の余白")] == ["規則!A1"]


def test_the_plan_says_why_the_document_is_built_again(built: Engine) -> None:
    request = BuildRequest(originals=(), categories={}, keep_others=True, included={DOC: (PLACE,)})
    assert built.handbooks.plan(request).reasons == {DOC: "included"}


def test_a_part_that_is_gone_is_a_warning(built: Engine, tmp_path: Path) -> None:
    include(built, PLACE)
    update(built, workbook(tmp_path / "renamed", title="廃止"))
    report = next(r for r in built.handbooks.documents("v3") if r.doc == DOC).report
    assert [(w.code, w.place) for w in report.warnings] == [("included_part_gone", PLACE)]


def test_a_document_that_the_version_will_not_hold_cannot_be_named(built: Engine) -> None:
    request = BuildRequest(originals=(), categories={}, keep_others=True, included={"別の規則.xlsx": (PLACE,)})
    with pytest.raises(UsageError, match="no document of the new version"):
        built.handbooks.plan(request)
