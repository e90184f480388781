"""A query finds the rule that says the same in another word, another language or another register."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook.errors import SettingsError
from rulebook.text import concepts
from rulebook.text.concepts import Concept, Vocabulary, form_key, vocabulary
from rulebook.text.keywords import terms


@pytest.fixture(scope="module")
def packaged() -> list[list[str]]:
    """The lines of the packaged file."""
    return yaml.load(concepts._PACKAGED.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)


def found(known: Vocabulary, text: str) -> dict[Concept, float]:
    return known.concepts_in(frozenset(terms(text)))


def means(known: Vocabulary, text: str, form: str) -> bool:
    """Whether ``text`` is understood as something that ``form`` says too."""
    return any(form_key(form) in concept.keys for concept in found(known, text))


def test_every_form_of_the_packaged_file_is_recognised_in_its_own_text(packaged: list[list[str]]) -> None:
    lost = [form for line in packaged for form in line if not (form_key(form) and form_key(form) <= {*terms(form)})]
    assert lost == []


def test_every_concept_of_the_packaged_file_can_be_said_in_two_ways(packaged: list[list[str]]) -> None:
    assert [line for line in packaged if len({form_key(form) for form in line}) < 2] == []


def test_no_line_of_the_packaged_file_has_a_form_twice(packaged: list[list[str]]) -> None:
    assert [line for line in packaged if len({*line}) < len(line)] == []


def test_no_two_lines_of_the_packaged_file_have_the_same_forms(packaged: list[list[str]]) -> None:
    assert len({frozenset(line) for line in packaged}) == len(packaged)


@pytest.mark.parametrize(
    ("asked", "written"),
    [
        ("表头的写法", "見出し行"),  # Chinese for Japanese
        ("header row style", "見出し行"),
        ("見出し行の書式", "table header"),
        ("画面の切り替え", "画面遷移"),  # an everyday word for the term of the trade
        ("ヒットなしの場合", "検索結果0件"),
    ],
)
def test_the_packaged_file_joins_languages_and_registers(asked: str, written: str) -> None:
    assert means(vocabulary(), asked, written)


def test_a_form_of_several_words_is_meant_only_where_all_of_them_stand() -> None:
    known = Vocabulary([["sort order", "並び順"]])
    assert means(known, "which order to sort in", "並び順")
    assert not found(known, "which order to place")


def test_the_longer_form_wins_over_the_one_inside_of_it() -> None:
    known = Vocabulary([["主キー", "primary key"], ["キー", "鍵"]])
    assert means(known, "主キーの規則", "primary key")
    assert not means(known, "主キーの規則", "鍵")
    assert means(known, "キーの規則", "鍵")


def test_a_form_of_several_concepts_counts_for_each_the_less() -> None:
    known = Vocabulary([["項目", "字段"], ["項目", "条目"], ["項目", "見出し"]])
    assert list(found(known, "項目").values()) == [1 / 3, 1 / 3, 1 / 3]
    assert list(found(known, "字段").values()) == [1.0]


def test_a_concept_is_as_sure_as_its_surest_form() -> None:
    known = Vocabulary([["項目", "字段"], ["項目", "条目"]])
    assert [*found(known, "項目と字段").values()] == [1.0, 0.5]


def test_a_concept_of_one_recognisable_form_is_none() -> None:
    assert not found(Vocabulary([["表"], ["COBOL", "コボル"], ["太字", "は"], []]), "表とCOBOLと太字")


def test_an_empty_query_means_nothing() -> None:
    assert found(vocabulary(), "") == {}
    assert found(Vocabulary(()), "表") == {}


WORDS = ["表", "主キー", "キー", "見出し行", "表头", "header row", "太字", "加粗"]


@settings(deadline=None)
@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=4), max_size=5), st.lists(st.sampled_from(WORDS), max_size=4))
def test_whatever_is_meant_is_said_in_the_text_and_sure_to_at_most_one(lines: list[list[str]], said: list[str]) -> None:
    text = " ".join(said)
    for concept, sure in found(Vocabulary(lines), text).items():
        assert any(key <= {*terms(text)} for key in concept.keys)
        assert 0 < sure <= 1


def own(tmp_path: Path, text: str | bytes) -> Path:
    path = tmp_path / "語彙.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_a_file_of_ones_own_adds_concepts_to_the_packaged_ones(tmp_path: Path) -> None:
    known = vocabulary(own(tmp_path, "- [稟議ソルト, approval salt]\n"))
    assert means(known, "approval salt", "稟議ソルト")
    assert means(known, "表头", "見出し行")
    assert not means(vocabulary(), "approval salt", "稟議ソルト")


def test_words_of_a_file_count_as_they_are_written(tmp_path: Path) -> None:
    assert means(vocabulary(own(tmp_path, "- [必須項目なし, yes]\n- [様式, 1.1]\n")), "yes", "必須項目なし")


def test_a_file_without_a_concept_adds_none(tmp_path: Path) -> None:
    assert means(vocabulary(own(tmp_path, "# words of our trade\n")), "表头", "見出し行")


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("- [表, table]\n- 見出し\n", "entry 2"),
        ("- [表, table]\n- [図, figure]\n- {見出し: heading}\n", "entry 3"),
        ("- [表, [table, grid]]\n", "entry 1"),
        ("表: table\n", "entry 1"),
        ("表 = table\n", "entry 1"),
    ],
)
def test_an_entry_that_is_no_list_of_words_is_named_by_its_number(tmp_path: Path, text: str, entry: str) -> None:
    with pytest.raises(SettingsError, match=entry) as caught:
        vocabulary(own(tmp_path, text))
    assert "語彙.yaml" in caught.value.where
    assert caught.value.remedy


@pytest.mark.parametrize("content", [b"- [", b"\xff\xfe\x00", "- [表, table]".encode("cp932"), b"- &a [*b]"])
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(SettingsError, match="cannot be read") as caught:
        vocabulary(own(tmp_path, content))
    assert "語彙.yaml" in caught.value.where


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="cannot be read") as caught:
        vocabulary(tmp_path / "nowhere.yaml")
    assert "nowhere.yaml" in caught.value.where


def test_a_file_that_was_wrong_is_read_again_when_it_is_corrected(tmp_path: Path) -> None:
    path = own(tmp_path, "- 見出し\n")
    with pytest.raises(SettingsError):
        vocabulary(path)
    own(tmp_path, "- [稟議ソルト, approval salt]\n")
    assert means(vocabulary(path), "approval salt", "稟議ソルト")
