"""Two versions side by side: nothing that differs is missed, nothing equal is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook.engine import Engine
from rulebook.errors import VersionDamaged
from rulebook.handbook.comparing import Edit, VersionDifference, compare_chunks, compare_versions
from rulebook.handbook.manager import BuildRequest
from rulebook.handbook.parts import Part, part_store
from rulebook.handbook.version_files import read_chunks
from rulebook.model.chunk import Category, RuleChunk
from rulebook.model.document import DocType
from rulebook.model.manifest import Status
from rulebook.model.text import Mark, MarkSpan
from tests.handbook.test_inclusion import DOC, PLACE, workbook
from tests.handbooks import CATEGORIES, RULES, write_documents


def chunk(position: int, content: str, heading: str = "5.1 表", marks: tuple[MarkSpan, ...] = ()) -> RuleChunk:
    return RuleChunk(
        chunk_id=f"rules-write_v1_{position:03d}",
        doc="記入規則.md",
        doc_id="記入規則",
        doc_type=DocType.MARKDOWN,
        content=content,
        headings=(heading,),
        source_uri=f"記入規則.md#見出し!{position}",
        position=position,
        token_count=1,
        marks=marks,
    )


def build(engine: Engine, tmp_path: Path, **documents: str) -> None:
    named = {name.replace("_md", ".md"): text for name, text in documents.items()}
    paths = write_documents(tmp_path / "rules", named)
    engine.handbooks.build_handbook(paths, {path.name: "write" for path in paths})


def difference(engine: Engine, before: str, after: str) -> VersionDifference:
    return compare_versions(engine.layout, engine.handbooks.get_version(before), engine.handbooks.get_version(after))


def test_a_version_and_its_equal_do_not_differ(engine: Engine, tmp_path: Path, documents: list[Path]) -> None:
    engine.handbooks.build_handbook(documents, CATEGORIES)
    engine.handbooks.build_handbook(documents[:2], CATEGORIES)
    engine.handbooks.build_handbook(documents, CATEGORIES)
    assert difference(engine, "v1", "v1").documents == ()
    assert difference(engine, "v1", "v3").documents == ()


def test_added_and_removed_documents_are_told_with_their_chunks(engine: Engine, documents: list[Path]) -> None:
    engine.handbooks.build_handbook(documents[:2], CATEGORIES)
    engine.handbooks.build_handbook(documents[1:], CATEGORIES)
    gone, came = difference(engine, "v1", "v2").documents
    assert (gone.doc, gone.status, bool(gone.removed), gone.added) == ("記入規則.md", Status.REMOVED, True, ())
    assert (came.doc, came.status, bool(came.added), came.removed) == ("設計方針.md", Status.ADDED, True, ())


def test_a_changed_rule_is_told_by_its_words(engine: Engine, tmp_path: Path) -> None:
    text = RULES["図表規則.md"]
    build(engine, tmp_path, 図表規則_md=text)
    build(engine, tmp_path, 図表規則_md=text.replace("太字のみ（下線なし）", "太字+下線"))
    (document,) = difference(engine, "v1", "v2").documents
    assert (document.status, document.reasons, document.added, document.removed) == (
        Status.CHANGED,
        ("content",),
        (),
        (),
    )
    (change,) = document.changed
    assert "太字のみ" in change.before.content
    assert "太字+下線" in change.after.content
    removed = "".join(edit.text for edit in change.edits if edit.edit is Edit.REMOVED)
    assert removed == "のみ（なし）"


def test_another_category_is_a_change_even_with_the_same_chunks(engine: Engine, documents: list[Path]) -> None:
    engine.handbooks.build_handbook(documents, CATEGORIES)
    engine.handbooks.build_handbook(documents, {**CATEGORIES, "図表規則.md": "ref"})
    (document,) = difference(engine, "v1", "v2").documents
    assert (document.doc, document.reasons, document.changed) == ("図表規則.md", ("category",), ())


def test_a_hidden_part_that_counts_from_now_on_is_a_change(engine: Engine, tmp_path: Path) -> None:
    engine.handbooks.build_handbook([workbook(tmp_path / "hidden")], {DOC: "write"})
    included = {DOC: (PLACE,)}
    engine.handbooks.build(BuildRequest(originals=(), categories={}, keep_others=True, included=included))
    (document,) = difference(engine, "v1", "v2").documents
    (change,) = document.changed
    assert (document.reasons, document.added, document.removed) == (("included",), (), ())
    assert (change.differs, change.before.included, change.after.included) == (("included",), False, True)
    assert "".join(edit.text for edit in change.edits) == change.after.content


def test_a_changed_hidden_part_that_counts_is_told_with_both_reasons(engine: Engine, tmp_path: Path) -> None:
    engine.handbooks.build_handbook([workbook(tmp_path / "hidden")], {DOC: "write"})
    original = engine.handbooks.store(workbook(tmp_path / "hidden", "帳票の余白は 25mm とする。"))
    request = BuildRequest(
        originals=(original,), categories={DOC: Category.WRITE}, keep_others=True, included={DOC: (PLACE,)}
    )
    engine.handbooks.build(request)
    (document,) = difference(engine, "v1", "v2").documents
    assert document.reasons == ("content", "included")
    assert [change.differs for change in document.changed] == [("content", "included")]


def test_documents_that_share_their_chunks_are_not_read(engine: Engine, documents: list[Path]) -> None:
    engine.handbooks.build_handbook(documents, CATEGORIES)
    documents[2].write_text(RULES["設計方針.md"].replace("ERROR", "WARN"), encoding="utf-8")
    engine.handbooks.build_handbook(documents, CATEGORIES)
    shared = {s.name: s for s in engine.handbooks.get_version("v2").source_files}["図表規則.md"]
    part_store(engine.layout).path(shared.parts[Part.CHUNKS]).unlink()
    assert [document.doc for document in difference(engine, "v1", "v2").documents] == ["設計方針.md"]


def test_a_damaged_document_that_differs_cannot_be_compared(engine: Engine, documents: list[Path]) -> None:
    engine.handbooks.build_handbook(documents[:2], CATEGORIES)
    engine.handbooks.build_handbook(documents, CATEGORIES)
    added = {s.name: s for s in engine.handbooks.get_version("v2").source_files}["設計方針.md"]
    part_store(engine.layout).path(added.parts[Part.CHUNKS]).unlink()
    with pytest.raises(VersionDamaged, match=r"設計方針\.md"):
        difference(engine, "v1", "v2")


def test_chunks_have_the_ids_that_they_have_in_their_version(engine: Engine, documents: list[Path]) -> None:
    engine.handbooks.build_handbook(documents, dict.fromkeys(CATEGORIES, "write"))
    changed = RULES["設計方針.md"].replace("ERROR", "WARN")
    documents[2].write_text(changed, encoding="utf-8")
    engine.handbooks.build_handbook(documents, dict.fromkeys(CATEGORIES, "write"))
    for found in (difference(engine, "v1", "v2"), difference(engine, "v2", "v1")):
        (change,) = found.documents[0].changed
        for version, chunk in ((found.before, change.before), (found.after, change.after)):
            chunks = read_chunks(engine.layout, engine.handbooks.get_version(version))
            assert chunk in chunks["設計方針.md"]


def test_a_chunk_that_only_moved_is_the_same() -> None:
    first, second = chunk(1, "甲の規則を書く。"), chunk(2, "乙の規則を書く。")
    moved = [chunk(1, "乙の規則を書く。"), chunk(2, "甲の規則を書く。")]
    assert compare_chunks([first, second], moved) == ((), (), ())


def test_a_mark_alone_makes_a_changed_rule() -> None:
    plain, struck = chunk(1, "押印する。"), chunk(1, "押印する。", marks=(MarkSpan(0, 5, Mark.STRIKE),))
    added, removed, (change,) = compare_chunks([plain], [struck])
    assert (added, removed, change.before, change.after) == ((), (), plain, struck)
    assert change.differs == ("marks",)


def test_a_rule_under_another_heading_is_changed_not_new() -> None:
    added, removed, (change,) = compare_chunks([chunk(1, "同じ規則。")], [chunk(9, "同じ規則。", heading="6 図")])
    assert (added, removed, change.after.headings) == ((), (), ("6 図",))
    assert change.differs == ("headings",)


def test_of_thousands_of_rules_under_one_heading_each_finds_its_own() -> None:
    old = [chunk(n, f"項目{n:04d}は{n * 7919:08d}を上限とする。") for n in range(1, 400)]
    new = [chunk(n, f"項目{n:04d}は{n * 7919:08d}を下限とする。") for n in range(1, 400)]
    added, removed, changed = compare_chunks(old, new)
    assert (added, removed) == ((), ())
    assert [change.before.position for change in changed] == [change.after.position for change in changed]


def test_two_different_rules_in_one_place_are_one_gone_and_one_new() -> None:
    old, new = chunk(1, "表の番号は表の上に書く。"), chunk(1, "通信はTLSで暗号化する。")
    assert compare_chunks([old], [new]) == ((new,), (old,), ())


def test_the_most_alike_chunks_belong_together() -> None:
    old = [chunk(1, "表の番号は表の上に書く。"), chunk(2, "図の番号は図の下に書く。")]
    new = [chunk(1, "図の番号は図の下に書くこと。")]
    added, removed, (change,) = compare_chunks(old, new)
    assert (added, removed, change.before) == ((), (old[0],), old[1])


def test_one_of_two_equal_chunks_can_go() -> None:
    twins = [chunk(1, "同じ規則。"), chunk(2, "同じ規則。")]
    assert compare_chunks(twins, twins[:1]) == ((), (twins[1],), ())


@settings(max_examples=40)
@given(st.lists(st.sampled_from(["甲の規則", "甲の規則だ", "乙", "丙丁", ""]), max_size=6))
def test_chunks_do_not_differ_from_themselves(contents: list[str]) -> None:
    chunks = [chunk(n, content) for n, content in enumerate(contents, 1)]
    assert compare_chunks(chunks, chunks) == ((), (), ())
