"""The smallest things that chunks are packed from: paragraphs, list items and table rows with their statements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rulebook.model.chunk import Statement
from rulebook.model.document import Block, Flag, Table, TableCell, TableRow
from rulebook.model.place import SourceSpan
from rulebook.model.text import Mark, RichText
from rulebook.text.sentences import sentence_spans

_ROW_LIMIT = 240
"""A table row up to this many characters is one statement; a longer one is cut into the sentences of its cells."""

_SLOT = " | "
"""Between two neighbouring columns of a row. An empty column keeps its place: `` |  | ○`` stands in the third one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A run of text that stays in one chunk where it fits.

    ``statements`` have offsets into ``text``. ``group`` tells apart what should not share a chunk without need: the
    prose of a section is one group, each of its tables another. ``repeat`` is what must be known to read the piece
    when it opens a chunk: the header of its table and the merged values that reach into it. ``headings`` is the path it
    stands under, where sections were joined and that is more than the path of the whole.
    """

    text: RichText
    span: SourceSpan
    statements: tuple[Statement, ...]
    group: int = 0
    repeat: str = ""
    flags: frozenset[Flag] = frozenset()
    headings: tuple[str, ...] = ()


def prose_piece(block: Block, group: int) -> Piece:
    """A paragraph-like block, its automatic number or bullet in front, which alone is no statement of struck words."""
    label = f"{block.label} " if block.label else ""
    text = RichText.join([RichText(label), block.text])
    statements = statements_of(text)
    if block.text.text.strip():
        statements = tuple(s for s in statements if _holds(text.slice(max(s.start, len(label)), s.end)))
    return Piece(text=text, span=block.span, statements=statements, group=group, flags=block.flags)


def joined(first: Piece, second: Piece) -> Piece:
    """Both as one piece, a line end between them; it stands where ``first`` stands."""
    shift = len(first.text.text) + 1
    moved = (replace(s, start=s.start + shift, end=s.end + shift) for s in second.statements)
    return replace(
        first,
        text=RichText.join([first.text, second.text], "\n"),
        span=first.span.cover(second.span),
        statements=(*first.statements, *moved),
        flags=first.flags | second.flags,
    )


def statements_of(text: RichText, lead: str = "", offset: int = 0) -> tuple[Statement, ...]:
    """The sentences of ``text``; ``lead`` is put before each one's own words. Sentences wholly struck make none."""
    found = []
    for start, end in sentence_spans(text.text):
        words = " ".join(text.slice(start, end).without(Mark.STRIKE).split())
        if words:
            found.append(Statement(start=start + offset, end=end + offset, text=f"{lead}{words}"))
    return tuple(found)


def table_pieces(block: Block, group: int) -> tuple[Piece, ...]:
    """One piece a row, header rows included, in order; each with the text of its table's header to repeat.

    A row shows a slot for each column up to its last used one, so that a value stays under its title. The content shows
    a merged value once, in the slot where it begins; the statements of every row that it covers carry it.
    """
    table = block.table
    if table is None:
        return ()
    titles, standing = _column_titles(table), _standing(table)
    header, _ = _slots(sorted((column, RichText(title)) for column, title in titles.items() if title))
    pieces = []
    for index, row in enumerate(table.rows):
        is_header = index < table.header_rows
        flags = block.flags | ({Flag.HIDDEN} if row.hidden else frozenset())
        text, statements = _row(row, standing[index], {} if is_header else titles)
        if not text:
            continue
        reach = [c for c in standing[index] if table.header_rows <= c.row < index]
        repeat = "" if is_header else "\n".join(line for line in (header.text, _carried(reach)) if line)
        pieces.append(
            Piece(text=text, span=row.span, statements=statements, group=group, repeat=repeat, flags=frozenset(flags))
        )
    return tuple(pieces)


def _holds(text: RichText) -> bool:
    """Whether any words of it are not struck."""
    return bool(text.without(Mark.STRIKE).strip())


