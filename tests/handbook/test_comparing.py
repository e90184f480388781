"""Two versions side by side: nothing that differs is missed, nothing equal is told."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook.engine import Engine
from rulebook.handbook.comparing import Edit, VersionDifference, compare_chunks, compare_versions, text_edits
from rulebook.model.chunk import RuleChunk
from rulebook.model.document import DocType
from rulebook.model.manifest import Status
from rulebook.model.text import Mark, MarkSpan
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


def test_a_chunk_that_only_moved_is_the_same() -> None:
    first, second = chunk(1, "甲の規則を書く。"), chunk(2, "乙の規則を書く。")
    moved = [chunk(1, "乙の規則を書く。"), chunk(2, "甲の規則を書く。")]
    assert compare_chunks([first, second], moved) == ((), (), ())


def test_a_mark_alone_makes_a_changed_rule() -> None:
    plain, struck = chunk(1, "押印する。"), chunk(1, "押印する。", marks=(MarkSpan(0, 5, Mark.STRIKE),))
    added, removed, (change,) = compare_chunks([plain], [struck])
    assert (added, removed, change.before, change.after) == ((), (), plain, struck)


def test_a_rule_under_another_heading_is_changed_not_new() -> None:
    added, removed, (change,) = compare_chunks([chunk(1, "同じ規則。")], [chunk(9, "同じ規則。", heading="6 図")])
    assert (added, removed, change.after.headings) == ((), (), ("6 図",))


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


def test_words_and_numbers_change_whole() -> None:
    texts = [(edit.edit, edit.text) for edit in text_edits("最大24文字のORDER名", "最大30文字のORDERS名")]
    assert (Edit.REMOVED, "24") in texts
    assert (Edit.ADDED, "ORDERS") in texts


@settings(max_examples=40)
@given(st.text(max_size=20), st.text(max_size=20))
def test_the_edits_hold_both_texts(before: str, after: str) -> None:
    edits = text_edits(before, after)
    assert "".join(e.text for e in edits if e.edit is not Edit.ADDED) == before
    assert "".join(e.text for e in edits if e.edit is not Edit.REMOVED) == after


@settings(max_examples=40)
@given(st.lists(st.sampled_from(["甲の規則", "甲の規則だ", "乙", "丙丁", ""]), max_size=6))
def test_chunks_do_not_differ_from_themselves(contents: list[str]) -> None:
    chunks = [chunk(n, content) for n, content in enumerate(contents, 1)]
    assert compare_chunks(chunks, chunks) == ((), (), ())
