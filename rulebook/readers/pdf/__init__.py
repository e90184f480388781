"""PDF with a text layer: paragraphs and headings by page, as far as they can be told."""

from rulebook.readers.pdf.reader import read

__all__ = ["read"]
