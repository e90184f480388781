"""An index is made once, and never for the words of another version."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from rulebook.handbook.keyword_table import KeywordTable
from rulebook.handbook.opened import OpenVersion
from rulebook.retrieval.keyword_indexes import KeywordIndexes
from rulebook.settings import load_settings
from rulebook.text.keywords import terms

SETTINGS = load_settings().retrieval


@dataclass(frozen=True, eq=False)
class Opened:
    """What of an open version its index is made of."""

    version: str
    keywords: KeywordTable


def opened(version: str, text: str) -> OpenVersion:
    return cast(OpenVersion, Opened(version, KeywordTable.of([((), terms(text))])))


def test_an_open_version_is_indexed_once_for_the_same_weights() -> None:
    indexes, version = KeywordIndexes(), opened("v1", "表の罫線")
    assert indexes.get(version, SETTINGS) is indexes.get(version, SETTINGS)
    heavier = SETTINGS.model_copy(update={"heading_weight": SETTINGS.heading_weight + 1})
    assert indexes.get(version, heavier) is not indexes.get(version, SETTINGS)


def test_another_version_of_the_same_name_is_searched_by_its_own_words() -> None:
    indexes = KeywordIndexes()
    indexes.get(opened("v1", "表の罫線"), SETTINGS)
    restored = indexes.get(opened("v1", "脚注の位置"), SETTINGS)
    assert restored.search(terms("脚注"), None, 5)
    assert not restored.search(terms("罫線"), None, 5)
