"""A small workbook that uses every feature the reader knows."""

from __future__ import annotations

from tests.fuzz.word_seed import CHART, DIAGRAM
from tests.packages import EXCEL_MAIN, Parts, package, relations

_S = (
    'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
)
_STRINGS = """<si><t>記入規則</t></si><si><r><rPr><b/></rPr><t>太字</t></r><r><t xml:space="preserve"> と普通</t></r>
<rPh sb="0" eb="2"><t>フトジ</t></rPh></si><si><t>項目</t></si><si><t>値_x000D_
備考</t></si><si><t>1. 総則</t></si><si><t>2. 細則</t></si><si><t>余白は10mmとする。</t></si>"""

_STYLES = """<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/>
<numFmt numFmtId="165" formatCode="[Red]#,##0.00;(#,##0);&quot;-&quot;;@&quot;様&quot;"/></numFmts>
<fonts count="3"><font><sz val="11"/></font><font><b/><u/></font><font><strike/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="solid">
<fgColor rgb="FFC0C0C0"/></patternFill></fill></fills>
<borders count="2"><border/><border><left style="thin"/><right style="thin"/><top style="thin"/><bottom style="thin"/>
</border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
<xf numFmtId="0" fontId="1" fillId="1" borderId="1" applyFont="1"/>
<xf numFmtId="164" fontId="0" fillId="0" borderId="1"/>
<xf numFmtId="165" fontId="2" fillId="0" borderId="1"><alignment textRotation="255" indent="2"/></xf>
<xf numFmtId="0" fontId="0" fillId="0" borderId="1"/></cellXfs>"""

_ROWS = """<row r="1"><c r="A1" t="s"><v>0</v></c></row>
<row r="2"><c r="A2" t="s"><v>4</v></c></row><row r="3"><c r="B3" t="s"><v>6</v></c></row>
<row r="4"><c r="A4" t="s"><v>5</v></c></row>
<row r="6"><c r="A6" s="1" t="s"><v>2</v></c><c r="B6" s="1" t="s"><v>3</v></c><c r="C6" s="1"/></row>
<row r="7"><c r="A7" s="4" t="s"><v>1</v></c><c r="B7" s="2"><v>45000.5</v></c>
<c r="C7" s="3"><f>SUM(B7)</f><v>-1234.5</v></c></row>
<row r="8" hidden="1"><c r="A8" s="4" t="inlineStr"><is><t>隠れた行</t></is></c><c r="B8" s="4" t="b"><v>1</v></c>
<c r="C8" s="4" t="e"><v>#N/A</v></c></row>
<row r="9" ht="30" customHeight="1"><c r="A9" s="4" t="str"><f>A1</f><v>式の文</v></c><c r="B9" s="4"><f>B1</f></c>
<c r="C9" s="4" t="d"><v>2026-04-01T00:00:00</v></c></row>"""

_SHEET = f"""<worksheet {_S}><sheetPr><outlinePr/></sheetPr><dimension ref="A1:C9"/>
<sheetFormatPr defaultRowHeight="15" baseColWidth="8"/><cols><col min="1" max="2" width="12.5" customWidth="1"/>
<col min="4" max="4" hidden="1" width="0"/></cols><sheetData>{_ROWS}</sheetData>
<autoFilter ref="A6:C9"/><mergeCells count="2"><mergeCell ref="A1:C1"/><mergeCell ref="B6:C6"/></mergeCells>
<conditionalFormatting sqref="A1"><cfRule type="cellIs" priority="1" operator="equal"><formula>1</formula></cfRule>
</conditionalFormatting><dataValidations count="1"><dataValidation type="list" allowBlank="1" sqref="B7:B9"
 promptTitle="題" prompt="選ぶ" error="違う"><formula1>"はい,いいえ"</formula1></dataValidation></dataValidations>
<hyperlinks><hyperlink ref="A1" r:id="rId9" tooltip="外"/></hyperlinks>
<headerFooter><oddHeader>&amp;C&amp;"ＭＳ"社外秘 &amp;P</oddHeader></headerFooter><drawing r:id="rId1"/>
<legacyDrawing r:id="rId3"/><controls><control shapeId="1025" r:id="rId4" name="c"/></controls></worksheet>"""

_HIDDEN = f"""<worksheet {_S}><sheetData><row r="1"><c r="A1" t="s"><v>6</v></c></row></sheetData></worksheet>"""

_DRAWING_NAMES = (
    'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" '
    'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main"'
)


def _at(column: int, row: int) -> str:
    return f"<xdr:col>{column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>{row}</xdr:row><xdr:rowOff>0</xdr:rowOff>"


def _anchored(content: str) -> str:
    return (
        f'<xdr:twoCellAnchor editAs="oneCell"><xdr:from>{_at(4, 1)}</xdr:from><xdr:to>{_at(6, 4)}</xdr:to>{content}'
        "<xdr:clientData/></xdr:twoCellAnchor>"
    )


def _shape(text: str, number: int) -> str:
    return (
        f'<xdr:sp><xdr:nvSpPr><xdr:cNvPr id="{number}" name="図形"/><xdr:cNvSpPr/></xdr:nvSpPr><xdr:spPr><a:xfrm>'
        '<a:off x="100" y="100"/><a:ext cx="900000" cy="400000"/></a:xfrm></xdr:spPr><xdr:txBody><a:bodyPr/><a:p><a:r>'
        f'<a:rPr b="1" u="sng" strike="sngStrike"/><a:t>{text}</a:t></a:r><a:br/></a:p></xdr:txBody></xdr:sp>'
    )


