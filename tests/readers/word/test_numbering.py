"""Automatic numbers are rebuilt as Word shows them, and never become part of the text."""

from __future__ import annotations

from pathlib import Path

import docx
import pytest

from rulebook.model.document import BlockKind, Document
from rulebook.readers.word import read
from rulebook.readers.word.number_formats import render
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
    styled,
    table,
    text_box,
    texts,
)


def labels(found: Document) -> list[str]:
    return [b.label for b in found.blocks]


def test_a_numbered_paragraph_is_a_list_item_with_its_depth_and_label(tmp_path: Path) -> None:
    lists = numbering(level(0, "decimal", "%1."), level(1, "lowerLetter", "%2)"))
    found = document(tmp_path, item("甲", 1) + item("乙", 1, 1) + item("丙", 1), lists)
    assert [(b.kind, b.level, b.label, b.text.text) for b in found.blocks] == [
        (BlockKind.LIST_ITEM, 0, "1.", "甲"),
        (BlockKind.LIST_ITEM, 1, "a)", "乙"),
        (BlockKind.LIST_ITEM, 0, "2.", "丙"),
    ]


def test_a_higher_level_restarts_the_levels_below(tmp_path: Path) -> None:
    lists = numbering(level(0, "decimal", "%1"), level(1, "decimal", "%1.%2"), level(2, "decimal", "%1.%2.%3"))
    body = "".join(item("x", 1, n) for n in (0, 1, 1, 2, 0, 1, 2, 2))
    assert labels(document(tmp_path, body, lists)) == ["1", "1.1", "1.2", "1.2.1", "2", "2.1", "2.1.1", "2.1.2"]


def test_a_level_that_never_restarts_counts_on_under_the_next_chapter(tmp_path: Path) -> None:
    lists = numbering(level(0, "decimal", "第%1章"), level(1, "decimal", "第%2条", '<w:lvlRestart w:val="0"/>'))
    body = "".join(item("x", 1, n) for n in (0, 1, 1, 0, 1))
    assert labels(document(tmp_path, body, lists)) == ["第1章", "第1条", "第2条", "第2章", "第3条"]


def test_a_level_can_restart_after_the_top_level_only(tmp_path: Path) -> None:
    lists = numbering(
        level(0, "decimal", "%1"),
        level(1, "decimal", "%1.%2"),
        level(2, "decimal", "(%3)", '<w:lvlRestart w:val="1"/>'),
    )
    body = "".join(item("x", 1, n) for n in (0, 1, 2, 1, 2, 0, 1, 2))
    assert labels(document(tmp_path, body, lists)) == ["1", "1.1", "(1)", "1.2", "(2)", "2", "2.1", "(1)"]


def test_a_level_that_was_passed_over_shows_the_number_it_would_begin_with(tmp_path: Path) -> None:
    lists = numbering(level(0, "decimal", "%1"), level(1, "decimal", "%1.%2"))
    assert labels(document(tmp_path, item("x", 1, 1) + item("y", 1, 0), lists)) == ["1.1", "1"]


def test_lists_with_one_definition_count_on_and_a_start_override_begins_anew_once(tmp_path: Path) -> None:
    num = "".join(
        f'<w:num w:numId="{n}"><w:abstractNumId w:val="0"/>{override}</w:num>'
        for n, override in (
            (1, ""),
            (2, ""),
            (3, '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride>'),
        )
    )
    body = "".join(item("x", n) for n in (1, 1, 2, 3, 3))
    found = document(tmp_path, body, numbering(level(0, "decimal", "%1"), num=num))
    assert labels(found) == ["1", "2", "3", "5", "6"]


def test_a_list_can_replace_a_whole_level_of_its_definition(tmp_path: Path) -> None:
    own = level(0, "upperRoman", "%1)", start=3)
    num = f'<w:num w:numId="1"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0">{own}</w:lvlOverride></w:num>'
    assert labels(document(tmp_path, item("x", 1), numbering(level(0, "decimal", "%1."), num=num))) == ["III)"]


