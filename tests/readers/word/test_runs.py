"""What stands in a paragraph: marks, links, fields, content controls, ruby, symbols, formulas."""

from __future__ import annotations

from pathlib import Path

import docx
import pytest

from rulebook.model.document import Document, Flag
from rulebook.model.text import Mark
from rulebook.readers.word import read
from tests.readers.word.files import (
    cell,
    codes,
    document,
    grid,
    item,
    level,
    numbering,
    only_table,
    p,
    row,
    run,
    styled,
    table,
    text_box,
    texts,
)

BULLETS = numbering(level(0, "bullet", "・"))
BOLD, UNDERLINE, STRIKE = Mark.BOLD, Mark.UNDERLINE, Mark.STRIKE


def texts_of(found: Document) -> list[str]:
    return [b.text.text for b in found.blocks]


def marks(found: Document, block: int = 0) -> list[tuple[str, Mark]]:
    text = found.blocks[block].text
    return [(text.text[s.start : s.end], s.mark) for s in text.marks]


def style(style_id: str, name: str, looks: str, kind: str = "paragraph", more: str = "") -> str:
    head = f'<w:style w:type="{kind}" w:styleId="{style_id}"><w:name w:val="{name}"/>'
    return f"{head}{more}<w:rPr>{looks}</w:rPr></w:style>"


