"""Rows inside a table that name the group of the rows below them, which are not merged."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulebook.readers.excel.boxes import Box
from rulebook.readers.excel.fields import Field, FieldRow
from rulebook.readers.excel.metrics import text_width
from rulebook.readers.excel.numbering import is_label_alone

_WIDEST = 80.0
_PARTS, _WIDEST_NUMBER = 2, 10.0
_COUNTED = re.compile(r"[-+]?[0-9０-９][0-9０-９,.\-]*")


def with_groups_across(rows: Sequence[FieldRow], right: int) -> list[FieldRow]:
    """The rows, the texts of a group's row as one text over all columns up to ``right``, as if its cells were merged.

    A group's row has a text in the first column alone, which all but groups fill with numbers or write in plain type
    while this one is bold or filled as a whole; or all groups have a colour of their own and at most a number before
    their name. Rows of the group stand under it.
    """
    left = min(f.box.left for row in rows for f in row.texts)
    lone = [i for i in range(1, len(rows) - 1) if _is_lone(rows, i, left)]
    body = [row for i, row in enumerate(rows) if i and i not in lone]
    counted, bands = _counts(body, left), _bands(rows)
    groups = {i for i in lone if counted or _stands_out(rows[i], body)} | bands
    return [
        _widened(row, left if i in bands else row.lefts[0], right) if i in groups else row for i, row in enumerate(rows)
    ]


def _bands(rows: Sequence[FieldRow]) -> set[int]:
    """The rows of a colour that only groups have; none unless there are several and every row belongs to a group."""
    found: dict[str, list[int]] = {}
    for i, row in enumerate(rows):
        fills = {f.fill for f in row.fields}
        for fill in fills - {""}:
            found.setdefault(fill, []).append(i if len(fills) == 1 and _is_band(rows, i) else -1)
    first = next((i for i, row in enumerate(rows) if i and not row.crossed and not _shares_fill(row, rows[0])), 0)
    return next((set(band) for band in found.values() if len(band) > 1 and min(band) == first > 0), set())


def _is_band(rows: Sequence[FieldRow], index: int) -> bool:
    """Whether a row has a short name, at most a short number before it, over a row that has more."""
    row = rows[index]
    if row.crossed or len(row.fields) < 2 or not 0 < len(row.texts) <= _PARTS or index + 1 >= len(rows):
        return False
    number, name = row.texts[0].text.text.strip(), row.texts[-1].text.text.strip()
    if any(f.hidden for f in row.texts) or text_width(number) > (_WIDEST if len(row.texts) == 1 else _WIDEST_NUMBER):
        return False
    return _may_name(name) and len(rows[index + 1].texts) > len(row.texts)


def _shares_fill(row: FieldRow, other: FieldRow) -> bool:
    return bool({f.fill for f in row.fields} & {f.fill for f in other.fields})


def _is_lone(rows: Sequence[FieldRow], index: int, left: int) -> bool:
    """Whether a row has one short text, at the left edge, over a row that has several."""
    row = rows[index]
    if len(row.texts) != 1 or row.crossed or row.texts[0].hidden or row.texts[0].box.left != left:
        return False
    if not _may_name(row.texts[0].text.text.strip()):
        return False
    return len(rows[index + 1].texts) > 1 and rows[index + 1].lefts[0] == left


def _may_name(text: str) -> bool:
    plain = "\n" not in text and text_width(text) <= _WIDEST and not text.endswith("。")
    return plain and not is_label_alone(text) and not _is_number(text)


def _is_number(text: str) -> bool:
    return _COUNTED.fullmatch(text) is not None


def _counts(body: Sequence[FieldRow], left: int) -> bool:
    """Whether the first column holds numbers only."""
    first = [f.text.text.strip() for row in body for f in row.texts if f.box.left == left]
    return len(first) > 1 and all(_is_number(text) for text in first)


def _stands_out(row: FieldRow, body: Sequence[FieldRow]) -> bool:
    """Whether a row is bold, or filled all over, as no row of the body is."""
    if row.texts[0].bold:
        return not any(f.bold for other in body for f in other.texts[:1])
    fills = {f.fill for f in row.fields}
    if len(fills) != 1 or "" in fills or len(row.fields) < 2:
        return False
    return not any(f.fill in fills for other in body for f in other.fields)


def _widened(row: FieldRow, left: int, right: int) -> FieldRow:
    box = row.texts[0].box
    wide = Box(box.top, left, box.bottom, max(right, row.texts[-1].box.right))
    whole = Field.of(wide, [c for f in row.texts for c in f.cells], row.texts[0].fill)
    return FieldRow.of(row.top, [whole], crossed=row.crossed)
