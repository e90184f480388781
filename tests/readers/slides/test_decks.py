"""Decks: what a person sees on each slide, in the order they read it, and nothing else passes for a rule."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.presentation import Presentation as Deck
from pptx.util import Inches

from rulebook.errors import DamagedFile, NoText
from rulebook.model.document import BlockKind, Flag
from rulebook.model.text import Mark, MarkSpan
from tests.readers.slides.decks import (
    BLANK,
    PNG,
    TITLE_AND_BODY,
    A,
    P,
    box,
    saved,
    slide_of,
    tables,
    texts,
    within,
)


def test_a_slide_opens_with_its_title_and_keeps_body_levels(tmp_path: Path) -> None:
    deck = Presentation()
    body = slide_of(deck, TITLE_AND_BODY, "表の書き方").placeholders[1].text_frame
    body.text = "表には番号を付ける。"
    paragraph = body.add_paragraph()
    paragraph.text, paragraph.level = "本文から参照する。", 1
    document = saved(deck, tmp_path)
    heading, first, second = document.blocks
    assert (heading.kind, heading.level, heading.text.text) == (BlockKind.HEADING, 1, "表の書き方")
    assert [(b.kind, b.level, b.label) for b in (first, second)] == [
        (BlockKind.LIST_ITEM, 0, "•"),
        (BlockKind.LIST_ITEM, 1, "–"),
    ]
    assert second.span.fragment == "slide!1"
    assert document.title == "表の書き方"


def test_free_shapes_are_read_top_to_bottom_then_left_to_right_whatever_their_order_in_the_file(tmp_path: Path) -> None:
    deck = Presentation()
    slide = slide_of(deck)
    for text, left, top in [("四", 5, 4), ("二", 5, 2.02), ("三", 1, 4), ("一", 1, 2)]:
        box(slide, text, left, top)
    assert texts(saved(deck, tmp_path)) == ["方針", "一", "二", "三", "四"]


def test_shapes_of_a_group_stay_together(tmp_path: Path) -> None:
    deck = Presentation()
    slide = slide_of(deck)
    box(slide, "右", 6, 3)
    outer = slide.shapes.add_group_shape()
    inner = outer.shapes.add_group_shape()
    for shapes, text, top in [(outer.shapes, "上", 2), (inner.shapes, "下", 5)]:
        shape = shapes.add_textbox(Inches(1), Inches(top), Inches(2), Inches(0.5))
        shape.text_frame.text = text
    assert texts(saved(deck, tmp_path)) == ["方針", "上", "下", "右"]


def test_two_columns_of_boxes_are_read_column_by_column_when_the_file_says_so(tmp_path: Path) -> None:
    deck = Presentation()
    slide = slide_of(deck)
    for text, left, top in [("左の題", 0.5, 2), ("左の文", 0.5, 3), ("右の題", 5, 2), ("右の文", 5, 3)]:
        box(slide, text, left, top)
    assert texts(saved(deck, tmp_path)) == ["方針", "左の題", "左の文", "右の題", "右の文"]


def test_a_slide_without_title_is_headed_by_its_first_line_once(tmp_path: Path) -> None:
    deck = Presentation()
    slide = slide_of(deck, BLANK)
    box(slide, "承認の流れ", 1, 1)
    box(slide, "申請する", 1, 3)
    document = saved(deck, tmp_path)
    assert [(b.kind, b.text.text) for b in document.blocks] == [
        (BlockKind.HEADING, "承認の流れ"),
        (BlockKind.TEXT_BOX, "申請する"),
    ]


def test_a_slide_of_prose_without_title_is_headed_by_its_number_outside_the_text(tmp_path: Path) -> None:
    deck = Presentation()
    long = "この規則は、すべての設計書に適用する。" * 5
    box(slide_of(deck, BLANK), long, 1, 1)
    heading, prose = saved(deck, tmp_path).blocks
    assert (heading.label, heading.text.text, prose.text.text) == ("スライド 1", "", long)


def test_bold_underlined_and_struck_runs_are_marked_and_line_breaks_kept(tmp_path: Path) -> None:
    deck = Presentation()
    shape = slide_of(deck).shapes.add_textbox(Inches(1), Inches(2), Inches(4), Inches(1))
    paragraph = shape.text_frame.paragraphs[0]
    for text, bold, underline in [("太字", True, None), ("と", None, None), ("下線", None, True)]:
        run = paragraph.add_run()
        run.text, run.font.bold, run.font.underline = text, bold, underline
    paragraph.add_line_break()
    struck = paragraph.add_run()
    struck.text = "旧"
    struck._r.get_or_add_rPr().set("strike", "sngStrike")
    text = saved(deck, tmp_path).blocks[1].text
    assert text.text == "太字と下線\n旧"
    assert text.marks == (MarkSpan(0, 2, Mark.BOLD), MarkSpan(3, 5, Mark.UNDERLINE), MarkSpan(6, 7, Mark.STRIKE))


def test_automatic_numbers_are_counted_as_shown(tmp_path: Path) -> None:
    deck = Presentation()
    shape = slide_of(deck).shapes.add_textbox(Inches(1), Inches(2), Inches(4), Inches(3))
    levels = [0, 0, 1, 1, 0, 1]
    for n, level in enumerate(levels):
        paragraph = shape.text_frame.paragraphs[0] if n == 0 else shape.text_frame.add_paragraph()
        paragraph.text, paragraph.level = f"項目{n}", level
        kind = "arabicPeriod" if level == 0 else "alphaLcParenR"
        properties = paragraph._p.get_or_add_pPr()
        properties.append(properties.makeelement(f"{{{A}}}buAutoNum", {"type": kind}))
    labels = [block.label for block in saved(deck, tmp_path).blocks[1:]]
    assert labels == ["1.", "2.", "a)", "b)", "3.", "a)"]


@pytest.mark.parametrize(
    ("scheme", "start", "label"),
    [
        ("circleNumDbPlain", 3, "③"),
        ("romanUcPeriod", 4, "IV."),
        ("arabicDbPeriod", 12, "１２．"),
        ("ea1JpnKorPeriod", 21, "二十一."),
        ("alphaUcParenBoth", 27, "(AA)"),
    ],
)
def test_numbering_schemes_are_shown_in_their_own_signs(tmp_path: Path, scheme: str, start: int, label: str) -> None:
    deck = Presentation()
    shape = slide_of(deck).shapes.add_textbox(Inches(1), Inches(2), Inches(4), Inches(3))
    shape.text_frame.text = "項目"
    properties = shape.text_frame.paragraphs[0]._p.get_or_add_pPr()
    properties.append(properties.makeelement(f"{{{A}}}buAutoNum", {"type": scheme, "startAt": str(start)}))
    assert saved(deck, tmp_path).blocks[1].label == label


def test_an_unknown_numbering_scheme_is_visible_and_a_warning(tmp_path: Path) -> None:
    deck = Presentation()
    shape = slide_of(deck).shapes.add_textbox(Inches(1), Inches(2), Inches(4), Inches(3))
    shape.text_frame.text = "項目"
    properties = shape.text_frame.paragraphs[0]._p.get_or_add_pPr()
    properties.append(properties.makeelement(f"{{{A}}}buAutoNum", {"type": "thaiNumPeriod"}))
    document = saved(deck, tmp_path)
    assert document.blocks[1].label == "[thaiNumPeriod]"
    assert [warning.code for warning in document.report.warnings] == ["unknown_numbering"]


def test_a_table_keeps_its_spans_and_shows_merged_text_once(tmp_path: Path) -> None:
    deck = Presentation()
    table = slide_of(deck).shapes.add_table(3, 3, Inches(1), Inches(2), Inches(6), Inches(2)).table
    for row in range(3):
        for column in range(3):
            table.cell(row, column).text = f"{row}{column}"
    table.cell(0, 1).merge(table.cell(0, 2))
    table.cell(1, 0).merge(table.cell(2, 0))
    document = saved(deck, tmp_path)
    (block,) = tables(document)
    assert block.table is not None
    assert block.table.header_rows == 1
    cells = {(c.row, c.column): (c.text.text, c.row_span, c.column_span) for r in block.table.rows for c in r.cells}
    assert cells[0, 1] == ("01\n02", 1, 2)
    assert cells[1, 0] == ("10\n20", 2, 1)
    assert set(cells) == {(0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (2, 1), (2, 2)}
    assert document.report.tables == 1


def test_text_under_a_merged_cell_is_not_shown_but_reported(tmp_path: Path) -> None:
    deck = Presentation()
    table = slide_of(deck).shapes.add_table(1, 2, Inches(1), Inches(2), Inches(6), Inches(2)).table
    table.cell(0, 0).text, table.cell(0, 1).text = "見える", "隠れる"
    patch = within(
        "slide1.xml",
        "<a:tc><a:txBody><a:bodyPr/><a:lstStyle/><a:p><a:r><a:t>隠",
        '<a:tc hMerge="1"><a:txBody><a:bodyPr/><a:lstStyle/><a:p><a:r><a:t>隠',
    )
    document = saved(deck, tmp_path, patch)
    (block,) = tables(document)
    assert block.table is not None
    assert [c.text.text for c in block.table.rows[0].cells] == ["見える"]
    assert [warning.code for warning in document.report.warnings] == ["covered_cell"]


def test_hidden_slides_and_shapes_are_read_flagged_and_reported(tmp_path: Path) -> None:
    deck = Presentation()
    slide = slide_of(deck, title="公開")
    box(slide, "隠し", 1, 2)
    box(slide, "表示", 1, 3)
    slide.shapes[1]._element.nvSpPr.cNvPr.set("hidden", "1")
    slide_of(deck, title="非公開")._element.set("show", "0")
    document = saved(deck, tmp_path)
    flags = {block.text.text: Flag.HIDDEN in block.flags for block in document.blocks}
    assert flags == {"公開": False, "隠し": True, "表示": False, "非公開": True}
    assert [place.split(" ")[0] for place in document.report.hidden] == ["slide!1", "slide!2"]


def test_notes_and_comments_stand_beside_the_slide(tmp_path: Path) -> None:
    deck = Presentation()
    slide_of(deck).notes_slide.notes_text_frame.text = "ここで例を示す。\n次へ。"
    document = saved(deck, tmp_path, with_comment)
    notes, comment = document.blocks[1:]
    assert (notes.kind, notes.flags, notes.text.text) == (
        BlockKind.SPEAKER_NOTES,
        frozenset({Flag.NOTES}),
        "ここで例を示す。\n次へ。",
    )
    assert (comment.kind, comment.flags, comment.text.text) == (
        BlockKind.COMMENT,
        frozenset({Flag.COMMENT}),
        "要確認",
    )
    assert document.report.comments == 1


def with_comment(name: str, content: bytes) -> bytes:
    """Hangs a comment on the first slide, in the place of its notes master's printer settings part."""
    if name == "ppt/slides/_rels/slide1.xml.rels":
        relation = (
            '<Relationship Id="rIdC" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments"'
            ' Target="../printerSettings/printerSettings1.bin"/></Relationships>'
        )
        return content.replace(b"</Relationships>", relation.encode())
    if name == "ppt/printerSettings/printerSettings1.bin":
        space = "http://schemas.openxmlformats.org/presentationml/2006/main"
        return f'<p:cmLst xmlns:p="{space}"><p:cm><p:text>要確認</p:text></p:cm></p:cmLst>'.encode()
    return content


