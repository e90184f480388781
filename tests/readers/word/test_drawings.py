"""Charts as titles and tables, and the order in which drawings are read."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.model.document import BlockKind, Flag
from tests.readers.word.files import cell, codes, document, grid, only_table, p, row, run, table, texts

_SPACES = (
    'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
)


def chart() -> str:
    """A column chart: the title 件数, its axis 年度, and two years."""
    points = "".join(f'<c:pt idx="{n}"><c:v>{v}</c:v></c:pt>' for n, v in enumerate(("2023年", "2024年")))
    values = "".join(f'<c:pt idx="{n}"><c:v>{v}</c:v></c:pt>' for n, v in enumerate((153, 158)))
    title = "<c:title><c:tx><c:rich><a:p><a:r><a:t>{}</a:t></a:r></a:p></c:rich></c:tx></c:title>"
    series = (
        "<c:ser><c:tx><c:strRef><c:strCache><c:pt idx='0'><c:v>請求</c:v></c:pt></c:strCache></c:strRef></c:tx>"
        f"<c:cat><c:strRef><c:strCache>{points}</c:strCache></c:strRef></c:cat>"
        f"<c:val><c:numRef><c:numCache>{values}</c:numCache></c:numRef></c:val></c:ser>"
    )
    axis = f'<c:catAx><c:axId val="1"/>{title.format("年度")}</c:catAx>'
    plot = f'<c:plotArea><c:barChart>{series}<c:axId val="1"/></c:barChart>{axis}</c:plotArea>'
    return f"<c:chartSpace {_SPACES}><c:chart>{title.format('件数')}{plot}</c:chart></c:chartSpace>"


CHART = '<w:r><w:drawing><wp:inline><c:chart r:id="chart1"/></wp:inline></w:drawing></w:r>'
CHARTS = {"chart1": chart()}
VALUES = [
    [("年度", 1, 1), ("請求", 1, 1)],
    [("2023年", 1, 1), ("153", 1, 1)],
    [("2024年", 1, 1), ("158", 1, 1)],
]


class TestCharts:
    def test_a_chart_is_its_title_and_a_table_behind_its_paragraph(self, tmp_path: Path) -> None:
        found = document(tmp_path, p(run("推移を示す。") + CHART) + p("次"), CHARTS)
        assert [b.kind.value for b in found.blocks] == ["paragraph", "caption", "table", "paragraph"]
        assert found.blocks[1].text.text == "件数"
        assert grid(found.blocks[2]) == VALUES
        held = only_table(found).table
        assert held is not None
        assert held.header_rows == 1
        assert found.blocks[2].span.fragment == "図形!本文"
        assert codes(found) == []

    def test_a_chart_in_a_cell_follows_the_table(self, tmp_path: Path) -> None:
        found = document(tmp_path, table(row(cell(p(run("値") + CHART)), "隣")), CHARTS)
        assert [grid(b) for b in found.blocks if b.table] == [[[("値\n件数", 1, 1), ("隣", 1, 1)]], VALUES]

    def test_a_hidden_chart_is_flagged(self, tmp_path: Path) -> None:
        hidden = CHART.replace("<wp:inline>", '<wp:inline><wp:docPr id="1" name="x" hidden="1"/>')
        found = document(tmp_path, p(run("本文")) + p(hidden), CHARTS)
        assert [b.flags for b in found.blocks[1:]] == [frozenset({Flag.HIDDEN})] * 2
        assert found.report.hidden == ("図形!本文",)

    def test_a_chart_whose_part_is_missing_is_named(self, tmp_path: Path) -> None:
        assert codes(document(tmp_path, p(run("本文")) + p(CHART))) == ["chart_not_read"]


def old_box(text: str, style: str) -> str:
    return f'<v:shape style="{style}"><v:textbox><w:txbxContent>{p(text)}</w:txbxContent></v:textbox></v:shape>'


def new_box(text: str, left: int, top: int) -> str:
    place = f'<a:xfrm><a:off x="{left}" y="{top}"/><a:ext cx="900" cy="200"/></a:xfrm>'
    content = f"<wps:txbx><w:txbxContent>{p(text)}</w:txbxContent></wps:txbx>" if text else ""
    return f"<wps:wsp><wps:spPr>{place}</wps:spPr>{content}</wps:wsp>"


def floating(text: str, left: str, top: str, frame: str = "column") -> str:
    place = (
        f'<wp:positionH relativeFrom="{frame}">{left}</wp:positionH>'
        f'<wp:positionV relativeFrom="paragraph">{top}</wp:positionV><wp:extent cx="900" cy="200"/>'
    )
    return f"<w:r><w:drawing><wp:anchor>{place}{new_box(text, 0, 0)}</wp:anchor></w:drawing></w:r>"


def offset(n: int) -> str:
    return f"<wp:posOffset>{n}</wp:posOffset>"


class TestOrder:
    def boxes(self, tmp_path: Path, body: str) -> list[str]:
        return texts(document(tmp_path, body), BlockKind.TEXT_BOX)

    def test_the_boxes_of_an_old_group_are_read_row_by_row(self, tmp_path: Path) -> None:
        styles = {"①": "left:0;top:50", "q": "left:40;top:0", "②": "left:40;top:52", "s": "left:0;top:0"}
        boxes = "".join(old_box(t, f"position:absolute;{s};width:30;height:30") for t, s in styles.items())
        body = p(f'<w:r><w:pict><v:group style="width:90pt;height:80pt">{boxes}</v:group></w:pict></w:r>')
        assert self.boxes(tmp_path, body) == ["s", "q", "①", "②"]

    def test_the_boxes_of_a_new_group_are_read_row_by_row_groups_kept_together(self, tmp_path: Path) -> None:
        inner = new_box("下右", 1000, 900) + new_box("下左", 0, 900)
        place = '<a:xfrm><a:off x="0" y="900"/><a:ext cx="1900" cy="200"/></a:xfrm>'
        background = new_box("", 0, 0)
        members = f"{background}<wpg:grpSp><wpg:grpSpPr>{place}</wpg:grpSpPr>{inner}</wpg:grpSp>" + new_box("上", 0, 0)
        names = 'xmlns:wpg="http://schemas.microsoft.com/office/word/2010/wordprocessingGroup"'
        body = p(f"<w:r><w:drawing><wp:inline><wpg:wgp {names}>{members}</wpg:wgp></wp:inline></w:drawing></w:r>")
        assert self.boxes(tmp_path, body) == ["上", "下左", "下右"]

    def test_a_group_with_a_box_whose_place_is_not_told_stays_in_file_order(self, tmp_path: Path) -> None:
        boxes = old_box("下", "left:0;top:50;width:9;height:9") + old_box("上", "left:0;top:0")
        assert self.boxes(tmp_path, p(f"<w:r><w:pict><v:group>{boxes}</v:group></w:pict></w:r>")) == ["下", "上"]

    def test_floating_boxes_of_one_paragraph_are_read_by_their_place(self, tmp_path: Path) -> None:
        low, high = floating("下", offset(0), offset(500)), floating("上", offset(0), offset(0))
        assert self.boxes(tmp_path, p(low + high)) == ["上", "下"]

    def test_old_floating_boxes_too(self, tmp_path: Path) -> None:
        style = "position:absolute;margin-left:0;margin-top:{}pt;width:90pt;height:20pt"
        body = "".join(
            f"<w:r><w:pict>{old_box(t, style.format(n))}</w:pict></w:r>" for t, n in (("下", 40), ("上", -5))
        )
        assert self.boxes(tmp_path, p(body)) == ["上", "下"]

    @pytest.mark.parametrize(
        "second",
        [
            floating("上", offset(0), offset(0), frame="page"),
            floating("上", "<wp:align>left</wp:align>", offset(0)),
            "<w:r><w:drawing><wp:inline>" + new_box("上", 0, 0) + "</wp:inline></w:drawing></w:r>",
        ],
        ids=["another frame", "aligned", "in line"],
    )
    def test_where_places_cannot_be_compared_file_order_stays(self, tmp_path: Path, second: str) -> None:
        assert self.boxes(tmp_path, p(floating("下", offset(0), offset(500)) + second)) == ["下", "上"]
