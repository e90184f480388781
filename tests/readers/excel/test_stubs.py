"""Names of rows that stand over indented ones reach down beside them."""

import pytest

from tests.readers.excel.workbooks import GREY, box, grid, read_book, squared_paper, tables

_COLUMNS = "C:H I:M N:AB"


def _with_name_over(sheet, beside):
    """A name in row 3 over two indented names; ``beside`` is what stands on its right."""
    grid(sheet, 2, "B:H I:M N:AB", [["区分", "必須", "規則"]])
    grid(sheet, 3, "B:H I:M N:AB", [["画面", *beside]], header=0)
    box(sheet, "B4:B5", None)
    grid(sheet, 4, _COLUMNS, [["入力項目", "○", "全角とする。"], ["ボタン", "×", "中央とする。"]], header=0)
    grid(sheet, 6, "B:H I:M N:AB", [["帳票", "○", "Ａ４とする。"]], header=0)


def _spans(block):
    return {c.text.text: (c.row, c.column, c.row_span, c.column_span) for r in block.table.rows for c in r.cells}


def test_a_name_over_indented_ones_reaches_down_beside_them(tmp_path):
    book, sheet = squared_paper()
    _with_name_over(sheet, ["-", "-"])
    (block,) = tables(read_book(book, tmp_path))
    spans = _spans(block)
    assert (spans["画面"], spans["入力項目"], spans["帳票"]) == ((1, 0, 3, 1), (2, 1, 1, 1), (4, 0, 1, 2))


def test_a_name_alone_in_its_row_keeps_its_width(tmp_path):
    book, sheet = squared_paper()
    _with_name_over(sheet, [None, None])
    (block,) = tables(read_book(book, tmp_path))
    assert _spans(block)["画面"][2:] == (1, 2)


@pytest.mark.parametrize("indent", ["D4:H4", None])
def test_a_blank_field_with_no_indented_name_beside_it_is_none(tmp_path, indent):
    book, sheet = squared_paper()
    grid(sheet, 2, "B:H I:M", [["区分", "規則"], ["画面", "全角"]])
    box(sheet, "B4:H4" if indent is None else "B4:C4", None)
    if indent:
        box(sheet, indent, None)
    box(sheet, "I4:M4", "半角")
    (block,) = tables(read_book(book, tmp_path))
    assert _spans(block)["画面"][2] == 1


def test_a_column_title_over_narrower_ones_stays_over_them(tmp_path):
    book, sheet = squared_paper()
    grid(sheet, 2, "B:H I:T", [["区分", "長さ"]])
    box(sheet, "B3:H4", "項目", GREY)
    box(sheet, "I3:T3", "文字の数", GREY)
    box(sheet, "I4:J4", None, GREY)
    box(sheet, "K4:T4", "最大", GREY)
    grid(sheet, 5, "B:H I:J K:T", [["氏名", None, 40], ["住所", None, 80]], header=0)
    (block,) = tables(read_book(book, tmp_path))
    assert _spans(block)["文字の数"][3] == 2
