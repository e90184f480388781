"""A lattice cut into the tables that share its lines, and the titles drawn inside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulebook.readers.excel.fields import FieldRow
from rulebook.readers.excel.titles import are_words, header_rows

_ROWS_OF_FORM = 4
"""A form over a table in the same lines has no more rows."""


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
    """Whether the first row is a title over the others: it takes the full width alone, or has few words, or begins
    left of all others, and stands over a row of column titles; or it is a pair of a form over such a row."""
    if len(rows) < 2 or rows[0].crossed:
        return False
    if _is_full(rows[0], left, right):
        return not all(_is_full(r, left, right) for r in rows)
    if _is_pair(rows[0]) and _has_header_below(rows):
        return True
    few = len(rows[0].texts) * 2 <= len(rows[1].texts)
    outside = all(rows[0].lefts[0] < row.lefts[0] for row in rows[1:])
    return (
        (few or outside)
        and len(rows[1].texts) > 2
        and len(rows) > 2
        and not header_rows(rows)
        and header_rows(rows[1:]) > 0
    )


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
    if _repeats_header(before, row, following, left, right):
        return True
    if _is_first_header(before, row, following):
        return not all(map(_is_pair, before))  # pairs are the title of the table, a wider form is a table of its own
    above_is_full = _is_full(before[-1], left, right)
    if not _is_full(row, left, right):
        if above_is_full:  # a framed text under its title is done; a title alone stands over this row
            return len(before) > 1 and not before[-1].fields[0].fill and _is_full(before[-2], left, right)
        return _is_header_row(row, before[0]) and not _has_look(before[-1], before[0])
    filled = bool(row.fields[0].fill)
    if following is None or not filled:
        return False
    if above_is_full or _is_full(following, left, right):
        return not before[-1].fields[0].fill if above_is_full else not following.fields[0].fill
    columns = {c for r in before for c in r.lefts}
    return _is_header_row(following, row) or not columns.issuperset(following.lefts)


def _repeats_header(
    before: Sequence[FieldRow], row: FieldRow, following: FieldRow | None, left: int, right: int
) -> bool:
    """Whether the column titles of the table above are written once more, in this row or under it, its title."""
    header = next((r for r in before if not _is_full(r, left, right)), None)
    if header is None or len(header.texts) < 2 or before[-1] is header or _is_full(before[-1], left, right):
        return False
    again = following if _is_full(row, left, right) else row
    return again is not None and _words(again) == _words(header)


def _is_pair(row: FieldRow) -> bool:
    return len(row.texts) <= 2


def _has_header_below(rows: Sequence[FieldRow]) -> bool:
    """Whether the first row that is more than a pair names the columns of those below it."""
    at = next((n for n, row in enumerate(rows) if not _is_pair(row)), 0)
    return 0 < at < len(rows) - 1 and _is_first_header(rows[:at], rows[at], rows[at + 1])


def _is_first_header(before: Sequence[FieldRow], row: FieldRow, following: FieldRow | None) -> bool:
    """Whether the row, filled all over, names the columns of rows that are not, under a few rows of a form."""
    if following is None or len(before) > _ROWS_OF_FORM or len(row.texts) < len(row.fields) or not are_words(row):
        return False
    if header_rows(before) or not all(f.fill for f in row.fields):
        return False
    return not any(all(f.fill for f in other.fields) for other in (*before, following))


def _words(row: FieldRow) -> list[tuple[int, str]]:
    return [(f.box.left, f.text.text.strip()) for f in row.texts]


def _is_header_row(row: FieldRow, header: FieldRow) -> bool:
    """Whether most fields of the row have words and every one, blank ones too, is filled as those of ``header``."""
    return len(row.texts) > 1 and len(row.texts) * 2 > len(row.fields) and _has_look(row, header)


def _has_look(row: FieldRow, header: FieldRow) -> bool:
    fills = {f.fill for f in header.fields} - {""}
    return all(f.fill in fills for f in row.fields)
