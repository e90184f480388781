"""The document as a whole: contents lists, captions, page headers, odd parts."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from rulebook.errors import DamagedFile, NoText
from rulebook.model.document import BlockKind, DocType
from rulebook.readers.word import read
from tests.readers.word.files import HEADINGS, codes, document, p, row, run, styled, table, texts, word_file

_TOC = '<w:style w:type="paragraph" w:styleId="T"><w:name w:val="{}"/></w:style>'
BEGIN = '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> TOC \\o </w:instrText></w:r>'
SEPARATE = '<w:r><w:fldChar w:fldCharType="separate"/></w:r>'
END = '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
CHAPTER = styled("H1", "総則")


class TestContents:
    @pytest.mark.parametrize("name", ["toc 1", "TOC Heading", "table of figures", "目次 1", "目录 2"])
    def test_lines_in_a_contents_style_are_left_out(self, tmp_path: Path, name: str) -> None:
        found = document(tmp_path, styled("T", "総則\t1") + CHAPTER, {"styles": _TOC.format(name) + HEADINGS})
        assert texts(found) == ["総則"]
        assert found.report.warnings == ()

    def test_lines_in_a_contents_field_are_left_out_over_its_paragraphs(self, tmp_path: Path) -> None:
        body = p(run("前") + BEGIN + SEPARATE + run("総則\t1")) + p("目的 2") + p(run("罰則 3") + END + run("後"))
        found = document(tmp_path, body + CHAPTER + styled("H2", "目的") + styled("H2", "罰則"), {"styles": HEADINGS})
        assert texts(found) == ["前", "後", "総則", "目的", "罰則"]
        assert found.report.warnings == ()

    def test_lines_in_a_contents_building_block_are_left_out(self, tmp_path: Path) -> None:
        gallery = '<w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj>'
        block = f"<w:sdt><w:sdtPr>{gallery}</w:sdtPr><w:sdtContent>{p('目次')}{p('総則 1')}</w:sdtContent></w:sdt>"
        assert texts(document(tmp_path, block + CHAPTER, {"styles": HEADINGS})) == ["総則"]

    def test_a_heading_inside_a_contents_field_is_still_a_heading(self, tmp_path: Path) -> None:
        body = p(BEGIN + SEPARATE) + CHAPTER + p(END)
        found = document(tmp_path, body, {"styles": HEADINGS})
        assert [(b.kind, b.text.text) for b in found.blocks] == [(BlockKind.HEADING, "総則")]

    def test_a_line_that_repeats_nothing_is_named(self, tmp_path: Path) -> None:
        body = styled("T", "1. 総則\t1") + styled("T", "2. 罰則\t9") + CHAPTER
        found = document(tmp_path, body, {"styles": _TOC.format("toc 1") + HEADINGS})
        assert codes(found) == ["contents_unmatched"]
        assert "「2. 罰則\t9」" in found.report.warnings[0].message


class TestCaptions:
    @pytest.mark.parametrize("name", ["caption", "図表番号", "题注"])
    def test_a_caption_style_makes_a_caption_next_to_its_table(self, tmp_path: Path, name: str) -> None:
        found = document(
            tmp_path, styled("T", "表 1　桁数") + p("") + table(row("a", "b")), {"styles": _TOC.format(name)}
        )
        assert [b.kind for b in found.blocks] == [BlockKind.CAPTION, BlockKind.TABLE]

    def test_a_sequence_number_at_the_start_makes_a_caption(self, tmp_path: Path) -> None:
        number = f'<w:fldSimple w:instr=" SEQ 表 \\* ARABIC ">{run("1")}</w:fldSimple>'
        long_way = BEGIN.replace("TOC \\o", "SEQ 図") + SEPARATE + run("2") + END
        body = p(run("表 ") + number + run(" 桁数")) + p(run("図 ") + long_way)
        found = document(tmp_path, body)
        assert [(b.kind, b.text.text) for b in found.blocks] == [
            (BlockKind.CAPTION, "表 1 桁数"),
            (BlockKind.CAPTION, "図 2"),
        ]

    def test_a_sequence_number_in_running_text_does_not(self, tmp_path: Path) -> None:
        number = f'<w:fldSimple w:instr="SEQ 式">{run("1")}</w:fldSimple>'
        (block,) = document(tmp_path, p(run("この規程で定める算式を次の番号で示す。番号は") + number)).blocks
        assert block.kind is BlockKind.PARAGRAPH


class TestPageHeaders:
    def test_headers_and_footers_are_properties_without_page_numbers_and_repetitions(self, tmp_path: Path) -> None:
        page = '<w:fldSimple w:instr="PAGE">' + run("1") + "</w:fldSimple>"
        parts = {
            "header1": table(row("調達規程", "社外秘")),
            "header2": table(row("調達規程", "社外秘")),
            "footer1": p(run("総務部 ") + page),
            "footer2": p(run("- ") + page + run(" -")),
            "header3": p("使われない"),
        }
        names = ("header1", "header2", "footer1", "footer2")
        section = "".join(f'<w:{n.rstrip("12")}Reference r:id="{n}"/>' for n in names)
        found = document(tmp_path, p("本文") + f"<w:sectPr>{section}</w:sectPr>", parts)
        assert found.properties == (("header", "調達規程 社外秘"), ("footer", "総務部"))
        assert texts(found) == ["本文"]
        assert found.report.tables == 0


class TestOddParts:
    def test_a_document_is_named_by_its_file(self, tmp_path: Path) -> None:
        found = document(tmp_path, p("本文"))
        assert (found.title, found.doc_type, found.doc) == ("規程", DocType.WORD, "規程.docx")

    @pytest.mark.parametrize("body", ["", p(""), table(row("")), p("<w:r><w:drawing><pic:pic/></w:drawing></w:r>")])
    def test_a_document_without_text_is_an_error_that_says_so(self, tmp_path: Path, body: str) -> None:
        with pytest.raises(NoText, match=r"規程\.docx"):
            document(tmp_path, body)

    @pytest.mark.parametrize("kind", ["styles", "numbering", "settings", "footnotes", "comments"])
    def test_a_damaged_part_is_a_warning_that_names_it(self, tmp_path: Path, kind: str) -> None:
        found = document(tmp_path, p("本文"), {kind: "<w:broken"})
        assert texts(found) == ["本文"]
        assert [(w.code, w.place) for w in found.report.warnings] == [("part_damaged", f"word/{kind}.xml")]

    def test_a_missing_part_is_a_warning_too(self, tmp_path: Path) -> None:
        path = word_file(tmp_path, p("本文"), {"styles": ""})
        thin = tmp_path / "thin.docx"
        with zipfile.ZipFile(path) as full, zipfile.ZipFile(thin, "w") as archive:
            for name in full.namelist():
                if name != "word/styles.xml":
                    archive.writestr(name, full.read(name))
        assert codes(read(thin, "thin.docx")) == ["part_damaged"]

    def test_a_damaged_main_part_is_an_error_of_the_document(self, tmp_path: Path) -> None:
        with pytest.raises(DamagedFile, match="document"):
            document(tmp_path, "<w:p>")

    @pytest.mark.parametrize(
        "odd",
        [
            '<w:numPr><w:ilvl w:val="x"/><w:numId w:val="-7"/></w:numPr>',
            '<w:outlineLvl w:val="99999999999999"/>',
            "<w:outlineLvl/>",
            "<w:pStyle/>",
            "<w:numPr/>",
        ],
    )
    def test_values_that_make_no_sense_are_passed_over(self, tmp_path: Path, odd: str) -> None:
        assert texts(document(tmp_path, p("本文", odd))) == ["本文"]

    def test_strict_files_are_read(self, tmp_path: Path) -> None:
        path = word_file(tmp_path, p("本文"))
        strict = tmp_path / "strict.docx"
        with zipfile.ZipFile(path) as usual, zipfile.ZipFile(strict, "w") as archive:
            for name in usual.namelist():
                text = usual.read(name).replace(
                    b"http://schemas.openxmlformats.org/wordprocessingml/2006/main",
                    b"http://purl.oclc.org/ooxml/wordprocessingml/main",
                )
                archive.writestr(name, text)
        assert texts(read(strict, "strict.docx")) == ["本文"]
