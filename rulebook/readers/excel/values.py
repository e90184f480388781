"""What a stored cell shows: shared and inline strings, cached results of formulas, numbers in their format."""

from __future__ import annotations

from lxml import etree

from rulebook.model.document import ParseWarning
from rulebook.model.place import column_letters
from rulebook.model.text import RichText
from rulebook.readers.excel.numfmt import show_number, show_text
from rulebook.readers.excel.strings import string_runs, with_marks
from rulebook.readers.excel.styles import CellStyle
from rulebook.readers.excel.workbook import Workbook
from rulebook.readers.excel.xml import SHEET, plain, whole

_PLACES_SHOWN = 12
_MESSAGES = {
    "formula_without_value": (
        "formulas have no stored value, so nothing is read there. Open the file in Excel and save it again."
    ),
    "bad_string_index": "cells refer to a text that the file does not hold. Open the file in Excel and save it again.",
    "bad_style_index": "cells refer to a style that the file does not hold and are read without it.",
    "number_not_shown": "cells hold what is no number or does not fit their format and are read as stored.",
}


class CellReader:
    """Reads the stored cells of one sheet and remembers which of them could not be read as they stand."""

    def __init__(self, sheet: str, book: Workbook) -> None:
        self._sheet, self._book = sheet, book
        self._odd: dict[str, list[str]] = {}

    def style(self, row: int, column: int, cell: etree._Element) -> CellStyle:
        """The style of a stored cell, the plain one where its index is wrong."""
        index = whole(cell.get("s"))
        if 0 <= index < len(self._book.styles):
            return self._book.styles[index]
        self._note("bad_style_index", row, column)
        return CellStyle()

    def text(self, row: int, column: int, cell: etree._Element, style: CellStyle) -> RichText:
        """The text of a stored cell as shown, empty where it shows nothing."""
        kind, stored = cell.get("t", "n"), cell.find(f"{SHEET}v")
        if kind == "inlineStr":
            inline = cell.find(f"{SHEET}is")
            return RichText() if inline is None else _formatted(with_marks(string_runs(inline), style.marks), style)
        if stored is None or not stored.text:
            if cell.find(f"{SHEET}f") is not None and kind != "str":
                self._note("formula_without_value", row, column)
            return RichText()
        if kind == "s":
            return self._shared(row, column, stored.text, style)
        if kind == "b":
            return RichText.of("TRUE" if stored.text.strip() in ("1", "true") else "FALSE", *style.marks)
        if kind in ("str", "e", "d"):
            return _formatted(RichText.of(plain(stored.text), *style.marks), style)
        return self._number(row, column, stored.text, style)

    def _shared(self, row: int, column: int, index: str, style: CellStyle) -> RichText:
        number = whole(index, -1)
        if 0 <= number < len(self._book.strings):
            return _formatted(with_marks(self._book.strings[number], style.marks), style)
        self._note("bad_string_index", row, column)
        return RichText()

    def _number(self, row: int, column: int, stored: str, style: CellStyle) -> RichText:
        try:
            shown = show_number(float(stored), style.number_format, self._book.date_1904)
        except (ValueError, ArithmeticError):
            self._note("number_not_shown", row, column)
            shown = plain(stored)
        return RichText.of(shown, *style.marks)

    def _note(self, code: str, row: int, column: int) -> None:
        self._odd.setdefault(code, []).append(f"{column_letters(column)}{row}")

    def warnings(self) -> tuple[ParseWarning, ...]:
        """One warning a kind, with the addresses of the cells."""
        found = []
        for code, places in self._odd.items():
            more = f" and {len(places) - _PLACES_SHOWN} more" if len(places) > _PLACES_SHOWN else ""
            where = f"{self._sheet}!{', '.join(places[:_PLACES_SHOWN])}{more}"
            found.append(ParseWarning(code=code, place=where, message=f"{len(places)} {_MESSAGES[code]}"))
        return tuple(found)


def _formatted(text: RichText, style: CellStyle) -> RichText:
    """A text in the text section of its number format, which may put words around it or blank it."""
    if style.number_format in ("General", "@") or not text:
        return text
    shown = show_text(text.text, style.number_format)
    before, found, behind = shown.partition(text.text)
    return RichText.join([RichText(before), text, RichText(behind)]) if found else RichText(shown)
