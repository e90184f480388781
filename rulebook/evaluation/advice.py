"""What helps where no setting does: documents, words, categories, models, and the text that did not follow a rule."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import TypeVar

from rulebook.evaluation.feedback_detail import detail_rank, ids
from rulebook.model.feedback import Feedback, Proposal, RootCause

BEYOND_MEANING = 50
"""A rule that stands behind this rank in the vector channel is one whose meaning the model does not see."""

LISTED = 8
"""So many documents or queries are named in a sentence."""

_BEYOND_CHANNELS = (RootCause.NOT_RETRIEVED, RootCause.MISSED_BY_VECTOR, RootCause.MISSED_BY_KEYWORD)

K = TypeVar("K", bound=Hashable)

Advice = Callable[[Sequence[Feedback]], Iterator[Proposal]]


def add_documents(items: Sequence[Feedback]) -> Iterator[Proposal]:
    """The documents that hold expected rules and are not in the handbook."""
    lost = _caused(items, RootCause.NOT_IN_HANDBOOK, why="document")
    if lost:
        docs = _docs(lost)
        yield Proposal(
            code="add_documents",
            what=f"Add to the handbook: {docs}.",
            why="The expected rules stand in documents that this version does not hold; no setting finds them.",
            feedback=ids(lost),
            values={"docs": docs, "count": len(lost)},
        )


def check_reading(items: Sequence[Feedback]) -> Iterator[Proposal]:
    """The documents in which no chunk holds the expected text."""
    lost = _caused(items, RootCause.NOT_IN_HANDBOOK, why="text")
    if lost:
        docs = _docs(lost)
        yield Proposal(
            code="check_reading",
            what=f"Compare the expected text with what was read of {docs}.",
            why="The documents are in the handbook, but no chunk of them holds the text as it was expected: "
            "it is worded otherwise, is cut between two chunks, was changed, or was not read.",
            feedback=ids(lost),
            values={"docs": docs, "count": len(lost)},
        )


def include_hidden(items: Sequence[Feedback]) -> Iterator[Proposal]:
    """The documents whose hidden parts hold expected rules."""
    lost = _caused(items, RootCause.NOT_SEARCHED, why="hidden")
    if lost:
        docs = _docs(lost)
        yield Proposal(
            code="include_hidden",
            what=f"Decide whether the hidden parts of {docs} count as rules, and include them in the next version.",
            why="The expected rules stand in hidden parts, which are not searched.",
            feedback=ids(lost),
            values={"docs": docs, "count": len(lost)},
        )


def cover_category(items: Sequence[Feedback]) -> Iterator[Proposal]:
    """Each category that a way of asking leaves out, although rules of it are expected there."""
    lost = _caused(items, RootCause.NOT_SEARCHED, why="category")
    for (asked, category), group in _grouped(lost, lambda f: (_way_of_asking(f), str(f.detail.get("category")))):
        docs = _docs(group)
        yield Proposal(
            code="cover_category",
            what=f"Let searches by {asked} cover the category {category}, or move {docs} to one that they cover.",
            why=f"{len(group)} expected rules are in {category}, which searches by {asked} leave out.",
            feedback=ids(group),
            values={"asked": asked, "category": category, "docs": docs, "count": len(group)},
        )


def other_words(items: Sequence[Feedback]) -> Iterator[Proposal]:
    """Rules that share no word with what was asked."""
    lost = [
        item
        for item in items
        if item.cause in (RootCause.NOT_RETRIEVED, RootCause.MISSED_BY_KEYWORD)
        and "keyword_rank" in item.detail
        and item.detail["keyword_rank"] is None
        and item.query.mode.value != "semantic"
    ]
    if lost:
        queries = _listed((" ".join(item.query.text.split()) for item in lost), " / ")
        yield Proposal(
            code="other_words",
            what="Name the words people ask with beside those of the rules in the vocabulary file "
            f"(retrieval.vocabulary), or write them into the rules: {queries}.",
            why="The expected rules share no word with the query, so the keyword channel cannot return them.",
            feedback=ids(lost),
            values={"queries": queries, "count": len(lost)},
        )


def stronger_model(items: Sequence[Feedback]) -> Iterator[Proposal]:
    """Rules whose nearness to the query the embedding model does not see."""
    lost = [
        item
        for item in items
        if item.cause in _BEYOND_CHANNELS and (detail_rank(item, "vector_rank") or 0) > BEYOND_MEANING
    ]
    if lost:
        yield Proposal(
            code="stronger_model",
            what="Build the handbook with a stronger embedding model (as embedding.model: bge-m3) and measure both.",
            why=f"{len(lost)} expected rules stand behind rank {BEYOND_MEANING} by meaning; depth does not help there.",
            feedback=ids(lost),
            values={"count": len(lost), "rank": BEYOND_MEANING},
        )


def restore_channel(items: Sequence[Feedback]) -> Iterator[Proposal]:
    """Searches that had to do without a model when they were asked again."""
    lost = [item for item in items if "keywords_only" in str(item.detail.get("notices", "")).split()]
    if lost:
        yield Proposal(
            code="restore_channel",
            what="Bring back the embedding model that this version was built with, then analyse again.",
            why="Semantic search is off, so these causes are not those of the settings.",
            feedback=ids(lost),
            values={"count": len(lost)},
        )


def follow_rules(items: Sequence[Feedback]) -> Iterator[Proposal]:
    """Rules that came and were not followed."""
    lost = _caused(items, RootCause.RETRIEVED_IGNORED)
    if lost:
        yield Proposal(
            code="follow_rules",
            what="Look at the prompt and the writer's text: search returned these rules, the text did not follow them.",
            why="The rules are among the hits, so no setting of the search helps.",
            feedback=ids(lost),
            values={"count": len(lost)},
        )


def check_wrong_hits(items: Sequence[Feedback]) -> Iterator[Proposal]:
    """Hits that were marked as wrong where no other rule is expected."""
    wrong = [item for item in items if item.cause is None and item.marked]
    if wrong:
        docs = _listed(hit.doc for i in wrong for hit in i.actual if hit.evidence_key == i.marked)
        yield Proposal(
            code="check_wrong_hits",
            what=f"Name the rule that is right for these queries, or look at what is outdated in {docs}.",
            why="Hits were marked as wrong; without the right rule the ranking cannot be measured.",
            feedback=ids(wrong),
            values={"docs": docs, "count": len(wrong)},
        )


def close_found(items: Sequence[Feedback]) -> Iterator[Proposal]:
    """Feedback whose rule is among the hits by now."""
    found = _caused(items, RootCause.FOUND)
    if found:
        yield Proposal(
            code="close_found",
            what="Look at these once more and close them.",
            why="The expected rules are among the hits of the version and settings in force.",
            feedback=ids(found),
            values={"count": len(found)},
        )


ADVICE: tuple[Advice, ...] = (
    restore_channel,
    add_documents,
    check_reading,
    cover_category,
    include_hidden,
    other_words,
    stronger_model,
    follow_rules,
    check_wrong_hits,
    close_found,
)


def _caused(items: Sequence[Feedback], cause: RootCause, why: str | None = None) -> list[Feedback]:
    return [item for item in items if item.cause is cause and why in (None, item.detail.get("why"))]


def _grouped(items: Sequence[Feedback], key: Callable[[Feedback], K]) -> list[tuple[K, list[Feedback]]]:
    groups: dict[K, list[Feedback]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return list(groups.items())


def _way_of_asking(item: Feedback) -> str:
    if item.query.category is not None:
        return f"category {item.query.category.value}"
    return f"agent {item.query.agent.value}" if item.query.agent is not None else "everybody"


def _docs(items: Sequence[Feedback]) -> str:
    return _listed(sorted({item.expected.doc for item in items if item.expected is not None}))


def _listed(texts: Iterable[str], between: str = ", ") -> str:
    """Each text once, in order; of many the first ones and how many more there are."""
    known = list(dict.fromkeys(texts))
    more = [f"… (+{len(known) - LISTED})"] if len(known) > LISTED else []
    return between.join([*known[:LISTED], *more])
