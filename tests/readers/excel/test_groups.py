"""Rows that name a group inside a table, and marks that stand beside rows."""

from openpyxl import Workbook
from openpyxl.styles import PatternFill

from rulebook.model.document import BlockKind, Flag
from tests.readers.excel.workbooks import BOLD, GREY, box, grid, of_kind, read_book, rows, squared_paper, tables

_COLUMNS = "B:C D:I J:P"
_BLUE = PatternFill("solid", fgColor="FFCFE2F3")


def _group_cells(block):
    return [(r.cells[0].text.text, r.cells[0].column_span) for r in block.table.rows if len(r.cells) == 1]


def test_a_group_row_in_unmerged_fields_takes_the_whole_width(tmp_path):
    book, sheet = squared_paper()
    grid(
        sheet, 2, _COLUMNS, [["No.", "項目", "規則"], ["A. 画面", None, None], [1, "氏名", "全角"], [2, "住所", "全角"]]
    )
    grid(sheet, 6, _COLUMNS, [["B. 帳票", None, None], [3, "余白", "狭くする"]], header=0)
    (block,) = tables(read_book(book, tmp_path))
    assert _group_cells(block) == [("A. 画面", 3), ("B. 帳票", 3)]
    assert block.table.header_rows == 1
    assert len(rows(block)) == 6


def test_a_bold_group_row_without_lines_takes_the_whole_width(tmp_path):
    book = Workbook()
    sheet = book.active
    for row in [["項目", "規則"], ["画面"], ["氏名", "全角"], ["住所", "全角"], ["帳票"], ["余白", "狭くする"]]:
        sheet.append(row)
    for place in ("A2", "A5"):
        sheet[place].font = BOLD
    (block,) = tables(read_book(book, tmp_path))
    assert _group_cells(block) == [("画面", 2), ("帳票", 2)]


def test_a_filled_group_row_takes_the_whole_width(tmp_path):
    book, sheet = squared_paper()
    grid(sheet, 2, "B:F G:P", [["項目", "規則"], ["氏名", "全角"]], header=0)
    grid(sheet, 4, "B:F G:P", [["帳票", None]], header=1)
    grid(sheet, 5, "B:F G:P", [["余白", "狭くする"], ["罫線", "細くする"]], header=0)
    (block,) = tables(read_book(book, tmp_path))
    assert _group_cells(block) == [("帳票", 2)]


def test_a_row_whose_other_fields_are_blank_is_no_group(tmp_path):
    book, sheet = squared_paper()
    body = [["用語", "意味"], ["罫線", None], ["余白", "紙の端までの間"], ["字体", "文字の形"]]
    grid(sheet, 2, "B:F G:P", body)
    (block,) = tables(read_book(book, tmp_path))
    assert _group_cells(block) == [("罫線", 1)]


def test_a_number_over_blank_fields_is_no_group(tmp_path):
    book, sheet = squared_paper()
    grid(sheet, 2, _COLUMNS, [["No.", "項目", "規則"], [1, "氏名", "全角"], [2, None, None], [3, "住所", "全角"]])
    (block,) = tables(read_book(book, tmp_path))
    assert _group_cells(block) == [("2", 1)]


def test_title_rows_of_one_table_are_one_caption(tmp_path):
    book, sheet = squared_paper()
    box(sheet, "B2:P2", "帳票の規則", GREY)
    box(sheet, "B3:P3", "共通の部分", GREY)
    grid(sheet, 4, _COLUMNS, [["No.", "項目", "規則"], [1, "余白", "狭くする"]])
    document = read_book(book, tmp_path)
    assert of_kind(document, BlockKind.CAPTION) == ["帳票の規則\n共通の部分"]


