"""Text of shapes: marks, numbers, signs, formulas, fields."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lxml import etree
from pptx import Presentation
from pptx.util import Inches

from rulebook.model.document import BlockKind
from rulebook.model.text import Mark, MarkSpan
from tests.readers.slides.decks import TITLE_AND_BODY, A, P, box, saved, slide_of, texts, within

A14 = "http://schemas.microsoft.com/office/drawing/2010/main"
M = "http://schemas.openxmlformats.org/officeDocument/2006/math"
MC = "http://schemas.openxmlformats.org/markup-compatibility/2006"


def numbered(folder: Path, *items: tuple[int, str, dict[str, str]]) -> list[str]:
    """The labels of paragraphs given as level, bullet element (empty for none) and its attributes."""
    deck = Presentation()
    frame = slide_of(deck).shapes.add_textbox(Inches(1), Inches(2), Inches(4), Inches(3)).text_frame
    for n, (level, bullet, attributes) in enumerate(items):
        paragraph = frame.paragraphs[0] if n == 0 else frame.add_paragraph()
        paragraph.text, paragraph.level = f"項目{n}", level
        properties = paragraph._p.get_or_add_pPr()
        if bullet:
            properties.append(properties.makeelement(f"{{{A}}}{bullet}", attributes))
    return [block.label for block in saved(deck, folder).blocks[1:]]


@pytest.mark.parametrize(
    ("scheme", "label"),
    [
        ("alphaLcParenBoth", "(c)"),
        ("alphaLcParenR", "c)"),
        ("alphaLcPeriod", "c."),
        ("alphaUcParenBoth", "(C)"),
        ("alphaUcParenR", "C)"),
        ("alphaUcPeriod", "C."),
        ("arabicParenBoth", "(3)"),
        ("arabicParenR", "3)"),
        ("arabicPeriod", "3."),
        ("arabicPlain", "3"),
        ("arabicDbPeriod", "３．"),
        ("arabicDbPlain", "３"),
        ("romanLcParenBoth", "(iii)"),
        ("romanLcParenR", "iii)"),
        ("romanLcPeriod", "iii."),
        ("romanUcParenBoth", "(III)"),
        ("romanUcParenR", "III)"),
        ("romanUcPeriod", "III."),
        ("circleNumDbPlain", "③"),
        ("circleNumWdBlackPlain", "❸"),
        ("circleNumWdWhitePlain", "③"),
        ("ea1ChsPeriod", "三."),
        ("ea1ChsPlain", "三"),
        ("ea1ChtPeriod", "三."),
        ("ea1ChtPlain", "三"),
        ("ea1JpnChsDbPeriod", "三．"),
        ("ea1JpnKorPeriod", "三."),
        ("ea1JpnKorPlain", "三"),
    ],
)
def test_every_scheme_of_latin_and_east_asian_numbers_is_known(tmp_path: Path, scheme: str, label: str) -> None:
    assert numbered(tmp_path, (0, "buAutoNum", {"type": scheme, "startAt": "3"})) == [label]


def test_numbers_start_again_after_a_paragraph_without_one_and_with_a_new_scheme(tmp_path: Path) -> None:
    period, circle = ("buAutoNum", {"type": "arabicPeriod"}), ("buAutoNum", {"type": "circleNumDbPlain"})
    labels = numbered(tmp_path, (0, *period), (0, *period), (0, "buNone", {}), (0, *period), (0, *circle), (0, *circle))
    assert labels == ["1.", "2.", "", "1.", "①", "②"]


def test_numbers_go_on_past_deeper_bullets(tmp_path: Path) -> None:
    period = ("buAutoNum", {"type": "arabicPeriod", "startAt": "5"})
    assert numbered(tmp_path, (0, *period), (1, "buChar", {"char": "–"}), (0, *period)) == ["5.", "–", "6."]


def test_strike_and_underline_of_a_style_hold_for_its_text_and_bold_of_a_theme_is_its_look(tmp_path: Path) -> None:
    deck = Presentation()
    slide_of(deck, TITLE_AND_BODY).placeholders[1].text_frame.text = "旧規則"
    look = '<a:defRPr b="1" u="sng" strike="sngStrike" sz="3200"'
    document = saved(deck, tmp_path, within("slideMaster1.xml", '<a:defRPr sz="3200"', look))
    assert document.blocks[1].text.marks == (MarkSpan(0, 3, Mark.STRIKE), MarkSpan(0, 3, Mark.UNDERLINE))


def test_a_run_takes_back_what_its_style_strikes(tmp_path: Path) -> None:
    deck = Presentation()
    shape = slide_of(deck, TITLE_AND_BODY).placeholders[1]
    shape.text_frame.text = "規則"
    shape.text_frame.paragraphs[0].runs[0]._r.get_or_add_rPr().set("strike", "noStrike")
    struck = within("slideMaster1.xml", '<a:defRPr sz="3200"', '<a:defRPr strike="sngStrike" sz="3200"')
    assert saved(deck, tmp_path, struck).blocks[1].text.marks == ()


def test_letters_of_a_symbol_font_are_the_signs_they_show(tmp_path: Path) -> None:
    deck = Presentation()
    box(slide_of(deck), "旧\uf0e8新", 1, 2)
    assert texts(saved(deck, tmp_path))[1:] == ["旧➔新"]


@pytest.mark.parametrize(("baseline", "text"), [("30000", "10³件"), ("-25000", "10₃件"), ("0", "103件")])
def test_raised_and_lowered_figures_stay_apart_from_those_on_the_line(tmp_path: Path, baseline: str, text: str) -> None:
    deck = Presentation()
    paragraph = box(slide_of(deck), "10", 1, 2).text_frame.paragraphs[0]
    script = paragraph.add_run()
    script.text = "3"
    script._r.get_or_add_rPr().set("baseline", baseline)
    paragraph.add_run().text = "件"
    assert texts(saved(deck, tmp_path))[1:] == [text]


def formula(inner: str) -> str:
    return (
        f'<mc:AlternateContent xmlns:mc="{MC}"><mc:Choice xmlns:a14="{A14}" Requires="a14"><a14:m>'
        f'<m:oMath xmlns:m="{M}">{inner}</m:oMath></a14:m></mc:Choice><mc:Fallback/></mc:AlternateContent>'
    )


def test_a_formula_keeps_its_fractions_and_powers(tmp_path: Path) -> None:
    deck = Presentation()
    paragraph: Any = box(slide_of(deck), "比は", 1, 2).text_frame.paragraphs[0]._p
    one, two = (f"<m:{part}><m:r><m:t>{n}</m:t></m:r></m:{part}>" for part, n in (("num", 1), ("den", 2)))
    paragraph.append(etree.fromstring(formula(f"<m:f>{one}{two}</m:f>")))
    assert texts(saved(deck, tmp_path))[1:] == ["比は1/2"]


def test_the_fallback_is_read_where_the_choice_holds_nothing_to_read(tmp_path: Path) -> None:
    deck = Presentation()
    slide = slide_of(deck)
    shape = box(slide, "本文", 1, 2)._element
    both = etree.SubElement(slide.shapes._spTree, f"{{{MC}}}AlternateContent")
    etree.SubElement(both, f"{{{MC}}}Choice", {"Requires": "p14"}).append(etree.Element(f"{{{P}}}contentPart"))
    etree.SubElement(both, f"{{{MC}}}Fallback").append(shape)
    assert texts(saved(deck, tmp_path)) == ["方針", "本文"]


@pytest.mark.parametrize(("kind", "properties"), [("slidenum", ()), ("datetime1", (("date", "2024/4/1"),))])
def test_a_page_number_or_date_in_a_box_of_its_own_is_no_rule(
    tmp_path: Path, kind: str, properties: tuple[tuple[str, str], ...]
) -> None:
    deck = Presentation()
    paragraph: Any = box(slide_of(deck), "", 8, 7).text_frame.paragraphs[0]._p
    paragraph.append(etree.fromstring(f'<a:fld xmlns:a="{A}" id="x" type="{kind}"><a:t>2024/4/1</a:t></a:fld>'))
    document = saved(deck, tmp_path)
    assert texts(document) == ["方針"]
    assert document.properties == properties


def test_a_page_number_within_a_sentence_is_part_of_it(tmp_path: Path) -> None:
    deck = Presentation()
    paragraph: Any = box(slide_of(deck), "次は", 1, 2).text_frame.paragraphs[0]._p
    paragraph.append(etree.fromstring(f'<a:fld xmlns:a="{A}" id="x" type="slidenum"><a:t>7</a:t></a:fld>'))
    assert texts(saved(deck, tmp_path))[1:] == ["次は7"]


def test_text_of_a_layout_and_master_is_read_once_on_the_first_slide_that_shows_it(tmp_path: Path) -> None:
    deck = Presentation()
    hidden, second, third = (slide_of(deck, TITLE_AND_BODY, title) for title in ("秘", "甲", "乙"))
    hidden._element.set("show", "0")
    second.notes_slide.notes_text_frame.text = "口頭で補足"
    layout, master = deck.slide_layouts[TITLE_AND_BODY], deck.slide_masters[0]
    for place, text in [(layout, "法的助言ではない。"), (master, "株式会社例"), (master, "")]:
        shape = box(third, text, 1, 6)._element
        place.shapes._spTree.append(shape)
    document = saved(deck, tmp_path)
    read = [(block.span.fragment, block.kind, block.text.text) for block in document.blocks]
    assert read == [
        ("slide!1", BlockKind.HEADING, "秘"),
        ("slide!2", BlockKind.HEADING, "甲"),
        ("slide!2", BlockKind.TEXT_BOX, "法的助言ではない。"),
        ("slide!2", BlockKind.TEXT_BOX, "株式会社例"),
        ("slide!2", BlockKind.SPEAKER_NOTES, "口頭で補足"),
        ("slide!3", BlockKind.HEADING, "乙"),
    ]


def test_text_behind_a_slide_that_hides_it_is_not_read(tmp_path: Path) -> None:
    deck = Presentation()
    slide = slide_of(deck)
    deck.slide_masters[0].shapes._spTree.append(box(slide, "株式会社例", 1, 6)._element)
    slide._element.set("showMasterSp", "0")
    assert texts(saved(deck, tmp_path)) == ["方針"]


def test_numbers_of_speaker_notes_are_kept(tmp_path: Path) -> None:
    deck = Presentation()
    frame = slide_of(deck).notes_slide.notes_text_frame
    frame.text = "始める\n終える"
    for paragraph in frame.paragraphs:
        properties = paragraph._p.get_or_add_pPr()
        properties.append(properties.makeelement(f"{{{A}}}buAutoNum", {"type": "arabicPeriod"}))
    assert texts(saved(deck, tmp_path))[1:] == ["1. 始める\n2. 終える"]
