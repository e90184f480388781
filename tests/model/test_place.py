"""Places read like the program's own addresses."""

from __future__ import annotations

import pytest

from rulebook.model.place import CellRange, NumberedRange, SectionPlace, column_letters


@pytest.mark.parametrize(
    ("column", "letters"), [(1, "A"), (26, "Z"), (27, "AA"), (702, "ZZ"), (703, "AAA"), (16384, "XFD")]
)
def test_columns_are_counted_in_letters(column: int, letters: str) -> None:
    assert column_letters(column) == letters


@pytest.mark.parametrize(
    ("place", "fragment"),
    [
        (CellRange("規則", 4, 2, 9, 6), "規則!B4:F9"),
        (CellRange("規則", 4, 2, 4, 2), "規則!B4"),
        (NumberedRange("slide", 3, 4), "slide!3-4"),
        (NumberedRange("line", 7, 7), "line!7"),
        (SectionPlace("見出し", "3.2"), "見出し!3.2"),
    ],
)
def test_a_place_is_written_as_people_know_it(place: CellRange | NumberedRange | SectionPlace, fragment: str) -> None:
    assert place.fragment == fragment


def test_covering_is_the_smallest_place_that_holds_both() -> None:
    assert CellRange("S", 4, 2, 9, 6).cover(CellRange("S", 1, 3, 4, 8)) == CellRange("S", 1, 2, 9, 8)
    assert NumberedRange("slide", 3, 3).cover(NumberedRange("slide", 5, 6)) == NumberedRange("slide", 3, 6)
    assert SectionPlace("見出し", "3.2").cover(SectionPlace("見出し", "3.3")) == SectionPlace("見出し", "3.2")
