"""The parts of a deck: its slides in order, and the layout, master and deck styles above each."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from rulebook.errors import DamagedFile
from rulebook.readers.package import Package
from rulebook.readers.slides.names import P, R
from rulebook.readers.slides.styles import Inheritance, places


def iter_slide_parts(package: Package) -> Iterator[str]:
    """The slides' part names in the order of the show. Raises ``DamagedFile`` for a slide that the file lacks."""
    main = package.main_part()
    relations = package.relations(main)
    for position, entry in enumerate(package.xml(main).iterfind(f"{P}sldIdLst/{P}sldId"), 1):
        _, part = relations.get(entry.get(f"{R}id", ""), ("", ""))
        if part not in package:
            raise DamagedFile(
                f"slide {position} is listed, but its part {part or '(unnamed)'} is missing.",
                where=package.doc,
                remedy="Open the deck in PowerPoint, let it repair the file, and save it again.",
            )
        yield part


class Ancestors:
    """What the slides of one deck inherit; each layout and master is read once."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._trees: dict[str, etree._Element | None] = {}
        self._deck_style = package.xml(package.main_part()).find(f"{P}defaultTextStyle")

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
        )

    def _target(self, part: str, wanted: str) -> str:
        return next((target for kind, target in self._package.relations(part).values() if kind == wanted), "")

    def _tree(self, part: str) -> etree._Element | None:
        if part not in self._trees:
            # only places and bullets come from here: a slide's own text does not depend on it
            try:
                self._trees[part] = self._package.xml(part) if part else None
            except DamagedFile:
                self._trees[part] = None
        return self._trees[part]
