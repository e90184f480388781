"""Which of a table's first rows name its columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rulebook.readers.excel.fields import Field, FieldRow
from rulebook.readers.excel.metrics import text_width

_MOST_ROWS = 4
_WIDEST = 40.0
"""A column title wider than this many half-width characters needs a fill or bold type to be taken for one."""

_COUNTER = re.compile(r"N[oO][.．]?|Ｎｏ[.．]?|[#＃№]|項番|番号|通番|連番|序号|编号|Number|ID", re.IGNORECASE)
_VALUE = re.compile(r"[-+]?[0-9０-９][0-9０-９,.:/年月日%-]*")


def header_rows(rows: Sequence[FieldRow]) -> int:
    """How many of the first rows name the columns, 0 when none does.

    Column titles are told by a fill or bold type that the rows below do not have, or, in a plain table, by a first
    column that counts, or by short words over columns of values or longer text.
    """
    for is_title in (_filled, _bold):
        if is_title(rows[0]) and not all(is_title(row) for row in rows[1:]):
            return _stacked(rows, is_title)
    if _filled(rows[0]) and len(rows) == 1:
        return 1
    if _colored_apart(rows) or _counted(rows) or _plain(rows):
        return _stacked(rows, lambda row: row is rows[0] or row.crossed)
    return 0


def _filled(row: FieldRow) -> bool:
    return all(f.fill for f in row.fields)


def _bold(row: FieldRow) -> bool:
    return all(f.bold for f in row.texts) and (len(row.texts) > 1 or row.crossed)


def _stacked(rows: Sequence[FieldRow], is_title: Callable[[FieldRow], bool]) -> int:
    """The first row and, in the same look, those that its fields reach into or that stand under its wide titles."""
    count, reach = 1, max(f.box.bottom for f in rows[0].texts)
    fills = {f.fill for f in rows[0].fields}
    while count < min(len(rows) - 1, _MOST_ROWS):
        row = rows[count]
        under_wide_title = any(_splits(f, row) for above in rows[:count] for f in above.texts)
        alike = is_title(row) and {f.fill for f in row.fields} <= fills and under_wide_title
        if not alike and not (is_title(row) and row.top <= reach):
            break
        count += 1
    return count


def _splits(title: Field, row: FieldRow) -> bool:
    """Whether several fields of ``row`` share the columns of one title."""
    return sum(1 for left in row.lefts if title.box.left <= left <= title.box.right) > 1


def _colored_apart(rows: Sequence[FieldRow]) -> bool:
    """Whether the first row is filled in a colour of its own and all others are filled too."""
    first = {f.fill for f in rows[0].fields}
    if len(rows) < 2 or "" in first or len(rows[0].texts) < 2:
        return False
    return all(f.fill not in first for row in rows[1:] for f in row.fields)


def _counted(rows: Sequence[FieldRow]) -> bool:
    """Whether the first column is titled as one of numbers ("No.") and holds numbers."""
    first, body = rows[0], rows[1:]
    if len(first.texts) < 2 or not body or not _COUNTER.fullmatch(_text(first.texts[0])):
        return False
    left = first.texts[0].box.left
    return all(_VALUE.fullmatch(_text(f)) for row in body for f in row.texts if f.box.left == left)


def _plain(rows: Sequence[FieldRow]) -> bool:
    """Whether the first row has short words, all different, over columns of which one holds values or long text."""
    first, body = rows[0], [f for row in rows[1:] for f in row.texts]
    if len(rows) < 3 or any(f.fill for f in first.fields):
        return False
    widest = max(len(row.texts) for row in rows)
    if len(first.texts) + _is_counter(body, first) < max(widest, 3):
        return False
    titles = [_text(f) for f in first.texts]
    wide = sum(1 for title in titles if text_width(title) > _WIDEST)
    if wide * 5 > len(titles) or any(map(_VALUE.fullmatch, titles)) or len(set(titles)) < len(titles):
        return False
    columns: dict[int, list[str]] = {}
    for field in body:
        columns.setdefault(field.box.left, []).append(_text(field))
    return any(all(map(_VALUE.fullmatch, texts)) or _are_long(texts) for texts in columns.values())


def _is_counter(fields: Sequence[Field], header: FieldRow) -> bool:
    """Whether the fields left of the header's first title are numbers only, so that they need no title."""
    numbers = [f for f in fields if f.box.left < header.texts[0].box.left]
    return bool(numbers) and all(_VALUE.fullmatch(_text(f)) for f in numbers)


def _are_long(texts: Sequence[str]) -> bool:
    return sum(map(text_width, texts)) > len(texts) * 1.5 * _WIDEST


def _text(field: Field) -> str:
    return field.text.text.strip()
