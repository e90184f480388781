"""The lines of a PDF as pdfium finds them, with where they stand and how large they are set."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rulebook.errors import DamagedFile, EncryptedFile

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfTextPage  # type: ignore[import-untyped]

_LEADER = re.compile(r"[.．・…‥]{4,}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line; ``page`` counts from 1, coordinates are points from the page's lower left corner.

    ``size`` is that of its first character's font in points, 0 where pdfium does not say.
    """

    text: str
    page: int
    left: float
    right: float
    bottom: float
    top: float
    size: float


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """A bookmark: the title of a section, its level from 1 and the page (from 1) where it begins."""

    title: str
    level: int
    page: int


@dataclass(frozen=True, slots=True)
class PdfText:
    """``pages`` has one entry a page, empty for a page without text."""

    pages: tuple[tuple[Line, ...], ...]
    outline: tuple[OutlineEntry, ...]


def extract(path: Path, doc: str) -> PdfText:
    """The text layer of a PDF. Raises ``EncryptedFile`` when it asks for a password, ``DamagedFile`` when pdfium cannot
    open it."""
    import pypdfium2

    try:
        with pypdfium2.PdfDocument(path) as pdf:
            pages = tuple(tuple(_iter_lines(pdf, index)) for index in range(len(pdf)))
            return PdfText(pages, tuple(_iter_outline(pdf)))
    except pypdfium2.PdfiumError as error:
        if error.err_code == pypdfium2.raw.FPDF_ERR_PASSWORD:
            raise EncryptedFile(
                "the PDF is protected by a password.",
                where=doc,
                remedy="Save it without a password and add it again.",
            ) from error
        raise DamagedFile(
            f"the PDF cannot be read: {error}.", where=doc, remedy="Print or export it to PDF again and add that."
        ) from error


def _iter_lines(pdf: PdfDocument, index: int) -> Iterator[Line]:
    page = pdf[index]
    text_page = page.get_textpage()
    try:
        at = 0
        for raw in text_page.get_text_range().split("\r\n"):
            if raw.strip():
                yield _line(text_page, raw, at, index + 1)
            at += len(raw) + 2
    finally:
        text_page.close()
        page.close()


def _line(text_page: PdfTextPage, raw: str, at: int, page: int) -> Line:
    first = at + len(raw) - len(raw.lstrip())
    last = at + len(raw.rstrip()) - 1
    left, bottom, _, top = _box(text_page, first)
    _, _, right, _ = _box(text_page, last)
    text = _LEADER.sub(" … ", raw.strip().replace("\x02", "\u00ad").replace("\ufffe", "\u00ad"))
    size = _size(text_page, first)
    return Line(text=text, page=page, left=left, right=right, bottom=bottom, top=top, size=size)


def _size(text_page: PdfTextPage, index: int) -> float:
    """The size a character's font is shown in: many writers set size 1 and scale."""
    from pypdfium2 import raw

    matrix = raw.FS_MATRIX()
    if not raw.FPDFText_GetMatrix(text_page, index, matrix):
        return 0.0
    return float(raw.FPDFText_GetFontSize(text_page, index) * math.hypot(matrix.b, matrix.d))


def _box(text_page: PdfTextPage, index: int) -> tuple[float, float, float, float]:
    """The box of a character by its font, whatever its own shape; zeros where it has none."""
    import pypdfium2

    try:
        left, bottom, right, top = text_page.get_charbox(index, loose=True)
    except pypdfium2.PdfiumError:
        return 0.0, 0.0, 0.0, 0.0
    return left, bottom, right, top


def _iter_outline(pdf: PdfDocument) -> Iterator[OutlineEntry]:
    for bookmark in pdf.get_toc():
        target = bookmark.get_dest()
        index = None if target is None else target.get_index()
        if index is not None:
            yield OutlineEntry(" ".join(bookmark.get_title().split()), bookmark.level + 1, index + 1)
