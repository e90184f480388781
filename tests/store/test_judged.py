"""Judged sets grow query by query or file by file, and never hold a query that cannot be measured with."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from rulebook.errors import StoreDamaged, UsageError
from rulebook.model.chunk import Category
from rulebook.model.judged import Gold, JudgedQuery
from rulebook.model.search import Agent
from rulebook.store.database import StateDatabase
from rulebook.store.judged import JudgedTable


def gold(evidence: str, grade: int = 3) -> Gold:
    return Gold(doc="規則.docx", evidence=evidence, grade=grade, where="3.2")


def query(name: str, *golds: Gold, text: str = "表の罫線") -> JudgedQuery:
    return JudgedQuery(
        id=name, query=text, lang="ja", kind="keyword", gold=golds, intent=Agent.WRITER, category=Category.WRITE
    )


@pytest.fixture
def judged(state: StateDatabase) -> JudgedTable:
    return JudgedTable(state)


def test_a_query_comes_back_as_it_was_added(judged: JudgedTable) -> None:
    added = judged.add("mine", query("1", gold("罫線は細線")), "me")
    assert judged.queries("mine") == (added,) == (query("1", gold("罫線は細線")),)


def test_a_second_gold_of_a_query_is_joined_to_the_first(judged: JudgedTable) -> None:
    judged.add("mine", query("1", gold("罫線は細線", 3)))
    judged.add("mine", query("1", gold("見出しは太線", 2)))
    judged.add("mine", query("1", gold("罫線は細線", 1)))
    assert judged.queries("mine") == (query("1", gold("罫線は細線", 1), gold("見出しは太線", 2)),)


def test_an_id_that_stands_for_another_text_is_refused(judged: JudgedTable) -> None:
    judged.add("mine", query("1"))
    judged.add("mine", query("1", gold("罫線は細線"), text="\u3000表の罫線\n"))
    with pytest.raises(UsageError, match="another query under the id 1: 表の罫線"):
        judged.add("mine", query("1", text="図の番号"))


def test_a_file_takes_the_place_of_the_queries_it_names_and_keeps_the_order(judged: JudgedTable) -> None:
    judged.put("mine", [query("1", gold("a")), query("2")])
    assert judged.put("mine", [query("3"), query("1", gold("b"))]) == 1
    assert judged.queries("mine") == (query("1", gold("b")), query("2"), query("3"))


@pytest.mark.parametrize("broken", [query("4", gold(" ")), query("4", gold("x", 5)), query("4", text=" "), query(" ")])
def test_a_query_that_cannot_be_measured_with_is_refused_with_all_beside_it(
    judged: JudgedTable, broken: JudgedQuery
) -> None:
    with pytest.raises(UsageError):
        judged.put("mine", [query("1"), broken])
    with pytest.raises(UsageError):
        judged.add("mine", broken)
    assert judged.sets() == []


@pytest.mark.parametrize("name", ["", " ", "a\nb", "a\u200bb", "x" * 201])
def test_a_set_has_a_name_that_people_can_read(judged: JudgedTable, name: str) -> None:
    with pytest.raises(UsageError, match="name of a judged set"):
        judged.add(name, query("1"))


def test_sets_stand_by_name_with_their_number_of_queries(judged: JudgedTable) -> None:
    judged.put("b", [query("1"), query("2")])
    judged.add(" a ", query("1"))
    judged.add("カ\u3099イド", query("1"))  # a name as another system spells it
    assert judged.sets() == [("a", 1), ("b", 2), ("ガイド", 1)]
    assert len(judged.queries("カ\u3099イド")) == 1


def test_a_query_or_a_whole_set_is_removed(judged: JudgedTable) -> None:
    judged.put("mine", [query("1"), query("2"), query("3")])
    assert judged.remove("mine", "2") == 1
    assert [q.id for q in judged.queries("mine")] == ["1", "3"]
    assert judged.remove("mine") == 2
    for failing in (lambda: judged.remove("mine"), lambda: judged.queries("mine")):
        with pytest.raises(UsageError, match="no judged set mine"):
            failing()


def test_a_query_that_is_not_in_the_set_cannot_be_removed(judged: JudgedTable) -> None:
    judged.add("mine", query("1"))
    with pytest.raises(UsageError, match="no query 9 in a judged set mine"):
        judged.remove("mine", "9")


def test_the_id_of_a_text_does_not_depend_on_its_spacing() -> None:
    assert JudgedTable.id_of("表の 罫線") == JudgedTable.id_of(" 表の\u3000罫線\n") != JudgedTable.id_of("表の罫線")


def test_two_people_who_judge_one_query_at_once_both_count(judged: JudgedTable, tmp_path: Path) -> None:
    start = threading.Barrier(8)

    def add(number: int) -> None:
        start.wait()
        judged.add("mine", replace(query("1"), gold=(gold(f"文 {number}"),)))

    threads = [threading.Thread(target=add, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {g.evidence for g in judged.queries("mine")[0].gold} == {f"文 {number}" for number in range(8)}


@pytest.mark.parametrize("stored", ["{}", "{"])
def test_a_query_that_cannot_be_read_is_named(judged: JudgedTable, state: StateDatabase, stored: str) -> None:
    judged.add("mine", query("q7"))
    with state.write() as db:
        db.execute("UPDATE judged SET query = ?", [stored])
    with pytest.raises(StoreDamaged, match="judged query q7 cannot be read"):
        judged.queries("mine")
