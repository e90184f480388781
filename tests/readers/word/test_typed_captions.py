"""Captions that nobody styled: typed numbers, and short lines right above a table."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.model.document import BlockKind
from tests.readers.word.files import document, p, row, run, table, texts

TABLE = table(row("項目", "桁"), row("氏名", "60"))


@pytest.mark.parametrize("text", ["改定履歴", "【補足】", "以下のとおり"])
def test_a_short_line_right_above_a_table_is_its_caption(tmp_path: Path, text: str) -> None:
    found = document(tmp_path, p("本文。") + p(text) + p("") + TABLE)
    assert texts(found, BlockKind.CAPTION) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "桁数は次による。",
        "次の表を参照：",
        "長い" * 20,
        "2018年8月24日",
        "2018/8/24",
        "August 24, 2018",
        "※任意",
        "（注）任意",
    ],
)
def test_a_sentence_a_long_line_a_date_or_a_note_is_none(tmp_path: Path, text: str) -> None:
    assert texts(document(tmp_path, p(text) + TABLE), BlockKind.CAPTION) == []


@pytest.mark.parametrize(
    "text", ["表1　桁数", "図表 １-2　全体像", "別表一", "図２", "Table 3. Names", "表A-1 一覧", "图1 - 级别"]
)
def test_a_line_that_numbers_a_table_or_figure_is_a_caption_wherever_it_stands(tmp_path: Path, text: str) -> None:
    found = document(tmp_path, p("本文。") + p(text) + p("次の段落。"))
    assert texts(found, BlockKind.CAPTION) == [text]


@pytest.mark.parametrize(
    "text", ["表1は桁数を示す", "図2に示すとおりとする", "表1を参照。", "表紙", "表記の規則", "図面は別に定める"]
)
def test_a_sentence_about_a_table_or_figure_is_none(tmp_path: Path, text: str) -> None:
    assert texts(document(tmp_path, p(text) + p("次の段落。")), BlockKind.CAPTION) == []


def test_the_last_item_of_a_typed_list_above_a_table_is_none(tmp_path: Path) -> None:
    found = document(tmp_path, p("・上は10mm") + p("・下は12mm") + TABLE + p("本文。") + p("(1) 桁数") + TABLE)
    assert texts(found, BlockKind.CAPTION) == ["(1) 桁数"]


def test_hidden_lines_are_none(tmp_path: Path) -> None:
    assert texts(document(tmp_path, p(run("改定履歴", "<w:vanish/>")) + TABLE), BlockKind.CAPTION) == []
