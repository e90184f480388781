"""The flow of a document: paragraphs and tables in order, through content controls and other wrappers."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.model.document import Block
from rulebook.readers.word.inline import Inline
from rulebook.readers.word.paragraphs import Paragraph, loose_blocks, paragraph_blocks
from rulebook.readers.word.reading import DELETED, Reading
from rulebook.readers.word.runs import walk_paragraph
from rulebook.readers.word.tables import table_blocks
from rulebook.readers.word.xml import REMOVED, Element, M, W, child, children, plain_text, value

_PARAGRAPHS = frozenset({W + "p", M + "oMathPara"})
"""A formula may stand between paragraphs like one of them."""
_NO_CONTENT = frozenset(W + name for name in ("sectPr", "sdtPr", "sdtEndPr", "tcPr", "customXmlPr", "pPr", "rPr"))


class Body:
    """Reads containers of paragraphs: the body itself, cells, text boxes, notes, page headers."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading

    def blocks(self, container: Element) -> list[Block]:
        """The blocks below ``container`` in reading order."""
        blocks: list[Block] = []
        carried = Inline()
        for element, in_contents in _flow(container, False):
            if element.tag not in _PARAGRAPHS:
                blocks += loose_blocks(carried, self._reading, self.blocks)
                carried = Inline()
                blocks += self._other(element)
                continue
            style_id = self._reading.styles.of_paragraph(value(element, "pPr", "pStyle"))
            walk_paragraph(element, style_id, self._reading, carried)
            if _loses_its_end(element, carried) or _is_drop_cap(element):
                carried.changed = carried.changed and bool(carried.text)  # what went whole changes no neighbour
                continue
            paragraph = Paragraph(element=element, style_id=style_id, inline=carried, in_contents=in_contents)
            blocks += paragraph_blocks(paragraph, self._reading, self.blocks)
            carried = Inline()
        return blocks + loose_blocks(carried, self._reading, self.blocks)

    def _other(self, element: Element) -> list[Block]:
        if element.tag == W + "tbl":
            return table_blocks(element, self._reading, self.blocks)
        if element.tag == W + "altChunk":
            message = "A file of another format is embedded here and was not read. Add it as a document of its own."
            self._reading.warn("embedded_file", message)
            return []
        wording = plain_text(element, (W + "t", W + "delText")).strip()
        if wording:
            self._reading.warn("tracked_deletion", f"{DELETED} 「{wording}」")
        return []


def _flow(container: Element, in_contents: bool) -> Iterator[tuple[Element, bool]]:
    """Paragraphs, tables and what else needs a word, and whether each lies in a generated table of contents."""
    for element in children(container):
        if element.tag in _PARAGRAPHS or element.tag in (W + "tbl", W + "altChunk") or element.tag in REMOVED:
            yield element, in_contents
        elif element.tag not in _NO_CONTENT:
            yield from _flow(element, in_contents or _is_contents(element))


def _is_contents(element: Element) -> bool:
    return value(element, "sdtPr", "docPartObj", "docPartGallery") == "Table of Contents"


def _is_drop_cap(paragraph: Element) -> bool:
    """Whether it holds only the large first letter of the next paragraph."""
    frame = child(paragraph, "pPr", "framePr")
    return frame is not None and frame.get(W + "dropCap", "none") != "none"


def _loses_its_end(paragraph: Element, inline: Inline) -> bool:
    """Whether a tracked change joins the paragraph to the next one."""
    mark = child(paragraph, "pPr", "rPr")
    removed = mark is not None and any(c.tag in REMOVED for c in children(mark))
    inserted = mark is not None and any(c.tag in (W + "ins", W + "moveTo") for c in children(mark))
    inline.changed = inline.changed or removed or inserted
    return removed
