"""Parts of a package that a workbook can do without."""

from __future__ import annotations

from lxml import etree

from rulebook.errors import DamagedFile
from rulebook.model.document import ParseWarning
from rulebook.readers.package import Package


def optional_part(package: Package, part: str | None, warnings: list[ParseWarning]) -> etree._Element | None:
    """The root of a part that the workbook can do without; a warning is added when it is named but cannot be read."""
    if part is None:
        return None
    try:
        return package.xml(part)
    except DamagedFile as error:
        warnings.append(_not_read(part, error))
        return None


def relations_of(package: Package, part: str, warnings: list[ParseWarning]) -> dict[str, tuple[str, str]]:
    """The relations of a part; none, and a warning, when they cannot be read."""
    try:
        return package.relations(part)
    except DamagedFile as error:
        warnings.append(_not_read(part, error))
        return {}


def _not_read(part: str, error: DamagedFile) -> ParseWarning:
    message = f"{error.what} Its texts, shapes or formats are not in the handbook. {error.remedy}"
    return ParseWarning(code="part_not_read", place=part, message=message)
