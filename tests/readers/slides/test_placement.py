"""Where shapes stand: turned, mirrored and grouped ones are where a person sees them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pptx import Presentation
from pptx.slide import Slide
from pptx.util import Inches

from rulebook.model.document import Document, Flag
from tests.readers.slides.decks import box, saved, slide_of, texts


def grouped(slide: Slide, *boxes: tuple[str, float, float], **transform: str) -> Any:
    """A group of text boxes, an inch by half an inch, whose ``a:xfrm`` has these attributes."""
    group = slide.shapes.add_group_shape()
    for text, left, top in boxes:
        shape = group.shapes.add_textbox(Inches(left), Inches(top), Inches(1), Inches(0.5))
        shape.text_frame.text = text
    for name, value in transform.items():
        group._element.grpSpPr.find("{http://schemas.openxmlformats.org/drawingml/2006/main}xfrm").set(name, value)
    return group


def hidden(document: Document) -> list[str]:
    return [block.text.text for block in document.blocks if Flag.HIDDEN in block.flags]


def test_a_long_group_stood_upright_shows_all_of_its_shapes(tmp_path: Path) -> None:
    deck = Presentation()
    # its middle is 0.5 inches from the left edge of the slide: lying, its first shape would be outside
    grouped(slide_of(deck), ("三", 3, 4), ("一", -3, 4), ("二", 0, 4), rot="5400000")
    document = saved(deck, tmp_path)
    assert hidden(document) == []
    assert texts(document)[1:] == ["一", "二", "三"]


def test_a_group_that_was_turned_out_of_the_slide_is_hidden(tmp_path: Path) -> None:
    deck = Presentation()
    grouped(slide_of(deck), ("左", 0, 6.9), ("右", 8.5, 6.9), rot="5400000")
    # upright about its middle (4.75, 7.15), it reaches from 2.4 to 11.9 inches, and the slide ends at 7.5
    assert hidden(saved(deck, tmp_path)) == ["右"]


def test_a_mirrored_group_is_read_as_it_is_seen(tmp_path: Path) -> None:
    deck = Presentation()
    grouped(slide_of(deck), ("右", 1, 4), ("左", 5, 4), flipH="1")
    assert texts(saved(deck, tmp_path))[1:] == ["左", "右"]


def test_groups_in_turned_groups_are_turned_with_them(tmp_path: Path) -> None:
    deck = Presentation()
    outer = grouped(slide_of(deck), ("下", 1, 2), rot="10800000")
    inner = outer.shapes.add_group_shape()
    for text, left in (("上右", 1.0), ("上左", 3.0)):
        shape = inner.shapes.add_textbox(Inches(left), Inches(5), Inches(1), Inches(0.5))
        shape.text_frame.text = text
    assert texts(saved(deck, tmp_path))[1:] == ["上左", "上右", "下"]


def test_a_turned_shape_that_reaches_into_the_slide_is_not_hidden(tmp_path: Path) -> None:
    deck = Presentation()
    slide = slide_of(deck)
    box(slide, "斜め", 3, -0.6, 4, 0.5).rotation = 30
    box(slide, "横", 3, -0.6, 4, 0.5)
    assert hidden(saved(deck, tmp_path)) == ["横"]


def test_words_laid_over_a_group_are_read_with_the_part_they_lie_on(tmp_path: Path) -> None:
    deck = Presentation()
    slide = slide_of(deck)
    grouped(slide, ("要件の文", 3, 2), ("設計", 1, 3), ("設計の文", 3, 3), ("試験の文", 3, 4))
    box(slide, "要件", 1, 2, 1)
    box(slide, "試験", 1, 4, 1)
    assert texts(saved(deck, tmp_path))[1:] == ["要件", "要件の文", "設計", "設計の文", "試験", "試験の文"]
