"""The outline of a deck: sections, slides that open one, numbered titles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from pptx import Presentation
from pptx.presentation import Presentation as Deck

from rulebook.model.document import BlockKind
from tests.readers.slides.decks import (
    SECTION_HEADER,
    TITLE_AND_BODY,
    TITLE_ONLY,
    TITLE_SLIDE,
    A,
    box,
    headings,
    saved,
    slide_of,
)

P14 = "http://schemas.microsoft.com/office/powerpoint/2010/main"


def deck_of(*titles: str) -> Deck:
    """A deck of slides with a title and some text each."""
    deck = Presentation()
    for title in titles:
        box(slide_of(deck, TITLE_ONLY, title), "本文をここに書く。", 1, 3)
    return deck


def in_sections(*sections: tuple[str, Sequence[int]]) -> Callable[[str, bytes], bytes]:
    """A patch that puts slides, counted from 0, into named sections."""

    def patch(name: str, content: bytes) -> bytes:
        if name != "ppt/presentation.xml":
            return content
        entries = "".join(
            f'<p14:section name="{title}" id="{{{n}}}"><p14:sldIdLst>'
            + "".join(f'<p14:sldId id="{256 + slide}"/>' for slide in slides)
            + "</p14:sldIdLst></p14:section>"
            for n, (title, slides) in enumerate(sections)
        )
        listed = (
            f'<p:extLst><p:ext uri="x"><p14:sectionLst xmlns:p14="{P14}">{entries}</p14:sectionLst></p:ext></p:extLst>'
        )
        return content.decode().replace("</p:presentation>", f"{listed}</p:presentation>").encode()

    return patch


def test_named_sections_stand_above_their_slides_and_outside_the_text(tmp_path: Path) -> None:
    document = saved(deck_of("甲", "乙", "丙"), tmp_path, in_sections(("書式", [0, 1]), ("様式", [2])))
    assert headings(document) == [(1, "[書式]"), (2, "甲"), (2, "乙"), (1, "[様式]"), (2, "丙")]
    assert document.title == "甲"


@pytest.mark.parametrize("sections", [[("書式", [0, 1])], [("既定のセクション", [0]), ("Default Section", [1])]])
def test_a_single_section_and_those_without_a_name_say_nothing(
    tmp_path: Path, sections: list[tuple[str, list[int]]]
) -> None:
    assert headings(saved(deck_of("甲", "乙"), tmp_path, in_sections(*sections))) == [(1, "甲"), (1, "乙")]


def test_a_slide_of_the_section_layout_stands_over_those_that_follow(tmp_path: Path) -> None:
    deck = deck_of("表紙", "はじめに")
    opener = slide_of(deck, SECTION_HEADER, "第1章")
    opener.placeholders[1].text_frame.text = "図表"
    box(slide_of(deck, TITLE_ONLY, "表"), "本文をここに書く。", 1, 3)
    document = saved(deck, tmp_path)
    assert headings(document) == [(1, "表紙"), (1, "はじめに"), (1, "第1章\n図表"), (2, "表")]
    assert sum(block.text.text.count("図表") for block in document.blocks) == 1


def test_a_slide_of_the_section_layout_with_a_body_of_text_opens_nothing(tmp_path: Path) -> None:
    deck = deck_of("表紙")
    slide_of(deck, SECTION_HEADER, "規則").placeholders[1].text_frame.text = "表には番号を付ける。" * 8
    box(slide_of(deck, TITLE_ONLY, "表"), "本文をここに書く。", 1, 3)
    assert headings(saved(deck, tmp_path)) == [(1, "表紙"), (1, "規則"), (1, "表")]


def test_later_title_slides_open_a_section_and_the_first_one_does_not(tmp_path: Path) -> None:
    deck = Presentation()
    slide_of(deck, TITLE_SLIDE, "規則集")
    slide_of(deck, TITLE_SLIDE, "図表")
    box(slide_of(deck, TITLE_ONLY, "表"), "本文をここに書く。", 1, 3)
    assert headings(saved(deck, tmp_path)) == [(1, "規則集"), (1, "図表"), (2, "表")]


def test_a_layout_used_for_bare_titles_only_opens_sections(tmp_path: Path) -> None:
    deck = Presentation()
    bare = deck.slide_layouts[10]
    for title in ("甲", "乙"):
        shapes = deck.slides.add_slide(bare).shapes
        assert shapes.title is not None
        shapes.title.text = title
        for n in (1, 2):
            box(slide_of(deck, TITLE_ONLY, f"{title}{n}"), "本文をここに書く。", 1, 3)
    first, *others = headings(saved(deck, tmp_path))
    assert first == (1, "甲")  # the first slide of a deck is its title
    assert others == [(1, "甲1"), (1, "甲2"), (1, "乙"), (1, "乙1"), (1, "乙2")]


@pytest.mark.parametrize("free", [True, False])
def test_a_layout_used_for_titles_with_a_short_rule_opens_nothing(tmp_path: Path, free: bool) -> None:
    deck = deck_of("表紙", "甲", "乙", "丙", "丁")
    for title in ("戊", "己"):
        slide = slide_of(deck, TITLE_AND_BODY, title)
        if free:
            box(slide, "余白は10mm", 1, 3)
        else:
            body = slide.placeholders[1].text_frame
            body.text = "余白は10mmとする。"
            properties = body.paragraphs[0]._p.get_or_add_pPr()
            properties.append(properties.makeelement(f"{{{A}}}buNone"))
        box(slide_of(deck, TITLE_ONLY, f"{title}1"), "本文をここに書く。", 1, 3)
    assert {level for level, _ in headings(saved(deck, tmp_path))} == {1}


def test_numbered_titles_stand_below_the_number_that_theirs_begins_with(tmp_path: Path) -> None:
    titles = [
        "１．目的",
        "2. 書式",
        "2.1 表",
        "2.1.1 罫線",
        "（参考）罫線の例",
        "2.1.2 余白",
        "2.2 図",
        "3. 様式",
        "まとめ",
    ]
    levels = [level for level, _ in headings(saved(deck_of(*titles), tmp_path))]
    assert levels == [1, 1, 2, 3, 3, 3, 2, 1, 1]


@pytest.mark.parametrize("titles", [["2024年度の方針", "20の原則"], ["3つの原則", "3.1 表"], ["1.5倍の余白", "余白"]])
def test_numbers_that_count_something_make_no_outline(tmp_path: Path, titles: list[str]) -> None:
    assert [level for level, _ in headings(saved(deck_of(*titles), tmp_path))] == [1, 1]


def test_a_hidden_slide_opens_no_section_for_shown_ones(tmp_path: Path) -> None:
    deck = deck_of("表紙")
    slide_of(deck, SECTION_HEADER, "旧版")._element.set("show", "0")
    box(slide_of(deck, TITLE_ONLY, "表"), "本文をここに書く。", 1, 3)
    assert headings(saved(deck, tmp_path)) == [(1, "表紙"), (1, "旧版"), (1, "表")]


def test_notes_of_a_slide_that_opens_a_section_stay_notes(tmp_path: Path) -> None:
    deck = deck_of("表紙")
    slide_of(deck, SECTION_HEADER, "図表").notes_slide.notes_text_frame.text = "ここで休む。"
    kinds = [(block.kind, block.text.text) for block in saved(deck, tmp_path).blocks[2:]]
    assert kinds == [(BlockKind.HEADING, "図表"), (BlockKind.SPEAKER_NOTES, "ここで休む。")]
