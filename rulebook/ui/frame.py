"""What stands beside every page: the handbook, its active version, the models, the version to search, the language."""

from __future__ import annotations

import streamlit as st

from rulebook.engine import Engine
from rulebook.errors import EncoderUnavailable, RerankerUnavailable
from rulebook.ui.formats import local_time
from rulebook.ui.resources import LANGUAGE
from rulebook.ui.words import LANGUAGES, Words

_VERSION = "frame_version"
_ACTIVE = "active"


def searched_version() -> str | None:
    """The version chosen beside the pages; ``None`` for whichever is active."""
    chosen: str = st.session_state.get(_VERSION, _ACTIVE)
    return None if chosen == _ACTIVE else chosen


def show_frame(engine: Engine, words: Words) -> None:
    """Fills the sidebar. Loads no model and opens no version."""
    with st.sidebar:
        _handbook(engine, words)
        _encoder_chip(engine, words)
        _reranker_chip(engine, words)
        _version_selector(engine, words)
        st.selectbox(words("frame.language"), list(LANGUAGES), format_func=LANGUAGES.__getitem__, key=LANGUAGE)


def _handbook(engine: Engine, words: Words) -> None:
    st.caption(words("frame.handbook"))
    st.text(engine.layout.home.resolve().name)
    active = engine.versions.active()
    if active is None:
        st.badge(words("frame.no_version"), color="gray")
        return
    when = local_time(engine.versions.get(active.n).created_at)
    st.badge(words("frame.active", version=f"v{active.n}", when=when), color="green", icon=":material/check_circle:")


def _encoder_chip(engine: Engine, words: Words) -> None:
    try:
        choice = engine.models.encoder()
    except EncoderUnavailable as error:
        _chip(words("frame.encoder_missing"), words.md("frame.why", reason=str(error)), sound=False)
        return
    built_with, identity = _active_model(engine), choice.encoder.identity
    if built_with and built_with != identity.name:
        why = words.md("frame.other_model", built_with=built_with, chosen=identity.name)
        _chip(words.md("frame.encoder", name=built_with), why, sound=False)
    else:
        _chip(words.md("frame.encoder", name=identity.chip), words.md("frame.why", reason=choice.reason))


def _reranker_chip(engine: Engine, words: Words) -> None:
    try:
        choice = engine.models.reranker()
    except RerankerUnavailable as error:
        _chip(words("frame.rerank_off"), words.md("frame.why", reason=str(error)), sound=False)
        return
    name = choice.reranker.identity.chip if choice.reranker else words("frame.statements")
    _chip(words.md("frame.reranker", name=name), words.md("frame.why", reason=choice.reason))


def _chip(label: str, why: str, *, sound: bool = True) -> None:
    """A model with the reason for it; amber where less than was set up is at work."""
    st.badge(label, color="blue" if sound else "orange", help=why)


def _active_model(engine: Engine) -> str:
    active = engine.versions.active()
    return engine.handbooks.get_version(f"v{active.n}").embedding_model if active else ""


def _version_selector(engine: Engine, words: Words) -> None:
    """The address of a search may name the version, so that it shows the same result later."""
    times = {f"v{row.n}": local_time(row.created_at) for row in reversed(engine.versions.all())}
    addressed = st.query_params.get("version") if "q" in st.query_params else None
    if _VERSION not in st.session_state and addressed in times:
        st.session_state[_VERSION] = addressed

    def label(version: str) -> str:
        return words("frame.version_active") if version == _ACTIVE else f"{version} · {times[version]}"

    options = [_ACTIVE, *times]
    st.session_state[_VERSION] = st.selectbox(
        words("frame.version"),
        options,
        index=options.index(searched_version() or _ACTIVE),
        format_func=label,
        key=words.key("frame_version"),
        help=words("frame.version_help"),
    )
