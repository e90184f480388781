"""Where columns begin: runs of them share a size, as the file states it."""

import pytest

from rulebook.readers.excel.metrics import Scale


@pytest.mark.parametrize(
    ("number", "start"), [(1, 0.0), (2, 10.0), (3, 20.0), (4, 22.0), (5, 24.0), (6, 34.0), (7, 34.0), (8, 44.0)]
)
def test_a_column_begins_behind_all_before_it(number, start):
    scale = Scale.of(10.0, [(6, 6, 0.0), (3, 4, 2.0)])
    assert scale.start(number) == start


def test_of_two_sizes_for_one_column_that_of_the_first_run_holds():
    scale = Scale.of(10.0, [(1, 3, 2.0), (2, 5, 4.0)])
    assert [scale.start(n) for n in (3, 4, 5, 6, 7)] == [4.0, 6.0, 10.0, 14.0, 24.0]


def test_a_place_on_the_sheet_lies_in_the_column_that_holds_it():
    scale = Scale.of(10.0, [(3, 4, 2.0)])
    assert [scale.at(offset, 16_384) for offset in (0.0, 9.9, 10.0, 21.9, 22.0, 24.0)] == [1, 1, 2, 3, 4, 5]
