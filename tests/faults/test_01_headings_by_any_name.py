"""Fault kind 1: a heading is what the document says is one, not what is called "Heading N".

Wrong: sections of a Japanese handbook whose styles are called 見出し, 章題 or anything else run together into one
text, and body text in a style with a promising name becomes a heading.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl.styles import Font

from tests.faults.documents import assert_once, deck, excel, markdown, path_of, pdf_file, place_of, slides, times, word
from tests.pdfs import Text, pdf
from tests.readers.excel.workbooks import squared_paper
from tests.readers.slides.decks import BLANK, TITLE_AND_BODY, box, slide_of, within
from tests.readers.word.files import HEADINGS, cell, p, row, run, styled, table


def style(style_id: str, name: str, properties: str = "", based_on: str = "") -> str:
    base = f'<w:basedOn w:val="{based_on}"/>' if based_on else ""
    return (
        f'<w:style w:type="paragraph" w:styleId="{style_id}"><w:name w:val="{name}"/>{base}'
        f"<w:pPr>{properties}</w:pPr></w:style>"
    )


OUTLINE = '<w:outlineLvl w:val="{}"/>'
CHAPTER = OUTLINE.format(0)


class TestWord:
    def test_the_outline_level_of_the_paragraph_itself_comes_first(self, tmp_path: Path) -> None:
        found = word(tmp_path, p("総則", CHAPTER) + p("目的", OUTLINE.format(1)) + p("表記を統一する。"))
        assert path_of(found, "表記を統一する。") == ("総則", "目的")

    def test_then_the_level_of_its_style_or_of_the_styles_that_one_is_based_on(self, tmp_path: Path) -> None:
        styles = (
            style("A", "章題", CHAPTER) + style("B", "章題（青）", "", "A") + style("C", "章題（青・中央）", "", "B")
        )
        found = word(tmp_path, styled("C", "総則") + p("表記を統一する。"), {"styles": styles})
        assert path_of(found, "表記を統一する。") == ("総則",)

    @pytest.mark.parametrize(
        "name",
        ["heading 1", "Heading 1", "見出し 1", "見出し1", "見出し　１", "标题 1", "標題 1"],
    )
    def test_then_the_built_in_name_in_any_language(self, tmp_path: Path, name: str) -> None:
        found = word(tmp_path, styled("x1", "総則") + p("表記を統一する。"), {"styles": style("x1", name)})
        assert path_of(found, "表記を統一する。") == ("総則",)

    def test_then_the_built_in_id_where_the_file_defines_no_style(self, tmp_path: Path) -> None:
        found = word(tmp_path, styled("Heading1", "総則") + styled("Heading2", "目的") + p("表記を統一する。"))
        assert path_of(found, "表記を統一する。") == ("総則", "目的")

    def test_level_nine_is_body_on_the_paragraph_and_in_a_style(self, tmp_path: Path) -> None:
        styles = HEADINGS + style("Note", "見出し注", OUTLINE.format(9), "H1")
        body = styled("H1", "総則") + p("段落で外した行。", '<w:pStyle w:val="H1"/>' + OUTLINE.format(9))
        found = word(tmp_path, body + styled("Note", "様式で外した行。"), {"styles": styles})
        assert path_of(found, "段落で外した行。") == path_of(found, "様式で外した行。") == ("総則",)
        assert_once(found, "段落で外した行。", "様式で外した行。")

    @pytest.mark.parametrize(
        "name", ["見出しなし", "見出し記号", "heading 1 Char", "標題なし", "headings", "本文見出し語"]
    )
    def test_a_name_that_only_sounds_like_a_heading_is_body(self, tmp_path: Path, name: str) -> None:
        found = word(tmp_path, styled("x", "これは本文である。") + p("続き。"), {"styles": style("x", name)})
        assert path_of(found, "続き。") == ()
        assert_once(found, "これは本文である。")

    @pytest.mark.parametrize("name", ["Title", "表題", "标题", "標題"])
    def test_a_title_style_names_the_document_and_opens_no_section(self, tmp_path: Path, name: str) -> None:
        body = styled("T", "文書作成規程") + styled("H1", "総則") + p("表記を統一する。")
        found = word(tmp_path, body, {"styles": HEADINGS + style("T", name)})
        assert found.title == "文書作成規程"
        assert path_of(found, "表記を統一する。") == ("総則",)
        assert_once(found, "文書作成規程")

    def test_levels_below_three_stay_in_the_text_of_their_section_in_order(self, tmp_path: Path) -> None:
        body = "".join(styled(f"H{n}", f"第{n}層") for n in (1, 2, 3, 4)) + p("第四層の規則。")
        found = word(tmp_path, body, {"styles": HEADINGS})
        assert path_of(found, "第四層の規則。") == ("第1層", "第2層", "第3層")
        assert "第4層\n第四層の規則。" in found.chunks[-1].content

    def test_a_level_that_is_left_out_does_not_hang_under_a_stranger(self, tmp_path: Path) -> None:
        body = styled("H1", "甲") + styled("H3", "甲の三") + p("一。") + styled("H2", "甲の二") + p("二。")
        found = word(tmp_path, body, {"styles": HEADINGS})
        assert path_of(found, "一。") == ("甲", "甲の三")
        assert path_of(found, "二。") == ("甲", "甲の二")

    def test_a_heading_broken_over_two_lines_is_one_line_of_the_path(self, tmp_path: Path) -> None:
        broken = p(run("表の") + "<w:r><w:br/></w:r>" + run("書き方"), '<w:pStyle w:val="H1"/>')
        found = word(tmp_path, broken + p("番号を付ける。"), {"styles": HEADINGS})
        assert path_of(found, "番号を付ける。") == ("表の 書き方",)

    def test_blank_headings_open_nothing(self, tmp_path: Path) -> None:
        body = styled("H1", "総則") + styled("H1", "") + styled("H1", "　") + p("表記を統一する。")
        found = word(tmp_path, body, {"styles": HEADINGS})
        assert path_of(found, "表記を統一する。") == ("総則",)

    def test_a_heading_inside_a_content_control_is_a_heading(self, tmp_path: Path) -> None:
        body = f"<w:sdt><w:sdtContent>{styled('H1', '総則')}</w:sdtContent></w:sdt>" + p("表記を統一する。")
        assert path_of(word(tmp_path, body, {"styles": HEADINGS}), "表記を統一する。") == ("総則",)

    def test_a_heading_in_a_table_cell_cuts_no_table_in_two(self, tmp_path: Path) -> None:
        rows = row(cell(styled("H2", "対象")), "全社"), row("期間", "通年")
        found = word(tmp_path, styled("H1", "総則") + table(*rows), {"styles": HEADINGS})
        assert path_of(found, "対象 | 全社\n期間 | 通年") == ("総則",)

    def test_a_heading_with_nothing_under_it_is_still_found(self, tmp_path: Path) -> None:
        body = styled("H1", "総則") + p("一。") + styled("H1", "附則（削除）")
        assert_once(word(tmp_path, body, {"styles": HEADINGS}), "附則（削除）")

    def test_two_sections_of_one_name_stay_two(self, tmp_path: Path) -> None:
        body = (
            styled("H1", "画面") + styled("H2", "書式") + p("画面の書式。")
            + styled("H1", "帳票") + styled("H2", "書式") + p("帳票の書式。")
        )  # fmt: skip
        found = word(tmp_path, body, {"styles": HEADINGS})
        assert path_of(found, "画面の書式。") == ("画面", "書式")
        assert path_of(found, "帳票の書式。") == ("帳票", "書式")


class TestExcel:
    def test_numbers_and_indents_make_the_path_under_the_sheets_name(self, tmp_path: Path) -> None:
        book, sheet = squared_paper("記述規則")
        for place, text in {
            "B2": "1. 見出し", "C3": "1.1. 番号", "D4": "番号は半角とする。", "C6": "1.2. 文字",
            "D7": "文字は全角とする。", "B9": "2. 表", "C10": "罫線を引く。",
        }.items():  # fmt: skip
            sheet[place] = text
        found = excel(tmp_path, book)
        assert path_of(found, "文字は全角とする。") == ("記述規則", "1. 見出し", "1.2. 文字")
        assert path_of(found, "罫線を引く。") == ("記述規則", "2. 表")
        assert place_of(found, "罫線を引く。").startswith("記述規則!")

    def test_larger_bold_lines_without_numbers_are_headings_too(self, tmp_path: Path) -> None:
        book, sheet = squared_paper("規則")
        for top, title in [(2, "入力規則"), (8, "出力規則")]:
            sheet.cell(top, 2).value = title
            sheet.cell(top, 2).font = Font(bold=True, size=16)
            for line in (1, 2):
                sheet.cell(top + line, 3).value = f"{title}の{line}番目の定めを守ること。"
        found = excel(tmp_path, book)
        assert path_of(found, "出力規則の2番目") == ("規則", "出力規則")

    def test_a_numbered_sentence_is_a_rule_and_no_heading(self, tmp_path: Path) -> None:
        book, sheet = squared_paper("規則")
        sheet["B2"], sheet["B3"] = "1. 氏名は全角で入力すること。", "2. 番号は半角で入力すること。"
        found = excel(tmp_path, book)
        assert path_of(found, "2. 番号は半角") == ("規則",)
        assert_once(found, "1. 氏名は全角で入力すること。", "2. 番号は半角で入力すること。")


class TestSlides:
    def test_the_title_placeholder_heads_its_slide_whatever_its_name(self, tmp_path: Path) -> None:
        show = deck()
        slide = slide_of(show, TITLE_AND_BODY, "命名の方針")
        slide.placeholders[1].text_frame.text = "英語の名詞を使う。"
        found = slides(tmp_path, show, within("slide1.xml", 'name="Title 1"', 'name="タイトル 1"'))
        assert path_of(found, "英語の名詞を使う。") == ("命名の方針",)

    def test_a_slide_without_title_is_headed_by_its_first_line(self, tmp_path: Path) -> None:
        show = deck()
        slide = slide_of(show, BLANK)
        box(slide, "例外の方針", 1, 0.5, width=6)
        box(slide, "例外は握りつぶさない。", 1, 3, width=6)
        found = slides(tmp_path, show)
        assert path_of(found, "例外は握りつぶさない。") == ("例外の方針",)
        assert_once(found, "例外の方針")


class TestMarkdown:
    def test_both_kinds_of_heading_make_the_path(self, tmp_path: Path) -> None:
        found = markdown(tmp_path, "総則\n====\n\n目的\n----\n\n### 範囲 ###\n\n全社とする。\n")
        assert path_of(found, "全社とする。") == ("総則", "目的", "範囲")

    @pytest.mark.parametrize("line", ["#総則", "\\# 総則", "    # 総則", "`# 総則`"])
    def test_a_sharp_that_makes_no_heading_in_markdown_stays_text(self, tmp_path: Path, line: str) -> None:
        found = markdown(tmp_path, f"# 章\n\n{line}\n\n全社とする。\n")
        assert path_of(found, "全社とする。") == ("章",)
        assert times(found, "総則") == 1

    def test_a_comment_in_a_code_fence_is_no_heading(self, tmp_path: Path) -> None:
        found = markdown(tmp_path, "# 章\n\n```sh\n# 設定を読む\nmake\n```\n\n全社とする。\n")
        assert path_of(found, "全社とする。") == ("章",)
        assert_once(found, "# 設定を読む")


class TestPdf:
    def test_larger_lines_are_headings_by_rank(self, tmp_path: Path) -> None:
        prose = [Text("Every table has a number and a title above it.", 640 - 14 * n) for n in range(6)]
        page = [Text("Tables", 760, size=22), Text("Captions", 700, size=16), *prose]
        (chunk,) = pdf_file(tmp_path, pdf([page])).chunks
        assert chunk.headings == ("Tables", "Captions")

    def test_the_outline_names_headings_that_look_like_text(self, tmp_path: Path) -> None:
        titles = ["1 Scope", "2 Terms", "3 Rules"]
        page = [Text(t, 760 - 80 * n) for n, t in enumerate(titles)]
        page += [Text(f"It is said under {t[0]}.", 730 - 80 * n) for n, t in enumerate(titles)]
        page.sort(key=lambda text: -text.top)
        found = pdf_file(tmp_path, pdf([page], outline=[(t, 0) for t in titles]))
        assert path_of(found, "It is said under 2.") == ("2 Terms",)
