"""Tables written in HTML: cells with their spans, and the rows that name the columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rulebook.model.document import Table, TableCell, TableRow
from rulebook.model.place import NumberedRange
from rulebook.model.text import RichText

_LARGEST_SPAN = 1000


@dataclass(slots=True)
class HtmlCell:
    """A cell as it is read: a title or a value, its spans and its line in the file."""

    titles: bool
    row_span: int
    column_span: int
    line: int
    text: RichText = field(default_factory=RichText)

    @classmethod
    def of(cls, titles: bool, attributes: dict[str, str], line: int) -> HtmlCell:
        return cls(titles, _span(attributes.get("rowspan")), _span(attributes.get("colspan")), line)


class TableBuilder:
    """Collects the cells of a table and of the tables inside its cells, which are lines of that cell."""

    def __init__(self, line: int) -> None:
        self.first_line = line
        self._rows: list[list[HtmlCell]] = []
        self._depth = 1

    @property
    def in_cell(self) -> bool:
        """Whether a row was begun, so that what comes is text of a cell."""
        return bool(self._rows)

    @property
    def nested(self) -> bool:
        """Whether what comes belongs to a table inside a cell."""
        return self._depth > 1

    def nest(self) -> None:
        """A table inside a cell begins."""
        self._depth += 1

    def end(self) -> bool:
        """A table ends; whether it was the outer one."""
        self._depth -= 1
        return self._depth == 0

    def row(self) -> None:
        """A row begins."""
        self._rows.append([])

    def cell(self, cell: HtmlCell) -> None:
        """A cell begins; one outside of any row makes its own."""
        if not self._rows:
            self._rows.append([])
        self._rows[-1].append(cell)

    def put(self, text: RichText) -> bool:
        """Adds to the cell that was begun last; false before the first one."""
        last = next((row[-1] for row in reversed(self._rows) if row), None)
        if last is not None:
            last.text = RichText.join([last.text, text], "\n" if last.text and text else "")
        return last is not None

    def table(self) -> Table | None:
        """The table; nothing where it has no words."""
        return table_of(self._rows)


def table_of(rows: Sequence[Sequence[HtmlCell]]) -> Table | None:
    """The table of these rows, its first rows of titles alone as its header; nothing for a table without words."""
    filled = [row for row in rows if row]
    if not any(cell.text for row in filled for cell in row):
        return None
    taken: set[tuple[int, int]] = set()
    table_rows = []
    for index, row in enumerate(filled):
        cells, column = [], 0
        for cell in row:
            while (index, column) in taken:
                column += 1
            height = min(cell.row_span, len(filled) - index)
            taken |= {(index + r, column + c) for r in range(height) for c in range(cell.column_span)}
            cells.append(
                TableCell(text=cell.text, row=index, column=column, row_span=height, column_span=cell.column_span)
            )
            column += cell.column_span
        table_rows.append(TableRow(cells=tuple(cells), span=NumberedRange("line", row[0].line, row[-1].line)))
    titled = next((n for n, row in enumerate(filled) if not all(cell.titles for cell in row)), 0)
    return Table(rows=tuple(table_rows), header_rows=titled)


def _span(value: str | None) -> int:
    return min(max(int(value), 1), _LARGEST_SPAN) if value and value.isdecimal() else 1
