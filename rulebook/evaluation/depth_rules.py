"""Settings that say how far a search looks: depth of the channels, window of the rerank, number of hits."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence

from rulebook.evaluation.feedback_detail import LOST_IN_RANKING, SUPPORT, cross_encoded, detail_rank
from rulebook.model.feedback import Feedback, Proposal, RootCause
from rulebook.settings import Settings

DEEPEST_CHANNEL = 50
"""No channel is made deeper: a rule further down is not found by its words or its meaning, and depth costs time."""

WIDEST_WINDOW = 100
"""No window is made wider: a cross-encoder reads every candidate in it."""

MOST_HITS = 10
"""No more hits are returned by default: each one takes room in a prompt."""

REACHED = 0.75
"""A new depth reaches this share of the ranks that ask for it, so that a single far one does not set it."""


def deeper_channels(items: Sequence[Feedback], settings: Settings) -> Iterator[Proposal]:
    """Rules that a channel has, but behind its cut, ask for a deeper cut; a cross-encoder also for a window that takes
    in what comes of it: a rule of one channel alone stands behind those of both."""
    standing = settings.retrieval.channel_top_k
    depth, ids = _reaching(items, _missing_depth, standing, DEEPEST_CHANNEL)
    if depth is None:
        return
    changed: dict[str, Mapping[str, int | float]] = {"retrieval": {"channel_top_k": depth}}
    if cross_encoded(items) and settings.rerank.window < 2 * depth:
        changed["rerank"] = {"window": 2 * depth}
    yield Proposal(
        code="deeper_channels",
        what=f"Let each channel give {depth} hits to the fusion instead of {standing}.",
        why=f"{len(ids)} expected rules are in a channel's ranking, but behind its first {standing}.",
        feedback=ids,
        settings=changed,
        values={"before": standing, "after": depth, "count": len(ids)},
    )


def wider_window(items: Sequence[Feedback], settings: Settings) -> Iterator[Proposal]:
    """Rules that stand behind the window of a cross-encoder ask for a wider one; other rerankers score all."""
    standing = settings.rerank.window
    lost = [i for i in items if i.cause in LOST_IN_RANKING and cross_encoded([i]) and i.detail.get("rescored") is False]
    width, ids = _reaching(lost, lambda item: detail_rank(item, "fusion_rank"), standing, WIDEST_WINDOW)
    if width is not None:
        yield Proposal(
            code="wider_window",
            what=f"Score the first {width} candidates again instead of {standing}.",
            why=f"{len(ids)} expected rules come out of the fusion behind the first {standing}, where none is scored.",
            feedback=ids,
            settings={"rerank": {"window": width}},
            values={"before": standing, "after": width, "count": len(ids)},
        )


def more_hits(items: Sequence[Feedback], settings: Settings) -> Iterator[Proposal]:
    """Rules that stand just behind the hits, of searches that named no number and no chapter, ask for more hits."""
    standing = settings.retrieval.top_k
    lost = [i for i in items if i.cause in LOST_IN_RANKING and i.query.top_k is None and not i.query.context.chapter]
    count, ids = _reaching(lost, lambda item: detail_rank(item, "final_rank"), standing, MOST_HITS, step=1)
    if count is not None:
        yield Proposal(
            code="more_hits",
            what=f"Return {count} hits instead of {standing} where a search names no number.",
            why=f"{len(ids)} expected rules stand just behind the hits; each hit more takes room in a prompt.",
            feedback=ids,
            settings={"retrieval": {"top_k": count}},
            values={"before": standing, "after": count, "count": len(ids)},
        )


def _reaching(
    items: Sequence[Feedback], rank: Callable[[Feedback], int | None], standing: int, limit: int, step: int = 10
) -> tuple[int | None, tuple[int, ...]]:
    """The multiple of ``step`` up to which ``REACHED`` of the ranks between ``standing`` and ``limit`` lie, and the
    feedback that it reaches; no depth where too few have such a rank."""
    ranks = {item.id: found for item in items if (found := rank(item)) is not None and standing < found <= limit}
    if len(ranks) < SUPPORT:
        return None, ()
    furthest = sorted(ranks.values())[math.ceil(REACHED * len(ranks)) - 1]
    depth = math.ceil(furthest / step) * step
    return depth, tuple(sorted(feedback_id for feedback_id, found in ranks.items() if found <= depth))


def _missing_depth(item: Feedback) -> int | None:
    """The depth at which a channel that did not return the rule would have; none where the rerank saw it all the same,
    whose order the other channel does not change."""
    if item.detail.get("rescored"):
        return None
    vector, keyword = detail_rank(item, "vector_rank"), detail_rank(item, "keyword_rank")
    if item.cause is RootCause.MISSED_BY_VECTOR:
        return vector
    if item.cause is RootCause.MISSED_BY_KEYWORD:
        return keyword
    known = [rank for rank in (vector, keyword) if rank is not None]
    return min(known, default=None) if item.cause is RootCause.NOT_RETRIEVED else None
