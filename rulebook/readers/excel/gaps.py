"""Blocks of rows without a blank row between, two tables side by side in them parted at the empty columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rulebook.readers.excel.grid import Cell, by_row

_MOST_GAPS = 3
"""With more empty columns than this a block is squared paper, where they part nothing."""


def blocks_of_rows(cells: Sequence[Cell], fills: Mapping[tuple[int, int], str]) -> Iterator[list[list[Cell]]]:
    """The cells by row in blocks, top to bottom, of two tables side by side the left one first.

    Tables are parted where each has a title of its own over its column titles, or a first column titled alike, or where
    the colour of the column titles stops between them.
    """
    for block in _neighbours(cells):
        for gap in _gaps(block):
            left = [c for row in block for c in row if c.column <= gap]
            right = [c for row in block for c in row if c.column > gap]
            if _are_two_tables(_rows(left), _rows(right), fills):
                yield from blocks_of_rows(left, fills)
                yield from blocks_of_rows(right, fills)
                break
        else:
            yield block


def _neighbours(cells: Sequence[Cell]) -> list[list[list[Cell]]]:
    blocks: list[list[list[Cell]]] = []
    reach = -1
    for row in _rows(cells):
        if blocks and row[0].row <= reach + 1:
            blocks[-1].append(row)
        else:
            blocks.append([row])
        reach = max([reach, *(c.bottom for c in row)])
    return blocks


def _rows(cells: Sequence[Cell]) -> list[list[Cell]]:
    rows = by_row(cells)
    return [rows[row] for row in sorted(rows)]


def _gaps(block: Sequence[Sequence[Cell]]) -> list[int]:
    """The columns behind which an empty one stands; none where there are so many that they mean nothing."""
    covered = {column for row in block for c in row for column in range(c.column, c.right + 1)}
    gaps = sorted(column for column in covered if column + 1 not in covered)[:-1]
    return gaps if len(gaps) <= _MOST_GAPS else []


def _are_two_tables(
    left: Sequence[Sequence[Cell]], right: Sequence[Sequence[Cell]], fills: Mapping[tuple[int, int], str]
) -> bool:
    """Whether both sides have their column titles in the same row, and a title over them, or the same word first, or a
    colour that the empty column between does not have."""
    at = _column_titles(left)
    if at < 0 or at != _column_titles(right) or left[at][0].row != right[at][0].row:
        return False
    if not (_begins_at_corner(left) and _begins_at_corner(right)):
        return False
    row, before, behind = left[at][0].row, left[at][-1], right[at][0]
    colours = {fills.get((row, cell.column), "") for cell in (*left[at], *right[at])}
    between = {fills.get((row, column), "") for column in range(before.right + 1, behind.column)}
    parted = "" not in colours and between == {""}
    return at == 1 or parted or left[at][0].text.text.strip() == behind.text.text.strip()


def _column_titles(rows: Sequence[Sequence[Cell]]) -> int:
    """Which of the first two rows is the first with several cells, over another row; -1 for none."""
    return next((n for n, row in enumerate(rows[:2]) if len(row) > 1 and len(rows) > n + 1), -1)


def _begins_at_corner(rows: Sequence[Sequence[Cell]]) -> bool:
    return rows[0][0].column == min(c.column for row in rows for c in row)
