"""Text outside tables: paragraphs, list items, captions, and the order they are read in."""

from rulebook.model.document import BlockKind
from tests.readers.excel.workbooks import grid, of_kind, read_book, squared_paper


def _written(sheet, lines):
    for place, text in lines.items():
        sheet[place] = text


def test_a_sentence_broken_over_rows_is_one_paragraph(tmp_path):
    book, sheet = squared_paper()
    _written(
        sheet,
        {
            "C2": "画面を横断するデータの共有については、セッションストアを使う方法に統一することで",
            "C3": "管理を簡潔にする。",
            "C4": "クッキーの使用は認めない。",
        },
    )
    assert of_kind(read_book(book, tmp_path), BlockKind.PARAGRAPH) == [
        "画面を横断するデータの共有については、セッションストアを使う方法に統一することで\n管理を簡潔にする。",
        "クッキーの使用は認めない。",
    ]


def test_list_items_keep_what_is_set_in_under_them_and_know_their_depth(tmp_path):
    book, sheet = squared_paper()
    _written(
        sheet,
        {
            "C2": "・水平スクロールは使用しない。",
            "D3": "ただし一覧画面は除く。",
            "D4": "- 帳票も除く。",
            "C5": "・",
            "D5": "垂直スクロールは許可する。",
        },
    )
    items = [(b.level, b.text.text) for b in read_book(book, tmp_path).blocks if b.kind is BlockKind.LIST_ITEM]
    assert items == [
        (0, "・水平スクロールは使用しない。\nただし一覧画面は除く。"),
        (1, "- 帳票も除く。"),
        (0, "・ 垂直スクロールは許可する。"),
    ]


def test_the_line_over_a_table_is_its_caption(tmp_path):
    book, sheet = squared_paper()
    sheet["B2"] = "使い分けを以下の表に示す。"
    grid(sheet, 4, "B:F G:N", [["用途", "大きさ"], ["注記", "10px"]])
    kinds = [b.kind for b in read_book(book, tmp_path).blocks]
    assert kinds == [BlockKind.HEADING, BlockKind.CAPTION, BlockKind.TABLE]


def test_cells_of_one_row_that_read_on_are_one_line_and_far_ones_are_not(tmp_path):
    book, sheet = squared_paper()
    _written(sheet, {"B2": "請求年月", "F2": "=", "G2": "取得した値", "AK2": "欄外の注意書き"})
    sheet["F2"].data_type = "s"
    assert of_kind(read_book(book, tmp_path), BlockKind.PARAGRAPH) == ["請求年月 = 取得した値", "欄外の注意書き"]


def test_every_text_is_in_exactly_one_block(tmp_path):
    book, sheet = squared_paper()
    texts = {f"{column}{row}": f"文{column}{row}" for row in range(2, 30, 3) for column in ("B", "D", "M", "AB")}
    _written(sheet, texts)
    grid(sheet, 40, "B:F G:N", [["甲", "乙"], ["丙", "丁"]])
    document = read_book(book, tmp_path)
    joined = "\n".join(b.text.text for b in document.blocks)
    assert [
        t for t in texts.values() if joined.count(t) != 1 + sum(o.startswith(t) and o != t for o in texts.values())
    ] == []
