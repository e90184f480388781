"""The keyword terms of many chunks in numbers: small in memory, and quick to make an inverted index of."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Terms = Sequence[str]


class Occurrences(NamedTuple):
    """One field of all rows: the number of each term that occurs, row by row, and how many terms each row has."""

    terms: NDArray[np.int32]
    lengths: NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class KeywordTable:
    """Heading terms and content terms by row; each distinct term is kept once, with its number from 0."""

    numbers: Mapping[str, int]
    headings: Occurrences
    contents: Occurrences

    @classmethod
    def of(cls, rows: Iterable[tuple[Terms, Terms]]) -> KeywordTable:
        """The table of ``(heading terms, content terms)`` a row."""
        numbers = _numbering()
        fields = (array("i"), array("i"))
        lengths = (array("q"), array("q"))
        for row in rows:
            for terms, found, counted in zip(row, fields, lengths, strict=True):
                found.extend(map(numbers.__getitem__, terms))
                counted.append(len(terms))
        headings, contents = (
            Occurrences(np.array(found, np.int32), np.array(counted, np.int64))
            for found, counted in zip(fields, lengths, strict=True)
        )
        return cls(numbers=dict(numbers), headings=headings, contents=contents)

    @classmethod
    def joined(cls, tables: Sequence[KeywordTable]) -> KeywordTable:
        """The rows of all tables, one table after the other."""
        numbers = _numbering()
        # every term gets its number in the joined table, in the order of the numbers that it had
        moved = [np.array([numbers[term] for term in table.numbers], np.int32) for table in tables]
        headings = _chained([(table.headings, number) for table, number in zip(tables, moved, strict=True)])
        contents = _chained([(table.contents, number) for table, number in zip(tables, moved, strict=True)])
        return cls(numbers=dict(numbers), headings=headings, contents=contents)

    def __len__(self) -> int:
        return len(self.headings.lengths)

    def rows(self) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
        """The terms as they were given, for comparison and for people."""
        words = list(self.numbers)
        return list(zip(_spelled(self.headings, words), _spelled(self.contents, words), strict=True))


def _numbering() -> defaultdict[str, int]:
    """Gives every term that it is asked for the next number."""
    numbers: defaultdict[str, int] = defaultdict()
    numbers.default_factory = numbers.__len__
    return numbers


def _chained(parts: Sequence[tuple[Occurrences, NDArray[np.int32]]]) -> Occurrences:
    terms = [number[field.terms] for field, number in parts]
    lengths = [field.lengths for field, _ in parts]
    return Occurrences(
        np.concatenate([np.empty(0, np.int32), *terms]), np.concatenate([np.empty(0, np.int64), *lengths])
    )


def _spelled(field: Occurrences, words: Sequence[str]) -> list[tuple[str, ...]]:
    spelled = [words[number] for number in field.terms.tolist()]
    ends = np.cumsum(field.lengths).tolist()
    return [tuple(spelled[start:end]) for start, end in zip(chain([0], ends), ends, strict=False)]
