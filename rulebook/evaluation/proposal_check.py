"""A proposal is tried before it is believed: over the feedback it came from, and over queries it did not come from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from rulebook.errors import SettingsError
from rulebook.evaluation.causes import RuleFinder, judged_query
from rulebook.evaluation.comparison import Comparison, compare_reports
from rulebook.evaluation.retrieval import RANKING_DEPTH, RetrievalReport, evaluate_retrieval
from rulebook.model.chunk import RuleChunk
from rulebook.model.feedback import Feedback, Overrides, Proposal
from rulebook.model.judged import JudgedQuery
from rulebook.model.search import Query, SearchResult
from rulebook.settings import Settings

RunMany = Callable[[Sequence[Query]], tuple[SearchResult, ...]]

TOLERATED = 0.005
"""A mean that falls by less, and not beyond chance, counts as unharmed."""

BEYOND_CHANCE = 0.05
"""A p value up to this one."""


class Verdict(StrEnum):
    """More expected rules are found and nothing else falls; they are, but other queries lose; or they are not."""

    HELPS = "helps"
    HARMS_OTHERS = "harms_others"
    NO_EFFECT = "no_effect"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalCheck:
    """What a proposal's settings do.

    ``found_before`` and ``found_after`` of ``asked`` feedbacks have their rule among the hits, each asked as it was.
    ``feedback`` compares the measures over the same queries, ten hits deep, ``others`` those over the judged set, whose
    queries are asked of all categories; it is empty where none was given, and then ``verdict`` says nothing of others.
    The proposal was made from this very feedback, so its gain there is what to expect at best.
    """

    proposal: Proposal
    asked: int
    found_before: int
    found_after: int
    feedback: tuple[Comparison, ...]
    others: tuple[Comparison, ...]
    verdict: Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class _Trial:
    """How one configuration answers: the ids of the feedback whose rule is among the hits, and the reports."""

    found: frozenset[int]
    feedback: RetrievalReport
    others: RetrievalReport | None


class ProposalTrials:
    """Tries settings over one version, with feedback that expects a rule and, where there is one, a judged set.

    ``chunks`` are all chunks of the version, hidden ones too.
    """

    def __init__(
        self, version: str, chunks: Sequence[RuleChunk], filed: Sequence[Feedback], judged: Sequence[JudgedQuery]
    ) -> None:
        self._version = version
        self._chunks = chunks
        self._filed = [feedback for feedback in filed if feedback.expected is not None]
        self._judged = judged
        rules = RuleFinder(chunks)
        self._holding = {f.id: rules.chunks_holding(f.expected) for f in self._filed if f.expected is not None}

    def checks(
        self, proposals: Sequence[Proposal], settings: Settings, runner: Callable[[Settings], RunMany]
    ) -> tuple[ProposalCheck, ...]:
        """A check of every proposal that changes settings, in their order; ``runner`` searches as settings say.

        Raises what a search raises, and ``SettingsError`` for a proposal whose values are not allowed.
        """
        changing = [proposal for proposal in proposals if proposal.settings]
        if not changing:
            return ()
        before = self._trial(runner(settings))
        return tuple(
            self._check(proposal, before, self._trial(runner(overridden(settings, proposal.settings))))
            for proposal in changing
        )

    def _check(self, proposal: Proposal, before: _Trial, after: _Trial) -> ProposalCheck:
        feedback = compare_reports(before.feedback, after.feedback).overall
        others: tuple[Comparison, ...] = ()
        if before.others is not None and after.others is not None:
            others = compare_reports(before.others, after.others).overall
        return ProposalCheck(
            proposal=proposal,
            asked=len(self._filed),
            found_before=len(before.found),
            found_after=len(after.found),
            feedback=feedback,
            others=others,
            verdict=verdict_of(len(after.found) - len(before.found), feedback, others),
        )

    def _trial(self, run_many: RunMany) -> _Trial:
        asked = [asked_of(feedback, self._version) for feedback in self._filed]
        as_asked = run_many(asked)
        deep = run_many([replace(query, top_k=RANKING_DEPTH) for query in asked])
        return _Trial(
            found=frozenset(
                feedback.id
                for feedback, result in zip(self._filed, as_asked, strict=True)
                if any(hit.chunk_id in self._holding[feedback.id] for hit in result.chunks)
            ),
            feedback=self._report([query_of(feedback) for feedback in self._filed], deep),
            others=self._report(self._judged, self._answers(run_many)) if self._judged else None,
        )

    def _answers(self, run_many: RunMany) -> tuple[SearchResult, ...]:
        return run_many([Query(text=q.query, version=self._version, top_k=RANKING_DEPTH) for q in self._judged])

    def _report(self, queries: Sequence[JudgedQuery], results: Sequence[SearchResult]) -> RetrievalReport:
        answers = {query.id: result for query, result in zip(queries, results, strict=True)}
        return evaluate_retrieval(queries, self._chunks, lambda query: answers[query.id])


def asked_of(feedback: Feedback, version: str) -> Query:
    """The query of a feedback, asked of ``version`` whatever it was asked of then."""
    return replace(feedback.query, version=version, session_id=None)


def query_of(feedback: Feedback) -> JudgedQuery:
    """A feedback as a judged query: its expected rule is the direct answer; none expected, none judged.

    The language is left undetermined, the kind is that of the feedback.
    """
    text, identity = feedback.query.text, f"feedback-{feedback.id}"
    if feedback.expected is None:
        return JudgedQuery(id=identity, query=text, lang="und", kind=feedback.kind.value, gold=())
    asked = judged_query(feedback.expected, identity=identity, text=text, kind=feedback.kind.value)
    return replace(asked, intent=feedback.query.agent, category=feedback.query.category)


def overridden(settings: Settings, overrides: Overrides) -> Settings:
    """``settings`` with the keys of ``overrides`` in their place. Raises ``SettingsError`` for what is not allowed."""
    changed = {}
    for section, keys in overrides.items():
        standing = getattr(settings, section)
        try:
            changed[section] = type(standing)(**{**standing.model_dump(), **keys})
        except ValueError as error:
            raise SettingsError(f"the section '{section}' is not allowed so: {error}.", where="proposal") from error
    return settings.model_copy(update=changed)


def verdict_of(gained: int, feedback: Sequence[Comparison], others: Sequence[Comparison]) -> Verdict:
    """The verdict where ``gained`` more of the expected rules are found, below 0 for fewer."""
    if gained < 0 or (gained == 0 and not any(measure.delta > 0 for measure in feedback)):
        return Verdict.NO_EFFECT
    if any(_falls(measure) for measure in others):
        return Verdict.HARMS_OTHERS
    return Verdict.HELPS


def _falls(measure: Comparison) -> bool:
    return measure.delta <= -TOLERATED or (measure.delta < 0 and measure.p_value <= BEYOND_CHANCE)
