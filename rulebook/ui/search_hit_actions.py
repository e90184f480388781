"""What can be done with a hit: it is saved as a right answer, or said to be wrong or not followed."""

from __future__ import annotations

import streamlit as st

from rulebook.engine import Engine
from rulebook.model.search import EvidenceStatus, Hit
from rulebook.ui.boundary import error_boundary
from rulebook.ui.search_judging import gold_form, judging_panel
from rulebook.ui.search_report import report_form, report_panel
from rulebook.ui.search_run import Searched
from rulebook.ui.words import Words


def show_hit_actions(engine: Engine, words: Words, searched: Searched, hit: Hit, side: str) -> None:
    """The buttons of a hit in one line and, once one is pressed, its form; ``side`` parts two results of a page."""
    judging, report = judging_panel(hit, side), report_panel(hit, side)
    with st.container(horizontal=True, gap="medium"):
        judging.button(words("judge.open"))
        if can_be_reported(engine, searched):
            report.button(words("hitreport.open"))
    for panel in (judging, report):
        panel.told()
    if judging.is_open:
        with st.container(border=True), error_boundary(words):
            gold_form(engine, words, searched.query, hit, judging)
    elif report.is_open:
        with st.container(border=True), error_boundary(words):
            report_form(engine, words, searched, hit, report)


def can_be_reported(engine: Engine, searched: Searched) -> bool:
    """Not where the settings are others than those in force, with which a report is searched again, and not where the
    search itself says that nothing answers."""
    return searched.result.evidence_status is EvidenceStatus.FOUND and searched.settings == engine.settings
