"""Which of a table's first rows name its columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rulebook.readers.excel.column_words import are_column_titles
from rulebook.readers.excel.fields import Field, FieldRow
from rulebook.readers.excel.metrics import text_width

_MOST_ROWS = 4
_WIDEST = 40.0
"""A column title wider than this many half-width characters needs a fill or bold type to be taken for one."""

_COUNTER = re.compile(r"N[oO][.．]?|Ｎｏ[.．]?|[#＃№]|項番|番号|通番|連番|序号|编号|Number|ID", re.IGNORECASE)
_CODE = re.compile(r"[A-Za-z_][A-Za-z0-9_.$ -]*")
_WIDE = re.compile(r"[ぁ-んァ-ヴ一-龥]")
_VALUE = re.compile(r"[-+]?[0-9０-９][0-9０-９,.:/年月日%-]*")
_FEW_ROWS = 2
_ANSWER = re.compile(
    r"[○〇◯◎●△▲▽▼×✕✖✗✓✔✅❌☑☐－―—–-]|不?可|否|不?要|有り?|無し?|无|あり|なし|必須|任意|必填|可选|是|[YN]|Yes|No|OK|NG",
    re.IGNORECASE,
)


def header_rows(rows: Sequence[FieldRow]) -> int:
    """How many of the first rows name the columns, 0 when none does.

    Column titles are told by a fill or bold type that the rows below do not have, or, in a plain table, by a first
    column that counts, by short words over columns of values, answers or longer text, or by words that name columns
    anywhere.
    """
    for is_title in (_filled, _bold):
        if is_title(rows[0]) and not all(is_title(row) for row in rows[1:]):
            return _stacked(rows, is_title)
    if _filled(rows[0]) and len(rows) == 1:
        return 1
    tests = (_colored_apart, _counted, _plain, _is_divided, _is_named, _is_answered)
    if any(names_columns(rows) for names_columns in tests):
        return _stacked(rows, lambda row: row is rows[0] or row.crossed)
    return 0


def _filled(row: FieldRow) -> bool:
    return all(f.fill for f in row.fields)


def _bold(row: FieldRow) -> bool:
    return all(f.bold for f in row.texts) and (len(row.texts) > 1 or row.crossed)


def _stacked(rows: Sequence[FieldRow], is_title: Callable[[FieldRow], bool]) -> int:
    """The first row and those below that its fields reach into, that look like it under its wide titles, or that divide
    its wide titles and nothing else."""
    count, reach = 1, max(f.box.bottom for f in rows[0].texts)
    fills = {f.fill for f in rows[0].fields}
    while count < min(len(rows) - 1, _MOST_ROWS):
        row = rows[count]
        under_wide_title = any(_splits(f, row) for above in rows[:count] for f in above.texts)
        alike = is_title(row) and {f.fill for f in row.fields} <= fills and under_wide_title
        if not alike and not (is_title(row) and row.top <= reach) and not divides(rows[count - 1], rows[count:]):
            break
        count += 1
    return count


def divides(above: FieldRow, rows: Sequence[FieldRow]) -> bool:
    """Whether the first of ``rows`` holds words under the wide titles of ``above`` only, several under each one, while
    the rows behind it have something under the narrow titles too; or the same words under each of its titles."""
    row = rows[0]
    if len(row.texts) < 2 or any(_VALUE.fullmatch(_text(f)) or text_width(_text(f)) > _WIDEST for f in row.texts):
        return False
    parts = {f.box.left: [_text(x) for x in row.texts if _is_under(x, f)] for f in above.texts}
    shared = [texts for texts in parts.values() if texts]
    if not shared or any(len(texts) < 2 for texts in shared) or sum(map(len, shared)) < len(row.texts):
        return False
    narrow = [f for f in above.texts if not parts[f.box.left]]
    if not narrow:
        return len(shared) > 1 and all(texts == shared[0] for texts in shared)
    return any(_is_under(x, f) for later in rows[1:] for x in later.texts for f in narrow)


def _is_under(field: Field, title: Field) -> bool:
    return title.box.left <= field.box.left <= title.box.right


def _splits(title: Field, row: FieldRow) -> bool:
    """Whether several fields of ``row`` share the columns of one title."""
    return sum(1 for left in row.lefts if title.box.left <= left <= title.box.right) > 1


def _colored_apart(rows: Sequence[FieldRow]) -> bool:
    """Whether the first row is filled in a colour of its own and all others are filled too."""
    first = {f.fill for f in rows[0].fields}
    if len(rows) < 2 or "" in first or len(rows[0].texts) < 2:
        return False
    return all(f.fill not in first for row in rows[1:] for f in row.fields)


def _is_divided(rows: Sequence[FieldRow]) -> bool:
    """Whether the second row repeats the same words under each title of the first."""
    return len(rows) > 2 and not rows[1].crossed and len(rows[0].texts) > 1 and divides(rows[0], rows[1:])


def _is_named(rows: Sequence[FieldRow]) -> bool:
    return len(rows) > 1 and not rows[1].crossed and are_column_titles([_text(f) for f in rows[0].texts])


def _is_answered(rows: Sequence[FieldRow]) -> bool:
    """Whether the first row, and what divides it, has words over columns that hold answers only (○, ×, 可 …): several
    such columns, or one over more than two rows."""
    body = _below_first(rows)
    titles = (f for row in rows[: len(rows) - len(body)] for f in row.texts)
    if len(body) < 2 or not are_words(rows[0]) or any(map(_is_answer, titles)):
        return False
    columns: dict[int, list[Field]] = {}
    for field in (f for row in body for f in row.texts):
        columns.setdefault(field.box.left, []).append(field)
    first = min(row.lefts[0] for row in rows)
    answered = [
        found for left, found in columns.items() if left != first and len(found) > 1 and all(map(_is_answer, found))
    ]
    return len(answered) > 1 or any(len(found) > _FEW_ROWS for found in answered)


def _below_first(rows: Sequence[FieldRow]) -> list[FieldRow]:
    """The rows that no field of the first row reaches into."""
    reach = max(f.box.bottom for f in rows[0].texts)
    return [row for row in rows[1:] if row.top > reach]


def _is_answer(field: Field) -> bool:
    return _ANSWER.fullmatch(_text(field)) is not None


def are_words(row: FieldRow) -> bool:
    """Whether a row has short words only, all different, as column titles are."""
    texts = [_text(f) for f in row.texts]
    short = all(text_width(text) <= _WIDEST and not _VALUE.fullmatch(text) for text in texts)
    return short and len(texts) > 1 and len(set(texts)) == len(texts)


def _counted(rows: Sequence[FieldRow]) -> bool:
    """Whether the first column is titled as one of numbers ("No.") and holds numbers."""
    first, body = rows[0], rows[1:]
    if len(first.texts) < 2 or not body or not _COUNTER.fullmatch(_text(first.texts[0])):
        return False
    left = first.texts[0].box.left
    return all(_VALUE.fullmatch(_text(f)) for row in body for f in row.texts if f.box.left == left)


def _plain(rows: Sequence[FieldRow]) -> bool:
    """Whether the first row has short words, all different, over columns of which one holds values or long text, or
    in wide letters over a row of identifiers."""
    first, body = rows[0], [f for row in rows[1:] for f in row.texts]
    fills = {f.fill for f in first.fields}
    if len(rows) < 3 or (fills != {""} and any({f.fill for f in row.fields} != fills for row in rows[1:])):
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
    if any(all(map(_VALUE.fullmatch, texts)) or _are_long(texts) for texts in columns.values()):
        return True
    codes = [_text(f) for f in rows[1].texts]
    return len(codes) > 2 and all(map(_CODE.fullmatch, codes)) and all(map(_WIDE.search, titles))


def _is_counter(fields: Sequence[Field], header: FieldRow) -> bool:
    """Whether the fields left of the header's first title are numbers only, so that they need no title."""
    numbers = [f for f in fields if f.box.left < header.texts[0].box.left]
    return bool(numbers) and all(_VALUE.fullmatch(_text(f)) for f in numbers)


def _are_long(texts: Sequence[str]) -> bool:
    return sum(map(text_width, texts)) > len(texts) * 1.5 * _WIDEST


def _text(field: Field) -> str:
    return field.text.text.strip()
