"""Marks stay on their characters, whatever is cut or joined."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rulebook.model.text import Mark, MarkSpan, RichText
from tests.examples import some

Marked = list[tuple[str, frozenset[Mark]]]
"""A text as its characters, each with the marks on it: what a RichText stands for."""


def spelled(text: RichText) -> Marked:
    return [
        (character, frozenset(s.mark for s in text.marks if s.start <= at < s.end))
        for at, character in enumerate(text.text)
    ]


runs = st.lists(st.builds(lambda t, m: RichText.of(t, *m), st.text(max_size=6), st.sets(st.sampled_from(Mark))))
texts = runs.map(RichText.join)
bounds = st.integers(0, 40)


def sound(text: RichText) -> bool:
    """Spans lie inside, are sorted, and equal marks neither overlap nor touch."""
    inside = all(0 <= s.start < s.end <= len(text.text) for s in text.marks)
    apart = all(
        a.end < b.start
        for mark in Mark
        for a, b in zip(
            [s for s in text.marks if s.mark is mark], [s for s in text.marks if s.mark is mark][1:], strict=False
        )
    )
    return inside and apart and list(text.marks) == sorted(text.marks)


@some
@given(runs, st.sampled_from(["", "\n", " | "]))
def test_joining_keeps_every_character_with_its_marks(parts: list[RichText], separator: str) -> None:
    joined = RichText.join(parts, separator)
    wanted: Marked = []
    for number, part in enumerate(parts):
        wanted += [(character, frozenset()) for character in separator] if number else []
        wanted += spelled(part)
    assert sound(joined)
    # a separator between two marked runs stays unmarked, an empty one lets them grow together
    assert spelled(joined) == wanted


@some
@given(texts, bounds, bounds)
def test_a_slice_is_the_slice_of_the_characters_and_their_marks(text: RichText, start: int, end: int) -> None:
    assert sound(text.slice(start, end))
    assert spelled(text.slice(start, end)) == spelled(text)[start:end]


@some
@given(texts)
def test_stripping_takes_white_space_at_both_ends_only(text: RichText) -> None:
    stripped = text.strip()
    assert stripped.text == text.text.strip()
    assert sound(stripped)


@some
@given(texts)
def test_lines_hold_every_character_that_is_no_white_space_at_their_ends(text: RichText) -> None:
    found = [c for line in text.lines() for c in spelled(line) if not c[0].isspace()]
    assert found == [c for c in spelled(text) if not c[0].isspace()]


@some
@given(texts, st.sampled_from(Mark))
def test_what_does_not_carry_a_mark_is_left(text: RichText, mark: Mark) -> None:
    assert text.without(mark) == "".join(c for c, marks in spelled(text) if mark not in marks)


def test_equal_marks_that_touch_grow_together() -> None:
    joined = RichText.join([RichText.of("太", Mark.BOLD), RichText.of("字", Mark.BOLD, Mark.STRIKE)])
    assert joined.marks == (MarkSpan(0, 2, Mark.BOLD), MarkSpan(1, 2, Mark.STRIKE))


def test_empty_text_is_false_and_carries_no_marks() -> None:
    assert not RichText.of("", Mark.BOLD)
    assert RichText.of("", Mark.BOLD).marks == ()
