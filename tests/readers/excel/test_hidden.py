"""What a workbook hides is read, flagged and named, never shown as a rule."""

from openpyxl import Workbook
from openpyxl.comments import Comment

from rulebook.model.document import BlockKind, Flag
from tests.readers.excel.workbooks import all_text, grid, read_book, rows, squared_paper, tables


def _texts(document, flag):
    return [b.text.text for b in document.blocks if flag in b.flags and b.kind is not BlockKind.HEADING]


def test_hidden_sheets_are_flagged_as_a_whole(tmp_path):
    book = Workbook()
    book.active["A1"] = "有効な規則"
    for name, state in [("旧版", "hidden"), ("作業用", "veryHidden")]:
        sheet = book.create_sheet(name)
        sheet["A1"], sheet.sheet_state = f"{name}の規則", state
    document = read_book(book, tmp_path)
    assert _texts(document, Flag.HIDDEN) == ["旧版の規則", "作業用の規則"]
    assert document.report.hidden == ("旧版", "作業用")


def test_hidden_rows_and_columns_stand_behind_what_is_shown_under_the_sheets_name(tmp_path):
    book = Workbook()
    sheet = book.active
    sheet["A1"], sheet["A3"], sheet["D1"] = "見える規則", "隠れた行の規則", "隠れた列の規則"
    sheet.row_dimensions[3].hidden = True
    sheet.column_dimensions["D"].hidden = True
    document = read_book(book, tmp_path)
    assert [(b.text.text, Flag.HIDDEN in b.flags) for b in document.blocks] == [
        ("Sheet", False),
        ("見える規則", False),
        ("Sheet", True),
        ("隠れた列の規則", True),
        ("隠れた行の規則", True),
    ]
    assert document.report.hidden == ("Sheet!3:3", "Sheet!D:D")


def test_filtered_rows_of_a_shown_table_stay_in_it_as_hidden_rows(tmp_path):
    book, sheet = squared_paper()
    grid(sheet, 2, "B:C D:J", [["No.", "規則"], [1, "甲"], [2, "乙"], [3, "丙"]])
    sheet.row_dimensions[4].hidden = True
    (block,) = tables(read_book(book, tmp_path))
    assert [(row[1], r.hidden) for row, r in zip(rows(block), block.table.rows, strict=True)] == [
        ("規則", False),
        ("甲", False),
        ("乙", True),
        ("丙", False),
    ]


def test_a_merged_text_is_shown_while_one_of_its_rows_is(tmp_path):
    book = Workbook()
    sheet = book.active
    sheet["A1"] = "二行にわたる規則"
    sheet.merge_cells("A1:A2")
    sheet.row_dimensions[1].hidden = True
    assert _texts(read_book(book, tmp_path), Flag.HIDDEN) == []


def test_comments_are_kept_apart_from_the_rules_at_the_end_of_their_section(tmp_path):
    book, sheet = squared_paper()
    for place, text in {
        "B2": "1. 目的",
        "C3": "規則を定める。",
        "C4": "守ること。",
        "B6": "2. 範囲",
        "C7": "全社とする。",
    }.items():
        sheet[place] = text
    sheet["C3"].comment = Comment("目的を記述する。", "査閲者")
    document = read_book(book, tmp_path)
    order = [b.text.text for b in document.blocks]
    assert order.index("目的を記述する。") == order.index("2. 範囲") - 1
    comment = next(b for b in document.blocks if b.kind is BlockKind.COMMENT)
    assert (comment.flags, comment.span.fragment) == (frozenset({Flag.COMMENT}), "規則!C3")
    assert document.report.comments == 1


def test_a_thread_is_one_comment_and_its_copy_as_a_note_is_left_out(tmp_path):
    book = Workbook()
    book.active["A1"] = "規則"
    book.active["A1"].comment = Comment("[Threaded comment] 写し", "x")
    thread = (
        '<ThreadedComments xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments">'
        '<threadedComment ref="A1" id="{1}"><text>見直すか</text></threadedComment>'
        '<threadedComment ref="A1" id="{2}" parentId="{1}"><text>次版で見直す</text></threadedComment>'
        "</ThreadedComments>"
    )
    relation = (
        '<Relationship Id="rIdT" Type="http://schemas.microsoft.com/office/2017/10/relationships/threadedComment" '
        'Target="/xl/threadedComments/t1.xml"/></Relationships>'
    )
    patches = {
        "xl/threadedComments/t1.xml": lambda _: thread,
        "xl/worksheets/_rels/sheet1.xml.rels": lambda part: part.replace("</Relationships>", relation),
    }
    document = read_book(book, tmp_path, patches)
    assert _texts(document, Flag.COMMENT) == ["見直すか\n次版で見直す"]
    assert "写し" not in all_text(document)
