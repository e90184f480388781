"""Tables are found by their lines and alignment; columns are the logical ones, headers what names them."""

from openpyxl import Workbook

from rulebook.chunking.pieces import table_pieces
from rulebook.model.document import BlockKind
from tests.readers.excel.workbooks import BOLD, GREY, box, grid, of_kind, read_book, rows, squared_paper, tables


def test_grid_columns_are_collapsed_to_the_columns_of_the_table(tmp_path):
    book, sheet = squared_paper()
    grid(sheet, 3, "C:D E:J K:T", [["No.", "項目", "説明"], [1, "画面ID", "採番ルールに従う。"]])
    (block,) = tables(read_book(book, tmp_path))
    assert rows(block) == [["No.", "項目", "説明"], ["1", "画面ID", "採番ルールに従う。"]]
    assert [c.column for c in block.table.rows[1].cells] == [0, 1, 2]
    assert block.table.header_rows == 1
    assert block.span.fragment == "規則!C3:T4"
    assert block.table.rows[1].span.fragment == "規則!C4:T4"


def test_a_box_without_merge_is_one_cell_and_its_lines_stay_together(tmp_path):
    book, sheet = squared_paper()
    grid(sheet, 2, "B:F G:T", [["技術", "説明"]])
    box(sheet, "B3:F5", "HTML", merge=False)
    box(sheet, "G3:T5", "文書を記述する言語。", merge=False)
    sheet["G4"], sheet["G5"] = "HTML5を採用する。", "旧版は使用しない。"
    (block,) = tables(read_book(book, tmp_path))
    assert rows(block)[1] == ["HTML", "文書を記述する言語。\nHTML5を採用する。\n旧版は使用しない。"]


def test_a_spanning_cell_covers_its_rows_and_columns(tmp_path):
    book, sheet = squared_paper()
    grid(sheet, 2, "B:F G:K L:P", [["端末", "OS", "ブラウザ"]])
    for area, text in [
        ("B3:F4", "PC"),
        ("G3:K3", "Windows"),
        ("L3:P3", "Edge"),
        ("G4:K4", "macOS"),
        ("L4:P4", "Safari"),
    ]:
        box(sheet, area, text)
    box(sheet, "B5:F5", "タブレット")
    box(sheet, "G5:P5", "非対応とする。")
    (block,) = tables(read_book(book, tmp_path))
    pc, unsupported = block.table.rows[1].cells[0], block.table.rows[3].cells[1]
    assert (pc.row_span, pc.column_span) == (2, 1)
    assert (unsupported.column, unsupported.column_span) == (1, 2)
    assert [p.statements[0].text for p in table_pieces(block, 0)][2] == "端末: PC / OS: macOS / ブラウザ: Safari"


def test_headers_of_two_rows_are_joined(tmp_path):
    book, sheet = squared_paper()
    for area, text in [("B2:C3", "No."), ("D2:I3", "名称"), ("J2:O2", "桁数"), ("J3:L3", "最小"), ("M3:O3", "最大")]:
        box(sheet, area, text, GREY)
    grid(sheet, 4, "B:C D:I J:L M:O", [[1, "ユーザID", 8, 10], [2, "氏名", 1, 40]], header=0)
    (block,) = tables(read_book(book, tmp_path))
    assert block.table.header_rows == 2
    assert table_pieces(block, 0)[2].statements[0].text == "No.: 1 / 名称: ユーザID / 桁数 最小: 8 / 桁数 最大: 10"


def test_a_title_row_inside_the_lines_is_a_caption_and_no_header(tmp_path):
    book, sheet = squared_paper()
    box(sheet, "B2:P2", "埋め込み文字列", GREY)
    grid(sheet, 3, "B:F G:P", [["項目名", "編集仕様"], ["請求年月", "yyyy年MM月"]])
    document = read_book(book, tmp_path)
    assert of_kind(document, BlockKind.CAPTION) == ["埋め込み文字列"]
    assert rows(tables(document)[0])[0] == ["項目名", "編集仕様"]


def test_a_band_between_rows_of_one_structure_stays_a_row(tmp_path):
    book, sheet = squared_paper()
    grid(sheet, 2, "B:C D:I J:P", [["No.", "項目", "種別"]])
    box(sheet, "B3:P3", "領域名：検索条件", GREY)
    grid(sheet, 4, "B:C D:I J:P", [[1, "企業コード", "text"]], header=0)
    box(sheet, "B5:P5", "領域名：検索結果", GREY)
    grid(sheet, 6, "B:C D:I J:P", [[2, "件数", "label"]], header=0)
    (block,) = tables(read_book(book, tmp_path))
    assert [r[0] for r in rows(block)] == ["No.", "領域名：検索条件", "1", "領域名：検索結果", "2"]
    assert block.table.header_rows == 1


def test_a_second_header_begins_a_second_table(tmp_path):
    book, sheet = squared_paper()
    grid(sheet, 2, "B:H I:P", [["終了コード", "結果"], ["0", "正常"]])
    grid(sheet, 4, "B:F G:P", [["項目名", "桁数"], ["請求番号", "10"]])
    first, second = tables(read_book(book, tmp_path))
    assert rows(first)[0] == ["終了コード", "結果"]
    assert (rows(second)[0], second.table.header_rows) == (["項目名", "桁数"], 1)


