"""What proposals read in diagnosed feedback."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.model.feedback import Feedback, RootCause

SUPPORT = 2
"""So many feedbacks must speak for a setting: it holds for every search, and one of them may be an accident."""

STATEMENTS = "statements"
"""The reranker that the similarity weight belongs to; it scores all candidates, every other one those in its window."""

LOST_IN_RANKING = (RootCause.RANKED_LOW, RootCause.MISSED_BY_VECTOR, RootCause.MISSED_BY_KEYWORD)
"""The causes of a rule that is among the candidates and not among the hits."""


def detail_rank(feedback: Feedback, key: str) -> int | None:
    """A rank of the detail; ``None`` where it is not known."""
    value = feedback.detail.get(key)
    return value if isinstance(value, int) else None


def cross_encoded(items: Sequence[Feedback]) -> bool:
    return any(item.detail.get("reranker", STATEMENTS) != STATEMENTS for item in items)


def ids(items: Sequence[Feedback]) -> tuple[int, ...]:
    return tuple(item.id for item in items)