def _frame(content: str) -> str:
    return (
        '<xdr:graphicFrame><xdr:nvGraphicFramePr><xdr:cNvPr id="9" name="g"/></xdr:nvGraphicFramePr><a:graphic>'
        f"<a:graphicData>{content}</a:graphicData></a:graphic></xdr:graphicFrame>"
    )


_GROUP = (
    '<xdr:grpSp><xdr:nvGrpSpPr><xdr:cNvPr id="7" name="組"/></xdr:nvGrpSpPr><xdr:grpSpPr><a:xfrm><a:off x="0" y="0"/>'
    '<a:ext cx="900" cy="900"/><a:chOff x="0" y="0"/><a:chExt cx="300" cy="300"/></a:xfrm></xdr:grpSpPr>'
    f"{_shape('組の中', 3)}</xdr:grpSp>"
)
_CHECK = (
    '<xdr:sp><xdr:nvSpPr><xdr:cNvPr id="1025" name="c" hidden="1"><a:extLst><a:ext><a14:compatExt spid="_x0000_s1025"/>'
    "</a:ext></a:extLst></xdr:cNvPr></xdr:nvSpPr><xdr:txBody><a:p><a:r><a:t>確認</a:t></a:r></a:p></xdr:txBody></xdr:sp>"
)
_CHART = _anchored(_frame('<c:chart r:id="rId1"/>'))
_DIAGRAM = _anchored(_frame('<dgm:relIds r:dm="rId2"/>'))
_DRAWING = (
    f"<xdr:wsDr {_DRAWING_NAMES}>{_anchored(_shape('吹き出し', 2))}{_anchored(_GROUP)}{_CHART}{_DIAGRAM}"
    f"<mc:AlternateContent><mc:Choice Requires='a14'>{_anchored(_CHECK)}</mc:Choice></mc:AlternateContent>"
    '<xdr:absoluteAnchor><xdr:pos x="9000" y="9000"/><xdr:ext cx="9000" cy="9000"/>'
    f"{_shape('絶対', 4)}<xdr:clientData/></xdr:absoluteAnchor><xdr:oneCellAnchor><xdr:from>{_at(1, 12)}</xdr:from>"
    f'<xdr:ext cx="9000" cy="9000"/>{_shape("一つ", 5)}<xdr:clientData/></xdr:oneCellAnchor></xdr:wsDr>'
)
_COMMENTS = f"""<comments {_S}><authors><author>某</author></authors><commentList><comment ref="B7" authorId="0"><text>
<r><t>注意</t></r></text></comment></commentList></comments>"""
_THREADS = (
    '<ThreadedComments xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments">'
    '<threadedComment ref="A7" id="{1}"><text>返事</text></threadedComment></ThreadedComments>'
)
_CONTROL = '<formControlPr xmlns="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main" objectType="CheckBox"'


def workbook_parts() -> Parts:
    """Styles, number formats, merged cells, hidden rows and sheets, comments, shapes, charts, controls, validations."""
    sheets = (
        '<sheet name="規則" sheetId="1" r:id="rId1"/><sheet name="隠し" sheetId="2" state="hidden" r:id="rId2"/>'
        '<sheet name="図" sheetId="3" r:id="rId5"/>'
    )
    book = {
        "rId1": ("worksheet", "worksheets/sheet1.xml"),
        "rId2": ("worksheet", "worksheets/sheet2.xml"),
        "rId3": ("sharedStrings", "sharedStrings.xml"),
        "rId4": ("styles", "styles.xml"),
        "rId5": ("chartsheet", "chartsheets/sheet1.xml"),
    }
    sheet = {
        "rId1": ("drawing", "../drawings/drawing1.xml"),
        "rId2": ("comments", "../comments1.xml"),
        "rId4": ("ctrlProp", "../ctrlProps/ctrlProp1.xml"),
        "rId5": ("threadedComment", "../threadedComments/t1.xml"),
    }
    area = '<definedName name="_xlnm.Print_Area" localSheetId="0">規則!$A$1:$C$9</definedName>'
    names = f"<definedNames>{area}</definedNames>"
    return package(
        "xl/workbook.xml",
        EXCEL_MAIN,
        {
            "xl/workbook.xml": f'<workbook {_S}><workbookPr date1904="0"/><sheets>{sheets}</sheets>{names}</workbook>',
            "xl/_rels/workbook.xml.rels": relations(book),
            "xl/worksheets/sheet1.xml": _SHEET,
            "xl/worksheets/_rels/sheet1.xml.rels": relations(sheet),
            "xl/worksheets/sheet2.xml": _HIDDEN,
            "xl/chartsheets/sheet1.xml": f'<chartsheet {_S}><drawing r:id="rId1"/></chartsheet>',
            "xl/sharedStrings.xml": f"<sst {_S}>{_STRINGS}</sst>",
            "xl/styles.xml": f"<styleSheet {_S}>{_STYLES}</styleSheet>",
            "xl/drawings/drawing1.xml": _DRAWING,
            "xl/drawings/_rels/drawing1.xml.rels": relations(
                {"rId1": ("chart", "../charts/chart1.xml"), "rId2": ("diagramData", "../diagrams/data1.xml")}
            ),
            "xl/charts/chart1.xml": CHART,
            "xl/diagrams/data1.xml": DIAGRAM,
            "xl/comments1.xml": _COMMENTS,
            "xl/threadedComments/t1.xml": _THREADS,
            "xl/ctrlProps/ctrlProp1.xml": f'{_CONTROL} checked="Checked"/>',
        },
    )
