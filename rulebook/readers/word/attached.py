"""What hangs on a paragraph: text boxes and drawn text, footnotes, endnotes, comments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulebook.model.document import Block, BlockKind, Flag
from rulebook.model.place import SectionPlace
from rulebook.model.text import RichText
from rulebook.readers.charts import Chart
from rulebook.readers.word.inline import Inline, Shape
from rulebook.readers.word.notes import Note
from rulebook.readers.word.placement import shapes_in_order
from rulebook.readers.word.reading import Flow, Inside, Reading, labelled
from rulebook.readers.word.xml import CHANGES, Element

_LINES = frozenset({BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.CAPTION})


def attached_blocks(inline: Inline, reading: Reading, flow: Flow) -> list[Block]:
    """What hangs on a paragraph: hidden text, text boxes, notes and comments, in this order."""
    blocks = []
    hidden = "\n".join(piece.strip() for piece in inline.hidden if piece.strip())
    if hidden:
        blocks.append(hidden_block(RichText(hidden), reading.places.prose, reading))
    for shape in shapes_in_order(inline.drawings):
        blocks += shape_blocks(shape, reading, flow)
    for reference in inline.notes:
        note = reading.notes.take(reference.kind, reference.note_id, reference.own_mark or reference.hidden)
        if note is not None:
            blocks += note_blocks(note, reading, flow, shown=not reference.hidden)
    return blocks


def hidden_block(text: RichText, place: SectionPlace, reading: Reading) -> Block:
    """Text that Word keeps and does not show, listed in the report."""
    reading.tally.hidden.append(place.fragment)
    return Block(kind=BlockKind.PARAGRAPH, span=place, text=text, flags=frozenset({Flag.HIDDEN}))


def read_inside(content: Element, reading: Reading, flow: Flow) -> Inside:
    """What a cell, a text box or a note holds: paragraphs as lines, numbers and bullets in front; the rest apart."""
    with reading.inside():
        return _sorted_out(flow(content))


def _sorted_out(blocks: Iterable[Block]) -> Inside:
    lines, others = [], []
    for block in blocks:
        if block.kind in _LINES and Flag.HIDDEN not in block.flags:
            lines.append(labelled(block))
        else:
            others.append(block)
    return Inside(text=RichText.join(lines, "\n"), others=tuple(others))


def unknown_format(name: str) -> str:
    return f"The number format {name} is not known; its numbers are shown in decimal with a question mark."


def has_changes(element: Element) -> bool:
    """Whether tracked changes to the wording lie below ``element``."""
    return next(element.iter(*CHANGES), None) is not None


def shape_blocks(shape: Shape, reading: Reading, flow: Flow) -> list[Block]:
    """A text box as one block, then the tables and notes in it, or a chart; nothing for a blank one."""
    if shape.chart is not None:
        return list(_chart_blocks(shape.chart, reading, frozenset({Flag.HIDDEN} if shape.hidden else ())))
    inside, changed = Inside(text=shape.text.strip(), others=()), False
    if shape.content is not None:
        inside, changed = read_inside(shape.content, reading, flow), has_changes(shape.content)
    if not inside.text:
        return list(inside.others)
    place = reading.places.shape
    reading.tally.text_boxes += 1
    flags = {Flag.CHANGED} if changed else set[Flag]()
    if shape.hidden:
        reading.tally.hidden.append(place.fragment)
        flags.add(Flag.HIDDEN)
    block = Block(kind=BlockKind.TEXT_BOX, span=place, text=inside.text, flags=frozenset(flags))
    return [block, *inside.others]


def _chart_blocks(chart: Chart, reading: Reading, flags: frozenset[Flag]) -> Iterator[Block]:
    """A chart's titles, then what it draws as a table."""
    place = reading.places.shape
    if flags:
        reading.tally.hidden.append(place.fragment)
    for text in chart.captions:
        kind = BlockKind.CAPTION if text is chart.title else BlockKind.PARAGRAPH
        yield Block(kind=kind, span=place, text=text, flags=flags)
    table = chart.table(place)
    if table is not None:
        yield Block(kind=BlockKind.TABLE, span=place, table=table, flags=flags)


def note_blocks(note: Note, reading: Reading, flow: Flow, *, shown: bool = True) -> list[Block]:
    """A footnote, endnote or comment as one block, then the tables in it; a comment names its author."""
    inside = read_inside(note.content, reading, flow)
    if not inside.text:
        return list(inside.others)
    place, text = reading.places.prose, inside.text
    if note.unknown_format:
        reading.tally.warn_once("unknown_number_format", place.fragment, unknown_format(note.unknown_format))
    flags = {Flag.CHANGED} if has_changes(note.content) else set[Flag]()
    kind = BlockKind.FOOTNOTE
    if note.kind == "comment":
        reading.tally.comments += 1
        kind = BlockKind.COMMENT
        flags.add(Flag.COMMENT)
        text = RichText.join([RichText(f"{note.author}: " if note.author else ""), text])
    if not shown:
        reading.tally.hidden.append(place.fragment)
        flags.add(Flag.HIDDEN)
    block = Block(kind=kind, span=place, text=text, label=note.label, flags=frozenset(flags))
    return [block, *inside.others]
