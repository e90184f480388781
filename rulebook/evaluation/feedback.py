"""The feedback loop: what is said of a search is kept with its root cause, and all of it is analysed together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from rulebook.errors import UsageError
from rulebook.evaluation.causes import Diagnosis, RuleFinder, diagnose
from rulebook.evaluation.judged import normalised
from rulebook.evaluation.proposal_check import ProposalCheck, ProposalTrials, asked_of
from rulebook.evaluation.proposals import propose
from rulebook.model.chunk import RuleChunk
from rulebook.model.feedback import ActualHit, ExpectedRule, Feedback, FeedbackKind, FiledFeedback, Proposal, RootCause
from rulebook.model.judged import JudgedQuery
from rulebook.model.search import ChunkAccount, Query, SearchResult
from rulebook.settings import Settings
from rulebook.store.feedback import FeedbackTable

ChunksOf = Callable[[str], Sequence[RuleChunk]]
"""A version → all its chunks, hidden ones too."""


class Searcher(Protocol):
    """What the loop asks of the search: ``RagService`` has it."""

    def run(self, query: Query) -> SearchResult: ...

    def run_many(self, queries: Sequence[Query]) -> tuple[SearchResult, ...]: ...

    def explain(self, query: Query, chunk_ids: Sequence[str]) -> tuple[ChunkAccount, ...]: ...

    def with_settings(self, settings: Settings) -> Searcher: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedbackAnalysis:
    """All open feedback as the search over ``version`` would answer it now, and what could be done.

    ``items`` have the cause and detail of now in place of those of their filing; ``causes`` counts them in the order of
    ``RootCause``, without those that are 0 and those that have none. A proposal that changes settings comes before one
    that advises, of each the one with more feedback first.
    """

    version: str
    items: tuple[Feedback, ...]
    causes: Mapping[RootCause, int]
    proposals: tuple[Proposal, ...]


class RetrievalFeedback:
    """Files feedback, closes it, and analyses what is open. Safe for threads."""

    def __init__(self, table: FeedbackTable, search: Searcher, settings: Settings, chunks_of: ChunksOf) -> None:
        self._table = table
        self._search = search
        self._settings = settings
        self._chunks_of = chunks_of

    def file(
        self,
        query: Query,
        *,
        kind: FeedbackKind = FeedbackKind.MISSING,
        expected: ExpectedRule | None = None,
        marked: str = "",
        by: str = "",
        note: str = "",
    ) -> Feedback:
        """Searches ``query`` once more and keeps the feedback with the hits and the root cause.

        ``expected`` needs the text of the rule or, of the version searched, the chunk it stands in; ``marked`` is the
        evidence key of the hit that is wrong or was not followed, and is the expected rule of an ignored one.
        Raises what a search raises, and ``UsageError`` where there is no handbook, a missing rule is not named, an
        ignored one neither, or ``marked`` is not among the hits.
        """
        result = self._search.run(query)
        if result.version is None:
            raise UsageError("there is no handbook yet that a rule could be missing in.", remedy="Build one first.")
        asked = replace(query, version=result.version, session_id=None)  # the version of a lock, should it move on
        chunks = self._chunks_of(result.version)
        wanted = _expected(kind, expected, marked, result, chunks)
        found = diagnose(asked, kind, wanted, result=result, rules=RuleFinder(chunks), explain=self._search.explain)
        return self._table.add(
            FiledFeedback(
                version=result.version,
                by=by,
                kind=kind,
                query=query,
                expected=wanted,
                actual=_actual(result),
                marked=marked,
                note=note,
                cause=found.cause,
                detail=found.detail,
            )
        )

    def all(self, *, open_only: bool = False) -> tuple[Feedback, ...]:
        """Every feedback, or those that are open, oldest first, with the cause of their filing."""
        return self._table.all(open_only=open_only)

    def get(self, feedback_id: int) -> Feedback:
        """Raises ``FeedbackNotFound``."""
        return self._table.get(feedback_id)

    def close(self, feedback_id: int) -> Feedback:
        """Marks a feedback as done: it is not analysed any more, and still checks proposals."""
        return self._table.close(feedback_id)

    def reopen(self, feedback_id: int) -> Feedback:
        return self._table.reopen(feedback_id)

    def analyse(self, version: str) -> FeedbackAnalysis:
        """The open feedback asked again of ``version``, the causes counted, and the proposals that follow."""
        rules = RuleFinder(self._chunks_of(version))
        items = self._diagnosed(self._table.all(open_only=True), version, rules)
        counts = Counter(item.cause for item in items)
        return FeedbackAnalysis(
            version=version,
            items=items,
            causes={cause: counts[cause] for cause in RootCause if counts[cause]},
            proposals=propose(items, self._settings),
        )

    def check(self, analysis: FeedbackAnalysis, judged: Sequence[JudgedQuery] = ()) -> tuple[ProposalCheck, ...]:
        """Every proposal of ``analysis`` that changes settings, tried over all feedback that expects a rule, done or
        open, and over ``judged``, queries that it did not come from."""
        version = analysis.version
        trials = ProposalTrials(version, self._chunks_of(version), self._table.all(), judged)
        return trials.checks(
            analysis.proposals, self._settings, lambda settings: self._search.with_settings(settings).run_many
        )

    def _diagnosed(self, filed: Sequence[Feedback], version: str, rules: RuleFinder) -> tuple[Feedback, ...]:
        queries = [asked_of(feedback, version) for feedback in filed]
        results = self._search.run_many(queries)
        return tuple(
            _with(
                feedback,
                diagnose(
                    query, feedback.kind, feedback.expected, result=result, rules=rules, explain=self._search.explain
                ),
            )
            for feedback, query, result in zip(filed, queries, results, strict=True)
        )


def _with(feedback: Feedback, found: Diagnosis) -> Feedback:
    return replace(feedback, cause=found.cause, detail=found.detail)


def _actual(result: SearchResult) -> tuple[ActualHit, ...]:
    return tuple(ActualHit(evidence_key=hit.evidence_key, doc=hit.doc, rank=hit.rank) for hit in result.chunks)


def _expected(
    kind: FeedbackKind,
    expected: ExpectedRule | None,
    marked: str,
    result: SearchResult,
    chunks: Sequence[RuleChunk],
) -> ExpectedRule | None:
    """The expected rule with its text; an ignored one is the hit that was marked."""
    hit = next((hit for hit in result.chunks if hit.evidence_key == marked), None)
    if marked and hit is None:
        raise UsageError(f"{marked} is not among the hits.", remedy="Name a hit of this search by its evidence key.")
    if expected is not None:
        return _completed(expected, chunks, result.version or "")
    if hit is not None and kind is FeedbackKind.IGNORED:
        return ExpectedRule(doc=hit.doc, evidence=hit.content, chunk_id=hit.chunk_id)
    if kind is FeedbackKind.WRONG and hit is not None:
        return None
    if kind is FeedbackKind.WRONG:
        raise UsageError("no hit is named as wrong.", remedy="Name the hit, or the rule that is right.")
    raise UsageError("no rule is named.", remedy="Name the document and the exact text of the expected rule.")


def _completed(expected: ExpectedRule, chunks: Sequence[RuleChunk], version: str) -> ExpectedRule:
    if expected.chunk_id and not expected.evidence.strip():
        chunk = next((chunk for chunk in chunks if chunk.chunk_id == expected.chunk_id), None)
        if chunk is None:
            raise UsageError(
                f"there is no chunk {expected.chunk_id}.", where=version, remedy="Name a chunk of the version searched."
            )
        return replace(expected, doc=chunk.doc, evidence=chunk.content)
    if not expected.doc.strip() or not normalised(expected.evidence):
        raise UsageError(
            "the expected rule has no document or no text.", remedy="Name the document and the exact text of the rule."
        )
    return expected