def _value(cell: TableCell) -> str:
    """What still holds of a cell, on one line."""
    return " ".join(cell.text.without(Mark.STRIKE).split())


def _slots(values: Sequence[tuple[int, RichText]]) -> tuple[RichText, list[int]]:
    """The values, given left to right with their columns, each in the slot of its column; and where each one starts.

    Slots without a value stay empty, trailing ones are left out. Two values of one column stand side by side.
    """
    parts: list[RichText] = []
    starts: list[int] = []
    length, at = 0, 0
    for n, (column, value) in enumerate(values):
        gap = RichText(_SLOT * (max(column - at, 1) if n else column))
        starts.append(length + len(gap.text))
        parts += [gap, value]
        length, at = starts[-1] + len(value.text), max(column, at)
    return RichText.join(parts), starts


def _carried(reach: Sequence[TableCell]) -> str:
    """The merged values that reach into a row from above, in the slots of their columns."""
    return _slots([(c.column, RichText(value)) for c in reach if (value := _value(c))])[0].text


def _column_titles(table: Table) -> dict[int, str]:
    """Column → its title; the rows of a stacked header joined top to bottom, spanning titles given to each column."""
    titles: dict[int, list[str]] = {}
    for row in table.rows[: table.header_rows]:
        for cell in row.cells:
            for column in range(cell.column, cell.column + cell.column_span):
                title = _value(cell)
                if title and title not in titles.setdefault(column, []):
                    titles[column].append(title)
    return {column: " ".join(parts) for column, parts in sorted(titles.items())}


def _standing(table: Table) -> list[list[TableCell]]:
    """For every row the cells that stand in it, whether they begin there or reach into it, left to right."""
    rows: list[list[TableCell]] = [[] for _ in table.rows]
    for cell in (c for row in table.rows for c in row.cells):
        for index in range(cell.row, min(cell.row + cell.row_span, len(rows))):
            rows[index].append(cell)
    return [sorted(cells, key=lambda c: c.column) for cells in rows]


def _row(
    row: TableRow, standing: Sequence[TableCell], titles: dict[int, str]
) -> tuple[RichText, tuple[Statement, ...]]:
    """The row as shown, and its statements: the whole row when it is short, else its cells' sentences.

    A row whose longest cell is withdrawn states nothing: what is left of it would mislead.
    """
    shown = [c for c in row.cells if c.text.text.strip()]
    text, starts = _slots([(c.column, c.text.strip()) for c in shown])
    labelled = []
    for cell in standing:
        value, title = _value(cell), titles.get(cell.column, "")
        if value:
            labelled.append(f"{title}: {value}" if title and title != value else value)
    whole = " / ".join(labelled)
    if not whole or not text or _is_withdrawn(shown):
        return text, ()
    if len(whole) <= _ROW_LIMIT:
        return text, (Statement(start=0, end=len(text.text), text=whole),)
    return text, _cell_statements(shown, starts, standing, titles)


def _is_withdrawn(shown: Sequence[TableCell]) -> bool:
    """Whether the longest cell is wholly struck; of equally long ones, each."""
    lengths = {holds: [len(c.text.strip().text) for c in shown if _holds(c.text) is holds] for holds in (True, False)}
    return max(lengths[False], default=0) > max(lengths[True], default=0)


def _cell_statements(
    shown: Sequence[TableCell], starts: Sequence[int], standing: Sequence[TableCell], titles: dict[int, str]
) -> tuple[Statement, ...]:
    """The sentences of the cells, each led by the row's first short cell and its column's title."""
    found: list[Statement] = []
    row_name = next((value for c in standing if 0 < len(value := _value(c)) <= 40), "")
    for cell, start in zip(shown, starts, strict=True):
        title, cell_text = titles.get(cell.column, ""), cell.text.strip()
        lead = " / ".join(x for x in dict.fromkeys((row_name, title)) if x and x != cell_text.text)
        found += statements_of(cell_text, f"{lead}: " if lead else "", start)
    return tuple(found)
