"""The measures of a ranking, each over the grades of the ranked chunks, best ranked first.

ir-measures gives the same numbers, but brings a compiled extension and SciPy for three short formulas.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

RELEVANT = 2
"""From this grade on a chunk counts as an answer where a measure knows only yes and no."""


def first_relevant_rank(grades: Sequence[int], k: int) -> int | None:
    """The rank, from 1, of the first relevant chunk among the first ``k``."""
    return next((rank for rank, grade in enumerate(grades[:k], 1) if grade >= RELEVANT), None)


def recall_at(grades: Sequence[int], k: int) -> float:
    """1 when an answer is among the first ``k``, else 0: the golds of a query are alternatives, one is enough."""
    return float(first_relevant_rank(grades, k) is not None)


def reciprocal_rank(grades: Sequence[int], k: int) -> float:
    """``1 / rank`` of the first answer among the first ``k``, else 0. (Voorhees: The TREC-8 Question Answering Track
    Report, 1999.)"""
    rank = first_relevant_rank(grades, k)
    return 1 / rank if rank else 0.0


def ndcg(grades: Sequence[int], all_grades: Sequence[int], k: int) -> float:
    """``DCG / ideal DCG`` of the first ``k``; the ideal ranking is that of ``all_grades``, the grades of every chunk
    that could have been returned. 0 where none of them is above 0. (Järvelin, Kekäläinen: Cumulated gain-based
    evaluation of IR techniques, ACM TOIS 20, 2002; exponential gain: Burges et al., ICML 2005.)"""
    ideal = _dcg(sorted(all_grades, reverse=True)[:k])
    return _dcg(grades[:k]) / ideal if ideal else 0.0


def _dcg(grades: Sequence[int]) -> float:
    return sum((2.0**grade - 1) / math.log2(rank + 1) for rank, grade in enumerate(grades, 1))
