"""What cells hold and a sheet does not show: under a merge, stored twice, zeros that the sheet leaves out."""

from rulebook.model.document import Document, Flag
from rulebook.readers.excel import read
from tests.packages import save, workbook


def _read(folder, inside: str) -> Document:
    path = save(folder, "a.xlsx", workbook(inside))
    return read(path, path.name)


def _texts(document: Document, *, hidden: bool) -> list[str]:
    blocks = [b for b in document.blocks[1:] if (Flag.HIDDEN in b.flags) is hidden]
    cells = [[c.text.text for r in b.table.rows for c in r.cells] if b.table else [b.text.text] for b in blocks]
    return [text for texts in cells for text in texts if text != "S1"]


def _cell(place: str, text: str) -> str:
    return f'<c r="{place}" t="inlineStr"><is><t>{text}</t></is></c>'


def test_what_stands_under_a_merge_is_hidden_text(tmp_path):
    row = f'<row r="1">{_cell("A1", "書面で申請する。")}{_cell("B1", "口頭でもよい。")}{_cell("D1", "例外なし")}</row>'
    merges = '<mergeCells count="1"><mergeCell ref="A1:C2"/></mergeCells>'
    document = _read(tmp_path, f'<sheetData>{row}<row r="2">{_cell("C2", "旧規則")}</row></sheetData>{merges}')
    assert _texts(document, hidden=False) == ["書面で申請する。", "例外なし"]
    assert sorted(_texts(document, hidden=True)) == ["口頭でもよい。", "旧規則"]
    assert document.report.hidden == ("S1!B1", "S1!C2")


def test_a_value_that_repeats_that_of_its_merge_says_nothing_more(tmp_path):
    row = f'<row r="1">{_cell("A1", "分類")}{_cell("B1", "分類")}</row><row r="2">{_cell("A2", "分類")}</row>'
    document = _read(tmp_path, f'<sheetData>{row}</sheetData><mergeCells><mergeCell ref="A1:B2"/></mergeCells>')
    assert _texts(document, hidden=False) == ["分類"]
    assert (_texts(document, hidden=True), document.report.hidden) == ([], ())


def test_of_two_cells_at_one_address_the_last_is_shown_and_the_first_is_named(tmp_path):
    row = f'<row r="1">{_cell("A1", "上限は5件。")}{_cell("A1", "上限は9件。")}</row>'
    document = _read(tmp_path, f"<sheetData>{row}</sheetData>")
    assert _texts(document, hidden=False) == ["上限は9件。"]
    assert _texts(document, hidden=True) == ["上限は5件。"]
    (warning,) = document.report.warnings
    assert (warning.code, warning.place) == ("cell_stored_twice", "S1!A1")
    assert "compare" in warning.message


def test_a_sheet_without_zeros_shows_none(tmp_path):
    row = '<row r="1"><c r="A1"><v>0</v></c><c r="B1"><v>10</v></c></row>'
    data = f"<sheetData>{row}</sheetData>"
    views = '<sheetViews><sheetView showZeros="{}" workbookViewId="0"/></sheetViews>'
    assert _texts(_read(tmp_path, views.format(0) + data), hidden=False) == ["10"]
    assert _texts(_read(tmp_path, views.format(1) + data), hidden=False) == ["0 10"]
