"""Tables: spans as the file states them, what hangs on cells, deleted and hidden rows."""

from __future__ import annotations

from pathlib import Path

import docx

from rulebook.model.document import BlockKind, Flag
from rulebook.readers.word import read
from tests.readers.word.files import (
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
    table,
    text_box,
    texts,
)

RESTART, CONTINUE = '<w:vMerge w:val="restart"/>', "<w:vMerge/>"


def wide(columns: int) -> str:
    return f'<w:gridSpan w:val="{columns}"/>'


def test_spans_come_from_the_file_and_equal_neighbours_stay_apart(tmp_path: Path) -> None:
    found = document(
        tmp_path,
        table(
            row(cell("項目", wide(2)), "備考"),
            row(cell("氏名", RESTART), "全角", "必須"),
            row(cell("", CONTINUE), "半角", "必須"),
        ),
    )
    assert grid(only_table(found)) == [
        [("項目", 1, 2), ("備考", 1, 1)],
        [("氏名", 2, 1), ("全角", 1, 1), ("必須", 1, 1)],
        [("半角", 1, 1), ("必須", 1, 1)],
    ]


def test_cells_know_their_column_where_rows_begin_late_or_are_covered(tmp_path: Path) -> None:
    found = document(
        tmp_path,
        table(
            row("甲", "乙", "丙"),
            row("丁", properties='<w:gridBefore w:val="2"/><w:gridAfter w:val="1"/>'),
            row(cell("戊", wide(2) + RESTART), "己"),
            row(cell("", wide(2) + CONTINUE), "庚"),
        ),
    )
    assert only_table(found).table is not None
    columns = [[(c.text.text, c.row, c.column) for c in r.cells] for r in only_table(found).table.rows]  # type: ignore[union-attr]
    assert columns[1:] == [[("丁", 1, 2)], [("戊", 2, 0), ("己", 2, 2)], [("庚", 3, 2)]]


def test_a_vertical_merge_ends_where_a_row_does_not_go_on_with_it(tmp_path: Path) -> None:
    rows = [
        row(cell("甲", RESTART), "1"),
        row("乙", "2"),
        row(cell("丙", CONTINUE), "3"),
        row(cell("丁", CONTINUE), "4"),
    ]
    found = grid(only_table(document(tmp_path, table(*rows))))
    assert [[text for text, _, _ in r] for r in found] == [["甲", "1"], ["乙", "2"], ["丙", "3"], ["丁", "4"]]
    assert all(rows == 1 for r in found for _, rows, _ in r)


def test_old_horizontal_merges_are_spans_too(tmp_path: Path) -> None:
    body = table(row(cell("見出し", '<w:hMerge w:val="restart"/>'), cell("", "<w:hMerge/>"), "次"))
    assert grid(only_table(document(tmp_path, body))) == [[("見出し", 1, 2), ("次", 1, 1)]]


def test_a_span_that_no_table_has_is_cut_with_a_warning(tmp_path: Path) -> None:
    found = document(tmp_path, table(row(cell("甲", wide(900)), "乙")))
    assert grid(only_table(found)) == [[("甲", 1, 100), ("乙", 1, 1)]]
    assert codes(found) == ["span_cut"]


def test_text_under_a_merged_cell_is_kept_as_hidden(tmp_path: Path) -> None:
    found = document(tmp_path, table(row(cell("甲", RESTART), "1"), row(cell("覆われた", CONTINUE), "2")))
    assert [(b.text.text, b.flags) for b in found.blocks[1:]] == [("覆われた", frozenset({Flag.HIDDEN}))]
    assert found.report.hidden == ("表!本文",)


def test_paragraphs_of_a_cell_are_lines_with_their_numbers(tmp_path: Path) -> None:
    content = p("次のとおり") + item("全角", 1) + p("") + item("半角", 1)
    found = document(tmp_path, table(row(cell(content), "x")), numbering(level(0, "decimal", "%1)")))
    assert grid(only_table(found))[0][0][0] == "次のとおり\n1) 全角\n2) 半角"


