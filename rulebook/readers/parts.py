"""One pass over the XML parts of a package: DOCTYPEs, depth, table spans, merged ranges, cells, sheets and slides."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from lxml import etree

from rulebook.errors import UnsafeFile
from rulebook.readers.archive import Archive
from rulebook.readers.limits import Limits, too_much

_SHEETS = ("http://schemas.openxmlformats.org/spreadsheetml/2006/main", "http://purl.oclc.org/ooxml/spreadsheetml/main")
_WORDS = (
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "http://purl.oclc.org/ooxml/wordprocessingml/main",
)
_SLIDES = (
    "http://schemas.openxmlformats.org/presentationml/2006/main",
    "http://purl.oclc.org/ooxml/presentationml/main",
)
_DRAWINGS = ("http://schemas.openxmlformats.org/drawingml/2006/main", "http://purl.oclc.org/ooxml/drawingml/main")
_RANGE = re.compile(r"\$?([A-Za-z]{1,3})\$?(\d{1,7})(?::\$?([A-Za-z]{1,3})\$?(\d{1,7}))?")


def scan(archive: Archive, parts: tuple[str, ...], limits: Limits) -> dict[str, str]:
    """Reads ``parts`` and returns, for those that are no well-formed XML, what the parser said.

    Whether a reader can do without such a part is for the reader to say. Raises ``UnsafeFile`` for a DOCTYPE in any
    encoding, ``LimitExceeded`` where a limit is passed, ``DamagedFile`` for a part that cannot be unpacked, and
    ``MemoryError``.
    """
    counts = _Counts(archive.doc, limits)
    broken = {}
    for part in parts:
        # the parser is that of the readers, so that both see the same document
        parser = etree.XMLParser(
            target=_Target(counts, part),  # type: ignore[arg-type]  # no handler for text: it would be called for each
            huge_tree=True,
            resolve_entities=False,
            no_network=True,
        )
        try:
            # in one piece, as the readers do: fed in blocks, libxml2 knows fewer encodings
            etree.fromstring(archive.content(part), parser)
        except etree.XMLSyntaxError as error:
            if lacked_memory(error):
                raise MemoryError from error
            broken[part] = str(error)
    return broken


def lacked_memory(error: BaseException | None) -> bool:
    """Whether it is the parser giving up for want of memory; libxml2 reports that like a fault of the document."""
    if not isinstance(error, etree.XMLSyntaxError):
        return False
    return bool(error.code == etree.ErrorTypes.ERR_NO_MEMORY)  # type: ignore[attr-defined]  # missing in the stubs


class _Counts:
    """What the parts of one file hold together."""

    def __init__(self, doc: str, limits: Limits) -> None:
        self.doc = doc
        self.limits = limits
        self.cells = self.sheets = self.slides = self.merged_ranges = self.merged_cells = 0
        at: dict[str, Callable[[Mapping[str, str]], None]] = {}
        at |= {f"{{{space}}}c": self._cell for space in _SHEETS}
        at |= {f"{{{space}}}sheet": self._sheet for space in _SHEETS}
        at |= {f"{{{space}}}sldId": self._slide for space in _SLIDES}
        at |= {f"{{{space}}}mergeCell": self._merge for space in _SHEETS}
        at |= {f"{{{space}}}{tag}": self._span for space in _WORDS for tag in ("gridSpan", "gridBefore", "gridAfter")}
        at |= {f"{{{space}}}tc": self._span for space in _DRAWINGS}
        self.at = at

    def check(self, bound: str, what: str, found: int) -> None:
        """Raises the error of ``bound``, a name of ``Limits``, when there is more than it allows."""
        allowed = getattr(self.limits, bound)
        if found > allowed:
            raise too_much(bound, self.doc, what, str(found), str(allowed))

    def _cell(self, _: Mapping[str, str]) -> None:
        self.cells += 1
        if self.cells > self.limits.cells:  # called for each of millions
            self.check("cells", "stored cells", self.cells)

    def _sheet(self, _: Mapping[str, str]) -> None:
        self.sheets += 1
        self.check("sheets", "sheets", self.sheets)

    def _slide(self, _: Mapping[str, str]) -> None:
        self.slides += 1
        self.check("slides", "slides", self.slides)

    def _merge(self, attributes: Mapping[str, str]) -> None:
        self.merged_ranges += 1
        self.merged_cells += _area(attributes.get("ref", ""))
        self.check("merged_ranges", "merged ranges", self.merged_ranges)
        self.check("merged_cells", "cells in merged ranges", self.merged_cells)

    def _span(self, attributes: Mapping[str, str]) -> None:
        for name, value in attributes.items():
            if name.rpartition("}")[2] in ("val", "gridSpan", "rowSpan"):
                self.check("grid_span", "columns or rows covered by one cell", _whole(value))


class _Target:
    """Receives the parser's events for one part."""

    def __init__(self, counts: _Counts, part: str) -> None:
        self._counts = counts
        self._part = part
        self._depth = 0

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        self._depth += 1
        if self._depth > self._counts.limits.xml_depth:  # called for each of millions
            self._counts.check("xml_depth", f"elements inside each other in {self._part}", self._depth)
        handler = self._counts.at.get(tag)
        if handler is not None:
            handler(attributes)

    def end(self, _: str) -> None:
        self._depth -= 1

    def doctype(self, *_: object) -> None:
        raise UnsafeFile(
            f"the part {self._part} declares a DOCTYPE, which can swallow text. No office program writes this.",
            where=self._counts.doc,
            remedy="If you trust where it comes from, open it in Office and save it as a new file.",
        )

    def close(self) -> None:
        return None


def _whole(value: str) -> int:
    """The number as any reader may take it (``+5``, ``1_000``); 0 for what is none."""
    try:
        return int(float(value[:40]))
    except (ValueError, OverflowError):
        return 0


def _area(reference: str) -> int:
    """Cells of ``A1:C4``; 0 for what is no range, which the reader reports."""
    found = _RANGE.fullmatch(reference.strip())
    if found is None:
        return 0
    left, top, right, bottom = found.groups()
    if right is None or bottom is None:
        return 1
    return (abs(int(bottom) - int(top)) + 1) * (abs(_column(right) - _column(left)) + 1)


def _column(letters: str) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number