def test_marks_beside_the_rows_of_a_table_belong_to_the_rows(tmp_path):
    book, sheet = squared_paper()
    grid(sheet, 3, "E:I J:P", [["請求番号", "状態"], ["001", "請求中"], ["002", "完了"], ["003", "停止"]])
    for row, mark in enumerate(["(a)", "(b)", "(b)"], 4):
        sheet.cell(row, 4).value = mark
    document = read_book(book, tmp_path)
    (block,) = tables(document)
    assert rows(block)[1:] == [["(a)", "001", "請求中"], ["(b)", "002", "完了"], ["(b)", "003", "停止"]]
    assert block.table.rows[0].cells[0].column == 1
    assert of_kind(document, BlockKind.PARAGRAPH) == []


def test_words_beside_a_table_are_no_marks(tmp_path):
    book, sheet = squared_paper()
    grid(sheet, 3, "E:I J:P", [["請求番号", "状態"], ["001", "請求中"], ["002", "完了"]])
    sheet["D4"], sheet["D5"] = "注", "別表を参照すること"
    document = read_book(book, tmp_path)
    assert rows(tables(document)[0])[1] == ["001", "請求中"]


def test_a_hidden_title_row_is_a_hidden_caption_beside_the_shown_one(tmp_path):
    book, sheet = squared_paper()
    box(sheet, "B2:P2", "旧い題名", GREY)
    box(sheet, "B3:P3", "帳票の規則", GREY)
    sheet.row_dimensions[2].hidden = True
    grid(sheet, 4, _COLUMNS, [["No.", "項目", "規則"], [1, "余白", "狭くする"]])
    captions = [b for b in read_book(book, tmp_path).blocks if b.kind is BlockKind.CAPTION]
    assert [(b.text.text, Flag.HIDDEN in b.flags) for b in captions] == [("旧い題名", True), ("帳票の規則", False)]


def _numbered_groups(sheet, fills):
    """Rows with a number and a name in the colours ``fills``, each over two rows of values."""
    grid(sheet, 2, _COLUMNS, [["ID", "項目", "規則"]])
    for n, fill in enumerate(fills):
        top = 3 + 3 * n
        for area, text in ((f"B{top}:C{top}", f"V{n}"), (f"D{top}:I{top}", f"区分{n}"), (f"J{top}:P{top}", None)):
            box(sheet, area, text, fill)
        grid(sheet, top + 1, _COLUMNS, [[f"{n}.1", "氏名", "全角"], [f"{n}.2", "住所", "半角"]], header=0)


def test_groups_with_a_number_and_a_colour_of_their_own_take_the_whole_width(tmp_path):
    book, sheet = squared_paper()
    _numbered_groups(sheet, [_BLUE, _BLUE])
    (block,) = tables(read_book(book, tmp_path))
    assert _group_cells(block) == [("V0 区分0", 3), ("V1 区分1", 3)]


def test_one_coloured_row_with_blank_fields_is_no_group(tmp_path):
    book, sheet = squared_paper()
    _numbered_groups(sheet, [None, _BLUE])
    (block,) = tables(read_book(book, tmp_path))
    assert _group_cells(block) == []


def test_coloured_rows_are_no_groups_where_other_rows_stand_above_them(tmp_path):
    book, sheet = squared_paper()
    _numbered_groups(sheet, [None, _BLUE, _BLUE])
    (block,) = tables(read_book(book, tmp_path))
    assert _group_cells(block) == []


def test_a_note_with_an_arrow_belongs_to_the_row_it_points_at(tmp_path):
    book, sheet = squared_paper()
    grid(sheet, 2, _COLUMNS, [["No.", "項目", "規則"], [1, "氏名", "全角"], [2, "住所", None]])
    sheet["Q3"], sheet["R4"], sheet["Q2"] = "←姓名の間は空ける", "← 番地まで", "※別紙1"
    document = read_book(book, tmp_path)
    (block,) = tables(document)
    assert rows(block)[1:] == [["1", "氏名", "全角 ←姓名の間は空ける"], ["2", "住所", "← 番地まで"]]
    assert of_kind(document, BlockKind.PARAGRAPH) == ["※別紙1"]
