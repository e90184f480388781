"""Text outside tables: paragraphs, list items, captions, and the order they are read in."""

import pytest
from openpyxl import Workbook

from rulebook.model.document import BlockKind
from tests.readers.excel.workbooks import box, grid, of_kind, read_book, rows, squared_paper, tables


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
        "画面を横断するデータの共有については、セッションストアを使う方法に統一することで管理を簡潔にする。",
        "クッキーの使用は認めない。",
    ]


@pytest.mark.parametrize(
    ("upper", "lower"),
    [
        ("見出しは、", "本文より大きな文字とする。"),
        ("見出しに用いる文字の大きさを", "本文より二ポイント大きくする。"),
        ("見出し（表の中に置くもの", "及び図の題名を除く）の文字を大きくする。"),
        ("For headings of tables and figures,", "use the larger type."),
    ],
)
def test_a_line_that_stops_in_mid_sentence_goes_on_however_short(tmp_path, upper, lower):
    book, sheet = squared_paper()
    _written(
        sheet, {"C2": upper, "C3": lower, "C9": "右の端まで届く長さの文がこのシートのどこかにあっても変わらない。" * 2}
    )
    joined = of_kind(read_book(book, tmp_path), BlockKind.PARAGRAPH)[0]
    assert joined == (f"{upper} {lower}" if upper.isascii() else upper + lower)


@pytest.mark.parametrize(
    "rules",
    [
        ("見出しは太字とする", "本文は明朝体とする"),
        ("見出しは太字とすること", "本文は明朝体とすること"),
        ("声誉风险（客户和投资者）", "合规组件的可用性"),
        ("請求番号は結合の条件とする ※内部結合", "利用者番号は結合の条件とする ※内部結合"),
        ("Reputational risk", "Availability of the component"),
        ("見出しは太字とする。", "ただし表の中を除く。"),
    ],
)
def test_two_rules_in_two_rows_are_never_one(tmp_path, rules):
    book, sheet = squared_paper()
    _written(sheet, {"C2": rules[0], "C3": rules[1]})
    assert of_kind(read_book(book, tmp_path), BlockKind.PARAGRAPH) == list(rules)


def test_a_mark_begins_a_new_item_behind_a_line_that_stops_short(tmp_path):
    book, sheet = squared_paper()
    _written(sheet, {"C2": "次のいずれかの場合は、", "C3": "・申請を差し戻す。", "C4": "・申請を取り下げる。"})
    document = read_book(book, tmp_path)
    assert of_kind(document, BlockKind.PARAGRAPH) == ["次のいずれかの場合は、"]
    assert of_kind(document, BlockKind.LIST_ITEM) == ["・申請を差し戻す。", "・申請を取り下げる。"]


def test_a_sentence_broken_inside_a_field_is_one_statement_and_code_stays_in_lines(tmp_path):
    book, sheet = squared_paper()
    grid(sheet, 2, "B:F G:Z", [["項目", "規則"]])
    box(sheet, "B3:F6", "備考", merge=False)
    box(sheet, "G3:Z6", "項目が多い画面においては、", merge=False)
    sheet["G4"], sheet["G5"], sheet["G6"] = "注記を省く。", "# 値を設定し、", "# 記録する。"
    (block,) = tables(read_book(book, tmp_path))
    assert rows(block)[1][1] == "項目が多い画面においては、注記を省く。\n# 値を設定し、\n# 記録する。"


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


def test_a_sentence_broken_inside_a_table_without_lines_stays_in_its_row(tmp_path):
    book = Workbook()
    for row in [
        ["No.", "項目", "規則"],
        [1, "罫線", "表の罫線には細線を用い、"],
        [None, None, "太線は用いない。"],
        [2, "余白", "十ミリとする。"],
        [None, None, "左右も同じとする。"],
    ]:
        book.active.append(row)
    (block,) = tables(read_book(book, tmp_path))
    assert rows(block)[1:] == [
        ["1", "罫線", "表の罫線には細線を用い、太線は用いない。"],
        ["2", "余白", "十ミリとする。"],
        ["左右も同じとする。"],
    ]
    assert block.table.rows[1].span.fragment.endswith("A2:C3")


def test_paragraphs_that_are_all_set_in_stay_apart(tmp_path):
    book, sheet = squared_paper()
    _written(sheet, {"C2": "　記入者は日付を記入する。", "C3": "　承認者は印を押す。"})
    assert len(of_kind(read_book(book, tmp_path), BlockKind.PARAGRAPH)) == 2


@pytest.mark.parametrize("step", [1, 2])
def test_letters_one_a_cell_are_the_word_they_spell(tmp_path, step):
    book, sheet = squared_paper()
    for offset, letter in enumerate("記入規則"):
        sheet.cell(2, 2 + offset * step).value = letter
        sheet.cell(3, 2 + offset * step).value = letter
    assert of_kind(read_book(book, tmp_path), BlockKind.PARAGRAPH) == ["記入規則", "記入規則"]


def test_letters_over_columns_of_marks_are_column_titles(tmp_path):
    book, sheet = squared_paper()
    for offset, day in enumerate("月火水"):
        sheet.cell(2, 2 + offset).value = day
        for row in (3, 4):
            sheet.cell(row, 2 + offset).value = "○"
    assert rows(tables(read_book(book, tmp_path))[0])[0] == ["月", "火", "水"]


def test_letters_in_columns_of_usual_width_are_values(tmp_path):
    book = Workbook()
    for row in [["高", "中", "低"], ["赤", "黄", "緑"]]:
        book.active.append(row)
    (block,) = tables(read_book(book, tmp_path))
    assert rows(block) == [["高", "中", "低"], ["赤", "黄", "緑"]]