def test_a_nested_table_follows_the_outer_one_and_is_not_repeated_in_its_cell(tmp_path: Path) -> None:
    inner = table(row("内1", "内2"))
    found = document(tmp_path, table(row(cell(p("外") + inner + p("後")), "隣")) + p("次"))
    assert [b.kind for b in found.blocks] == [BlockKind.TABLE, BlockKind.TABLE, BlockKind.PARAGRAPH]
    assert grid(found.blocks[0]) == [[("外\n後", 1, 1), ("隣", 1, 1)]]
    assert grid(found.blocks[1]) == [[("内1", 1, 1), ("内2", 1, 1)]]
    assert found.report.tables == 2


def test_a_nested_table_is_told_by_the_row_that_it_stands_in(tmp_path: Path) -> None:
    inner = table(row("桁数", "10"))
    found = document(tmp_path, table(row("電話", "例"), row("住所", cell(inner + p(""))), row("備考", "例")))
    assert [(b.table is not None, b.within) for b in found.blocks] == [(True, ""), (True, "住所")]


def test_rows_and_cells_in_content_controls_are_read(tmp_path: Path) -> None:
    controlled = f"<w:sdt><w:sdtPr/><w:sdtContent>{row('甲', '乙')}</w:sdtContent></w:sdt>"
    in_row = f"<w:tr><w:sdt><w:sdtContent>{cell('丙')}</w:sdtContent></w:sdt>{cell('丁')}</w:tr>"
    found = document(tmp_path, table(controlled, in_row))
    assert [[c[0] for c in r] for r in grid(only_table(found))] == [["甲", "乙"], ["丙", "丁"]]


def test_a_deleted_row_is_gone_and_its_wording_is_kept_in_the_report(tmp_path: Path) -> None:
    gone = row(cell("<w:p><w:del><w:r><w:delText>旧値</w:delText></w:r></w:del></w:p>"), properties="<w:del/>")
    found = document(tmp_path, table(row("甲"), gone, row("乙")))
    assert [[c[0] for c in r] for r in grid(only_table(found))] == [["甲"], ["乙"]]
    assert Flag.CHANGED in only_table(found).flags
    assert [(w.code, "「旧値」" in w.message) for w in found.report.warnings] == [("tracked_deletion", True)]


def test_a_hidden_row_is_flagged_and_listed(tmp_path: Path) -> None:
    found = document(tmp_path, table(row("甲"), row("乙", properties="<w:hidden/>")))
    rows = only_table(found).table.rows  # type: ignore[union-attr]
    assert [r.hidden for r in rows] == [False, True]
    assert found.report.hidden == ("表!本文",)


def test_text_boxes_notes_and_hidden_text_of_cells_come_after_the_table(tmp_path: Path) -> None:
    content = (
        "<w:p><w:r><w:t>値</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>隠し</w:t></w:r>"
        + text_box(p("箱"))
        + '<w:r><w:footnoteReference w:id="1"/></w:r></w:p>'
    )
    notes = {"footnotes": '<w:footnote w:id="1">' + p("注") + "</w:footnote>"}
    found = document(tmp_path, table(row(cell(content), "隣")) + p("次"), notes)
    assert [b.kind.value for b in found.blocks] == ["table", "paragraph", "text_box", "footnote", "paragraph"]
    assert texts(found) == ["", "隠し", "箱", "[1] 注", "次"]


def test_tables_made_by_python_docx_are_read(tmp_path: Path) -> None:
    made = docx.Document()
    added = made.add_table(rows=3, cols=3)
    for n, one in enumerate(c for r in added.rows for c in r.cells):
        one.text = str(n)
    added.cell(0, 0).merge(added.cell(0, 1))
    added.cell(1, 2).merge(added.cell(2, 2))
    made.save(str(tmp_path / "a.docx"))
    assert grid(only_table(read(tmp_path / "a.docx", "a.docx"))) == [
        [("0\n1", 1, 2), ("2", 1, 1)],
        [("3", 1, 1), ("4", 1, 1), ("5\n8", 2, 1)],
        [("6", 1, 1), ("7", 1, 1)],
    ]
