"""Pictures, embedded files and ActiveX controls of a workbook, whose text is not read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lxml import etree

from rulebook.model.document import ParseWarning
from rulebook.readers.excel.xml import SHEET

_NAMED = 12


def pictures_warning(counts: Sequence[tuple[str, int]]) -> tuple[ParseWarning, ...]:
    """One warning for all pictures; ``counts`` are the shown sheets that have some, and how many."""
    return _warning("pictures_not_read", counts, "pictures", "what is written in them")


def objects_warning(counts: Sequence[tuple[str, int]]) -> tuple[ParseWarning, ...]:
    """One warning for all embedded files and ActiveX controls, ``counts`` as for pictures."""
    return _warning("objects_not_read", counts, "embedded files and ActiveX controls", "what they hold")


def count_objects(root: etree._Element, relations: Mapping[str, tuple[str, str]]) -> int:
    """How many embedded files and ActiveX controls a sheet part names; each stands there in two forms."""
    embedded = {element.get("shapeId") for element in root.iter(f"{SHEET}oleObject")}
    return len(embedded) + sum(1 for kind, _ in relations.values() if kind == "control")


def _warning(code: str, counts: Sequence[tuple[str, int]], what: str, lost: str) -> tuple[ParseWarning, ...]:
    if not counts:
        return ()
    named = ", ".join(f"{sheet} ({count})" for sheet, count in counts[:_NAMED])
    more = f" and {len(counts) - _NAMED} more" if len(counts) > _NAMED else ""
    message = (
        f"{what} are not read and {lost} is not in the handbook. Sheets with them: {named}{more}. "
        "Where one states a rule, write the rule in a cell as well."
    )
    return (ParseWarning(code=code, place=counts[0][0], message=message),)
