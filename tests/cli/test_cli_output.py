"""Tables line up, also where characters are two columns wide."""

from __future__ import annotations

import json

import pytest

from rulebook.cli.output import put_json, put_table, shortened
from rulebook.cli.progress import ProgressLines
from rulebook.model.manifest import Progress, Stage


def test_wide_characters_count_as_two(capsys: pytest.CaptureFixture[str]) -> None:
    put_table(("名前", "n"), [("表", 5), ("abcde", 12)])
    assert capsys.readouterr().out.splitlines() == ["名前    n", "表      5", "abcde  12"]


def test_absent_numbers_are_a_dash_and_ratios_have_three_digits(capsys: pytest.CaptureFixture[str]) -> None:
    put_table(("a", "b"), [(None, 0.5), (1, None)])
    assert capsys.readouterr().out.splitlines() == ["a      b", "-  0.500", "1      -"]


def test_a_table_without_rows_is_its_header(capsys: pytest.CaptureFixture[str]) -> None:
    put_table(("a", "b"), [])
    assert capsys.readouterr().out == "a  b\n"


def test_a_long_text_is_cut_where_it_is_too_wide() -> None:
    assert shortened("表の\n規則", 20) == "表の 規則"
    assert shortened("表表表表", 6) == "表表…"


def test_json_is_not_ascii_escaped(capsys: pytest.CaptureFixture[str]) -> None:
    put_json({"規則": ["見出し", None, 1.5]})
    out = capsys.readouterr().out
    assert "見出し" in out
    assert json.loads(out) == {"規則": ["見出し", None, 1.5]}


def test_progress_tells_every_document_and_not_every_batch(capsys: pytest.CaptureFixture[str]) -> None:
    lines = ProgressLines()
    lines(Progress(stage=Stage.READ, done=0, total=2, doc="甲.docx"))
    lines(Progress(stage=Stage.READ, done=1, total=2, doc="乙.docx", seconds_left=75))
    for done in range(0, 101, 10):
        lines(Progress(stage=Stage.ENCODE, done=done, total=100))
    assert capsys.readouterr().err.splitlines() == [
        "reading 0/2  甲.docx",
        "reading 1/2  乙.docx  (1 min 15 s left)",
        "encoding 0/100",
        "encoding 100/100",
    ]
