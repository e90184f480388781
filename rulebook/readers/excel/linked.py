"""Diagrams and charts, which a drawing keeps in parts of their own."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from lxml import etree

from rulebook.model.document import ParseWarning
from rulebook.model.text import RichText
from rulebook.readers.charts import Chart, drawn_texts, read_chart
from rulebook.readers.excel.art import diagram_text
from rulebook.readers.excel.optional import optional_part, relations_of
from rulebook.readers.excel.xml import CHART, DIAGRAM, RELATION
from rulebook.readers.package import Package

_EXTENDED = "{http://schemas.microsoft.com/office/drawing/2014/chartex}chart"
_REFERENCES = {
    f"{DIAGRAM}relIds": (f"{RELATION}dm", "diagramData"),
    f"{CHART}chart": (f"{RELATION}id", "chart"),
    _EXTENDED: (f"{RELATION}id", "chartEx"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Linked:
    """The text of a diagram or chart; ``data`` is the chart whose data stand nowhere in the workbook."""

    text: RichText
    data: Chart | None = None
    omitted: str = ""
    """What of the data is left out, as a sentence."""


def linked_parts(
    package: Package,
    node: etree._Element,
    relations: Mapping[str, tuple[str, str]],
    known: Collection[str],
    warnings: list[ParseWarning],
) -> Iterator[Linked]:
    """What the diagrams and charts below ``node`` show; ``known`` are the texts of the sheet's cells.

    A chart gives the titles of itself and its axes, the names of series that no cell holds, and what is drawn over it.
    """
    for reference in node.iter(*_REFERENCES):
        attribute, wanted = _REFERENCES[str(reference.tag)]
        kind, part = relations.get(reference.get(attribute, ""), ("", ""))
        root = optional_part(package, part, warnings) if kind == wanted else None
        if root is None:
            continue
        if kind == "diagramData":
            found = Linked(text=diagram_text(root))
        else:
            found = _chart(root, known, _drawn_over(package, part, warnings))
        if found.text.text.strip() or found.data:
            yield found


def _chart(root: etree._Element, known: Collection[str], drawn: list[RichText]) -> Linked:
    chart = read_chart(root)
    own = _has_own_data(root)
    names = [] if own else [RichText(name) for name in dict.fromkeys(chart.series_names) if name not in known]
    text = RichText.join([*chart.captions, *names, *drawn], "\n")
    return Linked(text=text, data=chart if own else None, omitted=chart.omitted if own else "")


def _has_own_data(root: etree._Element) -> bool:
    """Whether values of a chart are typed in or come from another workbook, so that no sheet shows them."""
    if next(root.iter(f"{CHART}numLit", f"{CHART}strLit"), None) is not None:
        return True
    return any("[" in (formula.text or "") for formula in root.iter(f"{CHART}f"))


def _drawn_over(package: Package, part: str, warnings: list[ParseWarning]) -> list[RichText]:
    drawn: list[RichText] = []
    for kind, target in relations_of(package, part, warnings).values():
        root = optional_part(package, target, warnings) if kind == "chartUserShapes" else None
        drawn += [] if root is None else drawn_texts(root)
    return drawn