def test_footers_dates_and_slide_numbers_are_no_rules(tmp_path: Path) -> None:
    deck = Presentation()
    slide = slide_of(deck)
    for kind, text in [("ftr", "社外秘"), ("dt", "2024/4/1"), ("sldNum", "7")]:
        box(slide, text, 1, 6)
        properties = slide.shapes[-1]._element.nvSpPr.find(f"{{{P}}}nvPr")
        properties.append(properties.makeelement(f"{{{P}}}ph", {"type": kind, "idx": "11"}))
    document = saved(deck, tmp_path)
    assert texts(document) == ["方針"]
    assert document.properties == (("footer", "社外秘"), ("date", "2024/4/1"))


def test_a_chart_is_its_title_and_a_table_of_what_it_draws(tmp_path: Path) -> None:
    deck = Presentation()
    data = CategoryChartData()
    data.categories = ["4月", "5月"]
    data.add_series("件数", (3, 5))
    slide = slide_of(deck)
    chart = slide.shapes.add_chart(
        XL_CHART_TYPE.COLUMN_CLUSTERED, Inches(1), Inches(2), Inches(4), Inches(3), data
    ).chart
    chart.has_title = True
    chart.chart_title.text_frame.text = "障害の推移"
    document = saved(deck, tmp_path)
    assert texts(document) == ["方針", "障害の推移"]
    (block,) = tables(document)
    assert block.table is not None
    assert [[c.text.text for c in row.cells] for row in block.table.rows] == [["", "件数"], ["4月", "3"], ["5月", "5"]]
    assert document.report.warnings == ()


