"""Text in drawings: text boxes old and new, WordArt, SmartArt; what holds none that we can read is named."""

from __future__ import annotations

from collections.abc import Callable

from rulebook.errors import DamagedFile
from rulebook.readers.package import Package
from rulebook.readers.word.inline import Inline, Remark, Shape
from rulebook.readers.word.xml import A, Element, R, V, W, children, plain_text

_DIAGRAM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"
_CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}chart"
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
            _PICTURE: self._picture,
            V + "imagedata": self._picture,
            _EMBEDDED: self._embedded,
            W + "control": self._control,
        }

    def read(self, drawing: Element, inline: Inline, hidden: bool = False) -> None:
        """Adds to ``inline`` what a ``w:drawing``, ``w:pict`` or ``w:object`` holds, in the order of the file."""
        hidden = hidden or any(c.tag == _PROPERTIES and c.get("hidden") in ("1", "true") for c in children(drawing))
        for child in children(drawing):
            reader = self._readers.get(child.tag)
            if reader:
                reader(child, inline, hidden)
            else:
                self.read(child, inline, hidden or "visibility:hidden" in child.get("style", "").replace(" ", ""))

    def _text_box(self, content: Element, inline: Inline, hidden: bool) -> None:
        inline.shapes.append(Shape(content=content, hidden=hidden))

    def _word_art(self, path: Element, inline: Inline, hidden: bool) -> None:
        inline.shapes.append(Shape(text=path.get("string", ""), hidden=hidden))

    def _drawn_text(self, body: Element, inline: Inline, hidden: bool) -> None:
        inline.shapes.append(Shape(text=_paragraphs(body), hidden=hidden))

    def _smart_art(self, ids: Element, inline: Inline, hidden: bool) -> None:
        _, part = self._relations.get(ids.get(R + "dm", ""), ("", ""))
        try:
            points = self._package.xml(part).iter(_DIAGRAM + "pt")
        except DamagedFile as error:
            inline.remarks.append(Remark(code="diagram_not_read", message=f"A diagram was not read: {error.what}"))
            return
        texts = (_paragraphs(p) for p in points if p.get("type", "node") in ("node", "asst"))
        inline.shapes.append(Shape(text="\n".join(t for t in texts if t), hidden=hidden))

    def _chart(self, _: Element, inline: Inline, __: bool) -> None:
        inline.remarks.append(
            Remark(code="chart_not_read", message="A chart was not read; its titles and values are not in the text.")
        )

    def _picture(self, _: Element, inline: Inline, __: bool) -> None:
        inline.pictures += 1

    def _embedded(self, element: Element, inline: Inline, _: bool) -> None:
        program = element.get("ProgID") or "unknown program"
        inline.remarks.append(
            Remark(code="embedded_object", message=f"An embedded object ({program}) was not read: only Word text is.")
        )

    def _control(self, _: Element, inline: Inline, __: bool) -> None:
        inline.remarks.append(Remark(code="control_not_read", message="An ActiveX control was not read."))


def _paragraphs(body: Element) -> str:
    """The paragraphs of DrawingML below ``body``, one a line."""
    lines = (plain_text(p, (A + "t",)).strip() for p in body.iter(A + "p"))
    return "\n".join(line for line in lines if line)
