"""Which field a comment is for: the one named in its cell or, beside a blank one, left of it."""

from openpyxl import Workbook
from openpyxl.comments import Comment

from rulebook.model.document import BlockKind
from tests.readers.excel.workbooks import read_book


def test_a_comment_tells_the_field_it_is_for(tmp_path):
    book = Workbook()
    sheet = book.active
    sheet["D5"] = "隠した名前"
    sheet.column_dimensions["D"].hidden = True
    sheet["A1"], sheet["A3"], sheet["A5"] = (
        "文字コード",
        "相手先",
        "長い文は名前にならない。" * 5,
    )
    for place, text in (("A1", "半角で記述する。"), ("B3", "部署名まで記述する。"), ("A5", "要確認"), ("E5", "欄外")):
        sheet[place].comment = Comment(text, "")
    comments = [b for b in read_book(book, tmp_path).blocks if b.kind is BlockKind.COMMENT]
    assert [(b.within, b.text.text) for b in comments] == [
        ("文字コード", "半角で記述する。"),
        ("相手先", "部署名まで記述する。"),
        ("", "要確認"),
        ("", "欄外"),
    ]
