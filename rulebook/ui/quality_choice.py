"""What a person looks at on the page of quality, and which runs; the page's address says the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from rulebook.errors import UsageError
from rulebook.ui.boundary import error_boundary
from rulebook.ui.open_draft import draft_address
from rulebook.ui.quality_history import StoredRun, run_name
from rulebook.ui.words import Words

VIEWS = ("measure", "compare", "reliability", "sets", "feedback")
_VIEW = "quality_view"
_NEXT_RUN = "quality_next_run"
_BETWEEN = ".."


@dataclass(frozen=True, slots=True, kw_only=True)
class RunPair:
    """The two runs of a comparison, by their numbers."""

    before: int
    after: int

    @property
    def address(self) -> str:
        """``3..5``, as ``pair_in`` reads it."""
        return f"{self.before}{_BETWEEN}{self.after}"


def chosen_view(words: Words) -> str:
    """One of ``VIEWS``: the one that was chosen last, or that the address asks for."""
    asked = st.query_params.get("view", "")
    addressed = asked if asked in VIEWS else "compare" if "compare" in st.query_params else VIEWS[0]
    chosen = st.segmented_control(
        words("quality.view"),
        VIEWS,
        default=st.session_state.get(_VIEW, addressed),
        required=True,
        format_func=lambda view: words(f"qualityview.{view}"),
        key=words.key(_VIEW),
        label_visibility="collapsed",
    )
    st.session_state[_VIEW] = view = chosen or addressed
    return view


def choose_run(run: int) -> None:
    """Opens the run when the page is drawn next, whatever the address and the selector say now."""
    st.query_params.pop("run", None)
    st.session_state[_NEXT_RUN] = run


def chosen_run(words: Words, runs: Sequence[StoredRun], view: str) -> StoredRun:
    """The run of ``?run=3``, else the newest, until another is chosen. ``runs`` are newest first, at least one."""
    by_id = {run.row.id: run for run in runs}
    start, key = next(iter(by_id)), f"quality_run_{view}"
    if (wanted := st.session_state.pop(_NEXT_RUN, None)) in by_id:
        st.session_state[key] = wanted  # before the selector is drawn: what it sends would win over any later word
    with error_boundary(words):
        addressed = run_in(st.query_params.to_dict())
        if addressed is not None and addressed not in by_id:
            raise UsageError(f"there is no run {addressed}.", remedy="Choose one of the list.")
        start = addressed if addressed is not None else start
    chosen = st.selectbox(
        words("quality.open_run"),
        list(by_id),
        index=list(by_id).index(start),
        format_func=lambda number: run_name(words, by_id[number]),
        key=key,
    )
    put_address(view=view, run=str(chosen))
    return by_id[chosen]


def chosen_pair(words: Words, runs: Sequence[StoredRun]) -> tuple[StoredRun, StoredRun]:
    """The two of ``?compare=3..5``, else the newest run and the one before it on the same judged set, until others are
    chosen. ``runs`` are newest first, at least two."""
    by_id = {run.row.id: run for run in runs}
    pair = default_pair(runs)
    with error_boundary(words):
        addressed = pair_in(st.query_params.to_dict())
        if addressed is not None and not {addressed.before, addressed.after} <= by_id.keys():
            raise UsageError(f"the address compares runs {addressed.address}, which are not both there.")
        pair = addressed or pair
    names = list(by_id)
    left, right = st.columns(2)
    with left:
        before = _run_box(words, "quality.before", by_id, names.index(pair.before), "quality_before")
    with right:
        after = _run_box(words, "quality.after", by_id, names.index(pair.after), "quality_after")
    put_address(compare=RunPair(before=before, after=after).address)
    return by_id[before], by_id[after]


def _run_box(words: Words, label: str, by_id: Mapping[int, StoredRun], index: int, key: str) -> int:
    return st.selectbox(
        words(label), list(by_id), index=index, format_func=lambda number: run_name(words, by_id[number]), key=key
    )


def run_in(address: Mapping[str, str]) -> int | None:
    """``None`` when the address names no run. Raises ``UsageError`` for what is no number."""
    value = address.get("run", "").strip()
    if not value:
        return None
    if not (value.isascii() and value.isdigit()):
        raise UsageError(f"the address says run={value}.", remedy="Write it as run=3.")
    return int(value)


def pair_in(address: Mapping[str, str]) -> RunPair | None:
    """``None`` when the address compares nothing. Raises ``UsageError`` for another form than ``3..5``."""
    value = address.get("compare", "").strip()
    if not value:
        return None
    before, _, after = value.partition(_BETWEEN)
    if not all(part.isascii() and part.isdigit() for part in (before, after)):
        raise UsageError(f"the address says compare={value}.", remedy="Write it as compare=3..5.")
    return RunPair(before=int(before), after=int(after))


def default_pair(runs: Sequence[StoredRun]) -> RunPair:
    """The newest run that has an earlier one on the same judged set, and that one; else the two newest.

    ``runs`` are newest first, at least two.
    """
    for place, run in enumerate(runs):
        for earlier in runs[place + 1 :]:
            if earlier.row.judged_set == run.row.judged_set:
                return RunPair(before=earlier.row.id, after=run.row.id)
    return RunPair(before=runs[1].row.id, after=runs[0].row.id)


def put_address(**parts: str) -> None:
    """Writes the page's address anew, with the draft that it had."""
    parts = {**parts, **draft_address()}
    if st.query_params.to_dict() != parts:
        st.query_params.from_dict(parts)
