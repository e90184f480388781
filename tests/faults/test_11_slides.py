"""Fault kind 11: a slide is more than its title and its bullets.

Wrong: tables and grouped shapes are skipped, the speaker's notes are lost, and the words of neighbouring shapes are
glued into words that nobody wrote.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

from rulebook.model.document import Flag
from tests.faults.documents import (
    assert_once,
    chunk_with,
    codes,
    deck,
    flags_of,
    lines,
    path_of,
    place_of,
    slides,
    statement_with,
    text_of,
    times,
)
from tests.faults.slide_parts import smart_art
from tests.readers.slides.decks import (
    BLANK,
    TITLE_AND_BODY,
    TITLE_ONLY,
    box,
    slide_of,
)


def test_a_table_is_read_row_by_row_with_its_header(tmp_path: Path) -> None:
    show = deck()
    made = slide_of(show, TITLE_ONLY, "層の役割").shapes.add_table(3, 2, 914400, 1828800, 5486400, 1371600).table
    for r, texts in enumerate([["層", "責務"], ["画面", "入力を検査する。"], ["業務", "取引を制御する。"]]):
        for c, text in enumerate(texts):
            made.cell(r, c).text = text
    found = slides(tmp_path, show)
    assert statement_with(found, "取引") == "層: 業務 / 責務: 取引を制御する。"
    assert path_of(found, "業務 | 取引") == ("層の役割",)
    assert found.report.tables == 1


def test_a_table_cell_of_several_paragraphs_keeps_them_apart(tmp_path: Path) -> None:
    show = deck()
    made = slide_of(show).shapes.add_table(1, 2, 914400, 1828800, 5486400, 914400).table
    made.cell(0, 0).text, made.cell(0, 1).text = "画面", "入力を検査する。\n誤りを示す。"
    assert_once(slides(tmp_path, show), "入力を検査する。", "誤りを示す。")


def test_words_of_neighbouring_shapes_are_not_glued(tmp_path: Path) -> None:
    show = deck()
    slide = slide_of(show, TITLE_ONLY, "流れ")
    for n, text in enumerate(["申請", "承認", "実施"]):
        box(slide, text, 1 + 2 * n, 3, width=1.5)
    found = slides(tmp_path, show)
    assert "申請承認" not in text_of(found)
    assert [line for line in lines(found) if line != "流れ"] == ["申請", "承認", "実施"]


def test_words_of_shapes_in_one_group_are_not_glued(tmp_path: Path) -> None:
    show = deck()
    group = slide_of(show, TITLE_ONLY, "流れ").shapes.add_group_shape()
    for n, text in enumerate(["設計", "製造"]):
        group.shapes.add_textbox(Inches(1 + 2 * n), Inches(3), Inches(1.5), Inches(0.5)).text_frame.text = text
    found = slides(tmp_path, show)
    assert_once(found, "設計", "製造")
    assert "設計製造" not in text_of(found)


def test_a_line_break_inside_a_shape_is_a_line_end(tmp_path: Path) -> None:
    show = deck()
    frame = slide_of(show).shapes.add_textbox(914400, 1828800, 5486400, 914400).text_frame
    frame.text = "一行目\v二行目"
    assert "一行目二行目" not in text_of(slides(tmp_path, show))


def test_notes_are_kept_beside_their_slide(tmp_path: Path) -> None:
    show = deck()
    for n in (1, 2):
        slide = slide_of(show, TITLE_AND_BODY, f"方針{n}")
        slide.placeholders[
            1
        ].text_frame.text = f"方針{n}の本文を、設計と実装とに同じように適用する。例外は承認を要する。"
        slide.notes_slide.notes_text_frame.text = f"方針{n}を話すときの覚え書き。"
    found = slides(tmp_path, show)
    assert flags_of(found, "方針2を話す") == (Flag.NOTES,)
    assert place_of(found, "方針2を話す") == "slide!2"
    assert path_of(found, "方針2を話す") == ("方針2",)
    assert flags_of(found, "方針2の本文") == ()


def test_a_slide_with_notes_only_keeps_them(tmp_path: Path) -> None:
    show = deck()
    slide_of(show, TITLE_ONLY, "表紙")
    slide_of(show, BLANK).notes_slide.notes_text_frame.text = "口頭で述べる規則。"
    assert_once(slides(tmp_path, show), "口頭で述べる規則。")


def test_the_page_number_field_of_notes_is_no_note(tmp_path: Path) -> None:
    show = deck()
    slide_of(show).notes_slide.notes_text_frame.text = "覚え書き。"
    assert [line for line in lines(slides(tmp_path, show)) if line.isdigit() or "‹#›" in line] == []


def test_smartart_is_read_entry_by_entry(tmp_path: Path) -> None:
    show = deck()
    slide_of(show).shapes.add_table(1, 1, Inches(1), Inches(2), Inches(4), Inches(1))
    found = slides(tmp_path, show, smart_art([("計画", ""), ("見積り", "計画"), ("実行", "")]))
    assert_once(found, "計画", "見積り", "実行")
    assert lines(found)[1:] == ["計画", "見積り", "実行"]
    assert "計画見積り" not in text_of(found)


def test_the_words_of_a_chart_are_read(tmp_path: Path) -> None:
    show = deck()
    data = CategoryChartData()
    data.categories = ["4月", "5月"]
    data.add_series("障害件数", (3, 5))
    slide_of(show).shapes.add_chart(XL_CHART_TYPE.BAR_CLUSTERED, 914400, 1828800, 3657600, 1828800, data)
    found = slides(tmp_path, show)
    assert_once(found, "障害件数", "4月", "5月")
    assert "chart_values" in codes(found) or statement_with(found, "4月").endswith("障害件数: 3")


def test_prompts_of_empty_placeholders_are_no_rules(tmp_path: Path) -> None:
    show = deck()
    box(slide_of(show, TITLE_AND_BODY, "方針"), "本文。", 1, 3)
    assert "Click to" not in text_of(slides(tmp_path, show))


def test_a_rule_that_stands_on_the_layout_is_read_once(tmp_path: Path) -> None:
    """What is drawn on a layout is seen on every slide; as a rule it is one."""
    show = deck()
    for name in ("一", "二"):
        slide = slide_of(show, TITLE_AND_BODY, f"方針{name}")
        slide.placeholders[1].text_frame.text = f"方針{name}の本文を守る。"
    drawn = box(slide, "図には必ず番号を付ける。", 1, 6)._element
    slide.slide_layout.shapes._spTree.append(drawn)
    assert_once(slides(tmp_path, show), "図には必ず番号を付ける。", "方針一の本文を守る。", "方針二の本文を守る。")


def test_a_rule_that_stands_on_each_slide_is_kept_on_each(tmp_path: Path) -> None:
    show = deck()
    for n in range(4):
        box(slide_of(show, TITLE_ONLY, f"題{n}"), "図には必ず番号を付ける。", 1, 3)
    assert times(slides(tmp_path, show), "図には必ず番号を付ける。") == 4


def test_the_title_stands_in_the_text_and_over_it(tmp_path: Path) -> None:
    show = deck()
    slide_of(show, TITLE_AND_BODY, "例外の方針").placeholders[1].text_frame.text = "例外は記録する。"
    (chunk,) = slides(tmp_path, show).chunks
    assert chunk.headings == ("例外の方針",)
    assert chunk.content.startswith("例外の方針\n")
    assert chunk.source_uri == "方針.pptx#slide!1"


@pytest.mark.parametrize("title", ["一行目\v二行目", "一行目\n二行目"])
def test_a_title_of_two_lines_is_one_heading(tmp_path: Path, title: str) -> None:
    show = deck()
    slide_of(show, TITLE_AND_BODY, title).placeholders[1].text_frame.text = "本文の規則。"
    assert path_of(slides(tmp_path, show), "本文の規則。") == ("一行目 二行目",)


def test_slides_come_in_the_order_of_the_show_not_of_the_parts(tmp_path: Path) -> None:
    show = deck()
    for name in ("後", "先"):
        slide_of(show, TITLE_AND_BODY, name).placeholders[1].text_frame.text = (
            f"{name}の規則を守り、記録を残すこと。" * 2
        )
    order = show.slides._sldIdLst
    order.append(order[0])
    found = slides(tmp_path, show)
    assert place_of(found, "先の規則を守り、記録を残すこと。先") == "slide!1"
    assert place_of(found, "後の規則を守り、記録を残すこと。後") == "slide!2"


def test_text_in_a_connector_label_or_a_drawn_arrow_is_read(tmp_path: Path) -> None:
    show = deck()
    arrow = slide_of(show).shapes.add_shape(33, Inches(1), Inches(2), Inches(2), Inches(1))
    arrow.text_frame.text = "承認後に実施する。"
    assert_once(slides(tmp_path, show), "承認後に実施する。")


def test_every_text_is_in_exactly_one_chunk(tmp_path: Path) -> None:
    show = deck()
    for n in range(12):
        slide = slide_of(show, TITLE_AND_BODY, f"題目{n:02}")
        slide.placeholders[1].text_frame.text = f"規則{n:02}を守る。"
        box(slide, f"補足{n:02}を読む。", 1, 5)
    found = slides(tmp_path, show)
    for n in range(12):
        assert_once(found, f"題目{n:02}", f"規則{n:02}を守る。", f"補足{n:02}を読む。")
    assert chunk_with(found, "規則11を守る。").source_uri.endswith(("slide!12", "-12"))
    assert times(found, "規則") == 12
