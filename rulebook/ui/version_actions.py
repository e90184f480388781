"""Activating and retiring a version, each after a question that says who and what is affected."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from rulebook.engine import Engine
from rulebook.handbook.references import referenced
from rulebook.ui.boundary import error_boundary
from rulebook.ui.formats import file_size
from rulebook.ui.version_history import Lock, State, TimelineEntry
from rulebook.ui.version_timeline import named
from rulebook.ui.words import Words

BY = "workbench"
"""Who activates, retires and ends sessions on the pages, as builds started there are recorded."""

_DONE = "versions_done"


def show_done(words: Words) -> None:
    """What the last action came to, until the page is drawn again."""
    done = st.session_state.pop(_DONE, None)
    with st.container():  # always there: what is open below would close when the message goes and everything moves up
        if done is not None:
            st.success(words.md(done[0], **done[1]), icon=":material/check_circle:")


def announce(key: str, **values: str) -> None:
    """Draws the page anew with a message on top."""
    st.session_state[_DONE] = (key, values)
    st.rerun()


def show_activation(engine: Engine, words: Words, entry: TimelineEntry, entries: Sequence[TimelineEntry]) -> None:
    """Asks once more: from then on every search without a session uses the other version."""
    version = entry.version
    with st.popover(words("versions.activate", version=version), icon=":material/published_with_changes:"):
        active = next((other.version for other in entries if other.state is State.ACTIVE), "—")
        st.markdown(words.md("versions.confirm", version=version, active=active))
        st.markdown(_staying(words, [(other.version, lock) for other in entries for lock in other.locks]))
        if st.button(words("versions.confirm_button"), key="versions_confirm", type="primary"):
            with error_boundary(words):
                engine.handbooks.rollback_to(version, BY)
                announce("versions.activated", version=version)


def _staying(words: Words, locks: Sequence[tuple[str, Lock]]) -> str:
    if not locks:
        return words.md("versions.no_locks")
    return words.md("versions.staying", sessions=named(words, [f"{lock.session} ({v})" for v, lock in locks]))


def show_retirement(engine: Engine, words: Words, entry: TimelineEntry, entries: Sequence[TimelineEntry]) -> None:
    """Says what goes and what stays, or why the version must stay."""
    version = entry.version
    with st.popover(words("versions.retire", version=version), icon=":material/inventory_2:"):
        reasons = _refusals(words, entry)
        for reason in reasons:
            st.warning(reason, icon=":material/lock:")
        if reasons:
            return
        st.markdown(words.md("versions.retire_goes", version=version, count=len(only_here(entry, entries))))
        st.markdown(words.md("versions.retire_stays"))
        if st.button(words("versions.retire_button"), key="versions_retire", type="primary"):
            with error_boundary(words), st.spinner(words("versions.retiring")):
                freed = engine.handbooks.retire(version, BY).freed_bytes
                announce("versions.retired", version=version, size=file_size(freed) if freed else "0 KB")


def only_here(entry: TimelineEntry, entries: Sequence[TimelineEntry]) -> list[str]:
    """The documents whose content no other version holds, retired ones aside, in the manifest's order."""
    others = referenced(o.manifest for o in entries if o is not entry and o.state is not State.RETIRED)
    return [s.name for s in entry.manifest.source_files if not others.parts.issuperset(s.parts.values())]


def _refusals(words: Words, entry: TimelineEntry) -> list[str]:
    found = [words.md("versions.retire_active", version=entry.version)] if entry.state is State.ACTIVE else []
    if entry.locks:
        sessions = named(words, [lock.session for lock in entry.locks])
        found.append(words.md("versions.retire_locked", version=entry.version, sessions=sessions))
    return found
