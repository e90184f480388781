"""方式設計方針: slides with groups, a table, a diagram, notes, a remark, a hidden slide and a footer."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.presentation import Presentation as Deck
from pptx.slide import Slide
from pptx.util import Inches

from tests.faults.slide_parts import smart_art
from tests.golden.settled import settled
from tests.readers.slides.decks import TITLE_AND_BODY, TITLE_ONLY, A, P, box, slide_of

NAME = "方式設計方針.pptx"


def build(folder: Path) -> bytes:
    deck = Presentation()
    cover = slide_of(deck, 0, "方式設計方針")
    cover.placeholders[1].text_frame.text = "基盤設計部　2026年4月"
    _layers(deck)
    _exceptions(deck)
    _flow(deck)
    _responsibilities(deck)
    _performance(deck)
    _withdrawn(deck)
    for slide in deck.slides:
        _footer(slide)
    stream = io.BytesIO()
    deck.save(stream)
    return settled(_with_diagram(stream.getvalue()))


def _layers(deck: Deck) -> None:
    slide = slide_of(deck, TITLE_AND_BODY, "層の分け方")
    frame = slide.placeholders[1].text_frame
    frame.text = "画面、業務、データの三層に分ける。"
    for text, depth in [
        ("下の層は上の層を呼ばない。", 1),
        ("層を飛ばして呼ばない。", 1),
        ("共通部品はどの層からも呼んでよい。", 0),
    ]:
        paragraph = frame.add_paragraph()
        paragraph.text, paragraph.level = text, depth
    slide.notes_slide.notes_text_frame.text = "三層に分ける理由を、去年の障害の例で話す。"


def _footer(slide: Slide) -> None:
    footer = slide.shapes.add_textbox(Inches(3), Inches(7), Inches(3), Inches(0.3))
    footer.text_frame.text = "社外秘"
    properties = footer._element.nvSpPr.find(f"{{{P}}}nvPr")
    properties.append(properties.makeelement(f"{{{P}}}ph", {"type": "ftr", "idx": "11"}))


def _exceptions(deck: Deck) -> None:
    slide = slide_of(deck, TITLE_ONLY, "例外の扱い")
    for left, title, rule in [
        (0.5, "業務例外", "画面に示し、処理を続ける。"),
        (5, "システム例外", "記録して、処理を止める。"),
    ]:
        group = slide.shapes.add_group_shape()
        for top, text in [(2, title), (3, rule)]:
            group.shapes.add_textbox(Inches(left), Inches(top), Inches(4), Inches(0.6)).text_frame.text = text
    frame = slide.shapes.add_textbox(Inches(0.5), Inches(5), Inches(8), Inches(1)).text_frame
    paragraph = frame.paragraphs[0]
    for text, bold, strike in [
        ("例外を", None, None),
        ("握りつぶさない", True, None),
        ("。", None, None),
        ("再試行は三回までとする。", None, "sngStrike"),
    ]:
        made = paragraph.add_run()
        made.text, made.font.bold = text, bold
        if strike:
            made._r.get_or_add_rPr().set("strike", strike)


def _flow(deck: Deck) -> None:
    slide = slide_of(deck, TITLE_ONLY, "設計の流れ")
    slide.shapes.add_table(1, 1, Inches(1), Inches(2), Inches(4), Inches(1))
    box(slide, "各段階の終わりに査閲を受ける。", 1, 5, width=6)


def _responsibilities(deck: Deck) -> None:
    slide = slide_of(deck, TITLE_ONLY, "役割の分担")
    rows = [
        ["成果物", "担当", ""],
        ["", "作成", "承認"],
        ["方式設計書", "基盤設計部", "部長"],
        ["性能見積書", "", "部長"],
        ["移行計画書", "運用部", "部長"],
    ]
    table = slide.shapes.add_table(len(rows), 3, Inches(1), Inches(2), Inches(8), Inches(3)).table
    for r, texts in enumerate(rows):
        for c, text in enumerate(texts):
            table.cell(r, c).text = text
    for first, last in [((0, 0), (1, 0)), ((0, 1), (0, 2)), ((2, 1), (3, 1))]:
        table.cell(*first).merge(table.cell(*last))


def _performance(deck: Deck) -> None:
    """Two columns of text under titles of their own, a chart, and a numbered list."""
    slide = slide_of(deck, TITLE_ONLY, "性能の目標")
    for left, title, texts in [
        (0.5, "対話処理", ["応答は3秒以内とする。", "5秒を超えるときは進み具合を示す。"]),
        (5, "一括処理", ["夜間の処理は6時までに終える。", "途中から再開できるようにする。"]),
    ]:
        box(slide, title, left, 1.6, width=4)
        frame = slide.shapes.add_textbox(Inches(left), Inches(2.2), Inches(4), Inches(1.5)).text_frame
        for n, text in enumerate(texts):
            paragraph = frame.paragraphs[0] if n == 0 else frame.add_paragraph()
            paragraph.text = text
            properties = paragraph._p.get_or_add_pPr()
            properties.append(properties.makeelement(f"{{{A}}}buAutoNum", {"type": "circleNumDbPlain"}))
    data = CategoryChartData()
    data.categories = ["検索", "登録"]
    data.add_series("上限（秒）", (3, 5))
    chart = slide.shapes.add_chart(
        XL_CHART_TYPE.BAR_CLUSTERED, Inches(1), Inches(4.2), Inches(6), Inches(2.5), data
    ).chart
    chart.has_title = True
    chart.chart_title.text_frame.text = "処理ごとの上限"


def _withdrawn(deck: Deck) -> None:
    slide = slide_of(deck, TITLE_AND_BODY, "旧方針：二層に分ける")
    slide.placeholders[1].text_frame.text = "画面からデータを直接に呼んでよい。"
    slide._element.set("show", "0")


def _with_diagram(content: bytes) -> bytes:
    """The table of the fourth slide becomes a SmartArt of three steps, the second one with a detail."""
    steps = [("要件の確認", ""), ("方式設計", ""), ("性能の見積り", "方式設計"), ("査閲", "")]
    patch = smart_art(steps, slide=4)
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as source, zipfile.ZipFile(stream, "w") as target:
        for name in source.namelist():
            target.writestr(name, patch(name, source.read(name)))
    return stream.getvalue()
