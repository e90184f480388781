"""Fault kind 2: the number before a rule is part of how people cite it, though no character of the file holds it.

Wrong: 3.1 becomes 1 or nothing, （一） becomes (1), a list goes on counting where it should begin anew, or a number
is shown where the definition says that there is none.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import Workbook

from tests.faults.documents import (
    NUMBERED_HEADINGS,
    assert_once,
    codes,
    deck,
    excel,
    lines,
    markdown,
    path_of,
    place_of,
    slides,
    statement_with,
    times,
    warned,
    word,
)
from tests.readers.excel.workbooks import squared_paper
from tests.readers.slides.decks import TITLE_ONLY, A, slide_of
from tests.readers.word.files import HEADINGS, cell, item, level, numbering, p, row, run, styled, table

CHAPTERS = [
    level(0, "decimal", "第%1章", '<w:pStyle w:val="H1"/>'),
    level(1, "decimal", "%1.%2", '<w:pStyle w:val="H2"/>'),
    level(2, "decimal", "%1.%2.%3", '<w:pStyle w:val="H3"/>'),
]


def chapters(*more: str) -> dict[str, str]:
    return {"styles": NUMBERED_HEADINGS, **numbering(*CHAPTERS, *more)}


class TestWordHeadings:
    BODY = "".join(
        styled(style, title) + p(f"{title}の規則。")
        for style, title in [
            ("H1", "総則"),
            ("H1", "表"),
            ("H2", "番号"),
            ("H3", "位置"),
            ("H2", "罫線"),
            ("H1", "図"),
            ("H2", "枠"),
        ]
    )

    def test_numbers_of_all_levels_are_rebuilt_along_the_path(self, tmp_path: Path) -> None:
        found = word(tmp_path, self.BODY, chapters())
        assert path_of(found, "位置の規則。") == ("第2章 表", "2.1 番号", "2.1.1 位置")
        assert path_of(found, "罫線の規則。") == ("第2章 表", "2.2 罫線")
        assert path_of(found, "枠の規則。") == ("第3章 図", "3.1 枠")

    def test_a_rule_is_cited_by_the_number_of_its_section(self, tmp_path: Path) -> None:
        found = word(tmp_path, self.BODY, chapters())
        assert place_of(found, "位置の規則。") == "見出し!2.1.1"
        assert place_of(found, "図の規則。") == "見出し!第3章"

    def test_numbers_survive_though_the_heading_was_inserted_by_a_tracked_change(self, tmp_path: Path) -> None:
        new = p(f"<w:ins>{run('新章')}</w:ins>", '<w:pStyle w:val="H1"/><w:rPr><w:ins/></w:rPr>')
        gone = p(
            "<w:del><w:r><w:delText>旧章</w:delText></w:r></w:del>", '<w:pStyle w:val="H1"/><w:rPr><w:del/></w:rPr>'
        )
        found = word(tmp_path, gone + new + p("新しい規則。") + styled("H1", "次章") + p("次の規則。"), chapters())
        assert path_of(found, "新しい規則。") == ("第1章 新章",)
        assert path_of(found, "次の規則。") == ("第2章 次章",)

    def test_a_number_typed_by_hand_is_not_doubled(self, tmp_path: Path) -> None:
        found = word(tmp_path, styled("H1", "1. 総則") + p("表記を統一する。"), {"styles": HEADINGS})
        assert path_of(found, "表記を統一する。") == ("1. 総則",)

    def test_a_heading_taken_out_of_the_list_has_no_number_and_does_not_count(self, tmp_path: Path) -> None:
        bare = p("はじめに", '<w:pStyle w:val="H1"/><w:numPr><w:numId w:val="0"/></w:numPr>')
        found = word(tmp_path, bare + p("読み方。") + styled("H1", "総則") + p("表記。"), chapters())
        assert path_of(found, "読み方。") == ("はじめに",)
        assert path_of(found, "表記。") == ("第1章 総則",)


class TestWordLists:
    def test_items_keep_pattern_start_restart_and_nesting(self, tmp_path: Path) -> None:
        levels = level(0, "decimal", "(%1)", start=3), level(1, "lowerLetter", "%2)")
        body = "".join(item(t, 1, n) for t, n in [("甲", 0), ("甲の一", 1), ("甲の二", 1), ("乙", 0), ("乙の一", 1)])
        found = word(tmp_path, body, numbering(*levels))
        assert lines(found) == ["(3) 甲", "a) 甲の一", "b) 甲の二", "(4) 乙", "a) 乙の一"]

    def test_a_second_list_of_the_same_definition_begins_anew_only_where_it_says_so(self, tmp_path: Path) -> None:
        override = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>'
        nums = "".join(
            f'<w:num w:numId="{n}"><w:abstractNumId w:val="0"/>{more}</w:num>'
            for n, more in [(1, ""), (2, ""), (3, override)]
        )
        body = "".join(item(t, n) for t, n in [("一", 1), ("二", 1), ("三", 2), ("別", 3), ("別の次", 3)])
        found = word(tmp_path, body, numbering(level(0, "decimal", "%1."), num=nums))
        assert lines(found) == ["1. 一", "2. 二", "3. 三", "1. 別", "2. 別の次"]

    @pytest.mark.parametrize("pattern", ["%1", ""])
    def test_the_format_none_shows_no_number(self, tmp_path: Path, pattern: str) -> None:
        found = word(tmp_path, item("番号のない項目", 1) + item("もう一つ", 1), numbering(level(0, "none", pattern)))
        assert lines(found) == ["番号のない項目", "もう一つ"]

    @pytest.mark.parametrize(
        ("number_format", "pattern", "shown"),
        [
            ("japaneseCounting", "（%1）", ["（一）", "（二）", "（三）"]),
            ("ideographTraditional", "%1", ["甲", "乙", "丙"]),
            ("aiueoFullWidth", "%1", ["ア", "イ", "ウ"]),
            ("aiueo", "%1)", ["ｱ)", "ｲ)", "ｳ)"]),
            ("irohaFullWidth", "%1．", ["イ．", "ロ．", "ハ．"]),
            ("iroha", "(%1)", ["(ｲ)", "(ﾛ)", "(ﾊ)"]),
            ("decimalEnclosedCircle", "%1", ["①", "②", "③"]),
            ("decimalFullWidth", "第%1条", ["第１条", "第２条", "第３条"]),
            ("chineseCountingThousand", "第%1条", ["第一条", "第二条", "第三条"]),
            ("taiwaneseCountingThousand", "%1、", ["一、", "二、", "三、"]),
            ("upperRoman", "%1.", ["I.", "II.", "III."]),
            ("decimalZero", "%1", ["01", "02", "03"]),
        ],
    )
    def test_east_asian_numbers_are_as_shown(
        self, tmp_path: Path, number_format: str, pattern: str, shown: list[str]
    ) -> None:
        body = "".join(item("項目", 1) for _ in shown)
        found = word(tmp_path, body, numbering(level(0, number_format, pattern)))
        assert lines(found) == [f"{label} 項目" for label in shown]
        assert codes(found) == []

    def test_a_format_nobody_knows_is_a_visible_marker_and_one_warning(self, tmp_path: Path) -> None:
        found = word(tmp_path, item("一番目", 1) + item("二番目", 1), numbering(level(0, "klingonDigits", "%1.")))
        assert lines(found) == ["[1?]. 一番目", "[2?]. 二番目"]
        (warning,) = found.report.warnings
        assert "klingonDigits" in warning.message

    def test_the_number_of_an_item_in_a_table_cell_is_shown(self, tmp_path: Path) -> None:
        rows = row("手順", cell(item("起動する。", 1) + item("確認する。", 1)))
        found = word(tmp_path, table(rows), numbering(level(0, "decimal", "%1.")))
        assert_once(found, "1. 起動する。", "2. 確認する。")

    def test_bullets_are_shown_with_a_point_a_reader_can_see(self, tmp_path: Path) -> None:
        found = word(
            tmp_path,
            item("半角", 1),
            numbering(level(0, "bullet", "\uf0b7", '<w:rPr><w:rFonts w:ascii="Symbol"/></w:rPr>')),
        )
        assert not any("\ue000" <= c <= "\uf8ff" for line in lines(found) for c in line)
        assert lines(found)[0] != "半角"

    def test_a_number_is_no_part_of_what_the_rule_states_alone(self, tmp_path: Path) -> None:
        found = word(tmp_path, item("氏名は全角とする。", 1), numbering(level(0, "decimal", "%1.")))
        assert "氏名は全角とする。" in statement_with(found, "氏名")

    def test_a_list_that_is_interrupted_by_text_and_a_table_goes_on(self, tmp_path: Path) -> None:
        body = item("一", 1) + p("補足") + table(row("表", "値")) + item("二", 1)
        found = word(tmp_path, body, numbering(level(0, "decimal", "%1.")))
        assert_once(found, "1. 一", "2. 二")


class TestWordNotes:
    def test_footnotes_count_in_figures_and_endnotes_in_small_roman_ones_unless_told_otherwise(
        self, tmp_path: Path
    ) -> None:
        notes = {
            f"{kind}s": "".join(f'<w:{kind} w:id="{n}">{p(f"{kind}{n}")}</w:{kind}>' for n in (1, 2))
            for kind in ("footnote", "endnote")
        }
        marks = "".join(
            f'<w:r><w:{kind}Reference w:id="{n}"/></w:r>' for n in (1, 2) for kind in ("footnote", "endnote")
        )
        found = word(tmp_path, p(run("規則") + marks), notes)
        assert_once(found, "[1] footnote1", "[2] footnote2", "[i] endnote1", "[ii] endnote2")

    def test_the_format_of_the_settings_counts(self, tmp_path: Path) -> None:
        notes = {
            "footnotes": f'<w:footnote w:id="1">{p("外字を除く。")}</w:footnote>',
            "settings": '<w:footnotePr><w:numFmt w:val="decimalEnclosedCircle"/><w:numStart w:val="3"/></w:footnotePr>',
        }
        found = word(tmp_path, p(run("漢字") + '<w:r><w:footnoteReference w:id="1"/></w:r>'), notes)
        assert_once(found, "[③] 外字を除く。")


class TestExcel:
    def test_a_number_in_a_cell_of_its_own_stays_with_its_line(self, tmp_path: Path) -> None:
        book, sheet = squared_paper("規則")
        for top, (number, title) in {2: ("1.", "見出し"), 5: ("2.", "表")}.items():
            sheet.cell(top, 2).value, sheet.cell(top, 3).value = number, title
            sheet.cell(top + 1, 4).value = f"{title}は中央に置く。"
        assert path_of(excel(tmp_path, book), "表は中央に置く。") == ("規則", "2. 表")

    @pytest.mark.parametrize(
        ("code", "shown"),
        [('"第"0"条"', "第3条"), ('0"."', "3."), ('"("0")"', "(3)"), ("000", "003"), ("[DBNum1]0", "三")],
    )
    def test_a_number_made_by_its_format_is_as_shown(self, tmp_path: Path, code: str, shown: str) -> None:
        book = Workbook()
        sheet = book.active
        sheet["A1"], sheet["B1"] = 3, "例外は管理者が承認する。"
        sheet["A1"].number_format = code
        assert shown in lines(excel(tmp_path, book))[0]


class TestSlides:
    def test_automatic_numbers_count_by_level_and_go_on_behind_deeper_ones(self, tmp_path: Path) -> None:
        show = deck()
        frame = slide_of(show, TITLE_ONLY).shapes.add_textbox(914400, 1828800, 3657600, 1828800).text_frame
        for n, (text, depth, scheme) in enumerate(
            [("甲", 0, "circleNumDbPlain"), ("甲の一", 1, "arabicParenBoth"), ("乙", 0, "circleNumDbPlain")]
        ):
            paragraph = frame.paragraphs[0] if n == 0 else frame.add_paragraph()
            paragraph.text, paragraph.level = text, depth
            properties = paragraph._p.get_or_add_pPr()
            properties.append(properties.makeelement(f"{{{A}}}buAutoNum", {"type": scheme}))
        assert lines(slides(tmp_path, show))[1:] == ["① 甲", "(1) 甲の一", "② 乙"]

    def test_a_scheme_nobody_knows_is_a_visible_marker_and_a_warning(self, tmp_path: Path) -> None:
        show = deck()
        frame = slide_of(show, TITLE_ONLY).shapes.add_textbox(914400, 1828800, 3657600, 1828800).text_frame
        frame.text = "項目"
        properties = frame.paragraphs[0]._p.get_or_add_pPr()
        properties.append(properties.makeelement(f"{{{A}}}buAutoNum", {"type": "hindiNum3Period"}))
        found = slides(tmp_path, show)
        assert "hindiNum3Period" in lines(found)[1]
        assert warned(found, "unknown_numbering").startswith("slide!1")


class TestMarkdown:
    def test_a_list_begins_with_its_own_number_and_counts_on(self, tmp_path: Path) -> None:
        found = markdown(tmp_path, "3. 甲\n3. 乙\n   1. 乙の一\n4. 丙\n")
        assert [line.split()[0] for line in lines(found)] == ["3.", "4.", "1.", "5."]

    @pytest.mark.parametrize("text", ["1\\. 総則", "２０２６年４月施行", "3.2 見出しの書き方", "（一）氏名", "① 氏名"])
    def test_typed_numbers_stay_as_typed(self, tmp_path: Path, text: str) -> None:
        assert times(markdown(tmp_path, f"# {text}\n\n{text}\n"), text.replace("\\", "")) == 1
