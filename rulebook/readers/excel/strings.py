"""Shared and inline strings: runs of text with their marks, never the phonetic reading beside them."""

from __future__ import annotations

from dataclasses import dataclass

from lxml import etree

from rulebook.model.text import Mark, RichText
from rulebook.readers.equations import lowered, raised
from rulebook.readers.excel.signs import in_font
from rulebook.readers.excel.xml import SHEET, is_on, plain
from rulebook.readers.symbols import is_symbol_font


@dataclass(frozen=True, slots=True)
class Run:
    """Text of one font; ``marks`` is ``None`` where the font is that of the cell."""

    text: str
    marks: tuple[Mark, ...] | None


def font_marks(font: etree._Element | None) -> tuple[Mark, ...]:
    """The marks of a font (``font`` of the styles, ``rPr`` of a run)."""
    if font is None:
        return ()
    bold, strike, underline = font.find(f"{SHEET}b"), font.find(f"{SHEET}strike"), font.find(f"{SHEET}u")
    marks = []
    if is_on(bold, "val", "1"):
        marks.append(Mark.BOLD)
    if is_on(strike, "val", "1"):
        marks.append(Mark.STRIKE)
    if underline is not None and underline.get("val", "single") != "none":
        marks.append(Mark.UNDERLINE)
    return tuple(marks)


def symbol_font(font: etree._Element | None) -> str:
    """The name of a font that shows signs instead of letters, "" for others."""
    named = (font.find(f"{SHEET}{tag}") for tag in ("rFont", "name")) if font is not None else ()
    name = next((element.get("val", "") for element in named if element is not None), "")
    return name if is_symbol_font(name) else ""


def string_runs(item: etree._Element) -> tuple[Run, ...]:
    """The runs of an ``si`` or ``is`` element in order."""
    runs = []
    for child in item:
        if child.tag == f"{SHEET}t":
            runs.append(Run(plain(child.text or ""), None))
        elif child.tag == f"{SHEET}r":
            font = child.find(f"{SHEET}rPr")
            text = plain("".join(t.text or "" for t in child.iterfind(f"{SHEET}t")))
            shown = in_font(_at_height(text, font), symbol_font(font))
            runs.append(Run(shown, None if font is None else font_marks(font)))
    return tuple(run for run in runs if run.text)


def _at_height(text: str, font: etree._Element | None) -> str:
    """``text`` in superscript or subscript where its font is, so that 10² does not become 102."""
    place = font.find(f"{SHEET}vertAlign") if font is not None else None
    height = place.get("val", "baseline") if place is not None else "baseline"
    return {"superscript": raised, "subscript": lowered}.get(height, str)(text)


def with_marks(runs: tuple[Run, ...], cell_marks: tuple[Mark, ...], cell_symbols: str = "") -> RichText:
    """The runs as one text; ``cell_marks`` and the symbol font ``cell_symbols`` hold for the runs without a font of
    their own."""
    if len(runs) == 1:
        return _marked(runs[0], cell_marks, cell_symbols)
    return RichText.join(_marked(run, cell_marks, cell_symbols) for run in runs)


def _marked(run: Run, cell_marks: tuple[Mark, ...], cell_symbols: str) -> RichText:
    if run.marks is not None:
        return RichText.of(run.text, *run.marks)
    text = in_font(run.text, cell_symbols) if cell_symbols else run.text
    return RichText.of(text, *cell_marks) if cell_marks else RichText(text)
