"""Which version, or which two, a person looks at; the page's address says the same, so that it can be sent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from rulebook.engine import Engine
from rulebook.errors import UsageError
from rulebook.model.manifest import Manifest
from rulebook.store.versions import version_number
from rulebook.ui.boundary import error_boundary
from rulebook.ui.open_draft import draft_address
from rulebook.ui.version_history import State, TimelineEntry
from rulebook.ui.words import Words

VIEWS = ("content", "compare", "sessions")
_VIEW = "versions_view"
_BETWEEN = ".."


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionPair:
    """The two versions of a comparison."""

    before: str
    after: str

    @property
    def address(self) -> str:
        """``v2..v3``, as ``pair_in`` reads it."""
        return f"{self.before}{_BETWEEN}{self.after}"


def chosen_view(words: Words) -> str:
    """One of ``VIEWS``: the one that was chosen last, or that the address asks for."""
    addressed = "compare" if "compare" in st.query_params else VIEWS[0]
    chosen = st.segmented_control(
        words("versions.view"),
        VIEWS,
        default=st.session_state.get(_VIEW, addressed),
        required=True,
        format_func=lambda view: words(f"versionview.{view}"),
        key=words.key(_VIEW),
        label_visibility="collapsed",
    )
    st.session_state[_VIEW] = view = chosen or addressed
    return view


def chosen_version(words: Words, entries: Sequence[TimelineEntry]) -> TimelineEntry:
    """The version of ``?version=v3``, else the active one, until another is chosen."""
    by_name = {entry.version: entry for entry in entries}
    addressed = st.query_params.get("version")
    if addressed is not None and addressed not in by_name:
        st.warning(words.md("versions.not_there", version=addressed), icon=":material/link_off:")
    active = next((e.version for e in entries if e.state is State.ACTIVE), entries[0].version)
    start = addressed if addressed in by_name else active
    chosen = st.selectbox(
        words("versions.choose"), list(by_name), index=list(by_name).index(start or active), key="versions_chosen"
    )
    _put_address(version=chosen)
    return by_name[chosen]


def chosen_pair(engine: Engine, words: Words, manifests: Mapping[str, Manifest]) -> VersionPair:
    """The two of ``?compare=v2..v3``, else the active version and the one before it, until others are chosen.

    ``manifests`` are at least two, newest first.
    """
    names = list(manifests)
    pair = default_pair(names, next((m.version for m in manifests.values() if m.active), None))
    with error_boundary(words):
        if addressed := pair_in(st.query_params.to_dict()):
            for version in (addressed.before, addressed.after):
                engine.versions.get(version_number(version))  # raises for one that is not there, or not any more
            pair = addressed
    left, right = st.columns(2)
    with left:
        before = st.selectbox(words("versions.before"), names, index=_place(names, pair.before), key="versions_before")
    with right:
        after = st.selectbox(words("versions.after"), names, index=_place(names, pair.after), key="versions_after")
    chosen = VersionPair(before=before, after=after)
    _put_address(compare=chosen.address)
    return chosen


def pair_in(address: Mapping[str, str]) -> VersionPair | None:
    """``None`` when the address compares nothing. Raises ``UsageError`` for another form than ``v2..v3``."""
    value = address.get("compare", "").strip()
    if not value:
        return None
    before, _, after = value.partition(_BETWEEN)
    if not (before and after):
        raise UsageError(f"the address says compare={value}.", remedy="Write it as compare=v2..v3.")
    return VersionPair(before=before, after=after)


def default_pair(versions: Sequence[str], active: str | None) -> VersionPair:
    """The active version against the one built before it; of the oldest, it and the one built after it."""
    place = versions.index(active) if active in versions else 0
    place = min(place, len(versions) - 2)
    return VersionPair(before=versions[place + 1], after=versions[place])


def _place(versions: Sequence[str], version: str) -> int:
    """Where it is in the list; the first for a version that is damaged, which is told above."""
    return versions.index(version) if version in versions else 0


def _put_address(**parts: str) -> None:
    parts = {**parts, **draft_address()}
    if st.query_params.to_dict() != parts:
        st.query_params.from_dict(parts)
