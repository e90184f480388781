"""Text of the SmartArt drawings that a document refers to."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from rulebook.readers.drawings.names import DGM, A, number
from rulebook.readers.drawings.text import Paragraph, rich_text


def diagram_paragraphs(points: etree._Element) -> Iterator[Paragraph]:
    """The entries of a SmartArt drawing from its data part, parents before children, in the order of siblings.

    Entries that hang on nothing, and words on the arrows between entries, come last, in the order of the file.
    """
    by_id = {p.get("modelId", ""): p for p in points.iter(f"{DGM}pt")}
    children: dict[str, list[tuple[int, str]]] = {}
    for link in points.iter(f"{DGM}cxn"):
        if link.get("type", "parOf") == "parOf":
            children.setdefault(link.get("srcId", ""), []).append((number(link.get("srcOrd")), link.get("destId", "")))
    order = list(_walk([key for key, point in by_id.items() if point.get("type") == "doc"], children))
    reached = {key for key, _ in order}
    for key, depth in [*order, *((key, 1) for key in by_id if key not in reached)]:
        point = by_id.get(key)
        if point is not None and point.get("type", "node") not in ("doc", "pres"):
            yield from _entries(point, max(depth - 1, 0))


def _walk(roots: list[str], children: dict[str, list[tuple[int, str]]]) -> Iterator[tuple[str, int]]:
    seen: set[str] = set()
    waiting = [(key, 0) for key in reversed(roots)]
    while waiting:
        key, depth = waiting.pop()
        if key not in seen:
            seen.add(key)
            yield key, depth
            waiting += [(child, depth + 1) for _, child in sorted(children.get(key, ()), reverse=True)]


def _entries(point: etree._Element, depth: int) -> Iterator[Paragraph]:
    for paragraph in point.iterfind(f"{DGM}t/{A}p"):
        text = rich_text(paragraph)
        if text.text.strip():
            yield Paragraph(text, depth, bulleted=True)
