"""Text is kept in one spelling, without characters that make it read otherwise than it is."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.model.document import (
    Block,
    BlockKind,
    DocType,
    Document,
    ParseReport,
    ParseWarning,
    Table,
    TableCell,
    TableRow,
)
from rulebook.model.place import CellRange, NumberedRange
from rulebook.model.text import Mark, MarkSpan, RichText
from rulebook.readers.hygiene import cleaned
from tests.examples import some

HERE = NumberedRange("line", 3, 3)


def document(*texts: RichText, table: Table | None = None) -> Document:
    blocks = [Block(kind=BlockKind.PARAGRAPH, span=HERE, text=text) for text in texts]
    blocks += [Block(kind=BlockKind.TABLE, span=HERE, table=table)] if table else []
    return Document(doc="a.md", doc_type=DocType.MARKDOWN, title="か\u3099", blocks=tuple(blocks), report=ParseReport())


def test_text_is_composed_and_wide_forms_stay() -> None:
    found = cleaned(document(RichText("か\u3099イト\u3099 ＡＢＣ ①")))
    assert (found.blocks[0].text.text, found.title) == ("がイド ＡＢＣ ①", "が")
    assert found.report.warnings == ()


def test_unseen_characters_go_with_a_warning_and_marks_stay_on_their_words() -> None:
    text = RichText.join([RichText("a\u202e\0"), RichText.of("か\u3099太字", Mark.BOLD), RichText("z")])
    found = cleaned(document(text))
    assert found.blocks[0].text == RichText("aが太字z", (MarkSpan(1, 4, Mark.BOLD),))
    assert [(w.code, w.place) for w in found.report.warnings] == [("unseen_characters", "line!3")]
    assert found.report.warnings[0].message.startswith("2 ")


def test_cells_are_cleaned_too() -> None:
    cell = TableCell(text=RichText("値\u2066"), row=0, column=0)
    found = cleaned(document(table=Table(rows=(TableRow(cells=(cell,), span=HERE),))))
    assert found.blocks[0].table is not None
    assert found.blocks[0].table.rows[0].cells[0].text.text == "値"


def test_line_ends_and_tabs_stay() -> None:
    assert cleaned(document(RichText("一\n二\t三"))).blocks[0].text.text == "一\n二\t三"


@some
@given(st.text(max_size=20), st.sets(st.sampled_from(Mark)))
def test_cleaning_twice_changes_nothing_more(text: str, marks: set[Mark]) -> None:
    once = cleaned(document(RichText.of(text, *marks)))
    assert unicodedata.is_normalized("NFC", once.blocks[0].text.text)
    assert cleaned(once) == once


@some
@given(st.lists(st.tuples(st.text(max_size=5), st.sets(st.sampled_from(Mark))), max_size=5))
def test_every_mark_lies_inside_its_text(runs: list[tuple[str, set[Mark]]]) -> None:
    found = cleaned(document(RichText.join(RichText.of(text, *marks) for text, marks in runs))).blocks[0].text
    assert all(0 <= span.start < span.end <= len(found.text) for span in found.marks)


def test_places_have_the_spelling_of_the_text() -> None:
    span = CellRange("カ\u3099イト\u3099", 1, 1, 1, 1)
    block = Block(kind=BlockKind.PARAGRAPH, span=span, text=RichText("値"))
    report = ParseReport(hidden=(span.fragment,), warnings=(ParseWarning(code="x", place=span.fragment, message="m"),))
    found = cleaned(Document(doc="a.xlsx", doc_type=DocType.EXCEL, title="", blocks=(block,), report=report))
    assert found.blocks[0].span.fragment == "ガイド!A1"
    assert (found.report.hidden, found.report.warnings[0].place) == (("ガイド!A1",), "ガイド!A1")


def test_properties_are_cleaned_too() -> None:
    whole = replace(document(RichText("値")), properties=(("header", "か\u3099\u202e"),))
    assert cleaned(whole).properties == (("header", "が"),)


@pytest.mark.parametrize("hint", ["\u00ad", "\u200b", "\u2060", "\ufeff"])
def test_hints_for_line_breaks_go_without_a_word(hint: str) -> None:
    found = cleaned(document(RichText.join([RichText(f"COMP{hint}_"), RichText.of("NAME", Mark.BOLD)])))
    assert found.blocks[0].text == RichText("COMP_NAME", (MarkSpan(5, 9, Mark.BOLD),))
    assert found.report.warnings == ()
