"""Texts that lie over the cells: shapes, groups, controls, diagrams, charts."""

from openpyxl import Workbook
from openpyxl.chart import BarChart, Reference

from rulebook.model.document import BlockKind, Flag
from rulebook.model.text import Mark
from tests.packages import relations
from tests.readers.excel.workbooks import all_text, of_kind, read_book, squared_paper

_NAMES = (
    'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
)
_FRAME = '<a:xfrm><a:off x="{x}" y="{y}"/><a:ext cx="100" cy="100"/></a:xfrm>'


def _shape(text: str, number: int = 2, hidden: str = "", x: int = 0, y: int = 0, extra: str = "") -> str:
    paragraphs = "".join(f"<a:p><a:r><a:t>{line}</a:t></a:r></a:p>" for line in text.split("\n"))
    return (
        f'<xdr:sp><xdr:nvSpPr><xdr:cNvPr id="{number}" name="s{number}"{hidden}>{extra}</xdr:cNvPr><xdr:cNvSpPr/>'
        f"</xdr:nvSpPr><xdr:spPr>{_FRAME.format(x=x, y=y)}</xdr:spPr>"
        f"<xdr:txBody><a:bodyPr/>{paragraphs}</xdr:txBody></xdr:sp>"
    )


def _anchored(content: str, top: int, left: int, bottom: int, right: int) -> str:
    def corner(name: str, column: int, row: int) -> str:
        place = (
            f"<xdr:col>{column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>{row}</xdr:row><xdr:rowOff>0</xdr:rowOff>"
        )
        return f"<xdr:{name}>{place}</xdr:{name}>"

    corners = corner("from", left - 1, top - 1) + corner("to", right, bottom)
    return f"<xdr:twoCellAnchor>{corners}{content}<xdr:clientData/></xdr:twoCellAnchor>"


def _with_drawing(book: Workbook, folder, *anchors: str, sheet_extra: str = "", parts=None):
    drawing = f"<xdr:wsDr {_NAMES}>{''.join(anchors)}</xdr:wsDr>"
    links = {"rId1": ("drawing", "../drawings/drawing1.xml"), "rId2": ("ctrlProp", "../ctrlProps/c1.xml")}
    patches = {
        "xl/drawings/drawing1.xml": lambda _: drawing,
        "xl/worksheets/_rels/sheet1.xml.rels": lambda _: relations(links),
        "xl/worksheets/sheet1.xml": lambda part: part.replace(
            "</worksheet>",
            '<drawing xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="rId1"/>'
            f"{sheet_extra}</worksheet>",
        ),
        **(parts or {}),
    }
    return read_book(book, folder, patches)


def test_a_shape_is_one_block_in_the_section_it_lies_in(tmp_path):
    book, sheet = squared_paper()
    for place, text in {"B2": "1. 記述", "C3": "本文を書く。", "B9": "2. 対象", "C10": "全機能とする。"}.items():
        sheet[place] = text
    document = _with_drawing(book, tmp_path, _anchored(_shape("常駐処理は\n対象外とする。"), 4, 5, 6, 12))
    box = next(b for b in document.blocks if b.kind is BlockKind.TEXT_BOX)
    assert (box.text.text, box.span.fragment) == ("常駐処理は\n対象外とする。", "規則!E4:L6")
    order = [b.text.text for b in document.blocks]
    assert order.index("本文を書く。") < order.index(box.text.text) < order.index("2. 対象")


def _group(content: str, y: int = 0) -> str:
    size = '<a:ext cx="1000" cy="1000"/><a:chOff x="0" y="0"/><a:chExt cx="1000" cy="1000"/>'
    return (
        '<xdr:grpSp><xdr:nvGrpSpPr><xdr:cNvPr id="9" name="g"/></xdr:nvGrpSpPr>'
        f'<xdr:grpSpPr><a:xfrm><a:off x="0" y="{y}"/>{size}</a:xfrm></xdr:grpSpPr>{content}</xdr:grpSp>'
    )


def test_shapes_in_nested_groups_are_read_in_order_of_their_places(tmp_path):
    book, _ = squared_paper()
    inner = _group(_shape("下", 3, y=500) + _shape("中", 4, y=100), y=500)
    document = _with_drawing(book, tmp_path, _anchored(_group(inner + _shape("上", 5)), 2, 2, 41, 20))
    assert of_kind(document, BlockKind.TEXT_BOX) == ["上", "中", "下"]


