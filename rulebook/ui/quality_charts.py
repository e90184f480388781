"""The quality of the search as pictures: a measure over the runs, the gain of each query, quality against truth."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import altair as alt
import pandas as pd

from rulebook.evaluation.calibration import CalibrationBin
from rulebook.ui.words import Words

_LINE_COLOUR = "#2a5d84"
_WIN_COLOUR, _LOSS_COLOUR = "#2f8f6b", "#c8553d"
_QUIET = "#9aa5b1"
_NARROWEST = 0.1
"""Least height of a measure's axis, so that noise does not look like a cliff."""

_AROUND = 0.25
"""Share of the values' span that is left free above and below, for their labels."""

_PADDING = {"left": 5, "right": 5, "top": 10, "bottom": 5}
"""Pixels around a picture: the topmost label of the axis reaches above the axis."""

_LABELLED = 12
"""Up to so many runs each point carries its value; more would cover each other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunPoint:
    """One run in the picture of a measure: its number, what it is called, when it was, and the value."""

    run: int
    label: str
    when: str
    version: str
    value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryGain:
    """How much the nDCG of one query rose between two runs."""

    id: str
    query: str
    gain: float


def history_chart(words: Words, measure: str, points: Sequence[RunPoint]) -> alt.LayerChart | alt.FacetChart:
    """The values of one measure, oldest run first; the axis shows the part of 0-1 in which they lie."""
    low, high = value_range([point.value for point in points])
    frame = pd.DataFrame(
        [
            {
                "run": f"#{point.run}",
                "value": point.value,
                "label": point.label,
                "when": point.when,
                "version": point.version,
            }
            for point in points
        ]
    )
    base = alt.Chart(frame).encode(
        x=alt.X("run:N", sort=None, title=None, axis=alt.Axis(labelAngle=0, labelOverlap=True)),
        y=alt.Y(
            "value:Q",
            title=None,
            scale=alt.Scale(domain=[low, high], nice=False),
            axis=alt.Axis(format=".2f", tickCount=4, gridOpacity=0.5),
        ),
        tooltip=[
            alt.Tooltip("run:N", title=words("quality.run")),
            alt.Tooltip("label:N", title=words("quality.label")),
            alt.Tooltip("when:N", title=words("quality.when")),
            alt.Tooltip("version:N", title=words("quality.version")),
            alt.Tooltip("value:Q", title=measure, format=".3f"),
        ],
    )
    layers = [
        base.mark_line(color=_LINE_COLOUR, strokeWidth=2),
        base.mark_point(color=_LINE_COLOUR, filled=True, size=60, opacity=1),
    ]
    if len(points) <= _LABELLED:
        layers.append(base.mark_text(dy=-11, fontSize=11).encode(text=alt.Text("value:Q", format=".3f")))
    return alt.layer(*layers).properties(height=150, padding=_PADDING)


def value_range(values: Sequence[float]) -> tuple[float, float]:
    """The part of 0-1 that shows all values with room around them, never narrower than 0.1."""
    low, high = min(values), max(values)
    room = max((high - low) * _AROUND, (_NARROWEST - (high - low)) / 2, 0.01)
    return max(0.0, round(low - room, 3)), min(1.0 + _AROUND / 10, round(high + room, 3))


def gain_chart(words: Words, gains: Sequence[QueryGain]) -> alt.Chart:
    """A bar for each query whose nDCG changed, greatest gain first, ties by id."""
    changed = sorted((gain for gain in gains if gain.gain), key=lambda gain: (-gain.gain, gain.id))
    names = {True: words("quality.wins"), False: words("quality.losses")}
    frame = pd.DataFrame(
        [{"id": g.id, "query": g.query, "gain": g.gain, "side": names[g.gain > 0]} for g in changed],
        columns=["id", "query", "gain", "side"],
    )
    scale = alt.Scale(domain=list(names.values()), range=[_WIN_COLOUR, _LOSS_COLOUR])
    furthest = max((abs(gain.gain) for gain in changed), default=1.0)
    end = min(1.0, math.ceil(furthest * 4) / 4)
    chart: alt.Chart = (
        alt.Chart(frame)
        .mark_bar()
        .encode(
            x=alt.X("id:N", sort=None, title=None, axis=alt.Axis(labelAngle=-90, labelOverlap=True)),
            y=alt.Y(
                "gain:Q",
                title=words("quality.gain"),
                scale=alt.Scale(domain=[-end, end]),
                axis=alt.Axis(format="+.2f", tickCount=5, gridOpacity=0.5),
            ),
            color=alt.Color("side:N", scale=scale, legend=alt.Legend(orient="top", title=None)),
            tooltip=[
                alt.Tooltip("id:N", title="ID"),
                alt.Tooltip("query:N", title=words("quality.query")),
                alt.Tooltip("gain:Q", title=words("quality.gain"), format="+.3f"),
            ],
        )
        .properties(height=300)
    )
    return chart


def reliability_chart(words: Words, bins: Sequence[CalibrationBin]) -> alt.LayerChart | alt.FacetChart:
    """The share of right hits over the mean quality of each bin; on the diagonal the quality means what it says.

    Empty bins are left out. The gap to the diagonal is a thin line, the area of a point grows with its hits, and their
    number stands beside it.
    """
    frame = pd.DataFrame(
        [
            {
                "range": bin_text(group),
                "quality": group.confidence,
                "right": group.precision,
                "diagonal": group.confidence,
                "count": group.hits,
                "text": words("quality.hits_count", count=group.hits),
            }
            for group in bins
            if group.hits
        ]
    )
    axis = alt.Axis(format=".1f", values=[tick / 10 for tick in range(0, 11, 2)], gridOpacity=0.5)
    scale = alt.Scale(domain=[0, 1], nice=False)
    x = alt.X("quality:Q", title=words("quality.mean_quality"), scale=scale, axis=axis)
    y = alt.Y("right:Q", title=words("quality.share_right"), scale=scale, axis=axis)
    tooltip = [
        alt.Tooltip("range:N", title=words("quality.bin")),
        alt.Tooltip("quality:Q", title=words("quality.mean_quality"), format=".3f"),
        alt.Tooltip("right:Q", title=words("quality.share_right"), format=".3f"),
        alt.Tooltip("count:Q", title=words("quality.hits")),
    ]
    base = alt.Chart(frame).encode(x=x, y=y, tooltip=tooltip)
    ends = alt.Chart(pd.DataFrame({"quality": [0.0, 1.0], "right": [0.0, 1.0]})).encode(x=x, y=y)
    size = alt.Size("count:Q", scale=alt.Scale(type="linear", range=[40, 500], domainMin=0), legend=None)
    layers = alt.layer(
        ends.mark_line(color=_QUIET, strokeDash=[5, 4]),
        base.mark_rule(color=_QUIET).encode(y="diagonal:Q", y2="right:Q"),
        base.mark_line(color=_LINE_COLOUR, strokeWidth=1.5, opacity=0.35),
        base.mark_point(color=_LINE_COLOUR, filled=True, opacity=0.9).encode(size=size),
        base.mark_text(dy=-16, fontSize=11, stroke="white", strokeWidth=4).encode(text="text:N"),
        base.mark_text(dy=-16, fontSize=11).encode(text="text:N"),
    )
    return layers.properties(height=420)


def bin_text(group: CalibrationBin) -> str:
    """``0.3 – 0.4``."""
    return f"{group.lower:.1f} – {group.upper:.1f}"
