"""What is measured and how: the judged set, and the conditions and settings that may differ from those in force."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath

import streamlit as st

from rulebook.engine import Engine
from rulebook.evaluation.judged import read_judged
from rulebook.model.judged import JudgedQuery
from rulebook.model.search import Mode
from rulebook.settings import Settings
from rulebook.ui.boundary import error_boundary
from rulebook.ui.panels import BY, Panel, signature
from rulebook.ui.words import Words

_NEXT = "quality_next_set"
_FILE = "\n"
"""Stands for "from a file" among the names of sets; no set is called so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """A run that was asked for: ``mode``, ``rerank`` and ``routed`` as in the conditions of a run.

    ``settings`` are those in force, the same object, where no number was changed. ``kept`` says that the queries of the
    file become a judged set, too.
    """

    judged_set: str
    queries: tuple[JudgedQuery, ...]
    label: str = ""
    by: str = BY
    mode: Mode = Mode.HYBRID
    rerank: bool = True
    routed: bool = False
    settings: Settings
    kept: bool = False


def measuring_form(engine: Engine, words: Words, version: str) -> Planned | None:
    """The run that was asked for just now, else ``None``."""
    left, middle, right = st.columns([4, 3, 3])
    with left:
        name = _set_box(engine, words)
    with right:
        by = signature(words, Panel(page="quality", name="measure"))
    with middle:
        label = st.text_input(
            words("quality.label"), key="quality_label", placeholder=words("quality.label_hint"), max_chars=80
        )
    judged_set, queries, kept = _from_file(words) if name == _FILE else _from_set(engine, words, name)
    mode, rerank, routed = _conditions(words)
    settings = _settings(engine, words)
    button = words("quality.measure", version=version, count=len(queries))
    if st.button(button, key="quality_measure", type="primary", icon=":material/play_arrow:", disabled=not queries):
        return Planned(
            judged_set=judged_set,
            queries=queries,
            label=label.strip(),
            by=by or BY,
            mode=mode,
            rerank=rerank,
            routed=routed,
            settings=settings,
            kept=kept,
        )
    return None


def choose_set(name: str) -> None:
    """Has the form stand on that set when it is drawn next."""
    st.session_state[_NEXT] = name


def _set_box(engine: Engine, words: Words) -> str:
    counts = dict(engine.judged.sets())
    key = words.key("quality_measured_set")
    if (wanted := st.session_state.pop(_NEXT, None)) in counts:
        st.session_state[key] = wanted

    def named(name: str) -> str:
        return (
            words("quality.from_file") if name == _FILE else words("quality.set_count", name=name, count=counts[name])
        )

    return st.selectbox(
        words("quality.set"),
        [*counts, _FILE],
        format_func=named,
        key=key,
        help=words("quality.set_help"),
    )


def _from_set(engine: Engine, words: Words, name: str) -> tuple[str, tuple[JudgedQuery, ...], bool]:
    with error_boundary(words):
        return name, engine.judged.queries(name), False
    return name, (), False


def _from_file(words: Words) -> tuple[str, tuple[JudgedQuery, ...], bool]:
    uploaded = st.file_uploader(words("quality.file"), type=["jsonl", "ndjson", "json"], key="quality_measured_file")
    if uploaded is None:
        return "", (), False
    stem = PurePath(uploaded.name).stem
    kept = st.checkbox(
        words.md("quality.keep", name=stem), value=True, key="quality_keep", help=words("quality.keep_help")
    )
    with error_boundary(words):
        return stem, read_judged(uploaded.getvalue(), uploaded.name), kept
    return stem, (), False


def _conditions(words: Words) -> tuple[Mode, bool, bool]:
    first, second, third = st.columns([3, 2, 3], vertical_alignment="bottom")
    choices = list(Mode)
    with first:
        mode = st.selectbox(
            words("search.mode"),
            choices,
            index=choices.index(Mode.HYBRID),
            format_func=lambda mode: words(f"mode.{mode}"),
            key=words.key("quality_mode"),
        )
    rerank = second.toggle(words("search.rerank"), True, key="quality_rerank", help=words("search.rerank_help"))
    routed = third.toggle(words("quality.routed"), False, key="quality_routed", help=words("quality.routed_help"))
    return mode, rerank, routed


def _settings(engine: Engine, words: Words) -> Settings:
    """The settings in force, with the numbers that were changed here; for this run alone."""
    now = engine.settings
    with st.expander(words("quality.settings"), icon=":material/tune:"):
        st.caption(words("quality.settings_help"))
        depth, k, window, weight = st.columns(4)
        retrieval: dict[str, object] = {
            "channel_top_k": depth.number_input(
                "channel_top_k", 1, 1000, now.retrieval.channel_top_k, key="quality_depth", help=words("setting.depth")
            ),
            "rrf_k": k.number_input(
                "rrf_k", 1, 1000, now.retrieval.rrf_k, key="quality_rrf", help=words("setting.rrf")
            ),
        }
        rerank: dict[str, object] = {
            "window": window.number_input(
                "window", 1, 1000, now.rerank.window, key="quality_window", help=words("setting.window")
            ),
            "similarity_weight": weight.number_input(
                "similarity_weight",
                0.0,
                1.0,
                now.rerank.similarity_weight,
                step=0.05,
                key="quality_weight",
                help=words("setting.weight"),
            ),
        }
    return changed_settings(now, retrieval=retrieval, rerank=rerank)


def changed_settings(settings: Settings, *, retrieval: Mapping[str, object], rerank: Mapping[str, object]) -> Settings:
    """``settings`` with these keys of two of its sections; the same object where nothing differs."""
    changed = settings.model_copy(
        update={
            "retrieval": settings.retrieval.model_copy(update=dict(retrieval)),
            "rerank": settings.rerank.model_copy(update=dict(rerank)),
        }
    )
    return settings if changed == settings else changed
