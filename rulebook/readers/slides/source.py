"""Where the blocks of one slide come from, and where its warnings go."""

from __future__ import annotations

from dataclasses import dataclass, field

from lxml import etree

from rulebook.errors import DamagedFile
from rulebook.model.document import ParseWarning
from rulebook.model.place import NumberedRange
from rulebook.readers.package import Package
from rulebook.readers.slides.styles import Inheritance


@dataclass(frozen=True, slots=True)
class SlideSource:
    """One slide's parts. ``relations`` are ``{id: (kind, part)}``; ``warnings`` collects what could not be read."""

    package: Package
    relations: dict[str, tuple[str, str]]
    span: NumberedRange
    above: Inheritance
    warnings: list[ParseWarning] = field(default_factory=list)

    def warn(self, code: str, message: str) -> None:
        self.warnings.append(ParseWarning(code=code, place=self.span.fragment, message=message))

    def parts(self, kind: str) -> list[str]:
        """The parts of a kind that the slide refers to, in file order."""
        return list(dict.fromkeys(part for of, part in self.relations.values() if of == kind))

    def related(self, relation: str | None) -> str:
        """The part that a relation id of the slide names; empty for one that is unknown."""
        return self.relations.get(relation or "", ("", ""))[1]

    def xml(self, part: str, what: str) -> etree._Element | None:
        """A part the slide can be read without; nothing and a warning when it is missing or broken."""
        try:
            return self.package.xml(part)
        except DamagedFile as error:
            self.warn("part_not_read", f"{what} is left out: {error.what}")
            return None
