"""Chapters have their own number of hits."""

from __future__ import annotations

import pytest

from rulebook.retrieval.chapters import default_top_k
from rulebook.settings import load_settings


@pytest.mark.parametrize(
    ("chapter", "count"),
    [("第1章 システム概要", 3), ("第5章 DB設計", 8), ("テーブル定義", 8), ("第3章 機能一覧", 5), ("", 5), ("  ", 5)],
)
def test_a_chapter_has_the_number_that_is_set_for_its_kind(chapter: str, count: int) -> None:
    assert default_top_k(chapter, load_settings().retrieval) == count
