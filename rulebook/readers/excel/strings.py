"""Shared and inline strings: runs of text with their marks, never the phonetic reading beside them."""

from __future__ import annotations

from dataclasses import dataclass

from lxml import etree

from rulebook.model.text import Mark, RichText
from rulebook.readers.excel.xml import SHEET, is_on, plain


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


def string_runs(item: etree._Element) -> tuple[Run, ...]:
    """The runs of an ``si`` or ``is`` element in order."""
    runs = []
    for child in item:
        if child.tag == f"{SHEET}t":
            runs.append(Run(plain(child.text or ""), None))
        elif child.tag == f"{SHEET}r":
            font = child.find(f"{SHEET}rPr")
            text = "".join(t.text or "" for t in child.iterfind(f"{SHEET}t"))
            runs.append(Run(plain(text), None if font is None else font_marks(font)))
    return tuple(run for run in runs if run.text)


def with_marks(runs: tuple[Run, ...], cell_marks: tuple[Mark, ...]) -> RichText:
    """The runs as one text; ``cell_marks`` hold for the runs without a font of their own."""
    if len(runs) == 1:
        return _marked(runs[0], cell_marks)
    return RichText.join(_marked(run, cell_marks) for run in runs)


def _marked(run: Run, cell_marks: tuple[Mark, ...]) -> RichText:
    marks = cell_marks if run.marks is None else run.marks
    return RichText.of(run.text, *marks) if marks else RichText(run.text)
