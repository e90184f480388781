"""The order in which shapes are read, as a person's eye goes over the slide."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pptx import Presentation
from pptx.enum.shapes import MSO_SHAPE
from pptx.enum.text import MSO_ANCHOR
from pptx.slide import Slide
from pptx.util import Inches

from rulebook.model.document import Flag
from tests.readers.slides.decks import box, saved, slide_of, texts


def panel(slide: Slide, text: str, left: float, top: float, width: float, height: float, anchor: Any) -> None:
    """A rectangle with its words at an edge."""
    shape = slide.shapes.add_shape(MSO_SHAPE.RECTANGLE, Inches(left), Inches(top), Inches(width), Inches(height))
    shape.text_frame.text = text
    shape.text_frame.vertical_anchor = anchor


def test_a_column_is_read_below_its_own_heading(tmp_path: Path) -> None:
    deck = Presentation()
    slide = slide_of(deck)
    for n, title in enumerate(("形式", "構造", "意味")):
        box(slide, title, 0.5 + 3 * n, 1.6, 2.5, 0.4)
    for n, text in enumerate(("桁を守る。", "整合を守る。", "定義を守る。")):
        box(slide, text, 0.5 + 3 * n, 2.2, 2.5, 3)
    assert texts(saved(deck, tmp_path)) == [
        "方針",
        "形式",
        "桁を守る。",
        "構造",
        "整合を守る。",
        "意味",
        "定義を守る。",
    ]


def test_a_grid_of_equal_boxes_is_read_row_by_row(tmp_path: Path) -> None:
    deck = Presentation()
    slide = slide_of(deck)
    for n, text in enumerate("一二三四五六"):
        box(slide, text, 0.5 + 3 * (n % 3), 2 + 1.5 * (n // 3), 2.5, 1)
    assert texts(saved(deck, tmp_path)) == ["方針", *"一二三四五六"]


def test_words_at_the_foot_of_a_panel_are_read_after_what_stands_on_it(tmp_path: Path) -> None:
    deck = Presentation()
    slide = slide_of(deck)
    panel(slide, "ひな形がないため、設計に時間がかかる。", 0.5, 2, 4, 5, MSO_ANCHOR.BOTTOM)
    box(slide, "ひな形がないと", 1, 2.2, 3)
    box(slide, "独自の規則", 1, 3.5, 3)
    assert texts(saved(deck, tmp_path))[1:] == [
        "ひな形がないと",
        "独自の規則",
        "ひな形がないため、設計に時間がかかる。",
    ]


def test_words_at_the_head_of_a_panel_are_read_before_what_stands_on_it(tmp_path: Path) -> None:
    deck = Presentation()
    slide = slide_of(deck)
    box(slide, "独自の規則", 0.6, 3.5, 1)
    box(slide, "共通の規則", 2.5, 3.5, 1)
    panel(slide, "現状", 0.5, 2, 4, 5, MSO_ANCHOR.TOP)
    assert texts(saved(deck, tmp_path))[1:] == ["現状", "独自の規則", "共通の規則"]


def test_shapes_without_words_do_not_disturb_the_order(tmp_path: Path) -> None:
    deck = Presentation()
    slide = slide_of(deck)
    for text, left, top in [("左の題", 0.5, 2), ("左の文", 0.5, 3.2), ("右の題", 5, 2.2), ("右の文", 5, 3.4)]:
        box(slide, text, left, top)
    panel(slide, "", 0.2, 1.9, 9, 4, MSO_ANCHOR.TOP)
    assert texts(saved(deck, tmp_path))[1:] == ["左の題", "左の文", "右の題", "右の文"]


def test_a_shape_turned_on_its_side_stands_where_it_is_seen(tmp_path: Path) -> None:
    deck = Presentation()
    slide = slide_of(deck)
    box(slide, "上", 4, 2, 2)
    box(slide, "下", 4, 5, 2)
    side = box(slide, "横", -1, 3.75, 4, 0.5)
    side.rotation = 270
    assert texts(saved(deck, tmp_path))[1:] == ["横", "上", "下"]


def test_a_shape_outside_the_slide_is_hidden(tmp_path: Path) -> None:
    deck = Presentation()
    slide = slide_of(deck)
    box(slide, "旧規則", 10.5, 2)
    box(slide, "はみ出す", 9.5, 3)
    document = saved(deck, tmp_path)
    assert [b.text.text for b in document.blocks if Flag.HIDDEN in b.flags] == ["旧規則"]
    assert len(document.report.hidden) == 1


def test_words_of_neighbouring_shapes_and_paragraphs_are_never_glued(tmp_path: Path) -> None:
    deck = Presentation()
    slide = slide_of(deck)
    group = slide.shapes.add_group_shape()
    for n, text in enumerate(("申請", "承認")):
        shape = group.shapes.add_textbox(Inches(1 + n), Inches(2), Inches(1), Inches(0.5))
        shape.text_frame.text = text
    shape = box(slide, "一行目\n二行目", 1, 4)
    shape.text_frame.paragraphs[0].add_line_break()
    shape.text_frame.paragraphs[0].add_run().text = "\t続き"
    assert texts(saved(deck, tmp_path))[1:] == ["申請", "承認", "一行目\n\t続き", "二行目"]


def test_a_note_at_the_foot_of_the_slide_is_read_last(tmp_path: Path) -> None:
    deck = Presentation()
    slide = slide_of(deck)
    for text, left, top in [("左", 0.5, 2), ("右", 6, 2), ("(*)出典を示す。", 0.5, 6.8), ("右の続き", 6, 4)]:
        box(slide, text, left, top)
    assert texts(saved(deck, tmp_path))[1:] == ["左", "右", "右の続き", "(*)出典を示す。"]
