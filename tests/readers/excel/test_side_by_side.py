"""Tables and frames side by side: each keeps its own title, and one is read whole before the next."""

from openpyxl import Workbook
from openpyxl.styles import Font

from rulebook.model.document import BlockKind
from rulebook.readers.excel.beside import Abreast
from rulebook.readers.excel.boxes import Box
from rulebook.readers.excel.items import Item
from rulebook.readers.excel.order import in_reading_order
from tests.readers.excel.workbooks import (
    BOLD,
    GREY,
    box,
    grid,
    headings,
    of_kind,
    read_book,
    rows,
    section_of,
    squared_paper,
    tables,
)

_LEFT = [["No.", "項目", "桁数"], [1, "氏名", 10], [2, "住所", 20]]
_RIGHT = [["No.", "対象", "色"], [1, "見出し", "青"], [2, "本文", "黒"], [3, "注記", "灰"]]


def _two_tables(left: str, right: str, top: int = 3, book=None):
    if book is None:
        book, sheet = squared_paper()
    else:
        sheet = book.active
    sheet.cell(top - 1, 2).value, sheet.cell(top - 1, 20).value = left, right
    grid(sheet, top, "B:C D:H I:L", _LEFT)
    grid(sheet, top, "T:U V:Z AA:AD", _RIGHT)
    return book, sheet


def _order(document):
    return [(b.kind, b.text.text) for b in document.blocks[1:] if b.kind is not BlockKind.TABLE]


def test_each_table_stands_under_its_own_heading(tmp_path):
    book, _ = _two_tables("■桁数の規則", "■色の規則")
    document = read_book(book, tmp_path)
    assert headings(document) == [(2, "■桁数の規則"), (2, "■色の規則")]
    assert section_of(document, "氏名").headings == ("規則", "■桁数の規則")
    assert section_of(document, "見出し").headings == ("規則", "■色の規則")


def test_a_plain_title_beside_a_heading_is_a_heading_too(tmp_path):
    book, sheet = _two_tables("桁数の規則", "色の規則")
    sheet["B2"].font = BOLD
    document = read_book(book, tmp_path)
    assert headings(document) == [(2, "桁数の規則"), (2, "色の規則")]


def test_plain_titles_in_a_section_are_captions_right_before_their_tables(tmp_path):
    book, sheet = _two_tables("表1 桁数の規則", "表2 色の規則", top=6)
    sheet["A1"], sheet["B2"] = "1. 記入規則", "文書に当てはまる。"
    blocks = read_book(book, tmp_path).blocks[3:]
    assert [b.kind for b in blocks] == [BlockKind.CAPTION, BlockKind.TABLE] * 2
    assert [b.text.text for b in blocks[::2]] == ["表1 桁数の規則", "表2 色の規則"]


def test_a_long_title_does_not_run_into_its_neighbour(tmp_path):
    book, _ = _two_tables("桁数の規則、この表は左の列の下にだけ当てはまる", "色の規則")
    assert headings(read_book(book, tmp_path))[1] == (2, "色の規則")


def test_pairs_below_each_other_are_read_pair_by_pair(tmp_path):
    book, _ = _two_tables("1. 桁数", "2. 色")
    _two_tables("3. 余白", "4. 字体", top=10, book=book)
    assert headings(read_book(book, tmp_path)) == [(2, "1. 桁数"), (2, "2. 色"), (2, "3. 余白"), (2, "4. 字体")]


def test_a_title_beside_a_numbered_section_stays_in_the_section(tmp_path):
    book, _ = _two_tables("2.2. 起動パラメータ", "【内部情報】名称")
    document = read_book(book, tmp_path)
    assert section_of(document, "見出し").headings == ("規則", "2.2. 起動パラメータ", "【内部情報】名称")


def test_what_follows_below_both_is_no_part_of_them(tmp_path):
    book, sheet = _two_tables("■桁数の規則", "■色の規則")
    sheet["B10"], sheet["C11"] = "■余白の規則", "余白は十ミリとする。"
    document = read_book(book, tmp_path)
    assert section_of(document, "十ミリ").headings == ("規則", "■余白の規則")


def test_tables_without_lines_are_parted_at_the_empty_column(tmp_path):
    book = Workbook()
    sheet = book.active
    sheet["A1"], sheet["E1"] = "桁数の規則", "色の規則"
    for left, body in ((1, _LEFT), (5, _RIGHT)):
        for row, texts in enumerate(body, 2):
            for column, text in enumerate(texts, left):
                sheet.cell(row, column).value = text
                sheet.cell(row, column).font = Font(bold=row == 2)
    document = read_book(book, tmp_path)
    assert headings(document) == [(2, "桁数の規則"), (2, "色の規則")]
    assert [rows(t)[0] for t in tables(document)] == [_LEFT[0], _RIGHT[0]]
    assert [len(rows(t)) for t in tables(document)] == [3, 4]


def test_column_titles_whose_colour_stops_at_the_empty_column_are_two_tables(tmp_path):
    book = Workbook()
    for row in [
        ["項目", "規則", None, "色", "使い道"],
        ["罫線", "細線", None, "赤", "警告"],
        ["余白", "狭く", None, "青", "案内"],
    ]:
        book.active.append(row)
    for place in ("A1", "B1", "D1", "E1"):
        book.active[place].fill = GREY
    found = tables(read_book(book, tmp_path))
    assert [rows(t)[1] for t in found] == [["罫線", "細線"], ["赤", "警告"]]


def test_an_empty_column_inside_one_table_parts_nothing(tmp_path):
    book = Workbook()
    for row in [
        ["No.", "項目", None, "規則", "例外"],
        [1, "氏名", None, "全角", "なし"],
        [2, "住所", None, "全角", "なし"],
    ]:
        book.active.append(row)
    (block,) = tables(read_book(book, tmp_path))
    assert rows(block)[1] == ["1", "氏名", "全角", "なし"]


def test_texts_in_frames_side_by_side_are_read_frame_by_frame(tmp_path):
    book, sheet = squared_paper()
    for left, (area, title) in {2: ("B4:P9", "図1"), 22: ("V4:AJ9", "図2")}.items():
        box(sheet, area, merge=False)
        sheet.cell(3, left).value = title
        for row in range(5, 9):
            sheet.cell(row, left + 1).value = f"{title}の{row}行目"
    texts = [text for _, text in _order(read_book(book, tmp_path))]
    assert [t.splitlines()[0][:2] for t in texts] == sorted(t[:2] for t in texts)


def test_a_sentence_beside_a_heading_stays_in_the_text(tmp_path):
    book, _ = _two_tables("■桁数の規則", "次の色を用いる。")
    document = read_book(book, tmp_path)
    assert headings(document) == [(2, "■桁数の規則")]
    assert of_kind(document, BlockKind.CAPTION) == ["次の色を用いる。"]


def test_a_shape_over_a_frame_is_read_with_its_frame():
    abreast = Abreast(columns=(Box(2, 2, 9, 10), Box(2, 20, 9, 30)), titles={}, top=2, bottom=9)
    texts = [Item(box=Box(row, left, row, left + 4)) for left in (3, 21) for row in (3, 7)]
    left, right = (Item(box=Box(5, column, 6, column + 3), floating=True) for column in (4, 22))
    ordered = in_reading_order([*texts, right, left], lambda _: False, [abreast])
    assert ordered == [texts[0], left, texts[1], texts[2], right, texts[3]]
