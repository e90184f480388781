"""What heads a slide: its title, or what a person takes for it."""

from __future__ import annotations

from pathlib import Path

from pptx import Presentation
from pptx.util import Inches, Pt

from rulebook.model.document import BlockKind, Flag
from tests.readers.slides.decks import BLANK, TITLE_AND_BODY, TITLE_ONLY, box, headings, saved, slide_of, texts


def test_the_largest_text_at_the_top_heads_a_slide_without_title(tmp_path: Path) -> None:
    deck = Presentation()
    slide = slide_of(deck, BLANK)
    box(slide, "社外秘", 0.2, 0.1, size=10)
    box(slide, "承認の流れ", 1, 0.6, size=32)
    box(slide, "申請する", 1, 3, size=18)
    assert texts(saved(deck, tmp_path)) == ["承認の流れ", "社外秘", "申請する"]


def test_a_large_text_further_down_does_not_head_a_slide(tmp_path: Path) -> None:
    deck = Presentation()
    slide = slide_of(deck, BLANK)
    box(slide, "承認の流れ", 1, 0.3, width=8, size=18)
    box(slide, "3日", 4, 4, size=60)
    assert headings(saved(deck, tmp_path)) == [(1, "承認の流れ")]


def test_words_in_a_drawing_do_not_head_a_slide(tmp_path: Path) -> None:
    deck = Presentation()
    slide = slide_of(deck, BLANK)
    for text, left in [("上流", 1), ("下流", 6)]:
        box(slide, text, left, 1, size=12)
    box(slide, "規格の要点を示す。", 1, 4, width=8, size=18)
    document = saved(deck, tmp_path)
    assert headings(document) == [(1, "[スライド 1]")]
    assert texts(document)[1:] == ["上流", "下流", "規格の要点を示す。"]


def test_words_set_far_larger_and_higher_pass_for_a_title_that_is_a_mere_remark(tmp_path: Path) -> None:
    deck = Presentation()
    slide = slide_of(deck, TITLE_ONLY, "【§1.5】")
    title = slide.shapes.title
    assert title is not None
    title.left, title.top, title.width, title.height = Inches(8), Inches(1), Inches(1.5), Inches(0.5)
    title.text_frame.paragraphs[0].runs[0].font.size = Pt(14)
    box(slide, "レビューの手順", 0.5, 0.4, width=7, size=36)
    document = saved(deck, tmp_path)
    assert [(b.kind, b.text.text) for b in document.blocks] == [
        (BlockKind.HEADING, "レビューの手順"),
        (BlockKind.PARAGRAPH, "【§1.5】"),
    ]


def test_a_large_code_beside_the_title_leaves_the_title_its_place(tmp_path: Path) -> None:
    deck = Presentation()
    slide = slide_of(deck, TITLE_ONLY, "レビューの手順")
    title = slide.shapes.title
    assert title is not None
    title.left, title.top, title.width, title.height = Inches(2), Inches(0.1), Inches(7), Inches(1)
    title.text_frame.paragraphs[0].runs[0].font.size = Pt(24)
    box(slide, "R1", 0, 0, width=1.5, size=44)
    assert headings(saved(deck, tmp_path)) == [(1, "レビューの手順")]


def test_a_whole_text_in_the_place_of_the_title_is_a_paragraph(tmp_path: Path) -> None:
    deck = Presentation()
    prose = "この規則は、すべての設計書に適用する。" * 8
    slide_of(deck, TITLE_ONLY, prose)
    document = saved(deck, tmp_path)
    assert [(b.kind, b.text.text, b.label) for b in document.blocks] == [
        (BlockKind.HEADING, "", "スライド 1"),
        (BlockKind.PARAGRAPH, prose, ""),
    ]


def test_prompts_of_places_that_nobody_filled_are_not_read(tmp_path: Path) -> None:
    deck = Presentation()
    slide = slide_of(deck, TITLE_AND_BODY, "")
    box(slide, "申請する", 1, 0.5, width=8)
    assert texts(saved(deck, tmp_path)) == ["申請する"]


def test_a_title_that_nobody_sees_does_not_head_the_slide(tmp_path: Path) -> None:
    deck = Presentation()
    slide = slide_of(deck, TITLE_ONLY, "旧い題")
    title = slide.shapes.title
    assert title is not None
    title.left, title.top, title.width, title.height = Inches(0), Inches(-2), Inches(9), Inches(1)
    box(slide, "承認の流れ", 1, 0.5, width=8)
    document = saved(deck, tmp_path)
    assert headings(document) == [(1, "承認の流れ")]
    assert [b.text.text for b in document.blocks if Flag.HIDDEN in b.flags] == ["旧い題"]