def field(instruction: str, result: str) -> str:
    return (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
        f"<w:r><w:instrText> {instruction} </w:instrText></w:r>"
        f'<w:r><w:fldChar w:fldCharType="separate"/></w:r>{run(result)}<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )


class TestMarks:
    def test_bold_underline_and_strike_stand_on_their_characters(self, tmp_path: Path) -> None:
        body = p(
            run("必ず", "<w:b/>") + run("全角", '<w:b/><w:u w:val="double"/>') + run("半角", "<w:strike/>") + run("で")
        )
        assert marks(document(tmp_path, body)) == [("必ず全角", BOLD), ("全角", UNDERLINE), ("半角", STRIKE)]

    def test_double_strike_is_strike(self, tmp_path: Path) -> None:
        assert marks(document(tmp_path, p(run("廃止", "<w:dstrike/>")))) == [("廃止", STRIKE)]

    @pytest.mark.parametrize("dots", ["dot", "comma", "circle", "underDot"])
    def test_dots_beside_the_characters_stress_them_like_bold(self, tmp_path: Path, dots: str) -> None:
        body = p(run("必ず", f'<w:em w:val="{dots}"/>') + run("記入", '<w:em w:val="none"/>'))
        assert marks(document(tmp_path, body)) == [("必ず", BOLD)]

    def test_dots_come_from_styles_too_and_capitals_keep_the_text_as_typed(self, tmp_path: Path) -> None:
        styles = style("P", "強調", '<w:em w:val="dot"/><w:caps/>')
        found = document(tmp_path, p(run("fmt-012"), '<w:pStyle w:val="P"/>'), {"styles": styles})
        assert (texts(found), marks(found)) == (["fmt-012"], [("fmt-012", BOLD)])

    @pytest.mark.parametrize(
        "off", ['<w:b w:val="0"/>', '<w:b w:val="false"/>', '<w:u w:val="none"/>', "<w:u/>", '<w:strike w:val="off"/>']
    )
    def test_what_is_switched_off_is_no_mark(self, tmp_path: Path, off: str) -> None:
        assert marks(document(tmp_path, p(run("文", off)))) == []

    def test_marks_come_from_paragraph_style_character_style_and_defaults(self, tmp_path: Path) -> None:
        styles = (
            '<w:docDefaults><w:rPrDefault><w:rPr><w:u w:val="single"/></w:rPr></w:rPrDefault></w:docDefaults>'
            + style("P", "強い段落", "<w:b/>")
            + style("C", "取消", "<w:strike/>", "character")
        )
        body = p(run("甲") + run("乙", '<w:rStyle w:val="C"/><w:u w:val="none"/>'), '<w:pStyle w:val="P"/>')
        found = marks(document(tmp_path, body, {"styles": styles}))
        assert set(found) == {("甲乙", BOLD), ("甲", UNDERLINE), ("乙", STRIKE)}

    def test_bold_of_both_styles_switches_off_and_the_runs_own_word_is_last(self, tmp_path: Path) -> None:
        styles = style("P", "強い段落", "<w:b/>") + style("C", "強調", "<w:b/>", "character")
        own = '<w:rStyle w:val="C"/>'
        body = p(run("甲") + run("乙", own) + run("丙", own + "<w:b/>"), '<w:pStyle w:val="P"/>')
        assert marks(document(tmp_path, body, {"styles": styles})) == [("甲", BOLD), ("丙", BOLD)]

    def test_paragraphs_without_a_style_have_the_default_one(self, tmp_path: Path) -> None:
        styles = style("N", "Normal", "<w:b/>").replace("<w:style ", '<w:style w:default="1" ')
        assert marks(document(tmp_path, p("文"), {"styles": styles})) == [("文", BOLD)]

    @pytest.mark.parametrize("name", ["Hyperlink", "FollowedHyperlink", "ハイパーリンク", "超链接"])
    def test_the_line_under_a_link_is_no_underline(self, tmp_path: Path, name: str) -> None:
        styles = style("L", name, '<w:u w:val="single"/>', "character")
        link = run("様式", '<w:rStyle w:val="L"/>')
        body = p(f"<w:hyperlink>{link}</w:hyperlink>")
        assert marks(document(tmp_path, body, {"styles": styles})) == []

    def test_marks_made_by_python_docx_are_read(self, tmp_path: Path) -> None:
        made = docx.Document()
        line = made.add_paragraph()
        line.add_run("太字").bold = True
        line.add_run("下線").underline = True
        line.add_run("平文")
        made.save(str(tmp_path / "a.docx"))
        assert marks(read(tmp_path / "a.docx", "a.docx")) == [("太字", BOLD), ("下線", UNDERLINE)]


class TestContent:
    def test_text_in_links_tags_and_content_controls_is_read(self, tmp_path: Path) -> None:
        body = p(
            f"<w:hyperlink>{run('甲')}</w:hyperlink><w:smartTag>{run('乙')}</w:smartTag>"
            f"<w:sdt><w:sdtPr><w:alias w:val='名'/></w:sdtPr><w:sdtContent>{run('丙')}</w:sdtContent></w:sdt>"
            f"<w:customXml><w:customXmlPr/>{run('丁')}</w:customXml>"
        )
        assert texts(document(tmp_path, body)) == ["甲乙丙丁"]

    def test_paragraphs_and_tables_in_content_controls_are_read(self, tmp_path: Path) -> None:
        inner = f"<w:sdt><w:sdtContent>{p('丙')}</w:sdtContent></w:sdt>"
        found = document(tmp_path, p("甲") + f"<w:sdt><w:sdtPr/><w:sdtContent>{p('乙')}{inner}</w:sdtContent></w:sdt>")
        assert texts(found) == ["甲", "乙", "丙"]

    def test_ruby_keeps_the_base_and_drops_the_reading(self, tmp_path: Path) -> None:
        ruby = f"<w:ruby><w:rubyPr/><w:rt>{run('きてい')}</w:rt><w:rubyBase>{run('規程')}</w:rubyBase></w:ruby>"
        assert texts(document(tmp_path, p(f"{run('本')}<w:r>{ruby}</w:r>{run('は')}"))) == ["本規程は"]

    def test_tabs_breaks_and_hyphens_are_characters(self, tmp_path: Path) -> None:
        body = p(
            f"{run('A')}<w:r><w:noBreakHyphen/></w:r>{run('1')}<w:r><w:tab/></w:r>{run('甲')}<w:r><w:br/></w:r>{run('乙')}"
        )
        assert texts(document(tmp_path, body)) == ["A-1\t甲\n乙"]

    def test_blank_paragraphs_are_no_blocks(self, tmp_path: Path) -> None:
        assert texts(document(tmp_path, p("") + p(run(" 　")) + "<w:p/>" + p("本文"))) == ["本文"]

    def test_a_fraction_keeps_its_bar_and_a_power_its_height(self, tmp_path: Path) -> None:
        math = (
            "<m:oMath><m:f><m:num><m:r><m:t>a+b</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f>"
            "<m:r><m:t>=</m:t></m:r><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>10</m:t></m:r></m:sup>"
            "</m:sSup></m:oMath>"
        )
        assert texts(document(tmp_path, p(math) + f"<m:oMathPara>{math}</m:oMathPara>")) == ["(a+b)/2=x¹⁰"] * 2

    @pytest.mark.parametrize(
        ("text", "height", "expected"),
        [
            ("2", "superscript", "10²"),
            ("-3", "superscript", "10⁻³"),
            ("2", "subscript", "10₂"),
            ("注）", "superscript", "10注）"),
        ],
    )
    def test_raised_and_lowered_numbers_stay_apart_from_the_line(
        self, tmp_path: Path, text: str, height: str, expected: str
    ) -> None:
        body = p(run("10") + run(text, f'<w:vertAlign w:val="{height}"/>'))
        assert texts(document(tmp_path, body)) == [expected]

    def test_a_large_first_letter_stands_with_its_paragraph(self, tmp_path: Path) -> None:
        drop = p("本", '<w:framePr w:dropCap="drop" w:lines="3"/>')
        assert texts(document(tmp_path, drop + p("規程は全社に適用する。"))) == ["本規程は全社に適用する。"]

    def test_other_framed_paragraphs_stand_alone(self, tmp_path: Path) -> None:
        assert texts(document(tmp_path, p("社外秘", '<w:framePr w:w="100"/>') + p("本文"))) == ["社外秘", "本文"]

    @pytest.mark.parametrize(
        ("written", "read_as"),
        [
            ("  return x;", "  return x;"),
            ("\t\tx = 1", "\t\tx = 1"),
            ("　　本規程は", "本規程は"),
            (" one", "one"),
            ("  全角", "全角"),
        ],
    )
    def test_the_indent_of_a_line_of_code_stays(self, tmp_path: Path, written: str, read_as: str) -> None:
        assert texts_of(document(tmp_path, p(run(written)))) == [read_as]

    def test_the_indent_of_code_stays_in_boxes_and_not_in_lists(self, tmp_path: Path) -> None:
        found = document(tmp_path, p(text_box(p("if (a) {") + p("  b();") + p("}"))) + item("  c();", 1), BULLETS)
        assert texts_of(found) == ["if (a) {\n  b();\n}", "c();"]


class TestControls:
    def control(self, content: str, properties: str = "<w:showingPlcHdr/>") -> str:
        return f"<w:sdt><w:sdtPr>{properties}</w:sdtPr><w:sdtContent>{content}</w:sdtContent></w:sdt>"

    def test_a_prompt_that_nobody_answered_is_hidden_text_with_a_warning(self, tmp_path: Path) -> None:
        found = document(tmp_path, p(run("会社名：") + self.control(run("ここをクリック"))))
        assert [(b.text.text, b.flags) for b in found.blocks] == [
            ("会社名：", frozenset()),
            ("ここをクリック", frozenset({Flag.HIDDEN})),
        ]
        assert codes(found) == ["prompt_not_filled"]

    def test_a_prompt_around_paragraphs_cells_or_rows_too(self, tmp_path: Path) -> None:
        rows = self.control(row("行の案内", "値")) + row(self.control(cell("枠の案内")), "隣")
        found = document(tmp_path, self.control(p("段落の案内")) + table(rows) + p("本文"))
        assert [b.text.text for b in found.blocks if Flag.HIDDEN in b.flags] == [
            "段落の案内",
            "行の案内",
            "値",
            "枠の案内",
        ]
        assert grid(only_table(found))[1] == [("", 1, 1), ("隣", 1, 1)]
        assert texts_of(found)[-1] == "本文"

    def test_an_answer_is_text_and_so_is_a_prompt_that_is_switched_off(self, tmp_path: Path) -> None:
        off = self.control(run("山田"), '<w:showingPlcHdr w:val="0"/>')
        choice = '<w:dropDownList><w:listItem w:displayText="可"/><w:listItem w:displayText="否"/></w:dropDownList>'
        found = document(tmp_path, p(off + self.control(run("可"), choice)))
        assert texts_of(found) == ["山田可"]

    def test_a_check_box_shows_its_state(self, tmp_path: Path) -> None:
        boxes = self.control(run("☒"), "") + run("必須")
        boxes += self.control('<w:r><w:sym w:font="MS Gothic" w:char="2610"/></w:r>', "") + run("任意")
        assert texts_of(document(tmp_path, p(boxes))) == ["☒必須☐任意"]


class TestSymbols:
    @pytest.mark.parametrize(
        ("font", "char", "expected"),
        [("Symbol", "F0A3", "≤"), ("Symbol", "F0B1", "±"), ("Wingdings", "F0FC", "✓"), ("Wingdings", "F0E0", "→")],
    )
    def test_symbols_of_symbol_fonts_become_readable(self, tmp_path: Path, font: str, char: str, expected: str) -> None:
        body = p(f'<w:r><w:sym w:font="{font}" w:char="{char}"/></w:r>')
        assert texts(document(tmp_path, body)) == [expected]

    def test_letters_set_in_a_symbol_font_become_readable(self, tmp_path: Path) -> None:
        body = p(run("a\uf0b3", '<w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/>'))
        assert texts(document(tmp_path, body)) == ["α≥"]

    def test_an_unknown_symbol_is_a_visible_marker_and_a_warning(self, tmp_path: Path) -> None:
        found = document(tmp_path, p(run("値") + '<w:r><w:sym w:font="Webdings" w:char="F099"/></w:r>'))
        assert texts(found) == ["値〓"]
        assert codes(found) == ["unknown_symbol"]

    def test_user_defined_characters_stay_as_they_are_with_one_warning(self, tmp_path: Path) -> None:
        found = document(tmp_path, p("髙\ue001さん") + p("\ue001"))
        assert texts(found) == ["髙\ue001さん", "\ue001"]
        assert [(w.code, "U+E001" in w.message) for w in found.report.warnings] == [("user_defined_character", True)]


class TestFields:
    def test_the_result_of_a_field_is_text_and_its_instruction_is_not(self, tmp_path: Path) -> None:
        body = p(field("REF _Ref1", "3.2") + run("を参照") + f'<w:fldSimple w:instr="DATE">{run("4/1")}</w:fldSimple>')
        assert texts(document(tmp_path, body)) == ["3.2を参照4/1"]

    def test_a_field_inside_an_instruction_does_not_show(self, tmp_path: Path) -> None:
        inner = field("PAGE", "5")
        body = p(
            '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>IF </w:instrText></w:r>'
            f'{inner}<w:r><w:fldChar w:fldCharType="separate"/></w:r>{run("あり")}'
            '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
        )
        assert texts(document(tmp_path, body)) == ["あり"]

    def test_a_field_that_never_ends_swallows_nothing(self, tmp_path: Path) -> None:
        begun = '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>TOC</w:instrText></w:r>'
        found = document(tmp_path, p(begun + run("甲")) + p("乙"))
        assert texts(found) == ["甲", "乙"]
        assert codes(found) == ["field_without_end"]

    def test_form_fields_show_their_state(self, tmp_path: Path) -> None:
        box = "<w:ffData><w:checkBox><w:checked/></w:checkBox></w:ffData>"
        lines = '<w:result w:val="1"/><w:listEntry w:val="可"/><w:listEntry w:val="否"/>'
        choice = f"<w:ffData><w:ddList>{lines}</w:ddList></w:ffData>"
        body = "".join(
            f'<w:r><w:fldChar w:fldCharType="begin">{form}</w:fldChar></w:r><w:r><w:instrText>FORM</w:instrText></w:r>'
            '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
            for form in (box, choice)
        )
        assert texts(document(tmp_path, p(body))) == ["☑否"]

    def test_a_number_that_word_does_not_store_is_a_warning(self, tmp_path: Path) -> None:
        body = (
            '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> LISTNUM </w:instrText></w:r>'
            '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
        )
        assert codes(document(tmp_path, p(run("項") + body))) == ["number_not_stored"]


def test_styles_of_styles_reach_the_runs(tmp_path: Path) -> None:
    styles = style("A", "甲", "<w:strike/>") + style("B", "乙", "", more='<w:basedOn w:val="A"/>')
    assert marks(document(tmp_path, styled("B", "廃止"), {"styles": styles})) == [("廃止", STRIKE)]
