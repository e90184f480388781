"""What a stored cell shows: shared and inline strings, cached results of formulas, numbers in their format."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from lxml import etree

from rulebook.model.document import ParseWarning
from rulebook.model.place import column_letters
from rulebook.model.text import RichText
from rulebook.readers.excel.isodates import serial_of
from rulebook.readers.excel.signs import in_font
from rulebook.readers.excel.strings import string_runs, with_marks
from rulebook.readers.excel.styles import CellStyle
from rulebook.readers.excel.workbook import Workbook
from rulebook.readers.excel.xml import SHEET, plain, whole
from rulebook.readers.numbers import blanks_numbers, blanks_text, show_number, show_text
from rulebook.readers.symbols import UNKNOWN

_PLACES_SHOWN = 12
UNCOMPUTED = "[?]"
"""Stands for the result of a formula that the file does not hold."""
_MESSAGES = {
    "formula_without_value": (
        "formula(s) without a stored result; "
        + UNCOMPUTED
        + " stands in their place, so a value or limit may be missing. "
        "Open the file in Excel, save it and add it again."
    ),
    "bad_string_index": (
        "cell(s) refer to a text that the file does not hold, and nothing is read there. "
        "Open the file in Excel, let it repair the file, and save it."
    ),
    "bad_style_index": (
        "cell(s) refer to a format that the file does not hold, so their dates and numbers are read unformatted. "
        "Open the file in Excel, let it repair the file, and save it."
    ),
    "sign_not_known": (
        "cell(s) hold signs of a symbol font that have no known counterpart; " + UNKNOWN + " stands in their place. "
        "Compare them with what Excel shows."
    ),
    "cell_stored_twice": (
        "cell(s) are stored more than once; the last text is read, the ones before it as hidden text. "
        "Open the file in Excel, let it repair the file, save it and compare these cells."
    ),
    "number_not_shown": (
        "cell(s) hold what is no number or does not fit their format, and are read as stored. "
        "Compare them with what Excel shows."
    ),
}


class CellReader:
    """Reads the stored cells of one sheet and remembers which of them could not be read as they stand.

    On a sheet that does not show zeros a cell with the number 0 shows nothing.
    """

    def __init__(self, sheet: str, book: Workbook, *, shows_zeros: bool = True) -> None:
        self._sheet, self._book, self._shows_zeros = sheet, book, shows_zeros
        self._odd: dict[str, list[str]] = {}

    def style(self, row: int, column: int, cell: etree._Element) -> CellStyle:
        """The style of a stored cell, the plain one where its index is wrong; ``unseen`` where it shows nothing."""
        index = whole(cell.get("s"))
        if not 0 <= index < len(self._book.styles):
            self._note("bad_style_index", row, column)
            return CellStyle()
        style = self._book.styles[index]
        kind = cell.get("t", "n")
        if kind != "e" and _is_blank(style.number_format, kind in ("s", "str", "inlineStr")):
            return replace(style, unseen=True)
        if style.faint and self._has_fonts(kind, cell):
            return replace(style, faint=False)
        return style

    def text(self, row: int, column: int, cell: etree._Element, style: CellStyle) -> RichText:
        """The text of a stored cell as shown, empty where it shows nothing; of one that its format blanks (``unseen``)
        what it holds."""
        shown = self._text(row, column, cell, style)
        if style.symbols and UNKNOWN in shown.text:
            self._note("sign_not_known", row, column)
        return shown

    def _text(self, row: int, column: int, cell: etree._Element, style: CellStyle) -> RichText:
        kind, stored = cell.get("t", "n"), cell.find(f"{SHEET}v")
        if kind == "inlineStr":
            inline = cell.find(f"{SHEET}is")
            return (
                RichText()
                if inline is None
                else _formatted(with_marks(string_runs(inline), style.marks, style.symbols), style)
            )
        if stored is None or not stored.text:
            if cell.find(f"{SHEET}f") is None or kind == "str":
                return RichText()
            self._note("formula_without_value", row, column)
            return RichText(UNCOMPUTED)
        if kind == "s":
            return self._shared(row, column, stored.text, style)
        if kind == "b":
            return RichText.of("TRUE" if stored.text.strip() in ("1", "true") else "FALSE", *style.marks)
        if kind in ("str", "e"):
            shown = RichText.of(in_font(plain(stored.text), style.symbols), *style.marks)
            return shown if kind == "e" else _formatted(shown, style)
        return self._number(row, column, stored.text, style, is_day=kind == "d")

    def _has_fonts(self, kind: str, cell: etree._Element) -> bool:
        """Whether parts of a cell's text have fonts of their own."""
        if kind == "inlineStr":
            return cell.find(f"{SHEET}is/{SHEET}r/{SHEET}rPr") is not None
        index = whole(cell.findtext(f"{SHEET}v"), -1) if kind == "s" else -1
        return 0 <= index < len(self._book.strings) and any(r.marks is not None for r in self._book.strings[index])

    def _shared(self, row: int, column: int, index: str, style: CellStyle) -> RichText:
        number = whole(index, -1)
        if 0 <= number < len(self._book.strings):
            return _formatted(with_marks(self._book.strings[number], style.marks, style.symbols), style)
        self._note("bad_string_index", row, column)
        return RichText()

    def _number(self, row: int, column: int, stored: str, style: CellStyle, *, is_day: bool) -> RichText:
        code = "General" if style.unseen else style.number_format
        try:
            value = serial_of(stored, self._book.date_1904) if is_day else float(stored)
            shown = show_number(value, code, self._book.date_1904) if value or self._shows_zeros else ""
        except (ValueError, ArithmeticError):
            self._note("number_not_shown", row, column)
            shown = plain(stored)
        return RichText.of(shown, *style.marks)

    def stored_twice(self, row: int, column: int) -> None:
        """Remembers that the file holds a cell again."""
        self._note("cell_stored_twice", row, column)

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


@lru_cache(maxsize=512)
def _is_blank(code: str, is_text: bool) -> bool:
    return ";" in code and (blanks_text if is_text else blanks_numbers)(code)


def _formatted(text: RichText, style: CellStyle) -> RichText:
    """A text in the text section of its number format, which may put words around it or blank it."""
    if style.unseen or style.number_format in ("General", "@") or not text:
        return text
    shown = show_text(text.text, style.number_format)
    before, found, behind = shown.partition(text.text)
    return RichText.join([RichText(before), text, RichText(behind)]) if found else RichText(shown)
