"""Words written with one letter a cell, as squared paper is filled in by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from rulebook.model.text import RichText
from rulebook.readers.excel.grid import Cell, by_row
from rulebook.readers.excel.metrics import Metrics

_NARROW = 4.5
"""Half-width characters: a wider column holds more than a letter."""

_FARTHEST = 3
"""Columns from one letter to the next, the same all along the word."""

_SHORTEST = 3
"""Letters of a word that has a column between them, or is written in a field."""


def with_words_whole(cells: Sequence[Cell], metrics: Metrics) -> list[Cell]:
    """The cells by row and column, letters in narrow columns that spell a word as one cell."""
    narrow = [c for c in cells if _is_letter(c) and metrics.width(c.column, c.right) <= _NARROW]
    rows = by_row(cells)
    words = {(run[0].row, run[0].column): run for run in _runs(narrow) if _spells(run, rows)}
    within = {(c.row, c.column) for run in words.values() for c in run[1:]}
    kept = (c for c in cells if (c.row, c.column) not in within)
    return [_joined(words[c.row, c.column]) if (c.row, c.column) in words else c for c in kept]


def row_text(cells: Sequence[Cell]) -> RichText:
    """The texts of cells of one row and field with a space between, letters cell by cell as the word they spell."""
    if len(cells) >= _SHORTEST and all(map(_is_letter, cells)) and len(list(_runs(cells))) == 1:
        return _joined(cells).text
    return RichText.join([c.text.strip() for c in cells], " ")


def _is_letter(cell: Cell) -> bool:
    text = cell.text.text.strip()
    return len(text) == 1 and text.isalpha() and cell.bottom == cell.row


def _runs(letters: Sequence[Cell]) -> Iterator[list[Cell]]:
    """Letters of one row in groups of two and more at equal distances."""
    run: list[Cell] = []
    for cell in letters:
        step = cell.column - run[-1].column if run else 0
        if run and cell.row == run[-1].row and step <= _FARTHEST and (len(run) == 1 or step == _step(run)):
            run.append(cell)
            continue
        if len(run) > 1:
            yield run
        run = [cell]
    if len(run) > 1:
        yield run


def _step(run: Sequence[Cell]) -> int:
    return run[1].column - run[0].column


def _spells(run: Sequence[Cell], rows: Mapping[int, Sequence[Cell]]) -> bool:
    """Whether letters stand side by side, or enough of them apart and nothing between them; letters over or under other
    values, column by column, are titles of columns."""
    row, columns = run[0].row, {c.column for c in run}
    beside = [c for near in (row - 1, row + 1) for c in rows.get(near, ()) if c.column in columns and not _is_letter(c)]
    if len(beside) > 1:
        return False
    if _step(run) == 1:
        return not run[0].text.text.strip().isascii() or len(run) >= _SHORTEST
    between = [c for c in rows[row] if run[0].column <= c.column <= run[-1].column]
    return len(run) >= _SHORTEST and len(between) == len(run)


def _joined(run: Sequence[Cell]) -> Cell:
    return replace(run[0], text=RichText.join([c.text.strip() for c in run]), right=run[-1].right)
