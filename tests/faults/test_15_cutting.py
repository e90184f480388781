"""Fault kind 15: text is cut where a sentence of its language ends, and nothing is lost in the cut.

Wrong: a splitter that knows ". ? !" makes one chunk of four pages of Japanese, or cuts it between two characters of
a word; and a chunk whose headings alone pass the limit is dropped.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from openpyxl import Workbook
from openpyxl.utils import get_column_letter

from rulebook.chunking.packing import ChunkLimits
from rulebook.model.chunk import ParsedDocument, RuleChunk
from rulebook.text.tokens import count_tokens
from tests.faults.documents import chunk_with, complete, deck, parsed, place_of, slides, text_of, times
from tests.packages import save
from tests.pdfs import Text, pdf
from tests.readers.excel.workbooks import grid, saved, squared_paper
from tests.readers.slides.decks import TITLE_AND_BODY, slide_of
from tests.readers.word.files import HEADINGS, cell, item, level, numbering, p, row, styled, table, word_file

LIMITS = ChunkLimits()
JAPANESE = [
    f"第{n}の規則として、利用者が画面から入力した値は、登録の前に必ず形式と桁数を検査する。" for n in range(100, 190)
]
CHINESE = [f"第{n}条规定，用户输入的数据在保存之前必须检查格式和长度！" for n in range(100, 190)]
ENGLISH = [
    f"Rule {n} says that e.g. a value of 3.5 kg typed by a user is checked before it is stored."
    for n in range(100, 190)
]
LANGUAGES = {"Japanese": "".join(JAPANESE), "Chinese": "".join(CHINESE), "English": " ".join(ENGLISH)}


def word_of(folder: Path, body: str, parts: dict[str, str] | None = None) -> ParsedDocument:
    return parsed(complete(word_file(folder, body, parts)), LIMITS)


def markdown_of(folder: Path, text: str) -> ParsedDocument:
    return parsed(save(folder, "規程.md", text.encode()), LIMITS)


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def assert_whole(document: ParsedDocument, text: str) -> None:
    """All chunks keep the limit, and together they say ``text``, in order and once."""
    assert max(chunk.token_count for chunk in document.chunks) <= LIMITS.max_tokens
    assert all(chunk.token_count == count_tokens(chunk.content) for chunk in document.chunks)
    assert squeezed(text) in squeezed("".join(chunk.content for chunk in document.chunks))
    assert times(document, text[:12]) == text.count(text[:12])


class TestALongParagraph:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_is_cut_between_sentences_and_no_word_is_lost(self, tmp_path: Path, language: str) -> None:
        text = LANGUAGES[language]
        found = word_of(tmp_path, p(text))
        assert len(found.chunks) > 2
        assert_whole(found, text)
        assert all(re.search(r"[。！.]$", chunk.content) for chunk in found.chunks)

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_every_sentence_is_one_statement(self, tmp_path: Path, language: str) -> None:
        found = markdown_of(tmp_path, LANGUAGES[language])
        stated = [s.text.strip() for chunk in found.chunks for s in chunk.statements]
        assert stated == [s.strip() for s in {"Japanese": JAPANESE, "Chinese": CHINESE, "English": ENGLISH}[language]]

    def test_an_end_inside_brackets_or_quotes_ends_no_sentence(self, tmp_path: Path) -> None:
        text = "画面には「入力に誤りがあります。確認してください。」と（太字で。色は赤。）示す。次の規則に続く。"
        found = markdown_of(tmp_path, text)
        assert [s.text for c in found.chunks for s in c.statements] == [text[:-8], "次の規則に続く。"]

    def test_without_any_full_stop_is_cut_at_commas(self, tmp_path: Path) -> None:
        text = "、".join(f"項目{n}は全角" for n in range(400))
        found = word_of(tmp_path, p(text))
        assert_whole(found, text)
        assert all(chunk.content.endswith("、") for chunk in found.chunks[:-1])

    def test_without_any_sign_at_all_keeps_the_limit_and_loses_nothing(self, tmp_path: Path) -> None:
        text = "".join(chr(0x4E00 + n) for n in range(2000))
        assert_whole(word_of(tmp_path, p(text)), text)

    def test_a_latin_word_is_never_cut_in_two(self, tmp_path: Path) -> None:
        words = [f"identifier{n}" for n in range(900)]
        found = word_of(tmp_path, p(" ".join(words)))
        assert [w for chunk in found.chunks for w in chunk.content.split()] == words

    def test_an_identifier_longer_than_a_chunk_loses_nothing(self, tmp_path: Path) -> None:
        text = "A" + "b0" * 3000
        assert squeezed(text_of(word_of(tmp_path, p(text)))) == text

    def test_marks_and_statements_stay_on_their_words(self, tmp_path: Path) -> None:
        text = "".join(f"{s[:-1]}<b>太字{n}</b>。" for n, s in enumerate(JAPANESE))
        found = markdown_of(tmp_path, text)
        bold = [c.content[m.start : m.end] for c in found.chunks for m in c.marks]
        assert bold == [f"太字{n}" for n in range(len(JAPANESE))]
        for chunk in found.chunks:
            for statement in chunk.statements:
                assert chunk.content[statement.start : statement.end].strip() == statement.text.strip()


class TestPagesOfAPdf:
    """A PDF knows places of letters only: what was cut by the page is put together, and nothing else."""

    def stated(self, folder: Path, *pages: list[Text]) -> list[str]:
        found = parsed(save(folder, "rules.pdf", pdf(pages)), LIMITS)
        return [s.text for chunk in found.chunks for s in chunk.statements]

    def test_a_sentence_that_runs_over_a_page_is_one(self, tmp_path: Path) -> None:
        first = Text("Exceptions from the rules of this chapter need the approval of the quality", 60)
        second = Text("department, which answers in writing within five days of work.", 780)
        stated = self.stated(tmp_path, [first], [second, Text("Approvals end after a year.", 740)])
        assert stated == [f"{first.text} {second.text}", "Approvals end after a year."]

    def test_columns_are_read_one_after_the_other(self, tmp_path: Path) -> None:
        columns = [(72, "names"), (320, "files")]
        page = [
            Text(text, 760 - 28 * n - 14 * line, left)
            for left, kind in columns
            for n in range(4)
            for line, text in enumerate(
                [f"In the column on {kind} rule {n} says", f"that {10 + n} letters are enough."]
            )
        ]
        assert self.stated(tmp_path, page) == [
            f"In the column on {kind} rule {n} says that {10 + n} letters are enough."
            for _, kind in columns
            for n in range(4)
        ]

    def test_rules_that_differ_in_a_number_only_are_no_running_heads_and_are_kept(self, tmp_path: Path) -> None:
        kinds = ["names", "tables", "files", "screens"]
        pages = [
            [
                Text("Rules of writing", 815, size=8),
                Text(f"A label must not be longer than {10 * n} characters.", 600),
                Text(f"It holds for the labels of {kind}.", 560),
                Text(f"- {n} -", 30, left=280, size=8),
            ]
            for n, kind in enumerate(kinds, 1)
        ]
        stated = self.stated(tmp_path, *pages)
        assert [s for s in stated if "longer" in s] == [
            f"A label must not be longer than {10 * n} characters." for n in range(1, 5)
        ]
        assert not [s for s in stated if "writing" in s or s.startswith("-")]


class TestHeadings:
    LONG = "この章は、画面と帳票と電文とに共通する文字の種類と桁数と書式の検査について定める章である" * 20

    def test_a_heading_longer_than_the_limit_drops_nothing_under_it(self, tmp_path: Path) -> None:
        assert count_tokens(self.LONG) > LIMITS.max_tokens
        found = word_of(tmp_path, styled("H1", self.LONG) + p("氏名は全角とする。"), {"styles": HEADINGS})
        assert chunk_with(found, "氏名は全角とする。").headings
        assert max(chunk.token_count for chunk in found.chunks) <= LIMITS.max_tokens

    def test_a_path_of_long_headings_drops_nothing_under_it(self, tmp_path: Path) -> None:
        titles = [f"{n}番。{self.LONG[:200]}" for n in range(3)]
        body = "".join(styled(f"H{n + 1}", title) for n, title in enumerate(titles)) + p("氏名は全角とする。")
        found = word_of(tmp_path, body, {"styles": HEADINGS})
        assert chunk_with(found, "氏名は全角とする。").headings == tuple(titles)

    def test_a_long_heading_with_nothing_under_it_is_in_the_text(self, tmp_path: Path) -> None:
        found = word_of(tmp_path, styled("H1", self.LONG), {"styles": HEADINGS})
        assert squeezed(text_of(found)) == self.LONG

    def test_a_long_title_of_a_slide_drops_nothing_of_the_slide(self, tmp_path: Path) -> None:
        show = deck()
        slide_of(show, TITLE_AND_BODY, self.LONG).placeholders[1].text_frame.text = "氏名は全角とする。"
        assert times(slides(tmp_path, show), "氏名は全角とする。") == 1

    def test_thin_sections_are_joined_only_under_one_heading_and_keep_their_own(self, tmp_path: Path) -> None:
        text = "# 文字\n\n## 氏名\n\n全角。\n\n## 番号\n\n半角。\n\n# 表\n\n## 罫線\n\n細線。\n"
        found = markdown_of(tmp_path, text)
        assert chunk_with(found, "全角。") is chunk_with(found, "半角。")
        assert chunk_with(found, "全角。").headings[0] == "文字"
        assert "番号\n半角。" in chunk_with(found, "半角。").content
        assert chunk_with(found, "細線。").headings[0] == "表"
        assert "番号: 半角。" in [s.text for s in chunk_with(found, "半角。").statements]


def said_of(chunk: RuleChunk) -> str:
    """All that a reader of a chunk is told: its path, its header and its text."""
    return "\n".join((*chunk.headings, chunk.table_header, chunk.content))


class TestThinSections:
    """A section too short to stand alone is joined; nobody may take its heading for that of another rule."""

    OPENING = (
        "この章の規則は、すべての画面と帳票に適用する。例外は品質管理部の承認を要する。承認の記録は設計書に綴じる。"
    )

    def test_the_opening_of_a_chapter_does_not_stand_under_its_thin_section(self, tmp_path: Path) -> None:
        body = styled("H1", "表記") + p(self.OPENING) + styled("H2", "氏名") + p("全角とする。")
        found = word_of(tmp_path, body, {"styles": HEADINGS})
        assert chunk_with(found, self.OPENING).headings == ("表記",)
        assert place_of(found, self.OPENING) == "見出し!表記"
        assert "氏名" in said_of(chunk_with(found, "全角とする。"))

    def test_a_thin_opening_does_not_stand_under_the_section_behind_it_unsaid(self, tmp_path: Path) -> None:
        body = styled("H1", "表記") + p("全社に適用する。") + styled("H2", "氏名") + p(self.OPENING)
        found = word_of(tmp_path, body, {"styles": HEADINGS})
        chunk = chunk_with(found, "全社に適用する。")
        assert chunk.headings == ("表記",) or "氏名" not in said_of(chunk) or "氏名\n" in chunk.content

    def test_a_table_keeps_its_heading_though_a_thin_section_behind_it_is_joined(self, tmp_path: Path) -> None:
        lines = [
            ("外枠", "実線で太さを1.0ポイントとする。"),
            ("明細", "破線で太さを0.5ポイントとする。"),
            ("合計", "二重線とし、色を付けない。"),
        ]
        rows = [row("場所", "線", properties="<w:tblHeader/>"), *(row(*texts) for texts in lines)]
        body = styled("H1", "表") + styled("H2", "体裁") + p(self.OPENING) + table(*rows)
        body += styled("H2", "罫線") + p("外枠は太線とする。")
        found = word_of(tmp_path, body, {"styles": HEADINGS})
        assert "体裁" in said_of(chunk_with(found, "合計 | 二重線"))
        assert "罫線" in said_of(chunk_with(found, "外枠は太線とする。"))
        assert "体裁" in said_of(chunk_with(found, self.OPENING))

    def test_the_frame_at_the_top_of_a_sheet_does_not_stand_under_its_first_chapter(self, tmp_path: Path) -> None:
        book, sheet = squared_paper("規則")
        grid(sheet, 1, "B:J K:T", [["文書番号", "品-204"], ["版", "第4版"]], header=0)
        for place, text in {
            "B5": "1. 用紙", "C6": f"用紙はA4縦とする。{self.OPENING}", "B8": "2. 余白",
            "C9": f"余白は15mmとする。{self.OPENING}",
        }.items():  # fmt: skip
            sheet[place] = text
        found = parsed(saved(book, tmp_path), LIMITS)
        chunk = chunk_with(found, "品-204")
        assert chunk.headings == ("規則",)


class TestTablesAndLists:
    def test_a_long_table_repeats_its_header_beside_each_part(self, tmp_path: Path) -> None:
        rows = [row("番号", "規則", properties="<w:tblHeader/>"), *(row(str(n), s) for n, s in enumerate(JAPANESE))]
        found = word_of(tmp_path, table(*rows))
        assert len(found.chunks) > 2
        assert [c.table_header for c in found.chunks[1:]] == ["番号 | 規則"] * (len(found.chunks) - 1)
        assert times(found, "番号 | 規則") == 1
        assert max(chunk.token_count for chunk in found.chunks) <= LIMITS.max_tokens

    def test_a_table_within_the_limit_is_one_chunk(self, tmp_path: Path) -> None:
        rows = [row("番号", "規則", properties="<w:tblHeader/>"), *(row(str(n), s) for n, s in enumerate(JAPANESE[:8]))]
        found = word_of(tmp_path, p("前の文。" * 60) + table(*rows) + p("後の文。" * 60))
        assert "番号 | 規則" in chunk_with(found, JAPANESE[7]).content

    def test_a_cell_longer_than_the_limit_is_cut_at_its_sentences(self, tmp_path: Path) -> None:
        rows = row("項目", "規則", properties="<w:tblHeader/>"), row("氏名", cell(p("".join(JAPANESE))))
        found = word_of(tmp_path, table(*rows))
        assert_whole(found, "".join(JAPANESE))
        stated = [s.text for c in found.chunks for s in c.statements if "第" in s.text]
        assert stated == [f"氏名 / 規則: {s}" for s in JAPANESE]

    def test_a_row_of_very_many_cells_loses_none(self, tmp_path: Path) -> None:
        book = Workbook()
        for column in range(1, 301):
            book.active.cell(1, column).value = f"コード{column:03}"
            book.active.cell(2, column).value = f"値は{column:03}とする"
        found = parsed(saved(book, tmp_path), LIMITS)
        assert max(chunk.token_count for chunk in found.chunks) <= LIMITS.max_tokens
        for column in range(1, 301):
            assert times(found, f"コード{column:03}") == times(found, f"値は{column:03}とする") == 1, get_column_letter(
                column
            )

    def test_a_long_cell_of_a_workbook_keeps_its_lines_and_the_limit(self, tmp_path: Path) -> None:
        book, sheet = squared_paper()
        grid(sheet, 2, "B:E F:Z", [["項目", "規則"], ["氏名", "\n".join(JAPANESE)], ["住所", "全角とする。"]])
        found = parsed(saved(book, tmp_path), LIMITS)
        assert_whole(found, "\n".join(JAPANESE))

    def test_a_long_list_is_cut_between_items(self, tmp_path: Path) -> None:
        body = styled("H1", "規則") + "".join(item(s, 1) for s in JAPANESE)
        found = word_of(tmp_path, body, {"styles": HEADINGS, **numbering(level(0, "decimal", "(%1)"))})
        assert all(re.match(r"\(\d+\) ", chunk.content) for chunk in found.chunks)
        assert {chunk.headings for chunk in found.chunks} == {("規則",)}