def test_the_fallback_copy_of_a_shape_is_not_read(tmp_path):
    book, _ = squared_paper()
    both = (
        f"<mc:AlternateContent><mc:Choice Requires='a14'>{_shape('一度だけ')}</mc:Choice>"
        f"<mc:Fallback>{_shape('一度だけ')}</mc:Fallback></mc:AlternateContent>"
    )
    assert of_kind(_with_drawing(book, tmp_path, _anchored(both, 2, 2, 4, 9)), BlockKind.TEXT_BOX) == ["一度だけ"]


def test_a_hidden_shape_is_flagged_and_named(tmp_path):
    book, sheet = squared_paper()
    sheet["A1"] = "規則"
    document = _with_drawing(book, tmp_path, _anchored(_shape("没案", hidden=' hidden="1"'), 2, 2, 3, 5))
    box = next(b for b in document.blocks if b.kind is BlockKind.TEXT_BOX)
    assert Flag.HIDDEN in box.flags
    assert document.report.hidden == ("規則!B2:E3",)


def test_a_check_box_shows_its_state_though_the_drawing_calls_it_hidden(tmp_path):
    book, _ = squared_paper()
    extra = (
        '<a:extLst><a:ext uri="{x}"><a14:compatExt xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main" '
        'spid="_x0000_s7"/></a:ext></a:extLst>'
    )
    controls = (
        '<controls><control xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" '
        'shapeId="7" r:id="rId2" name="c"/></controls>'
    )
    state = (
        '<formControlPr xmlns="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main" '
        'objectType="CheckBox" checked="Checked"/>'
    )
    document = _with_drawing(
        book,
        tmp_path,
        _anchored(_shape("暗号化する", 7, hidden=' hidden="1"', extra=extra), 2, 2, 3, 9),
        sheet_extra=controls,
        parts={"xl/ctrlProps/c1.xml": lambda _: state},
    )
    box = next(b for b in document.blocks if b.kind is BlockKind.TEXT_BOX)
    assert (box.label, box.text.text, box.flags) == ("☑", "暗号化する", frozenset())


def test_marks_of_runs_are_kept(tmp_path):
    book, _ = squared_paper()
    struck = _shape("旧規則").replace("<a:r>", '<a:r><a:rPr strike="sngStrike" b="1" u="sng"/>')
    document = _with_drawing(book, tmp_path, _anchored(struck, 2, 2, 4, 9))
    text = next(b.text for b in document.blocks if b.kind is BlockKind.TEXT_BOX)
    assert {m.mark for m in text.marks} == {Mark.STRIKE, Mark.BOLD, Mark.UNDERLINE}


def test_a_diagram_is_read_from_its_own_part(tmp_path):
    book, _ = squared_paper()
    frame = (
        '<xdr:graphicFrame><xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="d"/></xdr:nvGraphicFramePr>'
        "<a:graphic><a:graphicData>"
        '<dgm:relIds xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" r:dm="rId9"/>'
        "</a:graphicData></a:graphic></xdr:graphicFrame>"
    )
    model = (
        '<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" '
        'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><dgm:ptLst>'
        '<dgm:pt modelId="1"><dgm:t><a:p><a:r><a:t>申請</a:t></a:r></a:p></dgm:t></dgm:pt>'
        '<dgm:pt modelId="2" type="pres"><dgm:t><a:p><a:r><a:t>表示用</a:t></a:r></a:p></dgm:t></dgm:pt>'
        '<dgm:pt modelId="3"><dgm:t><a:p><a:r><a:t>承認</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>'
    )
    parts = {
        "xl/drawings/_rels/drawing1.xml.rels": lambda _: relations({"rId9": ("diagramData", "../diagrams/data1.xml")}),
        "xl/diagrams/data1.xml": lambda _: model,
    }
    document = _with_drawing(book, tmp_path, _anchored(frame, 2, 2, 9, 9), parts=parts)
    assert of_kind(document, BlockKind.TEXT_BOX) == ["申請\n承認"]


def test_a_chart_gives_its_typed_title_only(tmp_path):
    book = Workbook()
    sheet = book.active
    for row in [["月", "件数"], ["四月", 3], ["五月", 5]]:
        sheet.append(row)
    chart = BarChart()
    chart.title = "月別の件数"
    chart.add_data(Reference(sheet, min_col=2, min_row=1, max_row=3), titles_from_data=True)
    sheet.add_chart(chart, "E2")
    document = read_book(book, tmp_path)
    assert of_kind(document, BlockKind.TEXT_BOX) == ["月別の件数"]
    assert all_text(document).count("件数") == 2
