"""Texts that lie over the cells: shapes, groups, controls, diagrams, charts."""

import re

from openpyxl import Workbook
from openpyxl.chart import BarChart, Reference
from openpyxl.chart.series import SeriesLabel

from rulebook.model.document import BlockKind, Flag
from rulebook.model.text import Mark
from tests.packages import relations
from tests.readers.excel.workbooks import all_text, of_kind, read_book, rows, squared_paper, tables

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


def test_formulas_and_raised_figures_in_a_shape_keep_their_meaning(tmp_path):
    book, _ = squared_paper()
    math = "http://schemas.openxmlformats.org/officeDocument/2006/math"
    half = "<m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f>"
    formula = (
        "<mc:AlternateContent><mc:Choice Requires='a14'>"
        f'<a14:m xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main" xmlns:m="{math}">'
        f"<m:oMath>{half}</m:oMath></a14:m></mc:Choice>"
        "<mc:Fallback><a:r><a:t>写し</a:t></a:r></mc:Fallback></mc:AlternateContent>"
    )
    raised = '<a:r><a:rPr baseline="30000"/><a:t>2</a:t></a:r>'
    shape = _shape("上限は10").replace("</a:r></a:p>", f"</a:r>{raised}<a:r><a:t>の</a:t></a:r>{formula}</a:p>")
    document = _with_drawing(book, tmp_path, _anchored(shape, 2, 2, 4, 9))
    assert of_kind(document, BlockKind.TEXT_BOX) == ["上限は10²の1/2"]


def test_bullets_and_automatic_numbers_of_a_shape_are_shown(tmp_path):
    book, _ = squared_paper()
    lines = [
        ('<a:pPr><a:buAutoNum type="circleNumDbPlain"/></a:pPr>', "申請する。"),
        ('<a:pPr lvl="1"><a:buFont typeface="Wingdings"/><a:buChar char="l"/></a:pPr>', "期限は三日"),
        ('<a:pPr><a:buAutoNum type="circleNumDbPlain"/></a:pPr>', "承認する。"),
        ("<a:pPr><a:buNone/></a:pPr>", "以上"),
    ]
    paragraphs = "".join(f"<a:p>{look}<a:r><a:t>{text}</a:t></a:r></a:p>" for look, text in lines)
    shape = _shape("本文").replace("<a:p><a:r><a:t>本文</a:t></a:r></a:p>", paragraphs)
    document = _with_drawing(book, tmp_path, _anchored(shape, 2, 2, 9, 9))
    assert of_kind(document, BlockKind.TEXT_BOX) == ["① 申請する。\n● 期限は三日\n② 承認する。\n以上"]


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


def test_the_nodes_of_a_diagram_follow_its_tree_not_its_file(tmp_path):
    book, _ = squared_paper()
    frame = (
        '<xdr:graphicFrame><xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="d"/></xdr:nvGraphicFramePr>'
        "<a:graphic><a:graphicData>"
        '<dgm:relIds xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" r:dm="rId9"/>'
        "</a:graphicData></a:graphic></xdr:graphicFrame>"
    )

    def point(number: int, text: str, kind: str = "node") -> str:
        return (
            f'<dgm:pt modelId="{number}" type="{kind}"><dgm:t><a:p><a:r><a:t>{text}</a:t></a:r></a:p></dgm:t></dgm:pt>'
        )

    points = (
        point(1, "", "doc") + point(4, "公開") + point(2, "申請") + point(3, "確認") + point(5, "離れた", "sibTrans")
    )
    links = "".join(
        f'<dgm:cxn modelId="{n + 10}" srcId="{source}" destId="{target}" srcOrd="{order}"/>'
        for n, (source, target, order) in enumerate([(1, 4, 1), (1, 2, 0), (2, 3, 0)])
    )
    model = (
        '<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" '
        'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">'
        f"<dgm:ptLst>{points}</dgm:ptLst><dgm:cxnLst>{links}</dgm:cxnLst></dgm:dataModel>"
    )
    parts = {
        "xl/drawings/_rels/drawing1.xml.rels": lambda _: relations({"rId9": ("diagramData", "../diagrams/data1.xml")}),
        "xl/diagrams/data1.xml": lambda _: model,
    }
    document = _with_drawing(book, tmp_path, _anchored(frame, 2, 2, 9, 9), parts=parts)
    assert of_kind(document, BlockKind.TEXT_BOX) == ["申請\n確認\n公開\n離れた"]


