"""What all open feedback together speaks for: the root causes of today counted, and proposals that can be checked."""

from __future__ import annotations

import json

import pandas as pd
import streamlit as st
from streamlit.column_config import NumberColumn

from rulebook.engine import Engine
from rulebook.evaluation.feedback import FeedbackAnalysis
from rulebook.evaluation.proposal_check import ProposalCheck, Verdict
from rulebook.model.feedback import Proposal
from rulebook.ui.boundary import error_boundary
from rulebook.ui.escape import plain
from rulebook.ui.frame import searched_version
from rulebook.ui.quality_compare import MEASURED
from rulebook.ui.words import Words

_ANALYSIS = "quality_analysis"
_CHECKS = "quality_checks"
_ICONS = {
    Verdict.HELPS: ":material/check_circle:",
    Verdict.HARMS_OTHERS: ":material/warning:",
    Verdict.NO_EFFECT: ":material/info:",
}


def forget_analysis() -> None:
    """After what was analysed changed."""
    st.session_state.pop(_ANALYSIS, None)
    st.session_state.pop(_CHECKS, None)


def show_analysis(engine: Engine, words: Words, *, open_count: int) -> None:
    """The button, and what it came to the last time."""
    st.subheader(words("feedbacklist.analysis"))
    st.caption(words("feedbacklist.analysis_help"))
    active = engine.versions.active()
    version = searched_version() or (f"v{active.n}" if active else None)
    if version is None:
        st.info(words("quality.no_version"), icon=":material/construction:")
        return
    label = words("feedbacklist.analyse", version=version, count=open_count)
    if st.button(label, key="quality_analyse", type="primary", icon=":material/analytics:", disabled=not open_count):
        forget_analysis()
        with st.spinner(words("feedbacklist.analysing"), show_time=True):
            st.session_state[_ANALYSIS] = engine.feedback.analyse(version)
    found: FeedbackAnalysis | None = st.session_state.get(_ANALYSIS)
    if found is not None:
        _show_causes(words, found)
        if any(proposal.settings for proposal in found.proposals):
            with error_boundary(words):
                _check(engine, words, found)
        checks: tuple[ProposalCheck, ...] = st.session_state.get(_CHECKS, ())
        for proposal in found.proposals:
            with st.container(border=True):
                _show_proposal(words, proposal)
                for check in checks:
                    if check.proposal == proposal:
                        show_check(words, check)


def _check(engine: Engine, words: Words, found: FeedbackAnalysis) -> None:
    """Tries every proposal that changes settings, over the feedback and over the judged set that is chosen."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        chosen = st.selectbox(
            words("feedbacklist.check_set"),
            [name for name, _ in engine.judged.sets()],
            index=None,
            key="quality_check_set",
            placeholder=words("feedbacklist.no_check_set"),
            help=words("feedbacklist.check_help"),
            width=360,
        )
        sent = st.button(words("feedbacklist.check"), key="quality_check", icon=":material/science:")
    if sent:
        with st.spinner(words("feedbacklist.checking"), show_time=True):
            judged = engine.judged.queries(chosen) if chosen else ()
            st.session_state[_CHECKS] = engine.feedback.check(found, judged)


def _show_causes(words: Words, found: FeedbackAnalysis) -> None:
    rows = [
        {
            words("feedbacklist.cause"): words(f"rootcause.{cause}"),
            words("feedbacklist.count"): count,
            words("feedbacklist.meaning"): words(f"causehelp.{cause}"),
        }
        for cause, count in found.causes.items()
    ]
    st.markdown(f"**{words.md('feedbacklist.causes_now', version=found.version, count=len(found.items))}**")
    if rows:
        st.dataframe(pd.DataFrame(rows), hide_index=True, placeholder="—", height="content")
    if not found.proposals:
        st.info(words("feedbacklist.no_proposals"), icon=":material/lightbulb:")


def _show_proposal(words: Words, proposal: Proposal) -> None:
    st.markdown(f"**{proposal_text(words, proposal)}**")
    ids = ", ".join(f"#{number}" for number in proposal.feedback)
    st.caption(f"{proposal_why(words, proposal)}  \n{words.md('feedbacklist.speaking', ids=ids)}")


def show_check(words: Words, check: ProposalCheck) -> None:
    """What the proposal's settings do: to the feedback, to the judged set where one was given, and so altogether."""
    tell = {Verdict.HELPS: st.success, Verdict.HARMS_OTHERS: st.warning, Verdict.NO_EFFECT: st.info}[check.verdict]
    found = words("feedbacklist.found", asked=check.asked, before=check.found_before, after=check.found_after)
    verdict = words(f"verdict.{check.verdict}")
    tell(f"**{verdict}**  \n{found}", icon=_ICONS[check.verdict])
    rows = [
        {
            words("quality.group"): words(where),
            words("quality.what"): words(f"measure.{MEASURED[c.measure]}"),
            words("quality.before"): c.before,
            words("quality.after"): c.after,
            words("quality.delta"): c.delta,
            "p": c.p_value,
            words("quality.wins"): c.wins,
            words("quality.losses"): c.losses,
        }
        for where, some in (("feedbacklist.over_feedback", check.feedback), ("feedbacklist.over_set", check.others))
        for c in some
    ]
    three = NumberColumn(format="%.3f")
    numbers = {words(f"quality.{name}"): three for name in ("before", "after", "delta")}
    if rows:
        st.dataframe(
            pd.DataFrame(rows),
            hide_index=True,
            placeholder="—",
            height="content",
            column_config={**numbers, "p": three},
        )
    st.code(settings_text(check.proposal), language="yaml")


def settings_text(proposal: Proposal) -> str:
    """The settings of a proposal as they are written into ``rag.yaml``."""
    lines = []
    for section, keys in proposal.settings.items():
        lines += [f"{section}:", *(f"  {name}: {json.dumps(value)}" for name, value in keys.items())]
    return "\n".join(lines)


def proposal_text(words: Words, proposal: Proposal) -> str:
    """What to do, as Markdown with every value as text."""
    return _said(words, f"proposal.{proposal.code}", proposal, proposal.what)


def proposal_why(words: Words, proposal: Proposal) -> str:
    """The reason, as Markdown with every value as text."""
    return _said(words, f"proposalwhy.{proposal.code}", proposal, proposal.why)


def _said(words: Words, key: str, proposal: Proposal, otherwise: str) -> str:
    if key not in words:
        return plain(otherwise)
    return words.md(key, **{name: _value(words, name, value) for name, value in proposal.values.items()})


def _value(words: Words, name: str, value: object) -> object:
    """Categories and agents in the person's language, numbers without needless zeros."""
    if name == "category" and f"category.{value}" in words:
        return words(f"category.{value}")
    if name == "asked":
        kind, _, which = str(value).partition(" ")
        return words(f"{kind}.{which}") if f"{kind}.{which}" in words else words("agent.any")
    return f"{value:g}" if isinstance(value, float) else value
