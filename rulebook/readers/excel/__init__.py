"""Reads Excel workbooks: text as shown, tables, headings and lists found in the grid of each sheet."""

from rulebook.readers.excel.reader import read

__all__ = ["read"]