def test_a_shape_tied_to_hidden_rows_is_hidden(tmp_path):
    book, sheet = squared_paper()
    sheet["A1"] = "規則"
    for row in (4, 5, 6):
        sheet.row_dimensions[row].hidden = True
    document = _with_drawing(
        book, tmp_path, _anchored(_shape("折りたたまれた注"), 4, 2, 6, 9), _anchored(_shape("見える注"), 6, 2, 9, 9)
    )
    boxes = {b.text.text: Flag.HIDDEN in b.flags for b in document.blocks if b.kind is BlockKind.TEXT_BOX}
    assert boxes == {"折りたたまれた注": True, "見える注": False}
    assert document.report.hidden == ("規則!B4:J7",)


def test_a_group_that_is_hidden_hides_its_shapes(tmp_path):
    book, sheet = squared_paper()
    sheet["A1"] = "規則"
    group = _group(_shape("没案")).replace('id="9" name="g"', 'id="9" name="g" hidden="1"')
    document = _with_drawing(book, tmp_path, _anchored(group, 2, 2, 3, 5))
    assert [Flag.HIDDEN in b.flags for b in document.blocks if b.kind is BlockKind.TEXT_BOX] == [True]


_VML = '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel">{}</xml>'


def _old_control(number: int, kind: str, text: str, extra: str = "", style: str = "") -> str:
    return (
        f'<v:shape id="_x0000_s{number}" style="{style}"><v:textbox><div>{text}</div></v:textbox>'
        f'<x:ClientData ObjectType="{kind}"><x:Anchor>1, 0, 3, 0, 6, 0, 4, 10</x:Anchor>{extra}</x:ClientData>'
        "</v:shape>"
    )


def _with_old_drawing(book: Workbook, folder, content: str, *anchors: str):
    links = {
        "rId1": ("drawing", "../drawings/drawing1.xml"),
        "rId3": ("vmlDrawing", "../drawings/vmlDrawing1.vml"),
    }
    parts = {
        "xl/drawings/vmlDrawing1.vml": lambda _: _VML.format(content),
        "xl/worksheets/_rels/sheet1.xml.rels": lambda _: relations(links),
    }
    old = '<legacyDrawing xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="rId3"/>'
    return _with_drawing(book, folder, *anchors, sheet_extra=old, parts=parts)


def test_controls_that_stand_only_in_the_old_drawing_are_read(tmp_path):
    book, sheet = squared_paper()
    sheet["A1"] = "規則"
    content = (
        _old_control(1, "Checkbox", "<font>暗号化\n する</font>", "<x:Checked>1</x:Checked>")
        + _old_control(2, "Label", "一行目<br/>二行目")
        + _old_control(3, "Note", "コメントの写し")
        + _old_control(4, "Button", "隠した釦", style="position:absolute; visibility: hidden")
    )
    document = _with_old_drawing(book, tmp_path, content)
    boxes = [b for b in document.blocks if b.kind is BlockKind.TEXT_BOX]
    assert [(b.label, b.text.text, Flag.HIDDEN in b.flags) for b in boxes] == [
        ("☑", "暗号化 する", False),
        ("", "一行目\n二行目", False),
        ("", "隠した釦", True),
    ]
    assert boxes[0].span.fragment == "規則!B4:G5"


