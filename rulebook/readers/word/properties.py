"""What holds for a whole document: its title, its page headers and footers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulebook.model.document import Block, BlockKind
from rulebook.readers.word.styles import StyleSheet
from rulebook.readers.word.xml import FALLBACK, REMOVED, Element, R, W, lies_in, plain_text, value

_TITLE = "{http://purl.org/dc/elements/1.1/}title"


def styled_title(body: Element, styles: StyleSheet) -> str:
    """The first paragraph in a title style, with those right behind it that go on with it; ``""`` without one."""
    for paragraph in body.iter(W + "p"):
        if _is_title(paragraph, styles):
            lines = [_line(paragraph)]
            following = paragraph.getnext()
            while following is not None and following.tag == W + "p" and _is_title(following, styles):
                lines.append(_line(following))
                following = following.getnext()
            return " ".join(lines)
    return ""


def _is_title(paragraph: Element, styles: StyleSheet) -> bool:
    if not styles.is_title(value(paragraph, "pPr", "pStyle") or "") or not _line(paragraph):
        return False
    return not lies_in(paragraph, *REMOVED, FALLBACK)


def _line(paragraph: Element) -> str:
    return " ".join(plain_text(paragraph, (W + "t",)).split())


def stored_title(properties: Element | None) -> str:
    """The title in the file's properties, ``""`` where there is none."""
    return "" if properties is None else " ".join((properties.findtext(_TITLE) or "").split())


def only_heading(blocks: Sequence[Block]) -> str:
    """The one heading of the highest level, which then names the whole document; ``""`` where chapters stand there."""
    headings = [block for block in blocks if block.kind is BlockKind.HEADING]
    highest = [block for block in headings if block.level == min(h.level for h in headings)]
    return " ".join(highest[0].text.text.split()) if len(highest) == 1 else ""


def page_parts(document: Element, relations: dict[str, tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """``("header", part)`` and ``("footer", part)`` of the sections, in order, each part once."""
    passed = set[str]()
    for reference in document.iter(W + "headerReference", W + "footerReference"):
        kind, part = relations.get(reference.get(R + "id", ""), ("", ""))
        if kind in ("header", "footer") and part not in passed:
            passed.add(part)
            yield kind, part


def page_text(blocks: list[Block]) -> str:
    """The text of a page header or footer, a paragraph or table row a line."""
    lines = []
    for block in blocks:
        if block.table is None:
            lines.append(block.text.text)
        else:
            lines += [" ".join(c.text.text for c in row.cells if c.text) for row in block.table.rows]
    return "\n".join(" ".join(line.split()) for line in "\n".join(lines).splitlines() if line.strip())