def test_numbers_start_where_the_level_says(tmp_path: Path) -> None:
    lists = numbering(level(0, "decimalZero", "R-%1", start=9))
    assert labels(document(tmp_path, item("x", 1) + item("y", 1), lists)) == ["R-09", "R-10"]


def test_legal_numbering_writes_every_level_in_decimal(tmp_path: Path) -> None:
    lists = numbering(level(0, "upperRoman", "%1"), level(1, "decimal", "%1.%2", "<w:isLgl/>"))
    assert labels(document(tmp_path, item("x", 1) + item("y", 1, 1), lists)) == ["I", "1.1"]


def test_a_style_puts_its_paragraphs_on_the_level_that_names_it(tmp_path: Path) -> None:
    lists = numbering(level(0, "decimal", "%1"), level(1, "decimal", "%1.%2", '<w:pStyle w:val="条"/>'))
    styles = (
        '<w:style w:type="paragraph" w:styleId="条"><w:name w:val="条"/>'
        '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>'
        '<w:style w:type="paragraph" w:styleId="条2"><w:name w:val="条2"/><w:basedOn w:val="条"/></w:style>'
    )
    body = item("章", 1) + styled("条", "目的") + styled("条2", "範囲")
    assert labels(document(tmp_path, body, {"styles": styles, **lists})) == ["1", "1.1", "1.2"]


def test_list_zero_takes_a_paragraph_out_of_the_list_of_its_style(tmp_path: Path) -> None:
    styles = (
        '<w:style w:type="paragraph" w:styleId="条"><w:name w:val="条"/>'
        '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>'
    )
    body = p("附則", '<w:pStyle w:val="条"/><w:numPr><w:numId w:val="0"/></w:numPr>')
    found = document(tmp_path, body, {"styles": styles, **numbering(level(0, "decimal", "%1"))})
    assert [(b.kind, b.label) for b in found.blocks] == [(BlockKind.PARAGRAPH, "")]


def test_a_definition_that_links_to_a_list_style_takes_its_levels(tmp_path: Path) -> None:
    parts = {
        "styles": '<w:style w:type="numbering" w:styleId="L"><w:name w:val="条文"/>'
        '<w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr></w:style>',
        "numbering": '<w:abstractNum w:abstractNumId="0"><w:numStyleLink w:val="L"/></w:abstractNum>'
        f'<w:abstractNum w:abstractNumId="1"><w:styleLink w:val="L"/>{level(0, "decimal", "第%1条")}</w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
        '<w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>',
    }
    assert labels(document(tmp_path, item("x", 1), parts)) == ["第1条"]


def test_blank_paragraphs_count_but_a_bare_section_break_does_not(tmp_path: Path) -> None:
    lists = numbering(level(0, "decimal", "%1"))
    break_ = p("", '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr><w:sectPr/>')
    found = document(tmp_path, item("x", 1) + item("", 1) + item("y", 1) + break_ + item("z", 1), lists)
    assert labels(found) == ["1", "3", "4"]


def test_a_number_format_none_shows_no_number(tmp_path: Path) -> None:
    lists = numbering(level(0, "none", "%1"), level(1, "none", "注"))
    found = document(tmp_path, item("x", 1) + item("y", 1, 1), lists)
    assert [(b.kind, b.label) for b in found.blocks] == [(BlockKind.PARAGRAPH, ""), (BlockKind.LIST_ITEM, "注")]


def test_a_number_that_its_level_hides_is_no_label(tmp_path: Path) -> None:
    lists = numbering(level(0, "decimal", "%1.", "<w:rPr><w:vanish/></w:rPr>"))
    assert labels(document(tmp_path, item("x", 1), lists)) == [""]


