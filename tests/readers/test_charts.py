"""Charts: what is drawn stands in the text once, with the names and the number formats a person sees."""

from __future__ import annotations

from typing import Any

import pytest
from lxml import etree
from pptx.chart.data import BubbleChartData, CategoryChartData, XyChartData
from pptx.chart.xmlwriter import ChartXmlWriter
from pptx.enum.chart import XL_CHART_TYPE as KIND

from rulebook.model.place import NumberedRange
from rulebook.readers.charts import Chart, drawn_texts, read_chart

SPAN = NumberedRange("slide", 1, 1)
CX = "http://schemas.microsoft.com/office/drawing/2014/chartex"
A = "http://schemas.openxmlformats.org/drawingml/2006/main"
C = "http://schemas.openxmlformats.org/drawingml/2006/chart"


def chart(kind: KIND, data: Any, *changes: tuple[str, str]) -> Chart:
    """The chart that PowerPoint would write, each ``(old, new)`` replaced in its XML once."""
    xml = ChartXmlWriter(kind, data).xml
    for old, new in changes:
        assert old in xml
        xml = xml.replace(old, new, 1)
    return read_chart(etree.fromstring(xml.encode()))


def rows(found: Chart) -> list[list[str]]:
    table = found.table(SPAN)
    return [] if table is None else [[cell.text.text for cell in row.cells] for row in table.rows]


def monthly(number_format: str = "General") -> CategoryChartData:
    data = CategoryChartData(number_format=number_format)
    data.categories = ["4月", "5月"]
    data.add_series("件数", (3, 5))
    data.add_series("目標", (4, None))
    return data


def title(text: str) -> str:
    return (
        f'<c:title><c:tx><c:rich><a:bodyPr xmlns:a="{A}"/><a:p xmlns:a="{A}"><a:r><a:t>{text}</a:t></a:r></a:p>'
        "</c:rich></c:tx></c:title>"
    )


TITLE = ("<c:autoTitleDeleted", f"{title('障害の推移')}<c:autoTitleDeleted")
CATEGORY_TITLE = ('<c:axPos val="b"/>', f'<c:axPos val="b"/>{title("月")}')
VALUE_TITLE = ('<c:axPos val="l"/>', f'<c:axPos val="l"/>{title("件")}')


def test_categories_are_rows_and_series_columns_under_their_names() -> None:
    found = chart(KIND.COLUMN_CLUSTERED, monthly())
    assert rows(found) == [["", "件数", "目標"], ["4月", "3", "4"], ["5月", "5", ""]]
    table = found.table(SPAN)
    assert table is not None
    assert table.header_rows == 1
    assert found.series_names == ("件数", "目標")


def test_the_title_of_the_categories_stands_over_them_and_the_others_beside_the_table() -> None:
    found = chart(KIND.COLUMN_CLUSTERED, monthly(), TITLE, CATEGORY_TITLE, VALUE_TITLE)
    assert rows(found)[0] == ["月", "件数", "目標"]
    assert [text.text for text in found.captions] == ["障害の推移", "件"]
    assert [text.text for text in found.axis_titles] == ["月", "件"]


def test_the_title_of_an_axis_that_is_not_shown_is_not_read() -> None:
    hidden = ('<c:delete val="0"/>', '<c:delete val="1"/>')
    found = chart(KIND.COLUMN_CLUSTERED, monthly(), CATEGORY_TITLE, hidden)
    assert found.axis_titles == ()
    assert rows(found)[0][0] == ""


def test_values_are_shown_in_the_number_format_of_the_series() -> None:
    data = CategoryChartData(number_format='0.0"％"')
    data.categories = ["甲"]
    data.add_series("割合", (12.25,), number_format="0.0%")
    data.add_series("額", (1234567,), number_format='#,##0"円"')
    assert rows(chart(KIND.COLUMN_CLUSTERED, data))[1] == ["甲", "1225.0%", "1,234,567円"]


