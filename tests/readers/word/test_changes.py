"""Tracked changes: read as accepted, flagged, the old wording kept in the report and out of the text."""

from __future__ import annotations

from pathlib import Path

from rulebook.model.document import BlockKind, Flag
from tests.readers.word.files import (
    HEADINGS,
    cell,
    codes,
    document,
    grid,
    item,
    level,
    numbering,
    only_table,
    p,
    row,
    run,
    table,
    texts,
)


def deleted(text: str) -> str:
    return f'<w:del w:author="甲"><w:r><w:delText>{text}</w:delText></w:r></w:del>'


def inserted(text: str) -> str:
    return f'<w:ins w:author="甲">{run(text)}</w:ins>'


END_DELETED = "<w:rPr><w:del/></w:rPr>"


def test_insertions_stay_deletions_go_and_the_block_is_flagged(tmp_path: Path) -> None:
    found = document(tmp_path, p(run("氏名は") + deleted("半角") + inserted("全角") + run("とする。")) + p("不変"))
    assert [(b.text.text, b.flags) for b in found.blocks] == [
        ("氏名は全角とする。", frozenset({Flag.CHANGED})),
        ("不変", frozenset()),
    ]
    assert found.report.tracked_changes == 2


def test_the_old_wording_of_a_paragraph_is_one_warning_with_its_place(tmp_path: Path) -> None:
    body = p("様式", '<w:pStyle w:val="H1"/>') + p(
        deleted("半") + deleted("角") + run("で") + deleted("必ず") + run("書く")
    )
    found = document(tmp_path, body, {"styles": HEADINGS})
    (warning,) = found.report.warnings
    assert (warning.code, warning.place) == ("tracked_deletion", "見出し!様式")
    assert warning.message.endswith("「半角」「必ず」")
    assert not any("半角" in text for text in texts(found))


def test_a_paragraph_that_is_deleted_whole_is_no_block(tmp_path: Path) -> None:
    found = document(tmp_path, p(deleted("廃止"), END_DELETED) + p("次"))
    assert texts(found) == ["次"]
    assert codes(found) == ["tracked_deletion"]


def test_paragraphs_joined_by_a_deleted_end_are_one_and_count_once(tmp_path: Path) -> None:
    end = f'<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>{END_DELETED}'
    body = p(run("氏名は"), end) + item("全角", 1) + item("次", 1)
    found = document(tmp_path, body, numbering(level(0, "decimal", "%1.")))
    assert texts(found) == ["1. 氏名は全角", "2. 次"]


def test_a_deleted_end_with_no_paragraph_behind_loses_nothing(tmp_path: Path) -> None:
    assert texts(document(tmp_path, p(run("末尾"), END_DELETED))) == ["末尾"]


def test_moved_text_stands_where_it_went(tmp_path: Path) -> None:
    body = p(run("甲") + f"<w:moveFrom>{run('移す')}</w:moveFrom>") + p(
        f"<w:moveTo>{run('移す')}</w:moveTo>" + run("乙")
    )
    found = document(tmp_path, body)
    assert texts(found) == ["甲", "移す乙"]
    assert codes(found) == ["tracked_move"]


def test_a_paragraph_that_moved_away_whole_leaves_no_trace(tmp_path: Path) -> None:
    away = p(f"<w:moveFrom>{run('移す')}</w:moveFrom>", "<w:rPr><w:moveFrom/></w:rPr>")
    here = p(f"<w:moveTo>{run('移す')}</w:moveTo>", "<w:rPr><w:moveTo/></w:rPr>")
    found = document(tmp_path, away + p("間") + here)
    assert texts(found) == ["間", "移す"]
    assert [Flag.CHANGED in b.flags for b in found.blocks] == [False, True]


def test_what_joins_a_heading_by_a_deleted_end_is_part_of_the_heading(tmp_path: Path) -> None:
    body = p(run("第一章　"), END_DELETED) + p("総則", '<w:pStyle w:val="H1"/>')
    (heading,) = document(tmp_path, body, {"styles": HEADINGS}).blocks
    assert (heading.kind, heading.text.text) == (BlockKind.HEADING, "第一章　総則")


def test_an_inserted_row_stays_and_flags_its_table(tmp_path: Path) -> None:
    new = row(cell(p(inserted("新"))), "値", properties="<w:ins/>")
    found = document(tmp_path, table(row("旧", "値"), new))
    assert [[c[0] for c in r] for r in grid(only_table(found))] == [["旧", "値"], ["新", "値"]]
    assert Flag.CHANGED in only_table(found).flags


def test_a_table_that_is_deleted_whole_is_no_block_and_its_wording_is_kept(tmp_path: Path) -> None:
    gone = row(cell(p(deleted("旧甲"))), cell(p(deleted("旧乙"))), properties="<w:del/>")
    found = document(tmp_path, p("本文") + table(gone))
    assert texts(found) == ["本文"]
    assert "「旧甲 | 旧乙」" in found.report.warnings[0].message


def test_a_deleted_cell_is_blank(tmp_path: Path) -> None:
    found = document(tmp_path, table(row(cell(p(deleted("旧")), "<w:cellDel/>"), "値"), row("次", "値")))
    assert [[c[0] for c in r] for r in grid(only_table(found))] == [["", "値"], ["次", "値"]]
    assert "「旧」" in found.report.warnings[0].message


def test_a_field_whose_marks_are_deleted_swallows_nothing(tmp_path: Path) -> None:
    mark = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'
    gone = f"<w:del>{mark.format('begin')}<w:r><w:delInstrText> REF a </w:delInstrText></w:r></w:del>"
    found = document(tmp_path, p(gone + run("甲")) + p(run("乙") + mark.format("end")) + p("丙"))
    assert texts(found) == ["甲", "乙", "丙"]


def test_a_note_whose_reference_is_deleted_goes_with_it_and_its_wording_is_kept(tmp_path: Path) -> None:
    gone = '<w:del><w:r><w:delText>旧</w:delText></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:del>'
    notes = {"footnotes": f'<w:footnote w:id="2">{p("旧い注")}</w:footnote>'}
    found = document(tmp_path, p(gone + run("新")), notes)
    assert texts(found) == ["新"]
    assert "旧い注" in found.report.warnings[0].message


def test_a_comment_on_deleted_text_stays(tmp_path: Path) -> None:
    gone = '<w:del><w:r><w:delText>旧</w:delText></w:r><w:r><w:commentReference w:id="2"/></w:r></w:del>'
    notes = {"comments": f'<w:comment w:id="2" w:author="乙">{p("なぜ")}</w:comment>'}
    assert texts(document(tmp_path, p(gone + run("新")), notes), BlockKind.COMMENT) == ["乙: なぜ"]


def test_old_properties_of_a_change_of_format_are_not_read(tmp_path: Path) -> None:
    body = p(run("文", "<w:rPrChange><w:rPr><w:strike/><w:vanish/></w:rPr></w:rPrChange>"))
    (block,) = document(tmp_path, body).blocks
    assert (block.text.text, block.text.marks, block.flags) == ("文", (), frozenset())
