"""Headings are told by number, type and place; sentences and lists are none."""

import pytest
from openpyxl.styles import Font

from rulebook.model.document import BlockKind
from tests.readers.excel.workbooks import grid, headings, of_kind, read_book, section_of, squared_paper


def _written(sheet, lines):
    for place, text in lines.items():
        sheet[place] = text


def test_numbers_and_indents_give_the_path_of_a_rule(tmp_path):
    book, sheet = squared_paper("5")
    _written(
        sheet,
        {
            "B2": "5. 画面の基本設計指針",
            "C3": "5.3. フォーカス",
            "D4": "5.3.1. フォーカス移動順",
            "E6": "左から右、上から下の順とする。",
            "D8": "5.3.2. 初期フォーカス",
            "E10": "制御は行わない方針とする。",
            "C12": "5.4. キー入力",
            "D13": "ブラウザの標準に従う。",
        },
    )
    document = read_book(book, tmp_path)
    assert section_of(document, "左から右").headings == (
        "5",
        "5. 画面の基本設計指針",
        "5.3. フォーカス",
        "5.3.1. フォーカス移動順",
    )
    assert section_of(document, "ブラウザの標準").headings == ("5", "5. 画面の基本設計指針", "5.4. キー入力")


def test_a_number_in_its_own_cell_belongs_to_the_heading(tmp_path):
    book, sheet = squared_paper()
    _written(sheet, {"C2": "1.2.", "D2": "参照文書", "D4": "以下の文書に従う。"})
    document = read_book(book, tmp_path)
    assert headings(document) == [(2, "1.2. 参照文書")]
    assert document.blocks[1].span.fragment == "規則!C2:D2"


@pytest.mark.parametrize(
    "marks",
    [
        ("(1) 制約事項", "(2) 採用基準"),
        ("第１章 総則", "第２章 細則"),
        ("■制約", "■基準"),
        ("【制約】", "【基準】"),
        ("＜制約＞", "＜基準＞"),
    ],
)
def test_every_kind_of_number_heads_what_is_set_in_under_it(tmp_path, marks):
    book, sheet = squared_paper()
    _written(sheet, {"B2": marks[0], "C3": "幅は固定する。", "B5": marks[1], "C6": "用途により選ぶ。"})
    assert [text for _, text in headings(read_book(book, tmp_path))] == list(marks)


def test_inner_numbers_nest_under_the_outer_ones(tmp_path):
    book, sheet = squared_paper()
    _written(
        sheet,
        {
            "B2": "2. 処理詳細",
            "C3": "(1) 検証",
            "D4": "(a) 形式",
            "E5": "半角とする。",
            "D7": "(b) 桁数",
            "E8": "十桁とする。",
            "C10": "(2) 登録",
            "D11": "登録する。",
        },
    )
    assert headings(read_book(book, tmp_path)) == [
        (2, "2. 処理詳細"),
        (3, "(1) 検証"),
        (4, "(a) 形式"),
        (4, "(b) 桁数"),
        (3, "(2) 登録"),
    ]


def test_a_run_of_numbered_lines_is_a_list(tmp_path):
    book, sheet = squared_paper()
    _written(
        sheet,
        {
            "B2": "3. 画面遷移",
            "C3": "次の三つに分類する。",
            "C4": "1. 元画面への遷移",
            "C5": "2. 共通エラー画面への遷移",
            "C6": "3. 再表示",
        },
    )
    document = read_book(book, tmp_path)
    assert headings(document) == [(2, "3. 画面遷移")]
    assert of_kind(document, BlockKind.LIST_ITEM) == ["1. 元画面への遷移", "2. 共通エラー画面への遷移", "3. 再表示"]


def test_a_numbered_sentence_is_no_heading(tmp_path):
    book, sheet = squared_paper()
    _written(
        sheet,
        {
            "B2": "1. パスワードは八文字以上とする。",
            "C3": "英数字を混ぜる。",
            "B5": "2. パスワードは九十日ごとに変更する。",
            "C6": "例外は認めない。",
        },
    )
    document = read_book(book, tmp_path)
    assert headings(document) == []
    assert of_kind(document, BlockKind.LIST_ITEM)[0] == "1. パスワードは八文字以上とする。\n英数字を混ぜる。"


