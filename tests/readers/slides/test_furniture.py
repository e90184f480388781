"""Footers, dates and page numbers: the deck's are no rules, a slide's own words are never lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from pptx import Presentation
from pptx.slide import Slide

from rulebook.model.document import Flag
from tests.readers.slides.decks import P, box, saved, slide_of, texts


def place(slide: Slide, kind: str, text: str) -> None:
    """Words in a place for footers (``ftr``), dates (``dt``) or page numbers (``sldNum``)."""
    properties = box(slide, text, 1, 7)._element.nvSpPr.find(f"{{{P}}}nvPr")
    properties.append(properties.makeelement(f"{{{P}}}ph", {"type": kind, "idx": "11"}))


@pytest.mark.parametrize("kind", ["ftr", "dt", "sldNum"])
def test_words_in_such_a_place_on_few_slides_are_text_of_the_first_of_them(tmp_path: Path, kind: str) -> None:
    deck = Presentation()
    slides = [slide_of(deck, title=title) for title in "甲乙丙丁戊"]
    for slide in slides[1:3]:
        place(slide, kind, "2026年4月1日より施行する。")
    document = saved(deck, tmp_path)
    assert texts(document) == ["甲", "乙", "2026年4月1日より施行する。", "丙", "丁", "戊"]
    assert document.properties == ()


def test_footers_of_most_slides_are_a_property_of_the_deck(tmp_path: Path) -> None:
    deck = Presentation()
    for n, title in enumerate("甲乙丙"):
        slide = slide_of(deck, title=title)
        for kind, text in [("ftr", "社外秘"), ("sldNum", f"{n}"), ("dt", f"2026/4/{n}")][0 if n else 1 :]:
            place(slide, kind, text)
    document = saved(deck, tmp_path)
    assert texts(document) == ["甲", "乙", "丙"]
    assert sorted(document.properties) == [
        ("date", "2026/4/0"),
        ("date", "2026/4/1"),
        ("date", "2026/4/2"),
        ("footer", "社外秘"),
    ]


def test_a_footer_of_a_hidden_slide_stays_hidden_and_takes_nothing_from_a_shown_one(tmp_path: Path) -> None:
    deck = Presentation()
    slides = [slide_of(deck, title=title) for title in "甲乙丙丁戊"]
    for slide in slides[:2]:
        place(slide, "ftr", "転載を禁じる。")
    slides[0]._element.set("show", "0")
    found = [(b.span.fragment, Flag.HIDDEN in b.flags) for b in saved(deck, tmp_path).blocks if "転載" in b.text.text]
    assert found == [("slide!1", True), ("slide!2", False)]


@pytest.mark.parametrize("text", ["2026-04-01", "3", "3 / 10", "P.3"])
def test_a_date_or_a_number_typed_in_a_free_box_is_read(tmp_path: Path, text: str) -> None:
    deck = Presentation()
    for title in "甲乙":
        box(slide_of(deck, title=title), text, 8, 7)
    assert texts(saved(deck, tmp_path)) == ["甲", text, "乙", text]
