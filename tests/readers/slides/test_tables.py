"""Tables on slides: which rows name the columns, what their cells say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pptx import Presentation
from pptx.dml.color import RGBColor
from pptx.presentation import Presentation as Deck
from pptx.util import Inches

from rulebook.model.document import Table
from tests.readers.slides.decks import A, only_table, rows, saved, slide_of

NO_STYLE = "{2D5ABB26-0587-4C30-8999-92F81FD0307C}"


def table_of(deck: Deck, texts: list[list[str]], first_row: bool = False, style: str = "") -> Any:
    """A table on a slide of its own, without a marked header."""
    frame = slide_of(deck).shapes.add_table(len(texts), len(texts[0]), Inches(1), Inches(2), Inches(6), Inches(2))
    frame.table.first_row = first_row
    if style:
        frame.table._tbl.tblPr.find(f"{{{A}}}tableStyleId").text = style
    for r, row in enumerate(texts):
        for c, text in enumerate(row):
            frame.table.cell(r, c).text = text
    return frame.table


def bold(table: Any, row: int) -> None:
    for cell in table.rows[row].cells:
        for run in cell.text_frame.paragraphs[0].runs:
            run.font.bold = True


def filled(table: Any, row: int, colour: str = "336699") -> None:
    for cell in table.rows[row].cells:
        cell.fill.solid()
        cell.fill.fore_color.rgb = RGBColor.from_string(colour)


def header(deck: Deck, folder: Path) -> int:
    return only_table(saved(deck, folder)).header_rows


VALUES = [["項目", "値"], ["上", "10mm"], ["下", "5mm"]]


@pytest.mark.parametrize("dress", [bold, filled])
def test_a_first_row_in_bold_or_on_colour_is_the_header(tmp_path: Path, dress: Any) -> None:
    deck = Presentation()
    dress(table_of(deck, VALUES), 0)
    assert header(deck, tmp_path) == 1


def test_a_first_row_like_all_others_is_no_header(tmp_path: Path) -> None:
    deck = Presentation()
    table = table_of(deck, VALUES)
    for row in range(3):
        filled(table, row)
    assert header(deck, tmp_path) == 0


def test_a_table_striped_in_two_colours_has_no_header(tmp_path: Path) -> None:
    deck = Presentation()
    table = table_of(deck, VALUES)
    filled(table, 0)
    filled(table, 2)
    assert header(deck, tmp_path) == 0


def test_a_first_row_of_sentences_is_no_header(tmp_path: Path) -> None:
    deck = Presentation()
    bold(table_of(deck, [["項目", "表には番号を付ける。"], ["上", "10mm"]]), 0)
    assert header(deck, tmp_path) == 0


def test_the_mark_of_a_first_row_counts_where_the_table_shows_it(tmp_path: Path) -> None:
    deck = Presentation()
    table_of(deck, [["項目", "とても長い題名。" * 8], ["上", "10mm"]], first_row=True)
    assert header(deck, tmp_path) == 1


@pytest.mark.parametrize(("first", "rows_of_header"), [("値", 1), ("表には番号を付ける。", 0)])
def test_the_mark_of_a_first_row_that_does_not_show_counts_for_titles_only(
    tmp_path: Path, first: str, rows_of_header: int
) -> None:
    deck = Presentation()
    table_of(deck, [["項目", first], ["上", "10mm"]], first_row=True, style=NO_STYLE)
    assert header(deck, tmp_path) == rows_of_header


def stacked(deck: Deck, first_row: bool) -> Table:
    table = table_of(deck, [["項目", "値", ""], ["", "縦", "横"], ["上", "10", "20"]], first_row=first_row)
    table.cell(0, 0).merge(table.cell(1, 0))
    table.cell(0, 1).merge(table.cell(0, 2))
    return table


@pytest.mark.parametrize("marked", [True, False])
def test_a_header_of_two_rows_is_told_by_its_spans(tmp_path: Path, marked: bool) -> None:
    deck = Presentation()
    stacked(deck, marked)
    assert header(deck, tmp_path) == 2


def test_a_title_over_the_whole_table_and_the_titles_below_it_are_the_header(tmp_path: Path) -> None:
    deck = Presentation()
    table = table_of(deck, [["余白の規則", ""], ["項目", "値"], ["上", "10mm"]], first_row=True)
    table.cell(0, 0).merge(table.cell(0, 1))
    bold(table, 1)
    assert header(deck, tmp_path) == 2


def test_a_table_of_one_row_has_values_only(tmp_path: Path) -> None:
    deck = Presentation()
    table_of(deck, [["項目", "値"]], first_row=True)
    assert header(deck, tmp_path) == 0


def test_bullets_and_lines_of_a_cell_are_kept(tmp_path: Path) -> None:
    deck = Presentation()
    table = table_of(deck, VALUES)
    table.cell(1, 1).text = "甲\n乙"
    for paragraph in table.cell(1, 1).text_frame.paragraphs:
        properties = paragraph._p.get_or_add_pPr()
        properties.append(properties.makeelement(f"{{{A}}}buAutoNum", {"type": "circleNumDbPlain"}))
    assert rows(only_table(saved(deck, tmp_path)))[1] == ["上", "① 甲\n② 乙"]
