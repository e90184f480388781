"""Fault kind 5: a document under revision is read as accepted, flagged as changed, its other wording kept.

Wrong: neither the old nor the new wording survives, both stand side by side ("半角全角とする"), or nobody learns
that the rule is not agreed yet.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.model.document import Flag
from rulebook.model.text import Mark
from tests.faults.documents import (
    assert_once,
    chunk_with,
    codes,
    flags_of,
    lines,
    marked,
    path_of,
    statement_with,
    statements,
    text_of,
    times,
    word,
)
from tests.readers.word.files import HEADINGS, cell, new_text_box, p, row, run, styled, table
from tests.readers.word.test_changes import END_DELETED, deleted, inserted

CHANGED = run("氏名は") + deleted("半角") + inserted("全角") + run("とする。")
ACCEPTED = "氏名は全角とする。"
NOTE = '<w:footnote w:id="2">{}</w:footnote>'
REFER = '<w:r><w:footnoteReference w:id="2"/></w:r>'

PLACES = {
    "a paragraph": (p(CHANGED), {}),
    "a table cell": (table(row(cell(p(CHANGED)), "必須"), row("住所", "任意")), {}),
    "a text box": (p(new_text_box(p(CHANGED))), {}),
    "a footnote": (p(run("文字") + REFER), {"footnotes": NOTE.format(p(CHANGED))}),
    "a content control": (f"<w:sdt><w:sdtContent>{p(CHANGED)}</w:sdtContent></w:sdt>", {}),
    "a link": (p(f"<w:hyperlink>{CHANGED}</w:hyperlink>"), {}),
}


@pytest.mark.parametrize("place", PLACES)
def test_the_new_wording_is_the_rule_wherever_it_stands(tmp_path: Path, place: str) -> None:
    body, parts = PLACES[place]
    found = word(tmp_path, body, parts)
    assert_once(found, ACCEPTED)
    assert "半角" not in text_of(found)
    assert ACCEPTED in statement_with(found, "氏名は")


@pytest.mark.parametrize("place", PLACES)
def test_the_rule_is_flagged_and_the_old_wording_is_in_the_report(tmp_path: Path, place: str) -> None:
    body, parts = PLACES[place]
    found = word(tmp_path, body, parts)
    assert Flag.CHANGED in flags_of(found, ACCEPTED)
    assert any("半角" in warning.message for warning in found.report.warnings)
    assert found.report.tracked_changes == 2


def test_a_changed_heading_is_read_as_accepted(tmp_path: Path) -> None:
    heading = p(deleted("旧") + inserted("新") + run("様式"), '<w:pStyle w:val="H1"/>')
    found = word(tmp_path, heading + p("様式に従う。"), {"styles": HEADINGS})
    assert path_of(found, "様式に従う。") == ("新様式",)
    assert "tracked_deletion" in codes(found)


def test_unchanged_sections_are_not_flagged(tmp_path: Path) -> None:
    body = styled("H1", "甲") + p(CHANGED) + styled("H1", "乙") + p("変わらない規則。")
    assert flags_of(word(tmp_path, body, {"styles": HEADINGS}), "変わらない規則。") == ()


def test_a_paragraph_inserted_and_one_deleted_as_a_whole(tmp_path: Path) -> None:
    gone = p(deleted("廃止した規則。"), END_DELETED)
    new = p(inserted("加えた規則。"), "<w:rPr><w:ins/></w:rPr>")
    found = word(tmp_path, p("前。") + gone + new + p("後。"))
    assert lines(found) == ["前。", "加えた規則。", "後。"]
    assert any("廃止した規則。" in w.message for w in found.report.warnings)


def test_an_insertion_that_was_deleted_again_is_gone(tmp_path: Path) -> None:
    inner = '<w:ins w:author="甲"><w:del w:author="乙"><w:r><w:delText>迷い</w:delText></w:r></w:del></w:ins>'
    found = word(tmp_path, p(run("確かな規則。") + inner))
    assert text_of(found) == "確かな規則。"
    assert any("迷い" in w.message for w in found.report.warnings)


def test_moved_text_stands_once_where_it_went(tmp_path: Path) -> None:
    old = p(f"<w:moveFrom>{run('移した規則。')}</w:moveFrom>", "<w:rPr><w:moveFrom/></w:rPr>")
    new = p(f"<w:moveTo>{run('移した規則。')}</w:moveTo>")
    found = word(tmp_path, styled("H1", "甲") + old + p("残る規則。") + styled("H1", "乙") + new, {"styles": HEADINGS})
    assert_once(found, "移した規則。")
    assert path_of(found, "移した規則。") == ("乙",)
    assert any("移した規則。" in w.message for w in found.report.warnings)


def test_rows_added_and_rows_deleted(tmp_path: Path) -> None:
    rows = (
        row("項目", "桁数", properties="<w:tblHeader/>"),
        row(cell(p(deleted("電話"))), cell(p(deleted("10"))), properties="<w:del/>"),
        row(cell(p(inserted("携帯"))), cell(p(inserted("11"))), properties="<w:ins/>"),
    )
    found = word(tmp_path, table(*rows))
    assert statements(found)[-1] == "項目: 携帯 / 桁数: 11"
    assert "電話" not in text_of(found)
    assert Flag.CHANGED in flags_of(found, "携帯 | 11")
    assert any("電話" in w.message for w in found.report.warnings)


def test_a_column_added_and_a_column_deleted(tmp_path: Path) -> None:
    """Word keeps a deleted cell in its row until the change is accepted."""
    gone, new = '<w:cellDel w:id="1" w:author="甲"/>', '<w:cellIns w:id="2" w:author="甲"/>'
    rows = (
        row("項目", cell(p(deleted("旧桁数")), gone), cell(p(inserted("新桁数")), new), properties="<w:tblHeader/>"),
        row("氏名", cell(p(deleted("20")), gone), cell(p(inserted("40")), new)),
    )
    found = word(tmp_path, table(*rows))
    assert statement_with(found, "氏名") == "項目: 氏名 / 新桁数: 40"
    assert "旧桁数" not in text_of(found)
    assert any("旧桁数" in w.message for w in found.report.warnings)


def test_a_deleted_mark_between_two_paragraphs_joins_them(tmp_path: Path) -> None:
    found = word(tmp_path, p(run("氏名は全角"), END_DELETED) + p("とする。"))
    assert lines(found) == ["氏名は全角とする。"]


def test_a_change_of_format_only_is_not_read_as_withdrawn(tmp_path: Path) -> None:
    before = "<w:rPrChange><w:rPr><w:strike/><w:vanish/></w:rPr></w:rPrChange>"
    found = word(tmp_path, p(run("今も有効な規則。", before)))
    assert marked(found, Mark.STRIKE) == []
    assert chunk_with(found, "今も有効な規則。").searchable


def test_the_deletion_of_a_negation_turns_the_rule_and_is_told(tmp_path: Path) -> None:
    found = word(tmp_path, p(run("略語を使") + deleted("ってはならない") + inserted("ってよい") + run("。")))
    assert times(found, "略語を使ってよい。") == 1
    assert "はならない" not in text_of(found)
    assert any("ってはならない" in w.message for w in found.report.warnings)


def test_a_deleted_picture_or_field_leaves_no_trace_in_the_text(tmp_path: Path) -> None:
    field = "".join(
        f"<w:r>{inner}</w:r>"
        for inner in (
            '<w:fldChar w:fldCharType="begin"/>',
            "<w:delInstrText> REF _Ref1 </w:delInstrText>",
            '<w:fldChar w:fldCharType="separate"/>',
            "<w:delText>表3</w:delText>",
            '<w:fldChar w:fldCharType="end"/>',
        )
    )
    found = word(tmp_path, p(run("表4") + f"<w:del>{field}</w:del>" + run("を見よ。")))
    assert text_of(found) == "表4を見よ。"


def test_tables_inside_tracked_content_controls_are_read(tmp_path: Path) -> None:
    body = "<w:customXmlInsRangeStart/>" + f"<w:sdt><w:sdtContent>{table(row('項目', '氏名'))}</w:sdtContent></w:sdt>"
    assert_once(word(tmp_path, body + "<w:customXmlInsRangeEnd/>"), "項目 | 氏名")
