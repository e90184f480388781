"""When each version was active, as a picture: bars for the times in force, marks for builds and for locks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import altair as alt
import pandas as pd

from rulebook.ui.formats import local_time
from rulebook.ui.version_history import Period, State, TimelineEntry
from rulebook.ui.words import Words

_STATE_COLOURS = {State.ACTIVE: "#2f8f6b", State.KEPT: "#a9bccb", State.RETIRED: "#dfe3e7"}
_MARK_COLOURS = {"built": "#5b6672", "lock": "#d08a2d"}
_MARK_SHAPES = {"built": "circle", "lock": "diamond"}
_LINE = 24
_AXIS_AND_LEGEND = 90
_AROUND = 0.02
"""Share of the whole time that is left free at both ends, so that no mark is cut."""


def timeline_chart(words: Words, entries: Sequence[TimelineEntry], now: str) -> alt.LayerChart:
    """A line for each version, newest on top, up to ``now``; a period too short to be seen keeps a thin line."""
    start, end = _span(entries, now)
    x = alt.X("start:T", title=None, scale=alt.Scale(domain=[start, end]), axis=_time_axis(start, end))
    order = [entry.version for entry in entries]
    lines = alt.Axis(grid=True, gridOpacity=0.4, domain=False, ticks=False, labelOverlap=False)
    y = alt.Y("version:N", sort=order, title=None, axis=lines)
    layers = alt.layer(_bars(words, entries, now, x, y), _marks(words, entries, x, y))
    height = _LINE * len(entries)
    chart: alt.LayerChart = layers.resolve_scale(color="independent", shape="independent")
    return chart.properties(height=height + _AXIS_AND_LEGEND)


def _bars(words: Words, entries: Sequence[TimelineEntry], now: str, x: alt.X, y: alt.Y) -> alt.Chart:
    rows: list[dict[str, object]] = [
        {
            "version": entry.version,
            "state": words(f"versionstate.{entry.state}"),
            "start": period.start,
            "end": period.end or now,
            "what": period_text(words, period),
        }
        for entry in entries
        for period in entry.periods
    ]
    there = {entry.state for entry in entries if entry.periods}
    colours = {words(f"versionstate.{s}"): colour for s, colour in _STATE_COLOURS.items() if s in there}
    scale = alt.Scale(domain=list(colours), range=list(colours.values()))
    chart: alt.Chart = (
        alt.Chart(_frame(rows, "start", "end"))
        .mark_bar(height=12, strokeWidth=2)
        .encode(
            x=x,
            x2="end:T",
            y=y,
            color=alt.Color("state:N", scale=scale, legend=alt.Legend(orient="bottom", title=None)),
            stroke=alt.Stroke("state:N", scale=scale, legend=None),
            tooltip=_tooltip(words),
        )
    )
    return chart


def _marks(words: Words, entries: Sequence[TimelineEntry], x: alt.X, y: alt.Y) -> alt.Chart:
    names = {"built": words("versions.mark_built"), "lock": words("versions.mark_lock")}
    rows = [_mark(names["built"], e.version, e.row.created_at, e.manifest.built_by) for e in entries]
    rows += [_mark(names["lock"], e.version, lock.since, lock.session) for e in entries for lock in e.locks]
    domain = list(names.values())
    shapes = alt.Scale(domain=domain, range=list(_MARK_SHAPES.values()))
    colours = alt.Scale(domain=domain, range=list(_MARK_COLOURS.values()))
    chart: alt.Chart = (
        alt.Chart(_frame(rows, "start"))
        .mark_point(size=60, filled=True, opacity=1)
        .encode(
            x=x,
            y=y,
            shape=alt.Shape("mark:N", scale=shapes, legend=alt.Legend(orient="bottom", title=None)),
            color=alt.Color("mark:N", scale=colours, legend=alt.Legend(orient="bottom", title=None)),
            tooltip=_tooltip(words),
        )
    )
    return chart


def _mark(name: str, version: str, at: str, who: str) -> dict[str, object]:
    return {"version": version, "mark": name, "start": at, "what": f"{name} · {local_time(at)} · {who}"}


def period_text(words: Words, period: Period) -> str:
    """``2026-07-30 21:00 – 2026-08-02 09:10``, or up to now, and who began it where that is known."""
    end = local_time(period.end) if period.end else words("versions.until_now")
    return f"{local_time(period.start)} – {end}" + (f" ({period.by})" if period.by else "")


def _tooltip(words: Words) -> list[alt.Tooltip]:
    return [
        alt.Tooltip("version:N", title=words("versions.version")),
        alt.Tooltip("what:N", title=words("versions.when")),
    ]


def _span(entries: Sequence[TimelineEntry], now: str) -> tuple[str, str]:
    """From the first mark to now, with room at both ends; an hour at least."""
    first = min(
        datetime.fromisoformat(at)
        for entry in entries
        for at in (entry.row.created_at, *(p.start for p in entry.periods), *(lock.since for lock in entry.locks))
    )
    last = datetime.fromisoformat(now)
    around = max((last - first) * _AROUND, timedelta(minutes=1))
    return (first - around).isoformat(), (last + around).isoformat()


def _time_axis(start: str, end: str) -> alt.Axis:
    """Digits only, since the names of months would be English ones."""
    days = (datetime.fromisoformat(end) - datetime.fromisoformat(start)).days
    form = "%H:%M" if days < 1 else "%m-%d %H:%M" if days < 4 else "%Y-%m-%d"
    return alt.Axis(format=form, tickCount=6, labelAngle=0, labelOverlap=True, grid=False)


def _frame(rows: Sequence[dict[str, object]], *times: str) -> pd.DataFrame:
    frame = pd.DataFrame(rows, columns=None if rows else ["version", "state", "start", "end", "what"])
    return frame.assign(**{name: pd.to_datetime(frame[name], utc=True) for name in times})
