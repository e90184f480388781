"""What slides show in frames: charts, drawings, embedded objects; and the comments beside them."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from lxml import etree
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.opc.package import Part
from pptx.opc.packuri import PackURI
from pptx.presentation import Presentation as Deck
from pptx.slide import Slide
from pptx.util import Inches

from rulebook.model.document import BlockKind, Flag
from tests.readers.slides.decks import PNG, A, P, only_table, rows, saved, slide_of, texts

R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
C = "http://schemas.openxmlformats.org/drawingml/2006/chart"
CX = "http://schemas.microsoft.com/office/drawing/2014/chartex"


def chart_on(slide: Slide, count: int = 2) -> Any:
    data = CategoryChartData()
    data.categories = [f"{n + 4}月" for n in range(count)]
    data.add_series("件数", range(3, 3 + count))
    at = (Inches(1), Inches(2), Inches(4), Inches(3))
    return slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *at, data)


def relate(owner: Any, deck: Deck, name: str, kind: str, xml: str) -> str:
    """A new part that ``owner`` refers to; its relation id."""
    part = Part(PackURI(f"/ppt/{name}"), "application/xml", deck.part.package, xml.encode())
    return str(owner.relate_to(part, f"{R}/{kind}"))


def framed(slide: Slide, content: str) -> None:
    """A frame on the slide that holds ``content`` in place of a table."""
    frame = slide.shapes.add_table(1, 1, Inches(1), Inches(2), Inches(4), Inches(1))._element
    data = frame.find(f".//{{{A}}}graphicData")
    data.clear()
    data.append(etree.fromstring(content))


def test_what_is_drawn_over_a_chart_is_read_with_it(tmp_path: Path) -> None:
    deck = Presentation()
    part = chart_on(slide_of(deck)).chart.part
    shapes = (
        f"<c:userShapes xmlns:c='{C}' xmlns:a='{A}'><sp><txBody><a:p><a:r><a:t>上限10件</a:t></a:r></a:p></txBody></sp>"
    )
    relate(part, deck, "drawings/drawing1.xml", "chartUserShapes", f"{shapes}</c:userShapes>")
    document = saved(deck, tmp_path)
    assert texts(document) == ["方針", "上限10件"]
    assert rows(only_table(document)) == [["", "件数"], ["4月", "3"], ["5月", "4"]]


def test_a_big_chart_is_cut_with_a_warning(tmp_path: Path) -> None:
    deck = Presentation()
    chart_on(slide_of(deck), 100)
    document = saved(deck, tmp_path)
    assert len(only_table(document).rows) == 61
    assert [(w.code, w.place) for w in document.report.warnings] == [("chart_cut", "slide!1")]
    assert "100 rows" in document.report.warnings[0].message


def test_a_chart_without_its_part_is_left_out_with_a_warning(tmp_path: Path) -> None:
    deck = Presentation()
    chart_on(slide_of(deck))
    document = saved(deck, tmp_path, lambda name, part: b"<oops" if "charts/chart" in name else part)
    assert [w.code for w in document.report.warnings] == ["part_not_read"]


def test_a_chart_of_the_kinds_since_2016_is_read(tmp_path: Path) -> None:
    deck = Presentation()
    slide = slide_of(deck)
    xml = (
        f'<cx:chartSpace xmlns:cx="{CX}"><cx:chartData><cx:data id="0"><cx:numDim type="val"><cx:lvl><cx:pt idx="0">7'
        "</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData><cx:chart><cx:plotArea><cx:plotAreaRegion><cx:series>"
        '<cx:dataId val="0"/></cx:series></cx:plotAreaRegion></cx:plotArea></cx:chart></cx:chartSpace>'
    )
    relation = relate(slide.part, deck, "charts/chartEx1.xml", "chartEx", xml)
    framed(slide, f'<cx:chart xmlns:cx="{CX}" xmlns:r="{R}" r:id="{relation}"/>')
    assert rows(only_table(saved(deck, tmp_path))) == [["7"]]


def test_an_embedded_object_is_named_with_a_way_out(tmp_path: Path) -> None:
    deck = Presentation()
    framed(slide_of(deck), f'<p:oleObj xmlns:p="{P}" progId="Excel.Sheet.12"><p:embed/></p:oleObj>')
    (warning,) = saved(deck, tmp_path).report.warnings
    assert (warning.code, warning.place) == ("object_not_read", "slide!1")
    assert "Excel.Sheet.12" in warning.message
    assert "document of its own" in warning.message


def test_text_of_a_locked_drawing_is_read(tmp_path: Path) -> None:
    deck = Presentation()
    canvas = "http://schemas.openxmlformats.org/drawingml/2006/lockedCanvas"
    words = "<a:sp><a:txSp><a:txBody><a:p><a:r><a:t>表紙の規則</a:t></a:r></a:p></a:txBody></a:txSp></a:sp>"
    framed(slide_of(deck), f'<lc:lockedCanvas xmlns:lc="{canvas}" xmlns:a="{A}">{words}</lc:lockedCanvas>')
    document = saved(deck, tmp_path)
    assert texts(document) == ["方針", "表紙の規則"]
    assert document.report.warnings == ()


def test_large_pictures_beside_text_are_told_once_for_the_deck_and_icons_are_not(tmp_path: Path) -> None:
    deck = Presentation()
    for size in (Inches(4), Inches(4), Inches(0.5)):
        slide_of(deck).shapes.add_picture(io.BytesIO(PNG), Inches(1), Inches(2), size, size)
    (warning,) = saved(deck, tmp_path).report.warnings
    assert (warning.code, warning.place) == ("pictures_not_read", "slide!1")
    assert warning.message.startswith("2 pictures were not read")
    assert "(slide!1, slide!2)" in warning.message


@pytest.mark.parametrize("answer", ["", "はい。"])
def test_comments_of_today_are_read_with_their_answers(tmp_path: Path, answer: str) -> None:
    deck = Presentation()
    slide = slide_of(deck)
    new = "http://schemas.microsoft.com/office/powerpoint/2018/8/main"

    def body(text: str) -> str:
        return f"<p188:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></p188:txBody>"

    replies = f"<p188:replyLst><p188:reply>{body(answer)}</p188:reply></p188:replyLst>"
    xml = f'<p188:cmLst xmlns:p188="{new}" xmlns:a="{A}"><p188:cm>{replies}{body("要確認")}</p188:cm></p188:cmLst>'
    relate(slide.part, deck, "comments/modernComment1.xml", "comments", xml)
    remarks = [block for block in saved(deck, tmp_path).blocks if block.kind is BlockKind.COMMENT]
    assert [block.text.text for block in remarks] == ["要確認", *([answer] if answer else [])]
    assert all(block.flags == {Flag.COMMENT} for block in remarks)
