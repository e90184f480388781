"""The parts of a deck: its slides in order, and the layout, master and deck styles above each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from rulebook.errors import DamagedFile
from rulebook.model.document import ParseWarning
from rulebook.readers.drawings.names import R, is_on, number
from rulebook.readers.drawings.order import Box
from rulebook.readers.package import Package
from rulebook.readers.slides.names import P14, P
from rulebook.readers.slides.styles import Inheritance, places

_UNNAMED = frozenset(
    {"default section", "untitled section", "既定のセクション", "タイトルなしのセクション", "無題のセクション"}
    | {"默认节", "无标题节", "預設章節", "未命名的章節"}
)
"""What PowerPoint calls a section that nobody has named."""


@dataclass(frozen=True, slots=True)
class SlidePart:
    """A slide's part and the section of the deck that it lies in, empty without one."""

    part: str
    section: str


def iter_slide_parts(package: Package) -> Iterator[SlidePart]:
    """The slides in the order of the show. Raises ``DamagedFile`` for a slide that the file lacks."""
    main = package.main_part()
    root, relations = package.xml(main), package.relations(main)
    sections = _sections(root)
    for position, entry in enumerate(root.iterfind(f"{P}sldIdLst/{P}sldId"), 1):
        _, part = relations.get(entry.get(f"{R}id", ""), ("", ""))
        if part not in package:
            raise DamagedFile(
                f"slide {position} is listed, but its part {part or '(unnamed)'} is missing.",
                where=package.doc,
                remedy="Open the deck in PowerPoint, let it repair the file, and save it again.",
            )
        yield SlidePart(part, sections.get(entry.get("id", ""), ""))


def _sections(presentation: etree._Element) -> dict[str, str]:
    """Id of a slide → the name of its section; nothing for a deck in one section."""
    sections = list(presentation.iter(f"{P14}section"))
    named = {
        entry.get("id", ""): " ".join(section.get("name", "").split())
        for section in sections
        for entry in section.iter(f"{P14}sldId")
    }
    return {key: name for key, name in named.items() if name.lower() not in _UNNAMED} if len(sections) > 1 else {}


class Ancestors:
    """What the slides of one deck inherit; each layout and master is read once. ``warnings`` tells of those that are
    broken, as far as slides have asked for them."""

    def __init__(self, package: Package) -> None:
        self.warnings: list[ParseWarning] = []
        self._package = package
        self._trees: dict[str, etree._Element | None] = {}
        self._targets: dict[tuple[str, str], str] = {}
        presentation = package.xml(package.main_part())
        self._deck_style = presentation.find(f"{P}defaultTextStyle")
        self._size = _size(presentation)

    def of(self, slide: str) -> Inheritance:
        """What stands above the slide; a layout or master that is missing or broken gives nothing."""
        layout_part = self._target(slide, "slideLayout")
        layout = self._tree(layout_part)
        master = self._tree(self._target(layout_part, "slideMaster")) if layout is not None else None
        return Inheritance(
            layout=places(layout),
            master=places(master),
            master_styles=None if master is None else master.find(f"{P}txStyles"),
            deck_style=self._deck_style,
            layout_part=layout_part,
            layout_kind="" if layout is None else layout.get("type", ""),
            size=self._size,
        )

    def behind(self, slide: str) -> Iterator[tuple[str, etree._Element]]:
        """The layout and the master of the slide, part and root, whose shapes show on it."""
        layout_part = self._target(slide, "slideLayout")
        layout = self._tree(layout_part)
        if layout is None:
            return
        yield layout_part, layout
        master_part = self._target(layout_part, "slideMaster")
        master = self._tree(master_part)
        if master is not None and is_on(layout.get("showMasterSp", "1")):
            yield master_part, master

    def _target(self, part: str, wanted: str) -> str:
        if (part, wanted) not in self._targets:
            relations = self._package.relations(part).values()
            self._targets[part, wanted] = next((target for kind, target in relations if kind == wanted), "")
        return self._targets[part, wanted]

    def _tree(self, part: str) -> etree._Element | None:
        if part not in self._trees:
            # a slide's own text does not depend on it: places, bullets and the text around it come from here
            try:
                self._trees[part] = self._package.xml(part) if part else None
            except DamagedFile as error:
                self._trees[part] = None
                message = f"{error.what} Its text is not read, and the numbers and the order of its slides may differ."
                self.warnings.append(ParseWarning(code="part_not_read", place=part, message=message))
        return self._trees[part]


def _size(presentation: etree._Element) -> Box:
    size = presentation.find(f"{P}sldSz")
    return Box() if size is None else Box(0, 0, number(size.get("cx")), number(size.get("cy")))