@pytest.mark.parametrize(
    ("number_format", "pattern", "expected"),
    [
        ("japaneseCounting", "（%1）", ["（一）", "（二）"]),
        ("japaneseCounting", "第%1条", ["第一条", "第二条"]),
        ("aiueoFullWidth", "%1", ["ア", "イ"]),
        ("aiueo", "(%1)", ["(ｱ)", "(ｲ)"]),
        ("irohaFullWidth", "%1．", ["イ．", "ロ．"]),
        ("decimalEnclosedCircle", "%1", ["①", "②"]),
        ("decimalFullWidth", "%1．", ["１．", "２．"]),
        ("chineseCounting", "%1、", ["一、", "二、"]),
        ("chineseLegalSimplified", "%1", ["壹", "贰"]),
        ("ideographTraditional", "%1", ["甲", "乙"]),
        ("ordinal", "%1", ["1st", "2nd"]),
        ("decimalZero", "FMT-%1", ["FMT-01", "FMT-02"]),
    ],
)
def test_labels_stand_as_shown_with_what_is_around_the_number(
    tmp_path: Path, number_format: str, pattern: str, expected: list[str]
) -> None:
    found = document(tmp_path, item("x", 1) + item("y", 1), numbering(level(0, number_format, pattern)))
    assert labels(found) == expected


@pytest.mark.parametrize("suffix", ["tab", "space", "nothing"])
def test_what_stands_between_number_and_text_is_no_part_of_either(tmp_path: Path, suffix: str) -> None:
    lists = numbering(level(0, "decimal", "%1.", f'<w:suff w:val="{suffix}"/>'))
    (block,) = document(tmp_path, item("氏名", 1), lists).blocks
    assert (block.label, block.text.text) == ("1.", "氏名")


def test_the_numbers_of_three_levels_stand_in_one_label(tmp_path: Path) -> None:
    lists = numbering(
        level(0, "upperRoman", "%1"), level(1, "decimal", "%1-%2"), level(2, "irohaFullWidth", "%1-%2-%3")
    )
    body = item("章", 1) + item("節", 1, 1) + item("項", 1, 2) + item("節", 1, 1) + item("項", 1, 2)
    assert labels(document(tmp_path, body, lists)) == ["I", "I-1", "I-1-イ", "I-2", "I-2-イ"]


def test_numbers_go_on_through_cells_boxes_and_frames_in_reading_order(tmp_path: Path) -> None:
    lists = numbering(level(0, "decimal", "%1."))
    cells = table(row(cell(item("二", 1)), cell(item("三", 1))))
    frame = table(row(cell(item("四", 1))))
    found = document(tmp_path, item("一", 1) + cells + frame + p(text_box(item("五", 1))) + item("六", 1), lists)
    assert [c[0] for c in grid(only_table(found))[0]] == ["2. 二", "3. 三"]
    assert texts(found)[2:] == ["4. 四", "5. 五", "6. 六"]


def test_an_unknown_format_is_a_visible_marker_and_one_warning(tmp_path: Path) -> None:
    found = document(tmp_path, item("x", 1) + item("y", 1), numbering(level(0, "bahtText", "%1)")))
    assert labels(found) == ["[1?])", "[2?])"]
    assert codes(found) == ["unknown_number_format"]


def test_a_format_of_its_own_behind_an_alternative_is_read(tmp_path: Path) -> None:
    form = (
        '<mc:AlternateContent><mc:Choice Requires="w14"><w:numFmt w:val="custom" w:format="001, 002, 003, ..."/>'
        '</mc:Choice><mc:Fallback><w:numFmt w:val="decimal"/></mc:Fallback></mc:AlternateContent>'
    )
    own = f'<w:lvl w:ilvl="0"><w:start w:val="7"/>{form}<w:lvlText w:val="規-%1"/></w:lvl>'
    assert labels(document(tmp_path, item("x", 1), numbering(own))) == ["規-007"]


@pytest.mark.parametrize(
    ("sign", "font", "expected"),
    [
        ("\uf0b7", "Symbol", "・"),
        ("\uf06c", "Wingdings", "・"),
        ("l", "Wingdings", "・"),
        ("o", "Courier New", "・"),
        ("\uf0fc", "Wingdings", "✓"),
        ("※", "ＭＳ 明朝", "※"),
        ("・", "", "・"),
        ("-", "", "-"),
    ],
)
def test_bullets_of_symbol_fonts_become_points_and_signs_with_a_meaning_stay(
    tmp_path: Path, sign: str, font: str, expected: str
) -> None:
    own = f'<w:rPr><w:rFonts w:ascii="{font}" w:hAnsi="{font}"/></w:rPr>' if font else ""
    assert labels(document(tmp_path, item("x", 1), numbering(level(0, "bullet", sign, own)))) == [expected]


