"""Shapes with text over the cells of a sheet, which openpyxl does not write."""

from __future__ import annotations

from collections.abc import Callable

from tests.packages import relations

SPREADSHEET_DRAWING = (
    'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
)


def shape(text: str, number: int = 2, y: int = 0) -> str:
    """A rectangle with a text, a line of it a paragraph."""
    paragraphs = "".join(f"<a:p><a:r><a:t>{line}</a:t></a:r></a:p>" for line in text.split("\n"))
    frame = f'<a:xfrm><a:off x="0" y="{y}"/><a:ext cx="90" cy="90"/></a:xfrm>'
    return (
        f'<xdr:sp><xdr:nvSpPr><xdr:cNvPr id="{number}" name="図形 {number}"/><xdr:cNvSpPr/></xdr:nvSpPr>'
        f"<xdr:spPr>{frame}</xdr:spPr><xdr:txBody><a:bodyPr/>{paragraphs}</xdr:txBody></xdr:sp>"
    )


def group(*shapes: str) -> str:
    inside = '<a:chOff x="0" y="0"/><a:chExt cx="900" cy="900"/>'
    size = f'<a:xfrm><a:off x="0" y="0"/><a:ext cx="900" cy="900"/>{inside}</a:xfrm>'
    return (
        f'<xdr:grpSp><xdr:nvGrpSpPr><xdr:cNvPr id="90" name="組"/></xdr:nvGrpSpPr><xdr:grpSpPr>{size}</xdr:grpSpPr>'
        f"{''.join(shapes)}</xdr:grpSp>"
    )


def anchored(content: str, top: int, left: int, bottom: int, right: int) -> str:
    """The content over the cells from row ``top``, column ``left`` to row ``bottom``, column ``right``."""
    corners = "".join(
        f"<xdr:{name}><xdr:col>{column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>{line}</xdr:row>"
        f"<xdr:rowOff>0</xdr:rowOff></xdr:{name}>"
        for name, column, line in [("from", left - 1, top - 1), ("to", right, bottom)]
    )
    return f"<xdr:twoCellAnchor>{corners}{content}<xdr:clientData/></xdr:twoCellAnchor>"


def drawing(*anchors: str, sheet: int = 1) -> dict[str, Callable[[str], str]]:
    """Patches that lay shapes over a sheet."""
    part = f"xl/worksheets/sheet{sheet}.xml"
    names = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
    reference = f'<drawing {names} r:id="rIdD"/></worksheet>'
    relation = relations({"rIdD": ("drawing", f"../drawings/drawing{sheet}.xml")})

    def related(old: str) -> str:
        if not old:
            return relation
        return old.replace("</Relationships>", relation[relation.index("<Relationship ") :])

    return {
        f"xl/drawings/drawing{sheet}.xml": lambda _: f"<xdr:wsDr {SPREADSHEET_DRAWING}>{''.join(anchors)}</xdr:wsDr>",
        f"xl/worksheets/_rels/sheet{sheet}.xml.rels": related,
        part: lambda old: old.replace("</worksheet>", reference),
    }