def test_smartart_is_read_parents_before_children_and_last_the_words_on_its_arrows(tmp_path: Path) -> None:
    document = saved(deck_with_smartart(), tmp_path, smartart)
    entries = [(block.text.text, block.level) for block in document.blocks[1:]]
    assert entries == [("計画", 0), ("見積り", 1), ("実行", 0), ("承認後", 0)]


def deck_with_smartart() -> Deck:
    deck = Presentation()
    slide_of(deck).shapes.add_table(1, 1, Inches(1), Inches(2), Inches(4), Inches(1))
    return deck


def smartart(name: str, content: bytes) -> bytes:
    """Turns the table of the first slide into a SmartArt drawing."""
    diagram = "http://schemas.openxmlformats.org/drawingml/2006/diagram"
    if name == "ppt/slides/slide1.xml":
        relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
        drawing = f'<dgm:relIds xmlns:dgm="{diagram}" xmlns:r="{relations}" r:dm="rIdD"/>'
        return re.sub(rb"<a:tbl>.*</a:tbl>", drawing.encode(), content, flags=re.DOTALL)
    if name == "ppt/slides/_rels/slide1.xml.rels":
        relation = (
            '<Relationship Id="rIdD" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/diagramData"'
            ' Target="../printerSettings/printerSettings1.bin"/></Relationships>'
        )
        return content.replace(b"</Relationships>", relation.encode())
    if name == "ppt/printerSettings/printerSettings1.bin":
        point = '<dgm:pt modelId="{}" type="{}"><dgm:t><a:p><a:r><a:t>{}</a:t></a:r></a:p></dgm:t></dgm:pt>'
        points = [
            ("2", "node", "実行"),
            ("1", "node", "計画"),
            ("3", "node", "見積り"),
            ("9", "pres", "飾り"),
            ("8", "sibTrans", "承認後"),
        ]
        link = '<dgm:cxn modelId="l{}{}" srcId="{}" destId="{}" srcOrd="{}"/>'
        links = [("0", "1", 0), ("0", "2", 1), ("1", "3", 0)]
        return (
            f'<dgm:dataModel xmlns:dgm="{diagram}" xmlns:a="{A}"><dgm:ptLst><dgm:pt modelId="0" type="doc"/>'
            + "".join(point.format(*p) for p in points)
            + "</dgm:ptLst><dgm:cxnLst>"
            + "".join(link.format(a, b, a, b, order) for a, b, order in links)
            + "</dgm:cxnLst></dgm:dataModel>"
        ).encode()
    return content