def test_days_as_categories_are_shown_as_days() -> None:
    data = CategoryChartData()
    data.categories = [45383, 45384]
    data.categories.number_format = "yyyy/m/d"
    data.add_series("件数", (1, 2))
    assert [row[0] for row in rows(chart(KIND.LINE, data))] == ["", "2024/4/1", "2024/4/2"]


def test_categories_in_levels_are_columns_the_outer_one_over_all_its_rows() -> None:
    data = CategoryChartData()
    for year in ("2023年", "2024年"):
        group = data.add_category(year)
        group.add_sub_category("上期")
        group.add_sub_category("下期")
    data.add_series("件数", (1, 2, 3, 4))
    found = chart(KIND.COLUMN_CLUSTERED, data)
    assert rows(found) == [
        ["", "", "件数"],
        ["2023年", "上期", "1"],
        ["下期", "2"],
        ["2024年", "上期", "3"],
        ["下期", "4"],
    ]
    table = found.table(SPAN)
    assert table is not None
    assert [row.cells[0].row_span for row in table.rows] == [1, 2, 1, 2, 1]


def test_points_of_series_with_places_of_their_own_are_a_row_each() -> None:
    data = XyChartData()
    for name, points in [("甲", [(1, 10), (2, 20)]), ("乙", [(1.5, 15)])]:
        series = data.add_series(name)
        for x, y in points:
            series.add_data_point(x, y)
    found = chart(KIND.XY_SCATTER, data)
    assert rows(found) == [["甲", "1", "10"], ["甲", "2", "20"], ["乙", "1.5", "15"]]


def test_the_size_of_a_bubble_stands_with_its_value() -> None:
    data = BubbleChartData()
    data.add_series("甲").add_data_point(1, 10, 7)
    assert rows(chart(KIND.BUBBLE, data)) == [["", "甲"], ["1", "10 (7)"]]


def test_a_typed_label_of_a_point_stands_with_its_value() -> None:
    label = (
        f'<c:dLbls><c:dLbl><c:idx val="1"/><c:tx><c:rich><a:p xmlns:a="{A}"><a:r><a:t>要注意</a:t></a:r>'
        '<a:fld id="x" type="VALUE"><a:t>[値]</a:t></a:fld></a:p></c:rich></c:tx></c:dLbl></c:dLbls><c:cat>'
    )
    found = chart(KIND.COLUMN_CLUSTERED, monthly(), ("<c:cat>", label))
    assert rows(found)[2] == ["5月", "5 要注意", ""]


@pytest.mark.parametrize(("shown_on", "text"), [("1", "3 要注意"), ("0", "3")])
def test_labels_taken_from_cells_stand_with_their_values_where_they_show(shown_on: str, text: str) -> None:
    c15 = "http://schemas.microsoft.com/office/drawing/2012/chart"
    cells = (
        f'<c:extLst><c:ext xmlns:c15="{c15}"><c15:datalabelsRange><c15:dlblRangeCache><c:pt idx="0"><c:v>要注意</c:v>'
        f'</c:pt></c15:dlblRangeCache></c15:datalabelsRange><c15:showDataLabelsRange val="{shown_on}"/></c:ext>'
        "</c:extLst></c:ser>"
    )
    assert rows(chart(KIND.COLUMN_CLUSTERED, monthly(), ("</c:ser>", cells)))[1] == ["4月", text, "4"]


def test_a_series_that_a_filter_takes_out_is_not_read() -> None:
    filtered = (
        '<c:extLst><c:ext><x:filteredBarSeries xmlns:x="http://schemas.microsoft.com/office/drawing/2012/chart">'
        "<x:ser><c:tx><c:v>隠した系列</c:v></c:tx></x:ser></x:filteredBarSeries></c:ext></c:extLst></c:barChart>"
    )
    found = chart(KIND.COLUMN_CLUSTERED, monthly(), ("</c:barChart>", filtered))
    assert "隠した系列" not in str(rows(found))


