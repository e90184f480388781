"""Lines of a list stay apart, wrapped lines close up."""

from __future__ import annotations

import pytest

from rulebook.text.lines import on_one_line, opens_list_item


def test_wrapped_japanese_closes_up_on_one_line_and_latin_keeps_its_blank() -> None:
    assert on_one_line("余白を、\n　10mm とし、\n上に置く") == "余白を、 10mm とし、上に置く"
    assert on_one_line("multiple test\ncases") == "multiple test cases"


def test_a_condition_stays_apart_from_what_it_leads() -> None:
    assert on_one_line("データを保持する場合\n追加する列は末尾に置く") == "データを保持する場合 追加する列は末尾に置く"
    assert on_one_line("データを保持する場合は\n末尾に置く") == "データを保持する場合は末尾に置く"
    assert on_one_line("データを保持する場合\nは末尾に置く") == "データを保持する場合は末尾に置く"


def test_lines_that_do_not_go_on_stay_words_of_their_own() -> None:
    assert on_one_line("Aシステム\nBシステム\n\n甲。\n乙") == "Aシステム Bシステム 甲。 乙"
    assert on_one_line("") == ""


@pytest.mark.parametrize(
    "line", ["・太字", "(1) 余白", "１．概要", "① 甲", "- a", "a) b", "一、总则", "第3条 目的", "ア．甲"]
)
def test_lines_that_begin_like_items(line: str) -> None:
    assert opens_list_item(line)


@pytest.mark.parametrize("line", ["太字", "1.5とする", "AB. 概要", "【補足】", "2024年", "a b"])
def test_lines_that_do_not(line: str) -> None:
    assert not opens_list_item(line)


@pytest.mark.parametrize("line", ["・はい", "○ 太字", "○", "※注意", "- x"])
def test_a_bullet_may_stand_before_any_word(line: str) -> None:
    assert opens_list_item(line)


def test_a_sign_that_is_written_into_a_cell_is_no_bullet() -> None:
    assert not opens_list_item("○を記入する。")
