"""A lattice cut into the tables that share its lines, and the titles drawn inside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulebook.readers.excel.fields import FieldRow
from rulebook.readers.excel.titles import header_rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Rows that make one table, and the full-width rows that stand over it."""

    titles: tuple[FieldRow, ...]
    rows: tuple[FieldRow, ...]


def split_parts(rows: Sequence[FieldRow], left: int, right: int) -> list[Part]:
    """The rows cut where a full-width row is the title of what follows, and where a second header begins."""
    pieces: list[list[FieldRow]] = []
    for index, row in enumerate(rows):
        following = rows[index + 1] if index + 1 < len(rows) else None
        if pieces and not _begins_part(pieces[-1], row, following, left, right):
            pieces[-1].append(row)
        else:
            pieces.append([row])
    parts = []
    for piece in pieces:
        titles: list[FieldRow] = []
        while _is_title(piece, left, right):
            titles.append(piece.pop(0))
        parts.append(Part(titles=tuple(titles), rows=tuple(piece)))
    return parts


def _is_title(rows: Sequence[FieldRow], left: int, right: int) -> bool:
    """Whether the first row is a title over the others: it takes the full width alone, or has few words and stands
    over a row of column titles."""
    if len(rows) < 2 or rows[0].crossed:
        return False
    if _is_full(rows[0], left, right):
        return not all(_is_full(r, left, right) for r in rows)
    few = len(rows[0].texts) * 2 <= len(rows[1].texts) and len(rows[1].texts) > 2
    return few and len(rows) > 2 and not header_rows(rows) and header_rows(rows[1:]) > 0


def _is_full(row: FieldRow, left: int, right: int) -> bool:
    """Whether one field takes the whole width, as the titles inside a frame do."""
    if row.crossed or len(row.fields) != 1:
        return False
    box = row.fields[0].box
    return (box.right - box.left + 1) >= 0.95 * (right - left + 1)


def _begins_part(before: Sequence[FieldRow], row: FieldRow, following: FieldRow | None, left: int, right: int) -> bool:
    """Whether a new table begins at ``row``; ``before`` are the rows of the one above."""
    if row.crossed:
        return False
    above_is_full = _is_full(before[-1], left, right)
    if not _is_full(row, left, right):
        if above_is_full:  # a framed text under its title is done; a title alone stands over this row
            return len(before) > 1 and not before[-1].fields[0].fill and _is_full(before[-2], left, right)
        return _is_header_row(row, before[0]) and not _is_header_row(before[-1], before[0])
    filled = bool(row.fields[0].fill)
    if following is None or not filled:
        return False
    if above_is_full or _is_full(following, left, right):
        return not before[-1].fields[0].fill if above_is_full else not following.fields[0].fill
    columns = {c for r in before for c in r.lefts}
    return _is_header_row(following, row) or not columns.issuperset(following.lefts)


def _is_header_row(row: FieldRow, header: FieldRow) -> bool:
    """Whether most fields of the row have words and every one, blank ones too, is filled as those of ``header``."""
    fills = {f.fill for f in header.fields} - {""}
    return len(row.texts) > 1 and len(row.texts) * 2 > len(row.fields) and all(f.fill in fills for f in row.fields)
