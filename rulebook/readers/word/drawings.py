"""Text in drawings: text boxes old and new, WordArt, SmartArt, charts; what holds none that we can read is named."""

from __future__ import annotations

from collections.abc import Callable

from rulebook.errors import DamagedFile
from rulebook.model.text import RichText
from rulebook.readers.charts import drawn_texts, read_chart
from rulebook.readers.drawings.diagrams import diagram_paragraphs
from rulebook.readers.drawings.text import rich_paragraphs
from rulebook.readers.package import Package
from rulebook.readers.word.inline import Drawing, Inline, Remark, Shape
from rulebook.readers.word.placement import GROUPS, anchor_of, members_in_order
from rulebook.readers.word.xml import A, Element, R, V, W, children

_DIAGRAM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"
_CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}chart"
_NEW_CHART = "{http://schemas.microsoft.com/office/drawing/2014/chartex}chart"
_PICTURE = "{http://schemas.openxmlformats.org/drawingml/2006/picture}pic"
_PROPERTIES = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}docPr"
_EMBEDDED = "{urn:schemas-microsoft-com:office:office}OLEObject"


class DrawingReader:
    """Reads the drawings of the parts of one package."""

    def __init__(self, package: Package, relations: dict[str, tuple[str, str]]) -> None:
        self._package = package
        self._relations = relations
        self._readers: dict[str, Callable[[Element, Inline, bool], None]] = {
            W + "txbxContent": self._text_box,
            V + "textpath": self._word_art,
            A + "txBody": self._drawn_text,
            _DIAGRAM + "relIds": self._smart_art,
            _CHART: self._chart,
            _NEW_CHART: self._chart,
            _PICTURE: self._picture,
            V + "imagedata": self._picture,
            _EMBEDDED: self._embedded,
            W + "control": self._control,
        }

    def read(self, drawing: Element, inline: Inline, hidden: bool = False) -> None:
        """Adds to ``inline`` what a ``w:drawing``, ``w:pict`` or ``w:object`` holds, as one reads it."""
        inline.drawings.append(Drawing(anchor=anchor_of(drawing)))
        pictures = inline.pictures
        self._read(drawing, inline, hidden)
        if any(part.tag == _EMBEDDED for part in children(drawing)):
            inline.pictures = pictures  # the picture of an embedded object is no content of its own

    def _read(self, drawing: Element, inline: Inline, hidden: bool) -> None:
        hidden = hidden or any(c.tag == _PROPERTIES and c.get("hidden") in ("1", "true") for c in children(drawing))
        for child in members_in_order(drawing) if drawing.tag in GROUPS else children(drawing):
            reader = self._readers.get(child.tag)
            if reader:
                reader(child, inline, hidden)
            else:
                self._read(child, inline, hidden or "visibility:hidden" in child.get("style", "").replace(" ", ""))

    def _text_box(self, content: Element, inline: Inline, hidden: bool) -> None:
        inline.drawings[-1].shapes.append(Shape(content=content, hidden=hidden))

    def _word_art(self, path: Element, inline: Inline, hidden: bool) -> None:
        self._add_text(RichText(path.get("string", "")), inline, hidden)

    def _drawn_text(self, body: Element, inline: Inline, hidden: bool) -> None:
        self._add_text(RichText.join(rich_paragraphs(body), "\n"), inline, hidden)

    def _smart_art(self, ids: Element, inline: Inline, hidden: bool) -> None:
        root = self._related(ids.get(R + "dm", ""), "diagram", inline)
        if root is not None:
            lines = (paragraph.text.strip() for paragraph in diagram_paragraphs(root))
            self._add_text(RichText.join(lines, "\n"), inline, hidden)

    def _chart(self, reference: Element, inline: Inline, hidden: bool) -> None:
        root = self._related(reference.get(R + "id", ""), "chart", inline)
        if root is None:
            return
        chart = read_chart(root)
        inline.drawings[-1].shapes.append(Shape(chart=chart, hidden=hidden))
        if chart.omitted:
            inline.remarks.append(Remark(code="chart_cut", message=f"A chart is big: {chart.omitted}"))
        _, part = self._relations[reference.get(R + "id", "")]
        for relation, (kind, _) in self._package.relations(part).items():
            drawn = self._related(relation, "drawing over a chart", inline, part) if kind == "chartUserShapes" else None
            for text in drawn_texts(drawn) if drawn is not None else ():
                self._add_text(text, inline, hidden)

    def _related(self, relation: str, name: str, inline: Inline, of_part: str = "") -> Element | None:
        """The root of the part behind a relation, by default one of the part at hand; a remark where it is not read."""
        relations = self._package.relations(of_part) if of_part else self._relations
        _, part = relations.get(relation, ("", ""))
        try:
            return self._package.xml(part)
        except DamagedFile as error:
            code = f"{name.split()[0]}_not_read"
            inline.remarks.append(Remark(code=code, message=f"A {name} was not read: {error.what}"))
            return None

    @staticmethod
    def _add_text(text: RichText, inline: Inline, hidden: bool) -> None:
        inline.drawings[-1].shapes.append(Shape(text=text, hidden=hidden))

    def _picture(self, _: Element, inline: Inline, __: bool) -> None:
        inline.pictures += 1

    def _embedded(self, element: Element, inline: Inline, _: bool) -> None:
        program = element.get("ProgID") or "unknown program"
        inline.remarks.append(
            Remark(code="embedded_object", message=f"An embedded object ({program}) was not read: only Word text is.")
        )

    def _control(self, _: Element, inline: Inline, __: bool) -> None:
        inline.remarks.append(Remark(code="control_not_read", message="An ActiveX control was not read."))