def test_alternate_content_is_read_once(tmp_path: Path) -> None:
    deck = Presentation()
    box(slide_of(deck), "本文", 1, 2)
    mc = "http://schemas.openxmlformats.org/markup-compatibility/2006"

    def patch(name: str, content: bytes) -> bytes:
        if name != "ppt/slides/slide1.xml":
            return content
        text = content.decode()
        start, end = text.rindex("<p:sp>"), text.rindex("</p:sp>") + len("</p:sp>")
        shape = text[start:end]
        both = f'<mc:AlternateContent xmlns:mc="{mc}"><mc:Choice Requires="p14">{shape}</mc:Choice>'
        both += f"<mc:Fallback>{shape}</mc:Fallback></mc:AlternateContent>"
        return (text[:start] + both + text[end:]).encode()

    assert texts(saved(deck, tmp_path, patch)) == ["方針", "本文"]


def test_a_broken_part_beside_a_slide_is_left_out_with_a_warning(tmp_path: Path) -> None:
    deck = Presentation()
    slide_of(deck).notes_slide.notes_text_frame.text = "口頭で補足"
    document = saved(deck, tmp_path, lambda name, part: b"<oops" if name.endswith("notesSlide1.xml") else part)
    assert texts(document) == ["方針"]
    assert [(w.code, w.place) for w in document.report.warnings] == [("part_not_read", "slide!1")]


def test_a_broken_or_missing_slide_refuses_the_deck(tmp_path: Path) -> None:
    deck = Presentation()
    slide_of(deck)
    with pytest.raises(DamagedFile, match=r"slide1\.xml"):
        saved(deck, tmp_path, lambda name, part: b"<oops" if name.endswith("slides/slide1.xml") else part)
    with pytest.raises(DamagedFile, match="slide 1"):
        saved(deck, tmp_path, within("presentation.xml.rels", "slides/slide1.xml", "slides/slide9.xml"))


def test_a_deck_without_text_is_refused_as_such(tmp_path: Path) -> None:
    deck = Presentation()
    slide_of(deck, BLANK)
    with pytest.raises(NoText, match="1 slides"):
        saved(deck, tmp_path)


def test_a_slide_of_pictures_only_is_a_warning(tmp_path: Path) -> None:
    deck = Presentation()
    slide_of(deck, title="表紙")
    picture = slide_of(deck, BLANK)
    picture.shapes.add_picture(io.BytesIO(PNG), Inches(1), Inches(1))
    document = saved(deck, tmp_path)
    assert [(w.code, w.place) for w in document.report.warnings] == [("picture_without_text", "slide!2")]


def test_a_broken_layout_is_told_once_and_its_slides_are_read(tmp_path: Path) -> None:
    deck = Presentation()
    for text in ("余白は10mmとする。", "文字は10pt以上とする。"):
        box(slide_of(deck), text, 1, 3)

    def cut(part: str, content: bytes) -> bytes:
        return content[:200] if part.startswith("ppt/slideLayouts/") else content

    document = saved(deck, tmp_path, cut)
    assert {"余白は10mmとする。", "文字は10pt以上とする。"} <= set(texts(document))
    (warning,) = document.report.warnings
    assert (warning.code, warning.place.startswith("ppt/slideLayouts/")) == ("part_not_read", True)
