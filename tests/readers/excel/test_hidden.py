"""What a workbook hides is read, flagged and named, never shown as a rule."""

import pytest
from openpyxl import Workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.comments import Comment
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import Font, PatternFill
from openpyxl.worksheet.table import Table, TableStyleInfo

from rulebook.model.document import BlockKind, Flag
from rulebook.readers.excel import read
from tests.packages import save, workbook
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


@pytest.mark.parametrize(
    ("attributes", "hidden"),
    [('hidden="1"', True), ('ht="0" customHeight="1"', True), ('collapsed="1"', False), ('outlineLevel="1"', False)],
)
def test_rows_without_height_are_hidden_and_the_row_that_folds_others_is_not(tmp_path, attributes, hidden):
    data = f'<row r="1"><c r="A1"><v>1</v></c></row><row r="5" {attributes}><c r="A5"><v>2</v></c></row>'
    path = save(tmp_path, "a.xlsx", workbook(f'<sheetFormatPr zeroHeight="1"/><sheetData>{data}</sheetData>'))
    assert read(path, path.name).report.hidden == (("S1!5:5",) if hidden else ())


@pytest.mark.parametrize("attributes", ['hidden="1" width="9"', 'width="0" customWidth="1"'])
def test_columns_without_width_are_hidden(tmp_path, attributes):
    columns = f'<cols><col min="2" max="3" {attributes}/></cols>'
    data = '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c><c r="C1"><v>3</v></c></row>'
    path = save(tmp_path, "a.xlsx", workbook(f"{columns}<sheetData>{data}</sheetData>"))
    assert read(path, path.name).report.hidden == ("S1!B:C",)


def test_text_in_the_colour_of_the_paper_is_hidden_where_nothing_else_colours_it(tmp_path):
    book = Workbook()
    sheet = book.active
    white, red = Font(color="FFFFFFFF"), PatternFill("solid", fgColor="FFFF0000")
    sheet["A1"], sheet["A1"].font = "白地に白", white
    sheet["A3"], sheet["A3"].font, sheet["A3"].fill = "赤地に白", white, red
    sheet["A5"], sheet["A5"].font, sheet["A5"].fill = "赤地に赤", Font(color="FFFF0000"), red
    sheet["A7"], sheet["A7"].font = "条件つきの色", white
    sheet.conditional_formatting.add("A7:A8", FormulaRule(["TRUE"], fill=red))
    sheet["A9"], sheet["A9"].font = CellRichText(TextBlock(InlineFont(color="FFFF0000"), "一部の色")), white
    sheet["C1"], sheet["C2"], sheet["C1"].font = "表の見出し", "値", white
    sheet.add_table(Table(displayName="T", ref="C1:C2", tableStyleInfo=TableStyleInfo("TableStyleMedium2")))
    document = read_book(book, tmp_path)
    assert [t for t in _texts(document, Flag.HIDDEN) if t] == ["白地に白", "赤地に赤"]
    assert document.report.hidden == ("Sheet!A1", "Sheet!A5")


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


def test_the_comment_of_a_hidden_cell_is_hidden(tmp_path):
    book = Workbook()
    sheet = book.active
    sheet["A1"] = "規則"
    for row, text in [(1, "見える"), (4, "隠れた")]:
        sheet.cell(row, 2).comment = Comment(text, "査閲者")
    sheet.row_dimensions[4].hidden = True
    document = read_book(book, tmp_path)
    comments = {b.text.text: Flag.HIDDEN in b.flags for b in document.blocks if b.kind is BlockKind.COMMENT}
    assert comments == {"見える": False, "隠れた": True}
    assert document.report.hidden == ("Sheet!B4",)


def test_a_thread_is_one_comment_with_its_authors_and_its_copy_as_a_note_is_left_out(tmp_path):
    book = Workbook()
    book.active["A1"] = "規則"
    book.active["A1"].comment = Comment("[Threaded comment] 写し", "x")
    thread = (
        '<ThreadedComments xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments">'
        '<threadedComment ref="A1" id="{1}" personId="{P}"><text>見直すか</text></threadedComment>'
        '<threadedComment ref="A1" id="{2}" parentId="{1}"><text>次版で見直す</text></threadedComment>'
        "</ThreadedComments>"
    )
    relation = (
        '<Relationship Id="rIdT" Type="http://schemas.microsoft.com/office/2017/10/relationships/threadedComment" '
        'Target="/xl/threadedComments/t1.xml"/></Relationships>'
    )
    people = (
        '<personList xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments">'
        '<person displayName="山田" id="{P}"/></personList>'
    )
    person = (
        relation.replace("rIdT", "rIdP")
        .replace('threadedComment"', 'person"')
        .replace("/xl/threadedComments/t1.xml", "/xl/persons/p.xml")
    )
    patches = {
        "xl/persons/p.xml": lambda _: people,
        "xl/_rels/workbook.xml.rels": lambda part: part.replace("</Relationships>", person),
        "xl/threadedComments/t1.xml": lambda _: thread,
        "xl/worksheets/_rels/sheet1.xml.rels": lambda part: part.replace("</Relationships>", relation),
    }
    document = read_book(book, tmp_path, patches)
    assert _texts(document, Flag.COMMENT) == ["山田: 見直すか\n次版で見直す"]
    assert "写し" not in all_text(document)