def test_a_missing_list_or_level_leaves_a_plain_paragraph(tmp_path: Path) -> None:
    found = document(tmp_path, item("x", 7) + item("y", 1, 5), numbering(level(0, "decimal", "%1")))
    assert [(b.kind, b.label) for b in found.blocks] == [(BlockKind.PARAGRAPH, ""), (BlockKind.PARAGRAPH, "")]


def test_lists_made_by_python_docx_are_read(tmp_path: Path) -> None:
    made = docx.Document()
    for text in ("甲", "乙"):
        made.add_paragraph(text, style="List Number")
    made.add_paragraph("丙", style="List Bullet")
    made.save(str(tmp_path / "a.docx"))
    assert labels(read(tmp_path / "a.docx", "a.docx")) == ["1.", "2.", "・"]


@pytest.mark.parametrize(
    ("number_format", "numbers"),
    [
        ("decimal", {1: "1", 10: "10"}),
        ("decimalZero", {1: "01", 10: "10"}),
        ("decimalFullWidth", {12: "１２"}),
        ("upperRoman", {4: "IV", 1994: "MCMXCIV"}),
        ("lowerRoman", {9: "ix"}),
        ("upperLetter", {1: "A", 26: "Z", 27: "AA", 28: "BB"}),
        ("lowerLetter", {3: "c", 53: "aaa"}),
        ("aiueoFullWidth", {1: "ア", 6: "カ", 46: "ン", 47: "ア"}),
        ("aiueo", {1: "ｱ", 2: "ｲ"}),
        ("irohaFullWidth", {1: "イ", 2: "ロ", 3: "ハ"}),
        ("iroha", {4: "ﾆ"}),
        ("decimalEnclosedCircle", {1: "①", 20: "⑳", 21: "21"}),
        ("decimalEnclosedParen", {2: "⑵"}),
        ("decimalEnclosedFullstop", {3: "⒊"}),
        ("ideographEnclosedCircle", {1: "㊀", 10: "㊉", 11: "11"}),
        ("japaneseCounting", {1: "一", 10: "十", 11: "十一", 20: "二十", 105: "百五", 1234: "千二百三十四"}),
        ("japaneseCounting", {10_000: "一万", 10_010: "一万十"}),
        ("japaneseLegal", {1: "壱", 12: "壱拾弐", 23: "弐拾参"}),
        ("ideographDigital", {10: "一〇", 205: "二〇五"}),
        ("chineseCounting", {10: "十", 21: "二十一", 100: "一○○"}),
        ("chineseCountingThousand", {11: "十一", 105: "一百零五", 110: "一百一十", 1010: "一千零一十"}),
        ("taiwaneseCountingThousand", {12: "十二", 20_001: "二萬零一"}),
        ("chineseLegalSimplified", {10: "壹拾", 34: "叁拾肆"}),
        ("ideographTraditional", {1: "甲", 10: "癸", 11: "11"}),
        ("ideographZodiac", {12: "亥"}),
        ("ideographZodiacTraditional", {1: "甲子", 61: "甲子"}),
        ("ganada", {1: "가"}),
        ("numberInDash", {5: "- 5 -"}),
        ("ordinal", {1: "1st", 2: "2nd", 11: "11th", 23: "23rd"}),
        ("cardinalText", {1: "One", 20: "Twenty", 42: "Forty-Two", 100: "100"}),
        ("ordinalText", {1: "First", 12: "Twelfth", 20: "Twentieth", 21: "Twenty-First", 101: "101st"}),
        ("chicago", {1: "*", 5: "**"}),
        ("hex", {255: "FF"}),
        ("none", {3: ""}),
    ],
)
def test_number_formats_are_written_as_word_shows_them(number_format: str, numbers: dict[int, str]) -> None:
    assert {n: render(number_format, n) for n in numbers} == numbers


@pytest.mark.parametrize(
    "number_format", ["upperRoman", "upperLetter", "aiueoFullWidth", "japaneseCounting", "chicago"]
)
def test_zero_has_some_sign_in_every_format(number_format: str) -> None:
    assert render(number_format, 0)