def test_two_kinds_in_one_chart_share_its_table() -> None:
    line = (
        '<c:lineChart><c:ser><c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>率</c:v></c:pt></c:strCache></c:strRef>'
        '</c:tx><c:val><c:numRef><c:numCache><c:formatCode>0%</c:formatCode><c:pt idx="0"><c:v>0.5</c:v></c:pt>'
        "</c:numCache></c:numRef></c:val></c:ser></c:lineChart>"
    )
    found = chart(KIND.COLUMN_CLUSTERED, monthly(), ("</c:barChart>", f"</c:barChart>{line}"))
    assert rows(found)[:2] == [["", "件数", "目標", "率"], ["4月", "3", "4", "50%"]]


def test_a_big_chart_is_bounded_and_says_so() -> None:
    data = CategoryChartData()
    data.categories = [f"項目{n}" for n in range(500)]
    data.add_series("件数", range(500))
    found = chart(KIND.LINE, data)
    assert len(rows(found)) == 61
    assert found.omitted == "of its 500 rows of data in 1 series the first 60 rows and 1 series are read."
    assert chart(KIND.LINE, monthly()).omitted == ""


def test_a_chart_without_data_has_titles_only() -> None:
    empty = etree.fromstring(f'<c:chartSpace xmlns:c="{C}"><c:chart>{title("題")}</c:chart></c:chartSpace>')
    found = read_chart(empty)
    assert ([text.text for text in found.captions], found.table(SPAN)) == (["題"], None)


def test_charts_of_the_kinds_since_2016_are_read() -> None:
    xml = f"""<cx:chartSpace xmlns:cx="{CX}" xmlns:a="{A}"><cx:chartData><cx:data id="0">
      <cx:strDim type="cat"><cx:lvl ptCount="2"><cx:pt idx="0">設計</cx:pt><cx:pt idx="1">試験</cx:pt></cx:lvl>
      </cx:strDim><cx:numDim type="val">
      <cx:lvl ptCount="2" formatCode="0%"><cx:pt idx="0">0.25</cx:pt><cx:pt idx="1">0.75</cx:pt>
      </cx:lvl></cx:numDim></cx:data></cx:chartData>
      <cx:chart><cx:title><cx:tx><cx:rich><a:p><a:r><a:t>工数</a:t></a:r></a:p></cx:rich></cx:tx></cx:title>
      <cx:plotArea><cx:plotAreaRegion><cx:series layoutId="waterfall"><cx:tx><cx:txData><cx:v>割合</cx:v></cx:txData>
      </cx:tx><cx:dataId val="0"/></cx:series><cx:series hidden="1"><cx:dataId val="0"/></cx:series></cx:plotAreaRegion>
      <cx:axis id="0"><cx:catScaling/><cx:title><cx:tx><cx:txData><cx:v>工程</cx:v></cx:txData></cx:tx>
      </cx:title></cx:axis></cx:plotArea></cx:chart></cx:chartSpace>"""
    found = read_chart(etree.fromstring(xml))
    assert [text.text for text in found.captions] == ["工数"]
    assert rows(found) == [["工程", "割合"], ["設計", "25%"], ["試験", "75%"]]


def test_texts_drawn_over_a_chart_are_read() -> None:
    cdr = "http://schemas.openxmlformats.org/drawingml/2006/chartDrawing"
    shapes = etree.fromstring(
        f'<c:userShapes xmlns:c="{C}" xmlns:a="{A}" xmlns:cdr="{cdr}"><cdr:relSizeAnchor><cdr:sp><cdr:txBody>'
        "<a:bodyPr/><a:p><a:r><a:t>上限は</a:t></a:r><a:r><a:t>10件</a:t></a:r></a:p></cdr:txBody></cdr:sp></cdr:relSizeAnchor>"
        "</c:userShapes>"
    )
    assert [text.text for text in drawn_texts(shapes)] == ["上限は10件"]


def test_a_point_whose_place_is_no_number_that_a_chart_can_have_is_not_read() -> None:
    found = chart(KIND.COLUMN_CLUSTERED, monthly(), ('<c:pt idx="1">', f'<c:pt idx="{"9" * 5000}">'))
    shown = [text for row in rows(found) for text in row]
    assert ("4月" in shown, "5月" in shown) == (True, False)
