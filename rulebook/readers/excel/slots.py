"""Which column of a table a range of cells stands in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rulebook.model.document import Block, TableCell
from rulebook.model.place import CellRange
from rulebook.readers.excel.boxes import Box
from rulebook.readers.excel.grid import Cell, Grid, by_row
from rulebook.readers.excel.phrases import is_sentence

_LONGEST_NAME = 40


@dataclass(slots=True)
class Surface:
    """The cells of a sheet by row, how far they reach, and the tables made of them."""

    grid: Grid
    blocks: Sequence[Block]
    rows: dict[int, list[Cell]] = field(init=False)
    bottom: int = field(init=False)
    right: int = field(init=False)
    _tables: list[tuple[int, Block, CellRange]] = field(init=False)

    def __post_init__(self) -> None:
        self.rows = by_row(self.grid.cells)
        self.bottom = max((c.bottom for c in self.grid.cells), default=0)
        self.right = max((c.right for c in self.grid.cells), default=0)
        tables = [(n, b, b.span) for n, b in enumerate(self.blocks) if b.table is not None and b.table.header_rows]
        self._tables = [(n, b, span) for n, b, span in tables if isinstance(span, CellRange)]

    def slot(self, box: Box) -> tuple[int, int] | None:
        """The index of the table's block and the logical column whose title stands over the range's first column, where
        the range lies in the table or right under it; ``None`` for other ranges and tables without titles."""
        for index, block, span in self._tables:
            if span.top <= box.bottom and box.top <= span.bottom + 1 and span.left <= box.left <= span.right:
                column = self._column(block, span, box.left)
                if column is not None:
                    return index, column
        return None

    def _column(self, block: Block, span: CellRange, left: int) -> int | None:
        table = block.table
        for row in reversed(table.rows[: table.header_rows]) if table is not None else ():
            where = row.span
            if isinstance(where, CellRange):
                cells = [c for number in range(where.top, where.bottom + 1) for c in self.rows.get(number, ())]
                titles = [c for c in cells if span.left <= c.column and c.right <= span.right]
                over = next((c for c in titles if c.column <= left <= c.right), None)
                found = _same_title(over, titles, row.cells) if over is not None else None
                if found is not None:
                    return found.column
        return None

    def beside(self, box: Box) -> Cell | None:
        """The nearest shown cell with text on the left of a range's first row."""
        cells = [c for c in self.rows.get(box.top, ()) if c.right < box.left and not c.column_hidden]
        return max(cells, key=lambda c: c.right, default=None)

    def label(self, box: Box) -> str:
        """The name in the first cell of a range or, where that is blank, left of it; "" for none and for sentences."""
        own = next((c for c in self.rows.get(box.top, ()) if c.column <= box.left <= c.right), None)
        return name_in(own or self.beside(box))

    def is_merge(self, box: Box) -> bool:
        """Whether a range is one merged cell with text."""
        return any(Box(c.row, c.column, c.bottom, c.right) == box for c in self.rows.get(box.top, ()))


def name_in(cell: Cell | None) -> str:
    """The text of a cell on one line where it may name a field: "" for long ones, sentences and single letters."""
    text = " ".join(cell.text.text.split()) if cell is not None else ""
    return text if 1 < len(text) <= _LONGEST_NAME and not is_sentence(text) else ""


def _same_title(title: Cell, titles: Sequence[Cell], cells: Sequence[TableCell]) -> TableCell | None:
    """The cell of the header row that shows ``title``: of equal ones that with as many equal ones on its left."""
    text = title.text.text.strip()
    before = sum(1 for c in titles if c.column < title.column and c.text.text.strip() == text)
    same = [c for c in cells if c.text.text.strip() == text] or [c for c in cells if text in c.text.text]
    return same[min(before, len(same) - 1)] if same else None
