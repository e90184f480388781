"""Tables of Markdown (GFM)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from markdown_it.tree import SyntaxTreeNode

from rulebook.model.document import ParseWarning, Table, TableCell, TableRow
from rulebook.model.place import NumberedRange
from rulebook.model.text import RichText
from rulebook.readers.markdown.inline import Inline, read_inline

_BAR = re.compile(r"(?<!\\)\|")


def read_table(
    node: SyntaxTreeNode, lines: Sequence[str], shift: int, warnings: list[ParseWarning]
) -> tuple[Table, list[Inline]]:
    """The table and what its cells gave. Its first row is the header.

    Cells beyond the last column, which Markdown drops, are kept with a warning.
    """
    rows, inlines = [], []
    for index, row in enumerate(r for part in node.children for r in part.children):
        first = (row.map or (0, 1))[0]
        span = NumberedRange("line", first + 1 + shift, first + 1 + shift)
        found = [read_inline(cell) for cell in row.children]
        inlines += found
        texts = [inline.text for inline in found]
        beyond = _cells(lines[first])[len(texts) :] if first < len(lines) else []
        if any(beyond):
            warnings.append(
                ParseWarning(
                    code="row_too_long",
                    place=span.fragment,
                    message=f"the row has {len(beyond)} cells more than the table's header; they are read as well.",
                )
            )
            texts += [RichText(cell) for cell in beyond]
        rows.append(
            TableRow(cells=tuple(TableCell(text=text, row=index, column=n) for n, text in enumerate(texts)), span=span)
        )
    return Table(rows=tuple(rows), header_rows=1), inlines


def _cells(line: str) -> list[str]:
    """The cells of a row as written."""
    return [cell.strip().replace(r"\|", "|") for cell in _BAR.split(line.strip().removeprefix("|").removesuffix("|"))]
