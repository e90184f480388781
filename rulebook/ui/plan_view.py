"""What a build would do, in numbers and by document."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from rulebook.model.manifest import Plan, Status
from rulebook.ui.words import Words


def show_plan(words: Words, plan: Plan) -> None:
    """Four numbers, and the documents behind them on demand."""
    groups = {"added": plan.added, "changed": plan.changed, "unchanged": plan.unchanged, "removed": plan.removed}
    for column, (name, members) in zip(st.columns(4), groups.items(), strict=True):
        column.metric(words(f"plan.{name}"), len(members), border=True)
    names = [*plan.added, *plan.changed, *plan.removed]
    if names:
        statuses = [status_text(words, name, plan) for name in names]
        with st.expander(words("build.plan_documents")):
            table = {words("table.document"): names, words("table.status"): statuses}
            st.dataframe(pd.DataFrame(table), hide_index=True)


def status_text(words: Words, name: str, plan: Plan) -> str:
    """What the build will do with a document, and why a changed one counts as changed."""
    if name in plan.reasons:
        return words("status.changed_why", reason=words(f"reason.{plan.reasons[name]}"))
    groups = {Status.ADDED: plan.added, Status.UNCHANGED: plan.unchanged, Status.REMOVED: plan.removed}
    return next((words(f"status.{status}") for status, members in groups.items() if name in members), "—")
