"""Fault kind 6: in a rule book the marks are the content: 太字+下線 is not 太字のみ, and struck text is withdrawn.

Wrong: the marks are thrown away, or stand as signs inside the text so that nobody finds it; and a struck rule is
found and obeyed like any other.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl import Workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.styles import Font

from rulebook.model.chunk import ParsedDocument
from rulebook.model.text import Mark
from tests.faults.documents import (
    assert_once,
    deck,
    excel,
    lines,
    markdown,
    marked,
    path_of,
    slides,
    statement_with,
    statements,
    text_of,
    word,
)
from tests.readers.excel.workbooks import grid, squared_paper
from tests.readers.slides.decks import TITLE_ONLY, slide_of
from tests.readers.word.files import HEADINGS, cell, p, row, run, styled, table

BOLD, UNDERLINE, STRIKE = "<w:b/>", '<w:u w:val="single"/>', "<w:strike/>"


def in_word(folder: Path) -> ParsedDocument:
    runs = [
        ("表ヘッダーは", ""),
        ("太字+下線", BOLD + UNDERLINE),
        ("とし、", ""),
        ("太字", BOLD),
        ("では足りない。", ""),
        ("斜体も可。", STRIKE),
    ]
    return word(folder, p("".join(run(*r) for r in runs)))


def in_excel(folder: Path) -> ParsedDocument:
    book = Workbook()
    book.active["A1"] = CellRichText(
        "表ヘッダーは",
        TextBlock(InlineFont(b=True, u="single"), "太字+下線"),
        "とし、",
        TextBlock(InlineFont(b=True), "太字"),
        "では足りない。",
        TextBlock(InlineFont(strike=True), "斜体も可。"),
    )
    return excel(folder, book)


def in_slides(folder: Path) -> ParsedDocument:
    show = deck()
    paragraph = slide_of(show, TITLE_ONLY).shapes.add_textbox(914400, 1828800, 5486400, 914400).text_frame.paragraphs[0]
    runs = [("表ヘッダーは", ""), ("太字+下線", "bu"), ("とし、", ""), ("太字", "b"), ("では足りない。", "")]
    runs.append(("斜体も可。", "s"))
    for text, marks in runs:
        made = paragraph.add_run()
        made.text, made.font.bold, made.font.underline = text, "b" in marks or None, "u" in marks or None
        if "s" in marks:
            made._r.get_or_add_rPr().set("strike", "sngStrike")
    return slides(folder, show)


def in_markdown(folder: Path) -> ParsedDocument:
    return markdown(folder, "表ヘッダーは<u>**太字+下線**</u>とし、**太字**では足りない。~~斜体も可。~~\n")


FORMATS = {"word": in_word, "excel": in_excel, "slides": in_slides, "markdown": in_markdown}


@pytest.fixture(params=FORMATS.values(), ids=FORMATS.keys())
def rule(request: pytest.FixtureRequest, tmp_path: Path) -> ParsedDocument:
    """「表ヘッダーは**_太字+下線_**とし、**太字**では足りない。~~斜体も可。~~」 in a format."""
    made: Callable[[Path], ParsedDocument] = request.param
    return made(tmp_path)


class TestEveryFormat:
    def test_the_text_holds_no_signs_of_marks(self, rule: ParsedDocument) -> None:
        assert_once(rule, "表ヘッダーは太字+下線とし、太字では足りない。斜体も可。")

    def test_each_mark_lies_on_its_words_and_no_others(self, rule: ParsedDocument) -> None:
        assert marked(rule, Mark.BOLD)[-2:] == ["太字+下線", "太字"]
        assert marked(rule, Mark.UNDERLINE) == ["太字+下線"]
        assert marked(rule, Mark.STRIKE) == ["斜体も可。"]

    def test_struck_words_are_shown_and_state_nothing(self, rule: ParsedDocument) -> None:
        assert "斜体も可。" in text_of(rule)
        assert not any("斜体" in statement for statement in statements(rule))


def raised_in_word(folder: Path) -> ParsedDocument:
    return word(folder, p(run("上限は10") + run("3", '<w:vertAlign w:val="superscript"/>') + run("件とする。")))


def raised_in_excel(folder: Path) -> ParsedDocument:
    book = Workbook()
    raised = TextBlock(InlineFont(vertAlign="superscript"), "3")
    book.active["A1"] = CellRichText("上限は10", raised, "件とする。")
    return excel(folder, book)


def raised_in_slides(folder: Path) -> ParsedDocument:
    show = deck()
    frame = slide_of(show, TITLE_ONLY).shapes.add_textbox(914400, 1828800, 5486400, 914400).text_frame
    for text in ("上限は10", "3", "件とする。"):
        made = frame.paragraphs[0].add_run()
        made.text = text
        if text == "3":
            made._r.get_or_add_rPr().set("baseline", "30000")
    return slides(folder, show)


def raised_in_markdown(folder: Path) -> ParsedDocument:
    return markdown(folder, "上限は10<sup>3</sup>件とする。\n")


RAISED = {"word": raised_in_word, "excel": raised_in_excel, "slides": raised_in_slides, "markdown": raised_in_markdown}


@pytest.mark.parametrize("made", RAISED.values(), ids=RAISED.keys())
def test_a_power_is_no_other_number(tmp_path: Path, made: Callable[[Path], ParsedDocument]) -> None:
    """10³ is a thousand: 103 would be another limit."""
    found = made(tmp_path)
    assert "上限は10³件とする。" in text_of(found)
    assert "上限は10³件とする。" in statements(found)


class TestWord:
    @pytest.mark.parametrize("line", ["single", "double", "wave", "dotted", "thick", "words"])
    def test_every_kind_of_underline_counts(self, tmp_path: Path, line: str) -> None:
        assert marked(word(tmp_path, p(run("規則", f'<w:u w:val="{line}"/>'))), Mark.UNDERLINE) == ["規則"]

    @pytest.mark.parametrize(
        "properties", ['<w:u w:val="none"/>', '<w:b w:val="0"/>', '<w:strike w:val="false"/>', "<w:bCs/>"]
    )
    def test_what_is_switched_off_is_no_mark(self, tmp_path: Path, properties: str) -> None:
        found = word(tmp_path, p(run("規則", properties)))
        assert [chunk.marks for chunk in found.chunks] == [()]

    @pytest.mark.parametrize("properties", [STRIKE, "<w:dstrike/>"])
    def test_single_and_double_strike_withdraw(self, tmp_path: Path, properties: str) -> None:
        found = word(tmp_path, p(run("番号は半角とする。", properties)) + p("番号は全角とする。"))
        assert statements(found) == ["番号は全角とする。"]

    def test_a_word_that_is_struck_in_the_middle_leaves_the_sentence_that_holds(self, tmp_path: Path) -> None:
        body = p(run("題名は") + run("20", STRIKE) + run("30文字以内とする。"))
        found = word(tmp_path, body)
        assert lines(found) == ["題名は2030文字以内とする。"]
        assert statements(found) == ["題名は30文字以内とする。"]

    def test_marks_of_a_style_count(self, tmp_path: Path) -> None:
        style = f'<w:style w:type="character" w:styleId="S"><w:name w:val="廃止"/><w:rPr>{STRIKE}</w:rPr></w:style>'
        found = word(tmp_path, p(run("旧規則。", '<w:rStyle w:val="S"/>')), {"styles": style})
        assert marked(found, Mark.STRIKE) == ["旧規則。"]
        assert statements(found) == []

    def test_a_struck_row_of_a_table_states_nothing(self, tmp_path: Path) -> None:
        struck = [cell(p(run(text, STRIKE))) for text in ("電話", "10")]
        found = word(tmp_path, table(row("項目", "桁数", properties="<w:tblHeader/>"), row(*struck), row("携帯", "11")))
        assert "電話 | 10" in lines(found)
        assert [s for s in statements(found) if "電話" in s] == []
        assert statement_with(found, "携帯") == "項目: 携帯 / 桁数: 11"

    def test_a_row_whose_name_is_struck_makes_no_rule_about_nothing(self, tmp_path: Path) -> None:
        """Only the item is struck, the rest of its row stands: 「半角とする。」 alone would hold for everything."""
        rows = row("項目", "規則", properties="<w:tblHeader/>"), row(cell(p(run("電話", STRIKE))), "半角とする。")
        assert [s for s in statements(word(tmp_path, table(*rows))) if "半角" in s] == []

    def test_a_struck_cell_says_nothing_and_the_rest_of_its_row_holds(self, tmp_path: Path) -> None:
        changed = cell(p(run("40", STRIKE) + run("60")))
        found = word(tmp_path, table(row("項目", "桁数", properties="<w:tblHeader/>"), row("氏名", changed)))
        assert statement_with(found, "氏名") == "項目: 氏名 / 桁数: 60"

    def test_struck_words_of_a_heading_leave_the_path(self, tmp_path: Path) -> None:
        heading = p(run("旧様式", STRIKE) + run("新様式"), '<w:pStyle w:val="H1"/>')
        found = word(tmp_path, heading + p("様式に従う。"), {"styles": HEADINGS})
        assert path_of(found, "様式に従う。") == ("新様式",)
        assert marked(found, Mark.STRIKE) == ["旧様式"]

    def test_a_heading_that_is_struck_whole_withdraws_its_own_words_visibly(self, tmp_path: Path) -> None:
        body = (
            styled("H1", "総則")
            + p(run("廃止した節", STRIKE), '<w:pStyle w:val="H2"/>')
            + p(run("廃止した規則。", STRIKE))
        )
        found = word(tmp_path, body, {"styles": HEADINGS})
        assert marked(found, Mark.STRIKE) == ["廃止した節", "廃止した規則。"]
        assert [s for s in statements(found) if "廃止" in s] == []


class TestExcel:
    def test_the_font_of_a_cell_marks_all_of_it(self, tmp_path: Path) -> None:
        book = Workbook()
        sheet = book.active
        sheet["A1"], sheet["A3"], sheet["A5"] = "必ず守る。", "題名に引く。", "もう守らない。"
        for place, font in {"A1": Font(bold=True), "A3": Font(underline="double"), "A5": Font(strike=True)}.items():
            sheet[place].font = font
        found = excel(tmp_path, book)
        assert "必ず守る。" in marked(found, Mark.BOLD)
        assert marked(found, Mark.UNDERLINE) == ["題名に引く。"]
        assert marked(found, Mark.STRIKE) == ["もう守らない。"]
        assert not any("もう守らない" in s for s in statements(found))

    @pytest.mark.parametrize("line", ["single", "double", "singleAccounting", "doubleAccounting"])
    def test_every_kind_of_underline_counts(self, tmp_path: Path, line: str) -> None:
        book = Workbook()
        book.active["A1"] = "題名に引く。"
        book.active["A1"].font = Font(underline=line)
        assert marked(excel(tmp_path, book), Mark.UNDERLINE) == ["題名に引く。"]

    def test_a_struck_row_of_a_table_states_nothing(self, tmp_path: Path) -> None:
        book, sheet = squared_paper()
        grid(sheet, 2, "B:E F:I", [["項目", "桁数"], ["電話", 10], ["携帯", 11]])
        for place in ("B3", "F3"):
            sheet[place].font = Font(strike=True)
        found = excel(tmp_path, book)
        assert "電話 | 10" in lines(found)
        assert [s for s in statements(found) if "電話" in s] == []
        assert statement_with(found, "携帯") == "項目: 携帯 / 桁数: 11"


class TestSlides:
    @pytest.mark.parametrize("strike", ["sngStrike", "dblStrike"])
    def test_single_and_double_strike_withdraw(self, tmp_path: Path, strike: str) -> None:
        show = deck()
        frame = slide_of(show, TITLE_ONLY).shapes.add_textbox(914400, 1828800, 5486400, 914400).text_frame
        made = frame.paragraphs[0].add_run()
        made.text = "番号は半角とする。"
        made._r.get_or_add_rPr().set("strike", strike)
        found = slides(tmp_path, show)
        assert marked(found, Mark.STRIKE) == ["番号は半角とする。"]
        assert not any("半角" in s for s in statements(found))

    def test_a_struck_row_of_a_table_states_nothing(self, tmp_path: Path) -> None:
        show = deck()
        made = slide_of(show, TITLE_ONLY).shapes.add_table(3, 2, 914400, 1828800, 5486400, 1828800).table
        for r, texts in enumerate([["項目", "桁数"], ["電話", "10"], ["携帯", "11"]]):
            for c, text in enumerate(texts):
                made.cell(r, c).text = text
                if r == 1:
                    made.cell(r, c).text_frame.paragraphs[0].runs[0]._r.get_or_add_rPr().set("strike", "sngStrike")
        found = slides(tmp_path, show)
        assert [s for s in statements(found) if "電話" in s] == []
        assert statement_with(found, "携帯") == "項目: 携帯 / 桁数: 11"


class TestMarkdown:
    @pytest.mark.parametrize("text", ["~~旧~~", "<s>旧</s>", "<del>旧</del>", "<strike>旧</strike>"])
    def test_every_spelling_of_strike_counts(self, tmp_path: Path, text: str) -> None:
        found = markdown(tmp_path, f"規則は{text}新とする。\n")
        assert marked(found, Mark.STRIKE) == ["旧"]
        assert statements(found) == ["規則は新とする。"]

    @pytest.mark.parametrize("text", ["**太字**", "__太字__", "<b>太字</b>", "<strong>太字</strong>"])
    def test_every_spelling_of_bold_counts(self, tmp_path: Path, text: str) -> None:
        assert marked(markdown(tmp_path, f"見出しは {text} とする。\n"), Mark.BOLD) == ["太字"]

    @pytest.mark.parametrize(
        ("text", "mark", "words"),
        [
            ("氏名は**「必ず」**書く。", Mark.BOLD, "「必ず」"),
            ("**注意。**次の規則を守る。", Mark.BOLD, "注意。"),
            ("~~休日は実行しない。~~休日も実行する。", Mark.STRIKE, "休日は実行しない。"),
            ("版は~~（旧）~~新とする。", Mark.STRIKE, "（旧）"),
        ],
    )
    def test_a_mark_that_ends_at_a_sign_of_japanese_counts_though_no_space_follows(
        self, tmp_path: Path, text: str, mark: Mark, words: str
    ) -> None:
        """Japanese has no spaces between words: what the author marked is plain."""
        found = markdown(tmp_path, text)
        assert marked(found, mark) == [words]
        assert "*" not in text_of(found)
        assert "~" not in text_of(found)

    def test_signs_that_mark_nothing_stay(self, tmp_path: Path) -> None:
        text = "面積は 2 * 3 * 4 とし、snake_case_name と ~/.profile を使う。"
        assert lines(markdown(tmp_path, text)) == [text]
