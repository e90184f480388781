"""A small deck that uses every feature the reader knows."""

from __future__ import annotations

from tests.fuzz.word_seed import CHART, DIAGRAM
from tests.packages import SLIDES_MAIN, Parts, package, relations

_NAMES = (
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" '
    'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" '
    'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
)
_PLACE = '<a:off x="{x}" y="{y}"/><a:ext cx="4000000" cy="600000"/>'


def _paragraph(text: str, properties: str = "") -> str:
    return (
        f'<a:p><a:pPr {properties}/><a:r><a:rPr b="1" u="sng"/><a:t>{text}</a:t></a:r><a:br/><a:fld type="slidenum">'
        "<a:t>1</a:t></a:fld></a:p>"
    )


def _shape(content: str, place: str = "", x: int = 0, y: int = 0, attributes: str = "") -> str:
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="2" name="枠" {attributes}/><p:cNvSpPr/><p:nvPr>{place}</p:nvPr></p:nvSpPr>'
        f"<p:spPr><a:xfrm>{_PLACE.format(x=x, y=y)}</a:xfrm></p:spPr><p:txBody><a:bodyPr/><a:lstStyle><a:lvl1pPr>"
        f'<a:buChar char="・"/></a:lvl1pPr></a:lstStyle>{content}</p:txBody></p:sp>'
    )


def _frame(content: str) -> str:
    return (
        '<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="5" name="表"/><p:nvPr/></p:nvGraphicFramePr><p:xfrm>'
        f"{_PLACE.format(x=100, y=3000000)}</p:xfrm><a:graphic><a:graphicData>{content}</a:graphicData></a:graphic>"
        "</p:graphicFrame>"
    )


def _cell(text: str, attributes: str = "") -> str:
    return f"<a:tc {attributes}><a:txBody><a:bodyPr/>{_paragraph(text)}</a:txBody></a:tc>"


def _row(*cells: str) -> str:
    return f'<a:tr h="9">{"".join(cells)}</a:tr>'


_TABLE = (
    '<a:tbl><a:tblPr firstRow="1"/><a:tblGrid><a:gridCol w="9"/><a:gridCol w="9"/></a:tblGrid>'
    + _row(_cell("項目", 'gridSpan="2"'), _cell("", 'hMerge="1"'))
    + _row(_cell("余白", 'rowSpan="2"'), _cell("10mm"))
    + _row(_cell("", 'vMerge="1"'), _cell("20mm"))
    + "</a:tbl>"
)
_GROUP = (
    '<p:grpSp><p:nvGrpSpPr><p:cNvPr id="8" name="組"/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/>'
    '<a:ext cx="900" cy="900"/><a:chOff x="0" y="0"/><a:chExt cx="300" cy="300"/></a:xfrm></p:grpSpPr>'
    f"{_shape(_paragraph('組の左'), x=0)}{_shape(_paragraph('組の右'), x=200)}</p:grpSp>"
)
_SHAPES = (
    _shape(_paragraph("方針"), '<p:ph type="title"/>')
    + _shape(
        _paragraph("表には番号を付ける。", 'lvl="0"')
        + '<a:p><a:pPr lvl="1"><a:buAutoNum type="arabicPeriod" startAt="3"/></a:pPr><a:r><a:t>細目</a:t></a:r></a:p>',
        '<p:ph type="body" idx="1"/>',
        y=900000,
    )
    + _shape(_paragraph("隠れた枠"), attributes='hidden="1"', y=5000000)
    + _shape(_paragraph("社外秘"), '<p:ph type="ftr" idx="11"/>')
    + _GROUP
    + _frame(_TABLE)
    + _frame('<c:chart r:id="rId4"/>')
    + _frame('<dgm:relIds r:dm="rId5"/>')
    + f'<mc:AlternateContent><mc:Choice Requires="x">{_shape(_paragraph("新しい形"))}</mc:Choice><mc:Fallback>'
    f"{_shape(_paragraph('古い形'))}</mc:Fallback></mc:AlternateContent>"
    + '<p:pic><p:nvPicPr><p:cNvPr id="9" name="絵" descr="説明"/></p:nvPicPr><p:blipFill><a:blip r:link="rId9"/>'
    "</p:blipFill></p:pic>"
)


def _slide(shapes: str, attributes: str = "") -> str:
    return f"<p:sld {_NAMES} {attributes}><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></p:sld>"


_LEVELS = '<a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr><a:lvl2pPr><a:buNone/></a:lvl2pPr>'


def _page(root: str, shapes: str, more: str = "") -> str:
    return f"<p:{root} {_NAMES}><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld>{more}</p:{root}>"


_MASTER = _page(
    "sldMaster",
    _shape(_paragraph("題"), '<p:ph type="title"/>'),
    f"<p:txStyles><p:titleStyle/><p:bodyStyle>{_LEVELS}</p:bodyStyle></p:txStyles>",
)
_LAYOUT = _page("sldLayout", _shape(_paragraph("本文"), '<p:ph type="body" idx="1"/>', y=900000))
_NOTES = _page("notes", _shape(_paragraph("話すこと"), '<p:ph type="body"/>'))
_COMMENTS = f'<p:cmLst {_NAMES}><p:cm authorId="0"><p:pos x="1" y="1"/><p:text>要確認</p:text></p:cm></p:cmLst>'
_MAIN = (
    f'<p:presentation {_NAMES}><p:sldMasterIdLst><p:sldMasterId id="1" r:id="rId1"/></p:sldMasterIdLst><p:sldIdLst>'
    '<p:sldId id="256" r:id="rId2"/><p:sldId id="257" r:id="rId3"/></p:sldIdLst>'
    f"<p:defaultTextStyle>{_LEVELS}</p:defaultTextStyle></p:presentation>"
)


def deck_parts() -> Parts:
    """Places, lists, tables, groups, charts, diagrams, hidden shapes and slides, notes, comments, alternatives."""
    main = {
        "rId1": ("slideMaster", "slideMasters/slideMaster1.xml"),
        "rId2": ("slide", "slides/slide1.xml"),
        "rId3": ("slide", "slides/slide2.xml"),
    }
    slide = {
        "rId1": ("slideLayout", "../slideLayouts/slideLayout1.xml"),
        "rId2": ("notesSlide", "../notesSlides/notesSlide1.xml"),
        "rId3": ("comments", "../comments/comment1.xml"),
        "rId4": ("chart", "../charts/chart1.xml"),
        "rId5": ("diagramData", "../diagrams/data1.xml"),
    }
    return package(
        "ppt/presentation.xml",
        SLIDES_MAIN,
        {
            "ppt/presentation.xml": _MAIN,
            "ppt/_rels/presentation.xml.rels": relations(main),
            "ppt/slides/slide1.xml": _slide(_SHAPES),
            "ppt/slides/_rels/slide1.xml.rels": relations(slide),
            "ppt/slides/slide2.xml": _slide(_shape(_paragraph("隠れた規則")), 'show="0"'),
            "ppt/slides/_rels/slide2.xml.rels": relations({"rId1": slide["rId1"]}),
            "ppt/slideLayouts/slideLayout1.xml": _LAYOUT,
            "ppt/slideLayouts/_rels/slideLayout1.xml.rels": relations(
                {"rId1": ("slideMaster", "../slideMasters/slideMaster1.xml")}
            ),
            "ppt/slideMasters/slideMaster1.xml": _MASTER,
            "ppt/notesSlides/notesSlide1.xml": _NOTES,
            "ppt/comments/comment1.xml": _COMMENTS,
            "ppt/charts/chart1.xml": CHART,
            "ppt/diagrams/data1.xml": DIAGRAM,
        },
    )