def test_a_control_in_both_drawings_is_read_once(tmp_path):
    book, _ = squared_paper()
    extra = (
        '<a:extLst><a:ext uri="{x}"><a14:compatExt xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main" '
        'spid="_x0000_s1"/></a:ext></a:extLst>'
    )
    new = _anchored(_shape("承認済み", 1, extra=extra), 2, 2, 3, 9)
    document = _with_old_drawing(book, tmp_path, _old_control(1, "Label", "承認済み"), new)
    assert of_kind(document, BlockKind.TEXT_BOX) == ["承認済み"]


def test_pictures_are_one_warning_with_their_sheets(tmp_path):
    book, sheet = squared_paper()
    sheet["A1"] = "規則"
    picture = '<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="3" name="p"{}/></xdr:nvPicPr></xdr:pic>'
    document = _with_drawing(
        book,
        tmp_path,
        _anchored(picture.format(""), 2, 2, 3, 9),
        _anchored(_group(picture.format("")), 5, 2, 9, 9),
        _anchored(picture.format(' hidden="1"'), 2, 2, 3, 9),
    )
    (warning,) = document.report.warnings
    assert (warning.code, warning.place) == ("pictures_not_read", "規則")
    assert "規則 (2)" in warning.message


def test_embedded_files_and_controls_that_cannot_be_read_are_one_warning(tmp_path):
    book, sheet = squared_paper()
    sheet["A1"] = "規則"
    one = '<oleObject progId="Word.Document.12" shapeId="1025"/>'
    objects = (
        '<oleObjects xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:AlternateContent>'
        f'<mc:Choice Requires="x14">{one}</mc:Choice><mc:Fallback>{one}</mc:Fallback></mc:AlternateContent>'
        "</oleObjects>"
    )
    patches = {
        "xl/worksheets/sheet1.xml": lambda part: part.replace("</worksheet>", f"{objects}</worksheet>"),
        "xl/worksheets/_rels/sheet1.xml.rels": lambda _: relations({"rId1": ("control", "../activeX/activeX1.xml")}),
    }
    (warning,) = read_book(book, tmp_path, patches).report.warnings
    assert (warning.code, warning.place) == ("objects_not_read", "規則")
    assert "規則 (2)" in warning.message


def _chart_book() -> tuple[Workbook, BarChart]:
    book = Workbook()
    sheet = book.active
    for row in [["月", "件数"], ["四月", 3], ["五月", 5]]:
        sheet.append(row)
    chart = BarChart()
    chart.title = "月別の件数"
    chart.add_data(Reference(sheet, min_col=2, min_row=1, max_row=3), titles_from_data=True)
    sheet.add_chart(chart, "E2")
    return book, chart


def test_a_chart_gives_its_titles_and_not_the_data_that_stand_in_cells(tmp_path):
    book, chart = _chart_book()
    chart.y_axis.title, chart.y_axis.delete = "件", False
    document = read_book(book, tmp_path)
    assert of_kind(document, BlockKind.TEXT_BOX) == ["月別の件数\n件"]
    assert all_text(document).count("件数") == 2


def test_the_name_of_a_series_that_no_cell_holds_is_read(tmp_path):
    book, chart = _chart_book()
    chart.series[0].tx = SeriesLabel(v="目標の件数")
    assert of_kind(read_book(book, tmp_path), BlockKind.TEXT_BOX) == ["月別の件数\n目標の件数"]


def test_the_data_of_a_chart_that_stand_in_no_sheet_are_read(tmp_path):
    book, _ = _chart_book()
    cached = (
        '<numRef><f>[1]集計!$B$2:$B$3</f><numCache><formatCode>General</formatCode><ptCount val="2"/>'
        '<pt idx="0"><v>30</v></pt><pt idx="1"><v>50</v></pt></numCache></numRef>'
    )
    patches = {
        "xl/charts/chart1.xml": lambda part: re.sub(r"<val>.*?</val>", f"<val>{cached}</val>", part, flags=re.DOTALL)
    }
    document = read_book(book, tmp_path, patches)
    assert of_kind(document, BlockKind.TEXT_BOX) == ["月別の件数"]
    assert [["30"], ["50"]] in [[row[-1:] for row in rows(block)][-2:] for block in tables(document)]
