"""EQ and SYMBOL fields, which Word draws itself, show what they draw."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.readers.word.files import codes, document, p, run, texts


def field(instruction: str, more: str = "") -> str:
    return (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
        f'<w:r><w:instrText xml:space="preserve"> {instruction} </w:instrText></w:r>{more}'
        '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )


@pytest.mark.parametrize(
    ("instruction", "shown"),
    [
        (r"EQ \o\ac(○,秘)", "㊙"),
        (r"eq \o\ac(○,1)", "①"),
        (r"EQ \o\ac(○,ａ)", "ⓐ"),
        (r"EQ \o\ac(○,済)", "(済)"),
        (r"EQ \o\ac(□,必)", "(必)"),
        (r'EQ \* jc2 \* "Font:ＭＳ 明朝" \* hps10 \o\ad(\s\up 9(るび),漢字)', "漢字"),
        (r"EQ \f(1,2)", "1/2"),
        (r"EQ \f(1;2)", "1/2"),
        (r"EQ \r(3,x+1)", "³√(x+1)"),
        (r"EQ \r(x)", "√x"),
        (r"EQ \x(枠の中)", "枠の中"),
        (r"EQ 10\s\up8(2)", "10²"),
        (r"EQ H\s\do8(2)O", "H₂O"),
        (r"EQ \b\bc\[(a\,b)", "[a,b]"),
        (r"EQ \b\lc\{(\f(1,2))", "{1/2"),
        (r"EQ \i\su(1,9,x)", "∑₁⁹ x"),
        (r"EQ \i(1,9,x)", "∫₁⁹ x"),
        (r"EQ \a\al\co2(甲,乙)", "甲, 乙"),
        (r"EQ 甲\d\fo10()乙", "甲乙"),
        (r"EQ \o(A", "A"),
        (r"SYMBOL 252 \f Wingdings", "✓"),
        (r'SYMBOL 0xFC \f "Wingdings" \s 10', "✓"),
        (r"SYMBOL 65", "A"),
    ],
)
def test_a_field_that_word_draws_shows_its_drawing_on_one_line(tmp_path: Path, instruction: str, shown: str) -> None:
    body = p(run("前") + field(instruction.replace("&", "&amp;")) + run("後"))
    assert texts(document(tmp_path, body)) == [f"前{shown}後"]


def test_a_field_made_to_break_the_reader_does_not(tmp_path: Path) -> None:
    nested = "EQ " + r"\o(" * 5000 + "深" + ")" * 5000
    endless = "EQ " + r"\o" + r"\ac   " * 2000
    found = document(tmp_path, p(field(nested)) + p(field(endless)))
    assert "深" in texts(found)[0]


def test_a_stored_result_counts_once(tmp_path: Path) -> None:
    result = '<w:r><w:fldChar w:fldCharType="separate"/></w:r>' + run("㊙")
    assert texts(document(tmp_path, p(field(r"EQ \o\ac(○,秘)", result)))) == ["㊙"]
    simple = f'<w:fldSimple w:instr="SYMBOL 252 \\f Wingdings">{run("レ")}</w:fldSimple>'
    assert texts(document(tmp_path, p(simple))) == ["レ"]


def test_a_field_inside_a_hidden_run_or_an_instruction_does_not_show(tmp_path: Path) -> None:
    inside = '<w:r><w:fldChar w:fldCharType="begin"/></w:r>' + field(r"EQ \f(1,2)")
    inside += '<w:r><w:fldChar w:fldCharType="separate"/></w:r>' + run("あり")
    assert texts(document(tmp_path, p(inside + '<w:r><w:fldChar w:fldCharType="end"/></w:r>'))) == ["あり"]


def test_an_unknown_sign_is_a_visible_marker(tmp_path: Path) -> None:
    found = document(tmp_path, p(field(r"SYMBOL 1 \f Wingdings")))
    assert texts(found) == ["〓"]
    assert codes(found) == ["unknown_symbol"]
