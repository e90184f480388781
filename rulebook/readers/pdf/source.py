"""A PDF file opened: its pages' text and its bookmarks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rulebook.errors import DamagedFile, EncryptedFile
from rulebook.readers.pdf.frames import PageText, read_page

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument  # type: ignore[import-untyped]


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """A bookmark: the title of a section, its level from 1 and the page (from 1) where it begins."""

    title: str
    level: int
    page: int


@dataclass(frozen=True, slots=True)
class PdfText:
    """``pages`` has one entry a page."""

    pages: tuple[PageText, ...]
    outline: tuple[OutlineEntry, ...]


def extract(path: Path, doc: str) -> PdfText:
    """The text layer of a PDF; a page that pdfium cannot open is marked as damaged.

    Raises ``EncryptedFile`` when it asks for a password, ``DamagedFile`` when pdfium cannot open the file or any page.
    """
    import pypdfium2

    try:
        with pypdfium2.PdfDocument(path) as pdf:
            pages = tuple(_page(pdf, index) for index in range(len(pdf)))
            if all(page.damaged for page in pages):
                raise pypdfium2.PdfiumError("no page can be opened")
            return PdfText(pages, tuple(_iter_outline(pdf)))
    except pypdfium2.PdfiumError as error:
        if error.err_code == pypdfium2.raw.FPDF_ERR_PASSWORD:
            raise EncryptedFile(
                "the PDF is protected by a password.",
                where=doc,
                remedy="Save it without a password and add it again.",
            ) from error
        raise DamagedFile(
            f"the PDF cannot be read: {str(error).rstrip('.')}.",
            where=doc,
            remedy="Print or export it to PDF again and add that.",
        ) from error


def _page(pdf: PdfDocument, index: int) -> PageText:
    import pypdfium2

    try:
        page = pdf[index]
    except pypdfium2.PdfiumError:
        return PageText(page=index + 1, frames=(), damaged=True)
    try:
        return read_page(page, index + 1)
    finally:
        page.close()


def _iter_outline(pdf: PdfDocument) -> Iterator[OutlineEntry]:
    for bookmark in pdf.get_toc():
        target = bookmark.get_dest()
        index = None if target is None else target.get_index()
        if index is not None:
            yield OutlineEntry(" ".join(bookmark.get_title().split()), bookmark.level + 1, index + 1)
