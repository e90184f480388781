"""Settings that say what counts in a search: rerank, similarity, headings, the caller's context."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulebook.evaluation.causes import LOST_IN_SEARCH
from rulebook.evaluation.feedback_detail import LOST_IN_RANKING, SUPPORT, cross_encoded, detail_rank, ids
from rulebook.model.feedback import Feedback, Proposal, RootCause
from rulebook.settings import Settings

WEIGHT_STEP = 0.15
"""How far a proposal moves the similarity weight at a time."""


def rerank_on(items: Sequence[Feedback], settings: Settings) -> Iterator[Proposal]:
    """Rules that every channel returned and the fusion left low ask for the rerank, where it is off."""
    speaking = [item for item in items if item.cause is RootCause.RANKED_LOW and item.query.rerank]
    if not settings.rerank.enabled and len(speaking) >= SUPPORT:
        yield Proposal(
            code="rerank_on",
            what="Turn the rerank on.",
            why=f"{len(speaking)} expected rules are among the candidates, which nothing scores again.",
            feedback=ids(speaking),
            settings={"rerank": {"enabled": True}},
            values={"count": len(speaking)},
        )


def other_weight(items: Sequence[Feedback], settings: Settings) -> Iterator[Proposal]:
    """Rules that the statement reranker saw and left low ask for more weight on the signal that ranks them better."""
    scored = [i for i in items if i.cause in LOST_IN_RANKING and i.detail.get("rescored") and not cross_encoded([i])]
    similar = [item for item in scored if _gap(item) < 0]
    worded = [item for item in scored if _gap(item) > 0]
    speaking, step = (similar, WEIGHT_STEP) if len(similar) > len(worded) else (worded, -WEIGHT_STEP)
    standing = settings.rerank.similarity_weight
    weight = round(min(1.0, max(0.0, standing + step)), 2)
    if len(speaking) < SUPPORT or len(similar) == len(worded) or weight == standing:
        return
    signal = "by meaning" if step > 0 else "by their words"
    yield Proposal(
        code="more_similarity" if step > 0 else "less_similarity",
        what=f"Give the similarity a weight of {weight} in the rerank instead of {standing}.",
        why=f"{len(speaking)} of {len(scored)} expected rules that the rerank left low rank better {signal}.",
        feedback=ids(speaking),
        settings={"rerank": {"similarity_weight": weight}},
        values={"before": standing, "after": weight, "count": len(speaking), "of": len(scored)},
    )


def heavier_headings(items: Sequence[Feedback], settings: Settings) -> Iterator[Proposal]:
    """Rules whose headings have the query's words, but which the keyword channel ranks behind the hits, ask for heavier
    headings."""
    speaking = [i for i in items if i.cause in LOST_IN_SEARCH and _low_in_keywords(i)]
    standing = settings.retrieval.heading_weight
    if len(speaking) < SUPPORT:
        return
    yield Proposal(
        code="heavier_headings",
        what=f"Count the words of headings {standing + 1:g} times in the keyword channel instead of {standing:g}.",
        why=f"{len(speaking)} expected rules have words of the query in their headings, yet rank low by keywords.",
        feedback=ids(speaking),
        settings={"retrieval": {"heading_weight": standing + 1}},
        values={"before": standing, "after": standing + 1, "count": len(speaking)},
    )


def less_context(items: Sequence[Feedback], settings: Settings) -> Iterator[Proposal]:
    """Rules that the query alone would have found ask that what the agent adds to it draws it away less."""
    speaking = [item for item in items if item.detail.get("found_without_context")]
    words, meaning = settings.retrieval.context_weight, settings.retrieval.context_similarity
    if len(speaking) < SUPPORT or not (words or meaning):
        return
    halved = {"context_weight": round(words / 2, 3), "context_similarity": round(meaning / 2, 3)}
    yield Proposal(
        code="less_context",
        what=f"Halve what the caller's context counts: {halved['context_weight']:g} for keywords instead of {words:g}, "
        f"{halved['context_similarity']:g} for the vector instead of {meaning:g}.",
        why=f"{len(speaking)} expected rules are found by the query alone; what the agent added draws it away.",
        feedback=ids(speaking),
        settings={"retrieval": halved},
        values={
            "words_before": words,
            "words_after": halved["context_weight"],
            "meaning_before": meaning,
            "meaning_after": halved["context_similarity"],
            "count": len(speaking),
        },
    )


def _gap(item: Feedback) -> float:
    """Below 0 where the rule ranks better by meaning than by words; a channel that cannot return it is behind all."""
    far = float("inf")
    vector, keyword = detail_rank(item, "vector_rank") or far, detail_rank(item, "keyword_rank") or far
    return 0.0 if vector == keyword else vector - keyword


def _low_in_keywords(item: Feedback) -> bool:
    keyword, hits = detail_rank(item, "keyword_rank"), detail_rank(item, "hits") or 0
    return item.detail.get("in_headings") is True and keyword is not None and keyword > hits
