"""Feedback, causes, proposals and their checks as people read them on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulebook.cli.output import put, put_table, say, shortened
from rulebook.model.feedback import Feedback, Overrides, Proposal, RootCause

if TYPE_CHECKING:
    from rulebook.evaluation.comparison import Comparison
    from rulebook.evaluation.feedback import FeedbackAnalysis
    from rulebook.evaluation.proposal_check import ProposalCheck

SENTENCES = {
    RootCause.NOT_IN_HANDBOOK: "no chunk of the version holds the text",
    RootCause.NOT_SEARCHED: "its category was left out, or it stands in a hidden part",
    RootCause.NOT_RETRIEVED: "no channel returned it",
    RootCause.MISSED_BY_VECTOR: "the vector channel did not return it, so it stands low",
    RootCause.MISSED_BY_KEYWORD: "the keyword channel did not return it, so it stands low",
    RootCause.RANKED_LOW: "it was returned, but stands behind the hits",
    RootCause.RETRIEVED_IGNORED: "it is among the hits; the text did not follow it",
    RootCause.FOUND: "it is among the hits",
}

_VERDICTS = {
    "helps": "helps",
    "harms_others": "HARMS OTHER QUERIES",
    "no_effect": "no effect",
}

_WIDTH = 40


def put_feedback(feedback: Feedback) -> None:
    """One feedback as lines."""
    put(f"feedback {feedback.id}, {feedback.kind.value}, {feedback.state.value}: {cause_of(feedback)}")
    put(f"query: {shortened(feedback.query.text, 100)} ({feedback.version})")
    if feedback.expected is not None:
        put(f"expected: {feedback.expected.doc}  {shortened(feedback.expected.evidence, 80)}")
    for hit in feedback.actual:
        put(f"came: {hit.rank}. {hit.evidence_key}{'  <- marked' if hit.evidence_key == feedback.marked else ''}")
    told = {key: value for key, value in feedback.detail.items() if value not in (None, "")}
    put("told from: " + ", ".join(f"{key} {value}" for key, value in told.items()))
    if feedback.note:
        put(f"note: {shortened(feedback.note, 100)}")


def cause_of(feedback: Feedback) -> str:
    if feedback.cause is None:
        return "no rule is expected"
    return f"{feedback.cause.value}, {SENTENCES[feedback.cause]}"


def put_feedbacks(found: Sequence[Feedback]) -> None:
    if not found:
        say("There is no feedback.")
        return
    put_table(
        ("id", "at", "by", "version", "kind", "state", "cause", "query", "expected"),
        [
            (
                feedback.id,
                feedback.at,
                feedback.by or None,
                feedback.version,
                feedback.kind.value,
                feedback.state.value,
                feedback.cause.value if feedback.cause is not None else None,
                shortened(feedback.query.text, _WIDTH),
                shortened(feedback.expected.doc, _WIDTH) if feedback.expected is not None else None,
            )
            for feedback in found
        ],
    )


def put_analysis(analysis: FeedbackAnalysis) -> None:
    """The causes counted, then the proposals."""
    if not analysis.items:
        say("No feedback is open.")
        return
    put_table(
        ("cause", "feedback", "where the rule was lost"),
        [(cause.value, count, SENTENCES[cause]) for cause, count in analysis.causes.items()],
    )
    put(f"{len(analysis.items)} open, asked again of {analysis.version}.")
    for proposal in analysis.proposals:
        put("")
        _put_proposal(proposal)


def put_checks(checks: Sequence[ProposalCheck], judged_set: str) -> None:
    """Each proposal's measures before and after."""
    if not checks:
        put("\nNo proposal changes settings, so there is nothing to check.")
    for check in checks:
        put(
            f"\n{check.proposal.code}: {_VERDICTS[check.verdict.value]}. Found {check.found_before} -> "
            f"{check.found_after} of {check.asked} expected rules."
        )
        rows = [*_measured("feedback", check.feedback), *_measured(judged_set, check.others)]
        put_table(("queries", "measure", "before", "after", "delta", "wins", "losses", "ties", "p"), rows)
    if checks and not judged_set:
        say("Not measured on queries that the proposals did not come from: name some with --set.")


def _put_proposal(proposal: Proposal) -> None:
    put(proposal.what)
    put(f"  Why: {proposal.why}")
    put(f"  From feedback {', '.join(str(number) for number in proposal.feedback)}.")
    for line in as_settings_file(proposal.settings):
        put(f"    {line}")


def as_settings_file(settings: Overrides) -> list[str]:
    """The lines that a settings file takes."""
    lines = []
    for section, keys in settings.items():
        lines.append(f"{section}:")
        lines += [f"  {key}: {value}" for key, value in keys.items()]
    return lines


def _measured(name: str, comparisons: Sequence[Comparison]) -> list[tuple[object, ...]]:
    return [(name, c.measure, c.before, c.after, c.delta, c.wins, c.losses, c.ties, c.p_value) for c in comparisons]
