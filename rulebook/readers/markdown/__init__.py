"""Markdown: headings, paragraphs, lists, tables and code as blocks, front matter as properties."""

from rulebook.readers.markdown.reader import read

__all__ = ["read"]
