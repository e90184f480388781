"""A small Word document that uses every feature the reader knows."""

from __future__ import annotations

from tests.packages import WORD_MAIN, Parts, package, relations

_NAMES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" '
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" '
    'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" '
    'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"'
)


def _run(text: str, properties: str = "") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def _paragraph(content: str, properties: str = "") -> str:
    return f"<w:p><w:pPr>{properties}</w:pPr>{content}</w:p>"


def _drawing(content: str) -> str:
    return (
        '<w:r><w:drawing><wp:inline><wp:docPr id="1" name="図"/><a:graphic><a:graphicData>'
        f"{content}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>"
    )


_BOX = "<w:txbxContent><w:p><w:r><w:t>枠の中の規則</w:t></w:r></w:p></w:txbxContent>"
_TABLE = f"""<w:tbl><w:tblPr><w:tblStyle w:val="T"/></w:tblPr><w:tblGrid><w:gridCol w:w="900"/><w:gridCol w:w="900"/>
<w:gridCol w:w="900"/></w:tblGrid>
<w:tr><w:trPr><w:tblHeader/></w:trPr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>{_paragraph(_run("項目"))}</w:tc>
<w:tc>{_paragraph(_run("値"))}</w:tc></w:tr>
<w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr><w:tc><w:tcPr><w:vMerge w:val="restart"/></w:tcPr>
{_paragraph(_run("余白"))}</w:tc><w:tc>{_paragraph(_run("10mm"))}</w:tc></w:tr>
<w:tr><w:tc>{_paragraph(_run("a"))}</w:tc><w:tc><w:tcPr><w:vMerge/></w:tcPr>{_paragraph("")}</w:tc>
<w:tc>{_paragraph(_run("20mm"))}<w:tbl><w:tr><w:tc>{_paragraph(_run("内側の表"))}</w:tc></w:tr></w:tbl></w:tc></w:tr>
<w:tr><w:trPr><w:del w:id="9" w:author="a"/></w:trPr><w:tc>{_paragraph(_run("消えた行"))}</w:tc></w:tr></w:tbl>"""

_BODY = "".join(
    [
        _paragraph(_run("文書規程"), '<w:pStyle w:val="Title"/>'),
        _paragraph(
            '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>TOC \\o "1-3"</w:instrText></w:r>'
            '<w:r><w:fldChar w:fldCharType="separate"/></w:r>' + _run("1 総則 3")
        ),
        _paragraph('<w:r><w:fldChar w:fldCharType="end"/></w:r>'),
        _paragraph(_run("総則"), '<w:pStyle w:val="H1"/>'),
        _paragraph(
            _run("太字", '<w:b/><w:u w:val="single"/>')
            + _run("取消", "<w:strike/>")
            + _run("隠し", "<w:vanish/>")
            + '<w:r><w:tab/><w:br/><w:noBreakHyphen/><w:sym w:font="Wingdings" w:char="F0FC"/></w:r>'
        ),
        _paragraph(
            '<w:ins w:id="1" w:author="a">' + _run("加えた文") + '</w:ins><w:del w:id="2" w:author="a">'
            "<w:r><w:delText>消した文</w:delText></w:r></w:del>"
        ),
        _paragraph(
            _run("脚注を見る。") + '<w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:endnoteReference w:id="2"/></w:r>'
            '<w:commentRangeStart w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>'
        ),
        _paragraph(_run("番号一"), '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'),
        _paragraph(_run("番号二"), '<w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr>'),
        _paragraph(_run("点"), '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="2"/></w:numPr>'),
        _paragraph(
            "<w:r><w:ruby><w:rt><w:r><w:t>きそく</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>規則</w:t></w:r></w:rubyBase>"
            '</w:ruby></w:r><w:hyperlink r:id="rIdLink"><w:r><w:t>外</w:t></w:r></w:hyperlink>'
            "<m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f>"
            "<m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath>"
        ),
        _TABLE,
        _paragraph(_run("表１　余白"), '<w:pStyle w:val="Caption"/>'),
        _paragraph(
            f"<w:r><mc:AlternateContent><mc:Choice Requires='wps'><w:drawing><wp:inline><wps:wsp><wps:txbx>{_BOX}"
            f"</wps:txbx></wps:wsp></wp:inline></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape><v:textbox>{_BOX}"
            "</v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r>"
            '<w:r><w:pict><v:shape style="visibility:hidden"><v:textpath string="飾り文字"/></v:shape></w:pict></w:r>'
        ),
        _paragraph(_drawing('<dgm:relIds r:dm="rIdDiagram"/>') + _drawing('<c:chart r:id="rIdChart"/>')),
        _paragraph(_drawing('<pic:pic><pic:blipFill><a:blip r:link="rIdLink"/></pic:blipFill></pic:pic>')),
        "<w:sdt><w:sdtPr><w:alias w:val='欄'/></w:sdtPr><w:sdtContent>"
        + _paragraph(_run("記入欄"))
        + "</w:sdtContent></w:sdt>",
        _paragraph(_run("細則"), '<w:outlineLvl w:val="1"/>'),
        _paragraph(
            '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>REF x \\h</w:instrText></w:r>'
            '<w:r><w:fldChar w:fldCharType="separate"/></w:r>' + _run("第1章") + '<w:r><w:fldChar w:fldCharType="end"/>'
            '</w:r><w:fldSimple w:instr="PAGE">' + _run("4") + "</w:fldSimple>"
        ),
        '<w:altChunk r:id="rIdLink"/>',
        '<w:sectPr><w:headerReference w:type="default" r:id="rIdHeader"/>'
        '<w:footnotePr><w:numRestart w:val="continuous"/></w:footnotePr></w:sectPr>',
    ]
)

