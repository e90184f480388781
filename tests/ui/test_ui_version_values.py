"""What the page of versions is made from: histories, addresses, and the parts of a text that are shown."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook.errors import UsageError
from rulebook.handbook.comparing import DocumentChange, Edit, compare_chunks, text_edits
from rulebook.model.chunk import RuleChunk
from rulebook.model.manifest import Manifest, Status
from rulebook.model.text import Mark, MarkSpan
from rulebook.store.sessions import SessionRow
from rulebook.store.versions import ActivationRow, VersionRow
from rulebook.ui.change_card import pair_cards, pairs_of
from rulebook.ui.excerpts import own_runs, shown_parts
from rulebook.ui.session_table import file_stem
from rulebook.ui.version_chart import timeline_chart
from rulebook.ui.version_choice import VersionPair, default_pair, pair_in
from rulebook.ui.version_history import Lock, Period, State, TimelineEntry, periods_of, timeline
from rulebook.ui.version_timeline import named
from rulebook.ui.words import words_of
from tests.handbook.test_comparing import chunk

JA = words_of("ja")


def activation(n: int, at: str) -> ActivationRow:
    return ActivationRow(n=n, previous=None, at=at, by="佐藤")


def row(n: int, retired_at: str | None = None) -> VersionRow:
    return VersionRow(n=n, created_at=f"t{n}", manifest_sha256="", retired_at=retired_at, retired_by=None)


def manifest(n: int, active: bool = False) -> Manifest:
    return Manifest(version=f"v{n}", created_at=f"t{n}", source_files=(), collections={}, active=active)


def session(name: str, n: int | None, since: str) -> SessionRow:
    return SessionRow(id=name, n=n, locked_at=since, last_used_at=since, started_by="", ended_at=None, ended_why=None)


def test_a_version_is_active_until_the_next_activation_of_any() -> None:
    periods = periods_of([activation(1, "a"), activation(2, "b"), activation(1, "c")])
    assert periods == {
        1: [Period(start="a", end="b", by="佐藤"), Period(start="c", end=None, by="佐藤")],
        2: [Period(start="b", end="c", by="佐藤")],
    }
    assert periods_of([]) == {}


def test_the_history_holds_every_version_with_a_manifest_newest_first() -> None:
    found = timeline(
        [row(3), row(1, retired_at="x"), row(2), row(4)],
        {"v1": manifest(1), "v2": manifest(2), "v3": manifest(3, active=True)},
        [activation(3, "a")],
        [session("s2", 2, "2026-02"), session("s1", 2, "2026-01"), session("s0", None, "2026-01")],
    )
    assert [(entry.version, entry.state) for entry in found] == [
        ("v3", State.ACTIVE),
        ("v2", State.KEPT),
        ("v1", State.RETIRED),
    ]
    assert found[1].locks == (Lock(session="s1", since="2026-01"), Lock(session="s2", since="2026-02"))
    assert timeline([], {}, [], []) == ()


def test_many_sessions_are_named_in_part_and_counted() -> None:
    assert named(JA, ["a", "b"]) == "a, b"
    assert named(JA, [f"s{n}" for n in range(8)]) == "s0, s1, s2, s3, s4 ほか 3 件"


def test_the_address_of_a_comparison_comes_back_as_it_was() -> None:
    pair = VersionPair(before="v2", after="v3")
    assert pair_in({"compare": pair.address}) == pair
    assert pair_in({"version": "v3"}) is None


@pytest.mark.parametrize("value", ["v2", "v2..", "..v3"])
def test_an_address_that_names_no_two_versions_is_an_error(value: str) -> None:
    with pytest.raises(UsageError):
        pair_in({"compare": value})


def test_the_active_version_is_compared_with_the_one_before_it() -> None:
    assert default_pair(["v3", "v2", "v1"], "v2") == VersionPair(before="v1", after="v2")
    assert default_pair(["v3", "v2", "v1"], "v1") == VersionPair(before="v1", after="v2")
    assert default_pair(["v3", "v2"], None) == VersionPair(before="v2", after="v3")


def test_what_stands_far_from_a_change_is_not_shown() -> None:
    before = f"{'初めの規則。' * 40}余白は15mmとする。{'終わりの規則。' * 40}"
    after = before.replace("15", "20")
    edits = text_edits(before, after)
    ((start, end),) = shown_parts(after, edits, Edit.ADDED)
    assert "余白は20mmとする。" in after[start:end]
    assert (after[start - 1], after[end - 1]) == ("。", "。")
    assert end - start < 300
    assert [after[s:e] for s, e in own_runs(edits, Edit.ADDED)] == ["20mm"]
    assert [before[s:e] for s, e in own_runs(edits, Edit.REMOVED)] == ["15mm"]


@settings(max_examples=60)
@given(st.text("甲乙。\n", max_size=400), st.text("甲乙。\n", max_size=400))
def test_every_changed_run_is_inside_a_part_that_is_shown(before: str, after: str) -> None:
    edits = text_edits(before, after)
    for content, own in ((before, Edit.REMOVED), (after, Edit.ADDED)):
        shown = shown_parts(content, edits, own)
        assert all(0 <= start <= end <= len(content) for start, end in shown)
        assert all(one[1] < other[0] for one, other in pairwise(shown))
        assert all(any(s <= start and end <= e for s, e in shown) for start, end in own_runs(edits, own))


def cards(change: DocumentChange) -> list[str]:
    return [pair_cards(JA, pair).source for pair in pairs_of(change)]


def document(old: list[RuleChunk], new: list[RuleChunk]) -> DocumentChange:
    added, removed, changed = compare_chunks(old, new)
    return DocumentChange(doc="x", status=Status.CHANGED, added=added, removed=removed, changed=changed)


def test_old_and_new_stand_side_by_side_with_their_own_words_marked() -> None:
    (card,) = cards(document([chunk(1, "余白は15mmとする。")], [chunk(1, "余白は20mmとする。")]))
    old, new = card.split('class="rb-new"')
    assert "余白は<mark>15mm</mark>とする。" in old
    assert "余白は<mark>20mm</mark>とする。" in new
    assert "5.1 表" in old
    assert "記入規則.md#見出し!1" in new


def test_what_came_has_an_empty_place_beside_it() -> None:
    (card,) = cards(document([], [chunk(1, "新しい規則。")]))
    assert JA("versions.not_there_before") in card
    assert "新しい規則。" in card


def test_another_heading_or_mark_is_named_where_the_words_are_the_same() -> None:
    (moved,) = cards(document([chunk(1, "同じ規則。")], [chunk(1, "同じ規則。", heading="6 図")]))
    assert "<mark>6 図</mark>" in moved
    assert JA("differs.headings") in moved
    struck = chunk(1, "押印する。", marks=(MarkSpan(0, 5, Mark.STRIKE),))
    (marked,) = cards(document([chunk(1, "押印する。")], [struck]))
    assert "<s>押印する。</s>" in marked
    assert JA("differs.marks") in marked


def test_rules_look_like_text_whatever_they_hold() -> None:
    hostile = chunk(1, "<script>alert(1)</script>", heading="<b>x</b>")
    (card,) = cards(document([], [hostile]))
    assert "<script" not in card
    assert "<b>x" not in card


def test_differences_come_in_reading_order() -> None:
    old = [chunk(1, "甲の規則を定める。"), chunk(3, "通信は暗号化する。")]
    new = [chunk(1, "甲の規則を決める。"), chunk(2, "帳票に版数を印字する。")]
    shown = [after or before for before, after, _ in pairs_of(document(old, new))]
    assert [rule.position for rule in shown if rule] == [1, 2, 3]


def at(day: int) -> str:
    return f"2026-07-{day:02d}T12:00:00+00:00"


def entry(n: int, state: State, *periods: Period, lock: Lock | None = None) -> TimelineEntry:
    built = VersionRow(n=n, created_at=at(n), manifest_sha256="", retired_at=None, retired_by=None)
    locks = (lock,) if lock else ()
    return TimelineEntry(row=built, manifest=manifest(n), state=state, periods=periods, locks=locks)


def test_the_picture_has_a_bar_for_each_period_and_a_mark_for_each_build_and_lock() -> None:
    entries = [
        entry(3, State.KEPT),  # published while somebody chose another one, and never active
        entry(2, State.ACTIVE, Period(start=at(2), end=at(4)), Period(start=at(5), end=None)),
        entry(1, State.RETIRED, Period(start=at(1), end=at(2)), lock=Lock(session="下書き-7", since=at(1))),
    ]
    spec = timeline_chart(JA, entries, at(9)).to_dict()
    bars, marks = (list(spec["datasets"][layer["data"]["name"]]) for layer in spec["layer"])
    assert [(bar["version"], bar["state"]) for bar in bars] == [("v2", "有効"), ("v2", "有効"), ("v1", "整理済み")]
    assert bars[1]["end"].startswith("2026-07-09T12:00")
    assert [(mark["version"], mark["mark"]) for mark in marks] == [
        ("v3", "作成"),
        ("v2", "作成"),
        ("v1", "作成"),
        ("v1", "セッションの固定"),
    ]
    assert spec["layer"][0]["encoding"]["y"]["sort"] == ["v3", "v2", "v1"]


def test_a_handbook_of_a_moment_has_a_picture_too() -> None:
    assert timeline_chart(JA, [entry(1, State.ACTIVE, Period(start=at(1), end=None))], at(1)).to_dict()
    assert timeline_chart(JA, [entry(1, State.KEPT)], at(1)).to_dict()


def test_a_session_of_any_name_has_a_file_to_be_kept_in() -> None:
    assert file_stem("基本設計書-2026/07 案") == "session-基本設計書-2026_07_案"
    assert len(file_stem("長" * 200)) < 100
