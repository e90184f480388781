"""Fault kind 4: what lies over the page is read as well – and only once.

Wrong: the warning in the red box beside the table is not in the index; or a box comes twice, since the file holds
it once for new and once for old programs; or a reviewer's remark passes for the rule.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl import Workbook
from openpyxl.comments import Comment
from pptx.util import Inches

from rulebook.model.chunk import ParsedDocument
from rulebook.model.document import Flag
from tests.faults.documents import (
    assert_once,
    chunk_with,
    deck,
    excel,
    flags_of,
    markdown,
    path_of,
    place_of,
    slides,
    times,
    word,
)
from tests.faults.sheet_shapes import anchored, drawing, group, shape
from tests.faults.slide_parts import commented, discussed
from tests.readers.excel.workbooks import squared_paper
from tests.readers.slides.decks import TITLE_ONLY, box, slide_of
from tests.readers.word.files import HEADINGS, cell, new_text_box, p, row, run, styled, table, text_box

BOTH_FORMS = pytest.mark.parametrize("made", [text_box, new_text_box], ids=["before 2010", "since 2010"])
Box = Callable[[str], str]


class TestWord:
    @BOTH_FORMS
    def test_a_text_box_is_read_once_under_the_heading_it_stands_under(self, tmp_path: Path, made: Box) -> None:
        body = (
            styled("H1", "総則")
            + p(run("本文の規則。") + made(p("枠の規則一。") + p("枠の規則二。")))
            + styled("H1", "付則")
            + p("終わり。")
        )
        found = word(tmp_path, body, {"styles": HEADINGS})
        assert_once(found, "本文の規則。", "枠の規則一。", "枠の規則二。", "終わり。")
        assert path_of(found, "枠の規則二。") == ("総則",)
        assert found.report.text_boxes == 1

    @BOTH_FORMS
    def test_a_box_anchored_in_a_heading_is_no_part_of_the_heading(self, tmp_path: Path, made: Box) -> None:
        heading = p(run("総則") + made(p("社外秘の規則。")), '<w:pStyle w:val="H1"/>')
        found = word(tmp_path, heading + p("本文。"), {"styles": HEADINGS})
        assert path_of(found, "本文。") == ("総則",)
        assert_once(found, "社外秘の規則。")

    @BOTH_FORMS
    def test_a_box_in_a_table_cell_is_not_glued_onto_the_cell(self, tmp_path: Path, made: Box) -> None:
        found = word(tmp_path, table(row(cell(p(run("氏名") + made(p("全角に限る。")))), "必須")))
        assert_once(found, "氏名 | 必須", "全角に限る。")

    @BOTH_FORMS
    def test_a_table_in_a_box_keeps_its_rows(self, tmp_path: Path, made: Box) -> None:
        found = word(tmp_path, p(made(p("凡例") + table(row("○", "必須"), row("△", "任意")))))
        assert_once(found, "凡例", "○ | 必須", "△ | 任意")

    @BOTH_FORMS
    def test_a_box_in_a_box_is_read_once(self, tmp_path: Path, made: Box) -> None:
        found = word(tmp_path, p(made(p("外の枠。") + p(made(p("内の枠。"))))))
        assert_once(found, "外の枠。", "内の枠。")

    def test_the_same_words_in_the_text_and_in_a_box_are_two(self, tmp_path: Path) -> None:
        found = word(tmp_path, p(run("社外秘とする。") + new_text_box(p("社外秘とする。"))))
        assert times(found, "社外秘とする。") == 2

    def test_comments_are_kept_apart_with_their_author_and_do_not_pass_for_rules(self, tmp_path: Path) -> None:
        comment = f'<w:comment w:id="1" w:author="査閲者">{p("旧規程と合わない。")}</w:comment>'
        body = p(run("氏名は全角とする。") + '<w:r><w:commentReference w:id="1"/></w:r>') + p("番号は半角とする。")
        found = word(tmp_path, body, {"comments": comment})
        assert_once(found, "旧規程と合わない。")
        assert flags_of(found, "旧規程と合わない。") == (Flag.COMMENT,)
        assert "査閲者" in chunk_with(found, "旧規程と合わない。").content
        assert flags_of(found, "氏名は全角とする。") == ()
        assert found.report.comments == 1

    def test_foot_and_end_notes_stand_with_the_rule_they_explain(self, tmp_path: Path) -> None:
        notes = {
            "footnotes": f'<w:footnote w:id="2">{p("外字を除く。")}</w:footnote>',
            "endnotes": f'<w:endnote w:id="3">{p("付録を見よ。")}</w:endnote>',
        }
        refer = '<w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:endnoteReference w:id="3"/></w:r>'
        body = styled("H1", "文字") + p(run("漢字は使える。") + refer) + styled("H1", "番号") + p("半角とする。")
        found = word(tmp_path, body, {"styles": HEADINGS, **notes})
        assert path_of(found, "外字を除く。") == path_of(found, "付録を見よ。") == ("文字",)
        assert_once(found, "外字を除く。", "付録を見よ。")

    def test_a_text_box_in_the_page_header_does_not_pass_for_a_rule(self, tmp_path: Path) -> None:
        header = {"header1": p(run("文書規程") + new_text_box(p("第3版")))}
        section = '<w:sectPr><w:headerReference w:type="default" r:id="header1"/></w:sectPr>'
        found = word(tmp_path, p("氏名は全角とする。") + section, header)
        assert "第3版" not in chunk_with(found, "氏名は全角とする。").content


def two_sections(folder: Path, *anchors: str) -> ParsedDocument:
    book, sheet = squared_paper()
    for place, text in {"B2": "1. 記述", "C3": "本文を書く。", "B12": "2. 対象", "C13": "全機能とする。"}.items():
        sheet[place] = text
    return excel(folder, book, drawing(*anchors))


class TestExcel:
    def test_a_shape_is_read_once_in_the_section_it_lies_in(self, tmp_path: Path) -> None:
        found = two_sections(tmp_path, anchored(shape("常駐処理は\n対象外とする。"), 4, 20, 6, 30))
        assert_once(found, "対象外とする。", "本文を書く。")
        assert path_of(found, "対象外とする。") == ("規則", "1. 記述")
        assert found.report.text_boxes == 1

    def test_shapes_of_a_group_are_read_one_by_one(self, tmp_path: Path) -> None:
        found = two_sections(tmp_path, anchored(group(shape("甲", 3, 500), group(shape("乙", 4, 100))), 14, 20, 20, 40))
        assert_once(found, "甲", "乙")
        assert "甲乙" not in chunk_with(found, "甲").content

    def test_the_copy_for_old_programs_is_not_read_too(self, tmp_path: Path) -> None:
        twice = (
            f"<mc:Choice Requires='a14'>{shape('一度だけ')}</mc:Choice><mc:Fallback>{shape('一度だけ')}</mc:Fallback>"
        )
        found = two_sections(tmp_path, anchored(f"<mc:AlternateContent>{twice}</mc:AlternateContent>", 4, 20, 6, 30))
        assert_once(found, "一度だけ")

    def test_a_sheet_with_nothing_but_shapes_is_read(self, tmp_path: Path) -> None:
        book = Workbook()
        found = excel(tmp_path, book, drawing(anchored(shape("画面遷移は一方向とする。"), 2, 2, 5, 5)))
        assert_once(found, "画面遷移は一方向とする。")
        assert path_of(found, "画面遷移は一方向とする。") == ("Sheet",)

    def test_a_thread_of_comments_comes_once_and_not_again_as_the_note_made_for_old_programs(
        self, tmp_path: Path
    ) -> None:
        book = Workbook()
        book.active["A1"] = "氏名は全角とする。"
        book.active["A1"].comment = Comment(
            "[Threaded comment]\n\nComment:\n    半角も可か\nReply:\n    不可とする", "x"
        )
        thread = (
            '<ThreadedComments xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments">'
            '<threadedComment ref="A1" id="{1}"><text>半角も可か</text></threadedComment>'
            '<threadedComment ref="A1" id="{2}" parentId="{1}"><text>不可とする</text></threadedComment>'
            "</ThreadedComments>"
        )
        relation = (
            '<Relationship Id="rIdT" Type="http://schemas.microsoft.com/office/2017/10/relationships/threadedComment" '
            'Target="/xl/threadedComments/t1.xml"/></Relationships>'
        )
        found = excel(tmp_path, book, {
            "xl/threadedComments/t1.xml": lambda _: thread,
            "xl/worksheets/_rels/sheet1.xml.rels": lambda part: part.replace("</Relationships>", relation),
        })  # fmt: skip
        assert_once(found, "半角も可か", "不可とする")
        assert flags_of(found, "不可とする") == (Flag.COMMENT,)

    def test_a_comment_is_kept_apart_and_cited_with_its_cell(self, tmp_path: Path) -> None:
        book = Workbook()
        book.active["B2"] = "氏名は全角とする。"
        book.active["B2"].comment = Comment("査閲者:\n半角カナも可か確認", "査閲者")
        found = excel(tmp_path, book)
        assert_once(found, "半角カナも可か確認", "氏名は全角とする。")
        assert flags_of(found, "半角カナも可か確認") == (Flag.COMMENT,)
        assert flags_of(found, "氏名は全角とする。") == ()
        assert place_of(found, "半角カナも可か確認") == "Sheet!B2"
        assert found.report.comments == 1


class TestSlides:
    def test_every_free_shape_is_read_once_under_the_slides_title(self, tmp_path: Path) -> None:
        show = deck()
        slide = slide_of(show, TITLE_ONLY, "例外の方針")
        box(slide, "業務例外は画面に示す。", 1, 2)
        box(slide, "システム例外は記録する。", 5, 2)
        found = slides(tmp_path, show)
        assert_once(found, "業務例外は画面に示す。", "システム例外は記録する。", "例外の方針")
        assert path_of(found, "システム例外は記録する。") == ("例外の方針",)

    def test_a_text_inside_nested_groups_is_read_once(self, tmp_path: Path) -> None:
        show = deck()
        outer = slide_of(show, TITLE_ONLY).shapes.add_group_shape()
        inner = outer.shapes.add_group_shape()
        inner.shapes.add_textbox(Inches(1), Inches(3), Inches(3), Inches(1)).text_frame.text = "組の中の規則。"
        assert_once(slides(tmp_path, show), "組の中の規則。")

    def test_comments_are_kept_apart(self, tmp_path: Path) -> None:
        show = deck()
        box(slide_of(show), "例外は記録する。", 1, 2)
        found = slides(tmp_path, show, commented("要確認"))
        assert flags_of(found, "要確認") == (Flag.COMMENT,)
        assert flags_of(found, "例外は記録する。") == ()

    def test_comments_of_newer_programs_are_read_with_their_replies(self, tmp_path: Path) -> None:
        show = deck()
        box(slide_of(show), "例外は記録する。", 1, 2)
        found = slides(tmp_path, show, discussed("記録の場所は", "共通の台帳とする"))
        assert_once(found, "記録の場所は", "共通の台帳とする")
        assert flags_of(found, "共通の台帳とする") == (Flag.COMMENT,)


class TestMarkdown:
    def test_a_footnote_is_read_once_and_its_reference_stays_readable(self, tmp_path: Path) -> None:
        found = markdown(tmp_path, "# 章\n\n漢字は使える[^1]。\n\n[^1]: 外字を除く。\n")
        assert_once(found, "外字を除く。")
        assert path_of(found, "外字を除く。") == ("章",)

    def test_a_comment_in_html_does_not_pass_for_a_rule(self, tmp_path: Path) -> None:
        found = markdown(tmp_path, "# 章\n\n氏名は全角とする。\n\n<!-- TODO: 半角も認めるか -->\n")
        assert flags_of(found, "氏名は全角とする。") == ()
        assert all(not c.searchable or Flag.COMMENT in c.flags for c in found.chunks if "TODO" in c.content)
