"""Form controls and text boxes in the old drawing language (VML), as files of Excel 2007 and before have them."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from lxml import etree

from rulebook.model.text import RichText
from rulebook.readers.excel.boxes import Box
from rulebook.readers.excel.xml import plain

_VML = "{urn:schemas-microsoft-com:vml}"
_EXCEL = "{urn:schemas-microsoft-com:office:excel}"
_STATES = {"Checkbox": ("☐", "☑"), "Radio": ("○", "◉")}
_NOT_TEXT = ("Note", "Pict")
"""Comments, which have a part of their own, and pictures."""


def legacy_shapes(root: etree._Element, newer: Collection[str]) -> Iterator[tuple[RichText, Box, str, bool]]:
    """Text, cells, mark of the state and whether it is hidden, of each shape with text in the order of the file.

    ``newer`` are the ids of those that stand in the sheet's drawing too and are read there.
    """
    for shape in root.iter(f"{_VML}shape", f"{_VML}rect", f"{_VML}roundrect"):
        data, body = shape.find(f"{_EXCEL}ClientData"), shape.find(f"{_VML}textbox")
        kind = data.get("ObjectType", "") if data is not None else ""
        if data is None or body is None or kind in _NOT_TEXT or shape.get("id", "") in newer:
            continue
        text, box = _text(body), _box(data.findtext(f"{_EXCEL}Anchor") or "")
        if text and box is not None:
            off, on = _STATES.get(kind, ("", ""))
            state = on if (data.findtext(f"{_EXCEL}Checked") or "").strip() == "1" else off
            yield RichText(text), box, state, "visibility:hidden" in shape.get("style", "").replace(" ", "")


def _text(body: etree._Element) -> str:
    """The lines of a text box; line ends of the file itself count as spaces."""
    lines = [""]
    for event, element in etree.iterwalk(body, events=("start", "end")):
        if event == "start":
            if element.tag in ("div", "br"):
                lines.append("")
            lines[-1] += element.text or ""
        elif element is not body:
            lines[-1] += element.tail or ""
    return "\n".join(shown for line in lines if (shown := " ".join(plain(line).split())))


def _box(anchor: str) -> Box | None:
    """The cells of ``left column, offset, top row, offset, right column, offset, bottom row, offset`` from 0."""
    numbers = [part.strip() for part in anchor.split(",")]
    if len(numbers) != 8 or not all(number.removeprefix("-").isdecimal() for number in numbers):
        return None
    left, _, top, _, right, _, bottom, _ = (max(int(number), 0) for number in numbers)
    return Box(top + 1, left + 1, max(bottom, top) + 1, max(right, left) + 1)