def test_tables_side_by_side_are_two_tables_left_to_right(tmp_path):
    book, sheet = squared_paper()
    grid(sheet, 3, "B:C D:I", [["No.", "論理名"], [1, "企業コード"], [2, "備考"]])
    grid(sheet, 3, "L:M N:T", [["No.", "物理名"], [1, "COMP_CODE"], [2, "NOTE"]])
    sheet["L2"] = "物理名の一覧"
    document = read_book(book, tmp_path)
    assert [b.kind for b in document.blocks[1:]] == [BlockKind.TABLE, BlockKind.CAPTION, BlockKind.TABLE]
    assert [rows(b)[1][1] for b in tables(document)] == ["企業コード", "COMP_CODE"]


def test_a_form_of_labels_and_values_has_no_header(tmp_path):
    book, sheet = squared_paper()
    box(sheet, "B2:E2", "システム名", GREY)
    box(sheet, "F2:L2", "販売管理")
    box(sheet, "M2:O2", "作成日", GREY)
    box(sheet, "P2:T2", "2018/08/24")
    box(sheet, "B3:E3", "機能名", GREY)
    box(sheet, "F3:T3", "請求")
    (block,) = tables(read_book(book, tmp_path))
    assert block.table.header_rows == 0
    assert rows(block) == [["システム名", "販売管理", "作成日", "2018/08/24"], ["機能名", "請求"]]


def test_records_are_told_apart_where_only_upright_lines_are_drawn(tmp_path):
    book, sheet = squared_paper()
    grid(sheet, 2, "B:F G:P", [["名称", "区分"]])
    box(sheet, "B3:F6", merge=False)
    box(sheet, "G3:P6", merge=False)
    for row, (name, kind) in enumerate([("甲", "必須"), ("乙", "任意"), ("丙", "必須"), ("丁", "任意")], 3):
        sheet.cell(row, 2).value, sheet.cell(row, 7).value = name, kind
    (block,) = tables(read_book(book, tmp_path))
    assert rows(block)[1:] == [["甲", "必須"], ["乙", "任意"], ["丙", "必須"], ["丁", "任意"]]


def test_a_table_without_lines_is_found_by_its_columns(tmp_path):
    book = Workbook()
    sheet = book.active
    for row in [["コード", "名称", "備考"], ["A1", "登録", None], ["A2", "削除", "要承認"]]:
        sheet.append(row)
    for cell in sheet[1]:
        cell.font = BOLD
    (block,) = tables(read_book(book, tmp_path))
    assert rows(block) == [["コード", "名称", "備考"], ["A1", "登録"], ["A2", "削除", "要承認"]]
    assert [c.column for c in block.table.rows[2].cells] == [0, 1, 2]
    assert block.table.header_rows == 1


def test_equal_neighbours_stay_separate_cells(tmp_path):
    book, sheet = squared_paper()
    grid(sheet, 2, "B:F G:K", [["区分", "区分"], ["同じ", "同じ"], ["同じ", "同じ"]])
    (block,) = tables(read_book(book, tmp_path))
    assert rows(block)[1:] == [["同じ", "同じ"], ["同じ", "同じ"]]
    assert all(c.row_span == c.column_span == 1 for r in block.table.rows for c in r.cells)


def test_a_plain_first_row_over_numbers_is_a_header_and_over_more_words_it_is_not(tmp_path):
    book, sheet = squared_paper()
    grid(sheet, 2, "B:C D:I J:N", [["No.", "版数", "変更日"], [1, "1.0版", "新規"]], header=0)
    grid(sheet, 6, "B:F G:N", [["取引ID", "B42AA01"], ["取引名", "口座振替"]], header=0)
    assert [b.table.header_rows for b in tables(read_book(book, tmp_path))] == [1, 0]


def test_a_frame_around_text_is_no_table(tmp_path):
    book, sheet = squared_paper()
    box(sheet, "B2:T6", merge=False)
    sheet["C3"], sheet["C4"] = "枠の中の注意書きである。", "表ではない。"
    document = read_book(book, tmp_path)
    assert not tables(document)
    assert of_kind(document, BlockKind.PARAGRAPH) == ["枠の中の注意書きである。", "表ではない。"]


def test_a_table_inside_a_field_is_its_own_and_a_framed_text_stays_in_its_field(tmp_path):
    book, sheet = squared_paper()
    grid(sheet, 2, "B:F G:Z", [["処理", "内容"]])
    box(sheet, "B3:F12", "検証", merge=False)
    box(sheet, "G3:Z12", "次の順に行う。", merge=False)
    grid(sheet, 5, "I:L M:R", [["順", "検証"], [1, "桁数"]])
    box(sheet, "I9:R9", "例外は認めない。")
    document = read_book(book, tmp_path)
    inner, outer = sorted(tables(document), key=lambda block: -block.span.top)
    assert rows(inner) == [["順", "検証"], ["1", "桁数"]]
    assert rows(outer)[1] == ["検証", "次の順に行う。\n例外は認めない。"]