def test_one_sentence_in_a_series_of_headings_keeps_its_words_in_the_text(tmp_path):
    book, sheet = squared_paper()
    _written(
        sheet,
        {
            "B2": "(1) 検証処理",
            "C3": "桁数を検証する。",
            "B5": "(2) 請求日を取得する。",
            "C6": "指定があればそれを用いる。",
            "B8": "(3) 登録処理",
            "C9": "登録する。",
        },
    )
    document = read_book(book, tmp_path)
    assert [text for _, text in headings(document)] == ["(1) 検証処理", "(2)", "(3) 登録処理"]
    assert "(2) 請求日を取得する。" in of_kind(document, BlockKind.PARAGRAPH)


def test_a_note_behind_a_heading_stays_in_its_line_under_it(tmp_path):
    book, sheet = squared_paper()
    _written(sheet, {"B2": "3. 項目定義　※共通の項目については記載しない", "C4": "項目を記載する。"})
    document = read_book(book, tmp_path)
    assert headings(document) == [(2, "3. 項目定義")]
    assert of_kind(document, BlockKind.PARAGRAPH)[0] == "3. 項目定義　※共通の項目については記載しない"


def test_a_bracketed_line_that_heads_only_part_of_its_text_is_no_heading(tmp_path):
    book, sheet = squared_paper()
    _written(
        sheet,
        {"B2": "1. 書体", "D3": "＜選択指針＞", "E4": "- 標準で入っていること", "C6": "・大きさ", "D7": "表に示す。"},
    )
    assert headings(read_book(book, tmp_path)) == [(2, "1. 書体")]


def test_larger_and_bold_type_makes_headings(tmp_path):
    book, sheet = squared_paper()
    _written(sheet, {"H2": "変更履歴", "B4": "改訂の理由", "B5": "規則の統一を図るため、全面的に見直した。"})
    sheet["H2"].font, sheet["B4"].font = Font(size=16), Font(bold=True)
    assert headings(read_book(book, tmp_path)) == [(2, "変更履歴"), (3, "改訂の理由")]


def test_a_list_of_contents_has_no_headings_and_reads_column_by_column(tmp_path):
    book, sheet = squared_paper("目次")
    left = ["1. 概要", "1.1. 目的", "1.2. 範囲", "2. 前提"]
    right = ["3. 遷移", "3.1. 一覧", "3.2. 詳細", "4. 画面"]
    for row, (one, other) in enumerate(zip(left, right, strict=True), 2):
        sheet.cell(row, 2).value, sheet.cell(row, 25).value = one, other
    document = read_book(book, tmp_path)
    assert headings(document) == []
    assert of_kind(document, BlockKind.LIST_ITEM) == left + right


def test_the_form_at_the_top_of_a_sheet_heads_nothing(tmp_path):
    book, sheet = squared_paper()
    grid(sheet, 1, "A:D E:N O:R", [["システム名", "販売管理", "作成"]], header=0)
    _written(sheet, {"B5": "1. 目的", "C6": "規則を定める。"})
    document = read_book(book, tmp_path)
    assert section_of(document, "販売管理").headings == ("規則",)
    assert section_of(document, "規則を定める。").headings == ("規則", "1. 目的")


def _with_titles(sheet, *titles):
    for top, title in zip((2, 7, 12), titles, strict=False):
        sheet.cell(top, 2).value = title
        grid(sheet, top + 1, "B:F G:P", [["甲", "乙"], ["丙", "丁"]], header=0)


def test_plain_lines_over_tables_head_the_blocks_of_a_sheet_without_other_headings(tmp_path):
    book, sheet = squared_paper()
    _with_titles(sheet, "文字の規則", "色の規則")
    assert headings(read_book(book, tmp_path)) == [(2, "文字の規則"), (2, "色の規則")]


@pytest.mark.parametrize(
    "titles",
    [
        ("文字の規則",),
        ("以下の文字を用いる", "以下の色を用いる"),
        ("機能名：登録", "画面名：一覧"),
        ("文字を選ぶ。", "色を選ぶ。"),
    ],
)
def test_a_single_line_a_lead_and_a_label_with_its_value_are_captions(tmp_path, titles):
    book, sheet = squared_paper()
    _with_titles(sheet, *titles)
    document = read_book(book, tmp_path)
    assert headings(document) == []
    assert of_kind(document, BlockKind.CAPTION) == list(titles)


def test_plain_lines_over_tables_are_captions_in_the_sections_of_a_sheet(tmp_path):
    book, sheet = squared_paper()
    sheet["A1"] = "■画面"
    _with_titles(sheet, "文字の規則", "色の規則")
    document = read_book(book, tmp_path)
    assert headings(document) == [(2, "■画面")]
