"""The versions over time: a picture, and the same in words in a table."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st
from streamlit.column_config import NumberColumn, TextColumn

from rulebook.model.manifest import Changes
from rulebook.ui.escape import plain
from rulebook.ui.formats import local_time
from rulebook.ui.version_chart import period_text, timeline_chart
from rulebook.ui.version_history import Period, State, TimelineEntry
from rulebook.ui.words import Words

_SHOWN = 12
"""Versions in the picture until somebody asks for all: more would push the rest of the page off the screen."""

_TABLE_ROWS = 8
_NAMED = 5
_DAY = len("2026-07-30")


def show_timeline(words: Words, entries: Sequence[TimelineEntry], now: str) -> None:
    """The newest versions as a picture, then all in a table. ``now`` ends the bar of the active one."""
    everything = len(entries) <= _SHOWN or st.toggle(words("versions.all", count=len(entries)), key="versions_all")
    shown = entries if everything else entries[:_SHOWN]
    st.altair_chart(timeline_chart(words, shown, now), key="versions_timeline", alt=words("versions.chart"))
    st.dataframe(
        pd.DataFrame([_row(words, entry) for entry in entries]),
        hide_index=True,
        height="auto" if len(entries) <= _TABLE_ROWS else 38 + 35 * _TABLE_ROWS,
        column_config={
            words("versions.version"): TextColumn(width=65, pinned=True),
            words("versions.active"): TextColumn(width=75),
            words("versions.created"): TextColumn(width=125),
            words("versions.built_by"): TextColumn(width=90),
            words("versions.changes"): TextColumn(width=90, help=words("versions.changes_help")),
            words("versions.periods"): TextColumn(width=195),
            words("versions.locked_by"): TextColumn(width=185),
            words("versions.documents"): NumberColumn(width=60),
            words("table.chunks"): NumberColumn(width=70),
        },
    )


def show_story(words: Words, entry: TimelineEntry) -> None:
    """One version in two lines: who built it, when, from what and with which changes; and when it was active."""
    manifest = entry.manifest
    built = words.md("versions.built", when=local_time(entry.row.created_at), by=manifest.built_by or "—")
    based = words.md("versions.based_on", version=manifest.based_on) if manifest.based_on else ""
    lines = [" · ".join(filter(None, (built, based, changes_text(words, manifest.changes))))]
    if entry.periods:
        periods = named(words, [period_text(words, period) for period in reversed(entry.periods)])
        lines.append(f"{words('versions.periods')}: {plain(periods)}")
    st.caption("  \n".join(lines))


def changes_text(words: Words, changes: Changes) -> str:
    """How many documents were added, changed and removed; what there is none of is not told."""
    counts = {"added": changes.added, "changed": changes.changed, "removed": changes.removed}
    said = {words(f"plan.{name}"): len(names) for name, names in counts.items() if names}
    return " · ".join(f"{name} {count}" for name, count in said.items())


def named(words: Words, names: Sequence[str]) -> str:
    """The first names, and how many more there are."""
    shown = ", ".join(names[:_NAMED])
    return words("versions.and_more", names=shown, count=len(names) - _NAMED) if len(names) > _NAMED else shown


def _signs(changes: Changes) -> str:
    """``+1 ~2 -1``: added, changed, removed; what there is none of is left out."""
    counts = {"+": len(changes.added), "~": len(changes.changed), "-": len(changes.removed)}
    return " ".join(f"{sign}{count}" for sign, count in counts.items() if count)


def _days(words: Words, periods: Sequence[Period]) -> str:
    """The last period by its days, and how many there were before: what fits. The story of the version has them all."""
    if not periods:
        return ""
    last, earlier = periods[-1], len(periods) - 1
    start = local_time(last.start)[:_DAY]
    end = local_time(last.end)[:_DAY] if last.end else words("versions.until_now")
    return (start if start == end else f"{start} – {end}") + (f" (+{earlier})" if earlier else "")


def _row(words: Words, entry: TimelineEntry) -> dict[str, object]:
    manifest = entry.manifest
    return {
        words("versions.version"): entry.version,
        words("versions.active"): "" if entry.state is State.KEPT else words(f"versionstate.{entry.state}"),
        words("versions.created"): local_time(entry.row.created_at),
        words("versions.built_by"): manifest.built_by,
        words("versions.changes"): _signs(manifest.changes),
        words("versions.periods"): _days(words, entry.periods),
        words("versions.locked_by"): named(words, [lock.session for lock in entry.locks]),
        words("versions.documents"): len(manifest.source_files),
        words("table.chunks"): manifest.chunk_count,
        words("versions.model"): manifest.embedding_model,
    }