_STYLES = """<w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="21"/></w:rPr></w:rPrDefault></w:docDefaults>
<w:style w:type="paragraph" w:default="1" w:styleId="N"><w:name w:val="Normal"/></w:style>
<w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/><w:basedOn w:val="N"/></w:style>
<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/><w:basedOn w:val="N"/>
<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="Caption"><w:name w:val="caption"/><w:basedOn w:val="N"/></w:style>
<w:style w:type="table" w:styleId="T"><w:name w:val="表"/><w:tblStylePr w:type="firstRow"><w:rPr><w:b/></w:rPr>
</w:tblStylePr></w:style>"""

_NUMBERING = """<w:abstractNum w:abstractNumId="0"><w:multiLevelType w:val="multilevel"/>
<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:pStyle w:val="H1"/>
<w:lvlText w:val="第%1章"/></w:lvl>
<w:lvl w:ilvl="1"><w:start w:val="2"/><w:numFmt w:val="aiueo"/><w:lvlText w:val="%1.%2"/><w:lvlRestart w:val="1"/>
</w:lvl></w:abstractNum>
<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="・"/></w:lvl>
</w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="3"/></w:lvlOverride>
</w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>"""

DIAGRAM = """<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"
 xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><dgm:ptLst>
<dgm:pt modelId="0" type="doc"/><dgm:pt modelId="1"><dgm:t><a:p><a:r><a:t>申請</a:t></a:r></a:p></dgm:t></dgm:pt>
<dgm:pt modelId="2"><dgm:t><a:p><a:r><a:t>承認</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst><dgm:cxnLst>
<dgm:cxn modelId="3" srcId="0" destId="1" srcOrd="0"/><dgm:cxn modelId="4" srcId="1" destId="2" srcOrd="0"/>
</dgm:cxnLst></dgm:dataModel>"""

CHART = """<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"
 xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>件数</a:t>
</a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser><c:idx val="0"/><c:order val="0"/><c:tx><c:strRef>
<c:strCache><c:ptCount val="1"/><c:pt idx="0"><c:v>上期</c:v></c:pt></c:strCache></c:strRef></c:tx><c:cat><c:strRef>
<c:strCache><c:ptCount val="2"/><c:pt idx="0"><c:v>東</c:v></c:pt><c:pt idx="1"><c:v>西</c:v></c:pt></c:strCache>
</c:strRef></c:cat><c:val><c:numRef><c:numCache><c:formatCode>0.0%</c:formatCode><c:ptCount val="2"/>
<c:pt idx="0"><c:v>0.5</c:v></c:pt><c:pt idx="1"><c:v>3</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser>
<c:axId val="1"/></c:barChart><c:valAx><c:axId val="1"/><c:title><c:tx><c:rich><a:p><a:r><a:t>件</a:t></a:r></a:p>
</c:rich></c:tx></c:title></c:valAx></c:plotArea></c:chart></c:chartSpace>"""

CORE = (
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
    'xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>規程</dc:title></cp:coreProperties>'
)


def _note(kind: str, note: str, text: str) -> str:
    return f'<w:{kind} w:id="{note}" w:author="某">{_paragraph(_run(text))}</w:{kind}>'


def _part(root: str, content: str) -> str:
    return f"<w:{root} {_NAMES}>{content}</w:{root}>"


def word_parts() -> Parts:
    """Headings, numbers, marks, changes, notes, tables in tables, text boxes, diagrams, fields, content controls."""
    targets = {
        "rIdStyles": ("styles", "styles.xml"),
        "rIdNumbers": ("numbering", "numbering.xml"),
        "rIdSettings": ("settings", "settings.xml"),
        "rIdFoot": ("footnotes", "footnotes.xml"),
        "rIdEnd": ("endnotes", "endnotes.xml"),
        "rIdComments": ("comments", "comments.xml"),
        "rIdHeader": ("header", "header1.xml"),
        "rIdDiagram": ("diagramData", "diagrams/data1.xml"),
        "rIdChart": ("chart", "charts/chart1.xml"),
        "rIdLink": ("hyperlink", "media/none.png"),
    }
    return package(
        "word/document.xml",
        WORD_MAIN,
        {
            "word/document.xml": f"<w:document {_NAMES}><w:body>{_BODY}</w:body></w:document>",
            "word/_rels/document.xml.rels": relations(targets),
            "word/styles.xml": _part("styles", _STYLES),
            "word/numbering.xml": _part("numbering", _NUMBERING),
            "word/settings.xml": _part("settings", "<w:trackRevisions/>"),
            "word/footnotes.xml": _part("footnotes", _note("footnote", "2", "脚注の規則")),
            "word/endnotes.xml": _part("endnotes", _note("endnote", "2", "文末の規則")),
            "word/comments.xml": _part("comments", _note("comment", "0", "確認する")),
            "word/header1.xml": _part("hdr", _paragraph(_run("社外秘"))),
            "word/diagrams/data1.xml": DIAGRAM,
            "word/charts/chart1.xml": CHART,
            "docProps/core.xml": CORE,
        },
    )
