"""Saving a hit as the right answer, or a query as one without an answer, into a set of judged queries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from rulebook.engine import Engine
from rulebook.model.judged import Gold, JudgedQuery
from rulebook.model.search import Hit, Query
from rulebook.ui.boundary import error_boundary
from rulebook.ui.panels import BY, Panel, done, signature
from rulebook.ui.richtext import joined, show, tag, text
from rulebook.ui.search_judged import (
    GRADES,
    KINDS,
    LANGS,
    SHORT,
    evidence_of,
    golds_of,
    kind_of,
    language_of,
    likely_statements,
)
from rulebook.ui.search_run import PAGE
from rulebook.ui.words import Words

_SET = "search_judged_set"
_NO_ANSWER = Panel(page=PAGE, name="no_answer", icon=":material/block:")


def judging_panel(hit: Hit, side: str) -> Panel:
    """That of 「正解として保存」 of a hit; ``side`` parts two results of a page."""
    return Panel(page=PAGE, name=f"judge_{side}_{hit.chunk_id}", icon=":material/bookmark_add:")


def show_no_answer(engine: Engine, words: Words, query: Query) -> None:
    """The button 「この質問には答えがない」 and, once pressed, its form."""
    if _NO_ANSWER.opened(words("judge.no_answer")):
        with st.container(border=True), error_boundary(words):
            _no_answer_form(engine, words, query)


def gold_form(engine: Engine, words: Words, query: Query, hit: Hit, panel: Panel) -> None:
    """The form that saves a hit, or statements of it, as the right answer."""
    chosen = _statements(words, query, hit, panel)
    judged = _judged(engine, words, query, hit, panel)
    standing = _standing(engine, judged[0], judged[1].id)
    if standing is not None:
        key = "judge.joins" if standing.gold else "judge.answers"
        st.info(words.md(key, set=judged[0], count=len(standing.gold)), icon=":material/library_add:")
    grade = st.segmented_control(
        words("judge.grade"),
        GRADES,
        default=GRADES[0],
        required=True,
        format_func=lambda value: words(f"grade.{value}"),
        key=panel.key("grade"),
        help=words("judge.grade_help"),
    )
    by = signature(words, panel)
    too_long = not chosen and len(hit.content) > SHORT and bool(hit.statements)
    if too_long:
        st.warning(words.md("judge.choose_statement"), icon=":material/checklist:")
    if st.button(words("judge.save"), key=panel.key("save"), type="primary", disabled=too_long):
        _save(engine, words, *judged, golds_of(hit, chosen, grade or GRADES[0]), by, panel)


def _statements(words: Words, query: Query, hit: Hit, panel: Panel) -> Sequence[int]:
    """The statements chosen as evidence, with what they say as it will be saved."""
    chosen: Sequence[int] = []
    if len(hit.statements) > 1:
        chosen = st.multiselect(
            words("judge.evidence"),
            range(len(hit.statements)),
            default=likely_statements(query.text, hit),
            format_func=lambda number: f"{number + 1}. {_one_line(hit, number)}",
            key=panel.key("evidence"),
            help=words("judge.evidence_help"),
            placeholder=words("judge.evidence_whole"),
        )
    st.caption(words("judge.preview"))
    show(joined([tag("div", text(part), css="rb-evidence") for part in evidence_of(hit, chosen)]))
    return chosen


def _one_line(hit: Hit, number: int) -> str:
    statement = hit.statements[number]
    return " ".join(hit.content[statement.start : statement.end].split())


def _judged(engine: Engine, words: Words, query: Query, hit: Hit | None, panel: Panel) -> tuple[str, JudgedQuery]:
    """The set that is chosen and the query as it will be saved there, without golds; a name can be typed."""
    last = st.session_state.get(_SET, "")
    names = list(dict.fromkeys([*([last] if last else []), *(name for name, _ in engine.judged.sets())]))
    names = names or [words("judge.first_set")]
    left, middle, right = st.columns([3, 2, 2])
    with left:
        chosen = st.selectbox(
            words("judge.set"), names, key=panel.key("set"), accept_new_options=True, help=words("judge.set_help")
        )
    lang = language_of(query.text, words.language)
    with middle:
        kind = _choice(words, "kind", KINDS, kind_of(query, hit, lang), panel)
    with right:
        lang = _choice(words, "lang", (*LANGS, "und"), lang, panel)
    judged = JudgedQuery(
        id=engine.judged.id_of(query.text),
        query=query.text,
        lang=lang,
        kind=kind,
        gold=(),
        intent=query.agent,
        category=query.category,
    )
    return str(chosen or names[0]), judged


def _choice(words: Words, name: str, values: Sequence[str], guess: str, panel: Panel) -> str:
    return st.selectbox(
        words(f"judge.{name}"),
        values,
        index=values.index(guess),
        format_func=lambda value: words(f"judged{name}.{value}"),
        key=panel.key(words.key(name)),
        help=words(f"judge.{name}_help"),
    )


def _no_answer_form(engine: Engine, words: Words, query: Query) -> None:
    set_name, judged = _judged(engine, words, query, None, _NO_ANSWER)
    standing = _standing(engine, set_name, judged.id)
    replaced = False
    if standing is not None and standing.gold:
        st.warning(words.md("judge.has_golds", set=set_name, count=len(standing.gold)), icon=":material/warning:")
        replaced = st.checkbox(words("judge.drop_golds"), key=_NO_ANSWER.key("drop"))
    by = signature(words, _NO_ANSWER)
    refused = standing is not None and bool(standing.gold) and not replaced
    if st.button(words("judge.save_no_answer"), key=_NO_ANSWER.key("save"), type="primary", disabled=refused):
        if replaced:
            engine.judged.remove(set_name, judged.id)
        _save(engine, words, set_name, judged, (), by, _NO_ANSWER)


def _standing(engine: Engine, set_name: str, query_id: str) -> JudgedQuery | None:
    """The query as the set has it already."""
    if set_name not in {name for name, _ in engine.judged.sets()}:
        return None
    return next((query for query in engine.judged.queries(set_name) if query.id == query_id), None)


def _save(
    engine: Engine,
    words: Words,
    set_name: str,
    judged: JudgedQuery,
    golds: tuple[Gold, ...],
    by: str,
    panel: Panel,
) -> None:
    saved = engine.judged.add(set_name, replace(judged, gold=golds), by or BY)
    st.session_state[_SET] = set_name
    key = "judge.saved" if saved.gold else "judge.saved_no_answer"
    done(panel, words.md(key, set=set_name, count=len(saved.gold)))
