"""What of the pages of a PDF is not read, or not as it shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rulebook.model.document import ParseWarning
from rulebook.model.place import NumberedRange
from rulebook.readers.pdf.frames import PageText
from rulebook.readers.pdf.layout import Layout


def page_warnings(pages: Sequence[PageText], layout: Layout) -> Iterator[ParseWarning]:
    """Pages without text, each stretch of them once; then by page what is damaged, left out or unknown."""
    for silent, stretch in groupby(pages, key=lambda page: not page.frames and not page.damaged):
        if silent:
            numbers = [page.page for page in stretch]
            message = "no text layer here: what the pages show is not read. Run text recognition (OCR) over them."
            yield _warning("page_without_text", numbers[0], numbers[-1], message)
    for page in pages:
        for code, message in _of(page, layout):
            yield _warning(code, page.page, page.page, message)


def _of(page: PageText, layout: Layout) -> Iterator[tuple[str, str]]:
    if page.damaged:
        yield "page_damaged", "the page is damaged and is not read. Print or export the document to PDF again."
    readings = sum(frame.readings for frame in page.frames)
    if readings:
        yield "readings_left_out", f"{readings} readings in small kana above words (furigana) are left out."
    if page.drawn:
        message = (
            f"{page.drawn} words in lines of text are drawn as shapes, not written: they are not read and show as 〓."
        )
        yield "words_drawn_as_shapes", f"{message} Compare with the page."
    if page.unknown:
        message = f"{page.unknown} characters that the file does not name show as 〓. Compare with the page."
        yield "unknown_characters", message
    if page.page in layout.dense:
        message = (
            "so many lines are drawn here that tables are not looked for: rows and columns may read as plain text."
        )
        yield "tables_not_sought", f"{message} Compare with the page."


def _warning(code: str, first: int, last: int, message: str) -> ParseWarning:
    return ParseWarning(code=code, place=NumberedRange("page", first, last).fragment, message=message)
