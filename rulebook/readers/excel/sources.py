"""The values that a validation's list allows."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import chain

from rulebook.errors import DamagedFile
from rulebook.model.place import CellRange, column_letters
from rulebook.readers.excel.boxes import Box
from rulebook.readers.excel.grid import Cell, Grid, read_grid
from rulebook.readers.excel.names import constant, find_name, reference
from rulebook.readers.excel.wording import Wording, wording_for
from rulebook.readers.excel.workbook import Workbook
from rulebook.readers.excel.xml import LAST_ROW
from rulebook.readers.package import Package

_OTHER_FILE = re.compile(r"'?\[")
_MOST = 60
"""Values of a list that are told one by one."""


@dataclass(frozen=True, slots=True)
class Allowed:
    """The allowed values as text; ``known`` is false where the list points at cells or a name that is not there."""

    text: str
    known: bool = True


class ListSources:
    """Tells what lists allow, over all sheets of a workbook.

    A list of cells that are shown is named by its range, since its values are read there. One of hidden cells tells the
    values, once for the workbook, and is named by its range from then on.
    """

    def __init__(self, package: Package, book: Workbook) -> None:
        self._package, self._book = package, book
        self._cells_of: dict[str, tuple[Cell, ...]] = {}
        self._told: set[tuple[str, Box]] = set()

    def allowed(self, formula: str, grid: Grid) -> Allowed:
        """What the list behind ``formula`` allows on the sheet of ``grid``."""
        literal = constant(formula)
        if literal is not None:
            return Allowed(" / ".join(value for part in literal.split(",") if (value := part.strip())))
        if "#REF!" in formula or _OTHER_FILE.match(formula):
            return Allowed(formula, known=False)
        named = find_name(self._book.names, formula, self._index(grid.sheet))
        target = reference(named.formula if named else formula, grid.sheet)
        if target is None:
            broken = named is not None and "#REF!" in named.formula
            known = not broken and (named is not None or not _is_name(formula))
            return Allowed(formula.replace("$", ""), known)
        return self._cells(*target, grid)

    def words(self, grid: Grid) -> Wording:
        """The words to use on the sheet of ``grid``: in the language of the whole workbook."""
        shared = (run.text for runs in self._book.strings for run in runs)
        own = (cell.text.text for cell in grid.cells)
        return wording_for(chain(own, (entry.name for entry in self._book.sheets), shared))

    def _cells(self, sheet: str, box: Box, grid: Grid) -> Allowed:
        where = _shown_place(sheet, box).removeprefix(f"{grid.sheet}!")
        entry = next((e for e in self._book.sheets if e.name.casefold() == sheet.casefold()), None)
        if entry is None:
            return Allowed(where, known=False)
        if (sheet, box) in self._told or not (entry.hidden or sheet == grid.sheet):
            return Allowed(where)
        source = grid.cells if sheet == grid.sheet else self._read(sheet, entry.part)
        inside = [c for c in source if box.holds(c.row, c.column)]
        if not inside or not (entry.hidden or all(_is_hidden(c) for c in inside)):
            return Allowed(where)
        self._told.add((sheet, box))
        return Allowed(f"{where} = {_listed(inside)}")

    def _read(self, sheet: str, part: str) -> tuple[Cell, ...]:
        if sheet not in self._cells_of:
            try:
                cells = read_grid(self._package.xml(part), sheet, self._book).cells
            except DamagedFile:  # the sheet itself is reported as not read
                cells = ()
            self._cells_of[sheet] = cells
        return self._cells_of[sheet]

    def _index(self, sheet: str) -> int:
        return next((n for n, entry in enumerate(self._book.sheets) if entry.name == sheet), -1)


def _shown_place(sheet: str, box: Box) -> str:
    """``マスタ!A2:A7``, ``マスタ!A:A`` for whole columns."""
    if box.top == 1 and box.bottom == LAST_ROW:
        return f"{sheet}!{column_letters(box.left)}:{column_letters(box.right)}"
    return CellRange(sheet, box.top, box.left, box.bottom, box.right).fragment


def _is_name(formula: str) -> bool:
    """Whether a formula is a single word, which must be a defined name then."""
    return not any(c in formula for c in "()[]!:,&+*/<>= ")


def _is_hidden(cell: Cell) -> bool:
    return cell.row_hidden or cell.column_hidden or cell.style.unseen


def _listed(cells: list[Cell]) -> str:
    values = list(dict.fromkeys(" ".join(c.text.text.split()) for c in cells))
    return " / ".join(values[:_MOST]) + (f" … ({len(values)})" if len(values) > _MOST else "")
