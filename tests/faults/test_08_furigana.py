"""Fault kind 8: a reading printed over a word is no part of the word.

Wrong: 「変更日ヘンコウビ」. The file keeps the reading beside the word, and whoever joins all texts of a cell joins
it too.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.documents import APART, excel, lines, markdown, parsed, path_of, text_of, times, word
from tests.packages import relations, save, workbook
from tests.readers.excel.workbooks import squared_paper
from tests.readers.word.files import HEADINGS, cell, new_text_box, p, row, run, table

READING = "ヘンコウビ"


def ruby(base: str, reading: str) -> str:
    return (
        f"<w:r><w:ruby><w:rubyPr/><w:rt><w:r><w:t>{reading}</w:t></w:r></w:rt>"
        f"<w:rubyBase><w:r><w:t>{base}</w:t></w:r></w:rubyBase></w:ruby></w:r>"
    )


RUBY = ruby("変更日", READING)
SENTENCE = run("末尾に") + RUBY + run("を記す。")
WORD_PLACES = {
    "a paragraph": (p(SENTENCE), {}),
    "a table cell": (table(row(cell(p(SENTENCE)), "必須")), {}),
    "a text box": (p(new_text_box(p(SENTENCE))), {}),
    "an insertion": (p(f"<w:ins>{SENTENCE}</w:ins>"), {}),
    "a footnote": (
        p(run("注") + '<w:r><w:footnoteReference w:id="2"/></w:r>'),
        {"footnotes": f'<w:footnote w:id="2">{p(SENTENCE)}</w:footnote>'},
    ),
}


@pytest.mark.parametrize("place", WORD_PLACES)
def test_ruby_in_word_leaves_the_word_alone(tmp_path: Path, place: str) -> None:
    body, parts = WORD_PLACES[place]
    found = word(tmp_path, body, parts)
    assert times(found, "末尾に変更日を記す。") == 1
    assert READING not in text_of(found)


def test_ruby_in_a_heading_is_no_part_of_the_path(tmp_path: Path) -> None:
    found = word(tmp_path, p(RUBY, '<w:pStyle w:val="H1"/>') + p("末尾に記す。"), {"styles": HEADINGS})
    assert path_of(found, "末尾に記す。") == ("変更日",)


def test_ruby_over_single_characters_gives_the_word_in_one_piece(tmp_path: Path) -> None:
    body = p(ruby("変", "ヘン") + ruby("更", "コウ") + ruby("日", "ビ") + run("を記す。"))
    assert lines(word(tmp_path, body)) == ["変更日を記す。"]


def test_ruby_of_old_documents_which_is_a_field_leaves_the_word_alone(tmp_path: Path) -> None:
    instruction = rf' EQ \* jc2 \* "Font:ＭＳ 明朝" \* hps10 \o\ad(\s\up 9({READING}),変更日)'
    field = (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
        f'<w:r><w:instrText xml:space="preserve">{instruction}</w:instrText></w:r>'
        '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )
    found = word(tmp_path, p(run("末尾に") + field + run("を記す。")))
    assert lines(found) == ["末尾に変更日を記す。"]


PHONETIC = f'<rPh sb="0" eb="3"><t>{READING}</t></rPh><phoneticPr fontId="1"/>'
STRINGS = {
    "plain": f"<t>変更日</t>{PHONETIC}",
    "in runs": f"<r><t>変更</t></r><r><rPr><b/></rPr><t>日</t></r>{PHONETIC}",
    "a reading a character": '<t>変更日</t><rPh sb="0" eb="2"><t>ヘンコウ</t></rPh><rPh sb="2" eb="3"><t>ビ</t></rPh>',
}


@pytest.mark.parametrize("stored", STRINGS)
def test_the_reading_of_a_shared_string_leaves_the_word_alone(tmp_path: Path, stored: str) -> None:
    parts = workbook('<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData>')
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    parts["xl/sharedStrings.xml"] = f'<sst xmlns="{main}"><si>{STRINGS[stored]}</si></sst>'.encode()
    links = {"rId1": ("worksheet", "worksheets/s1.xml"), "rId2": ("sharedStrings", "sharedStrings.xml")}
    parts["xl/_rels/workbook.xml.rels"] = relations(links).encode()
    assert lines(parsed(save(tmp_path, "規則.xlsx", parts), APART)) == ["変更日"]


@pytest.mark.parametrize("stored", STRINGS)
def test_the_reading_of_a_string_kept_in_its_cell_leaves_the_word_alone(tmp_path: Path, stored: str) -> None:
    cell_xml = f'<c r="A1" t="inlineStr"><is>{STRINGS[stored]}</is></c>'
    parts = workbook(f'<sheetData><row r="1">{cell_xml}</row></sheetData>')
    assert lines(parsed(save(tmp_path, "規則.xlsx", parts), APART)) == ["変更日"]


def test_the_reading_of_a_cell_that_heads_a_section_is_no_part_of_the_path(tmp_path: Path) -> None:
    book, sheet = squared_paper()
    for place, text in {"B2": "1. 変更日", "C3": "末尾に記す。", "B5": "2. 作成者", "C6": "氏名を記す。"}.items():
        sheet[place] = text

    def with_reading(part: str) -> str:
        assert part.count("</is>") == 4
        return part.replace("</is>", f"{PHONETIC}</is>", 1)

    found = excel(tmp_path, book, {"xl/worksheets/sheet1.xml": with_reading})
    assert path_of(found, "末尾に記す。") == ("規則", "1. 変更日")
    assert READING not in text_of(found)


@pytest.mark.parametrize(
    "html",
    [
        "<ruby>変更日<rt>ヘンコウビ</rt></ruby>",
        "<ruby>変更日<rp>(</rp><rt>ヘンコウビ</rt><rp>)</rp></ruby>",
        "<ruby><rb>変更日</rb><rp>（</rp><rt>ヘンコウビ</rt><rp>）</rp></ruby>",
        "<ruby>変更<rt>ヘンコウ</rt>日<rt>ビ</rt></ruby>",
    ],
)
def test_ruby_in_markdown_leaves_the_word_alone(tmp_path: Path, html: str) -> None:
    assert lines(markdown(tmp_path, f"末尾に{html}を記す。\n")) == ["末尾に変更日を記す。"]


def test_a_reading_that_the_author_typed_behind_the_word_stays(tmp_path: Path) -> None:
    assert lines(word(tmp_path, p("変更日（ヘンコウビ）を記す。"))) == ["変更日（ヘンコウビ）を記す。"]
