"""How many pages a PDF says it has, before any of them is read."""

from __future__ import annotations

from pathlib import Path

from rulebook.readers.limits import Limits, too_much


def check_pages(path: Path, doc: str, limits: Limits) -> None:
    """Raises ``TooManyPages``; a file that cannot be opened is left to the reader, which says why."""
    import pypdfium2  # type: ignore[import-untyped]

    try:
        with pypdfium2.PdfDocument(path) as pdf:
            pages = len(pdf)
    except pypdfium2.PdfiumError:
        return
    if pages > limits.pages:
        raise too_much("pages", doc, "pages", str(pages), str(limits.pages))
