"""The scores of a result as pictures: how the ranks move, and what the fused scores are made of."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt
import pandas as pd

from rulebook.model.search import Hit
from rulebook.ui.score_line import CHANNELS
from rulebook.ui.search_parts import part_name
from rulebook.ui.words import Words

Row = dict[str, object]

_TALLEST = 420
"""Pixels of the chart of the ranks: a channel may have returned a hit at any depth."""

_CHANNEL_COLOURS = ["#2a5d84", "#d08a2d"]


def rank_chart(words: Words, hits: Sequence[Hit]) -> alt.LayerChart | alt.FacetChart:
    """Channel rank → RRF rank → final rank: a line for each hit and channel, best on top.

    The axis is logarithmic: the final ranks keep room for their labels however deep a channel found a hit.
    """
    stages = [words("chart.channel"), "RRF", words("chart.final")]
    frame = pd.DataFrame([row for hit in hits for row in _moves(words, hit, stages)])
    lowest = int(frame["rank"].max())
    base = alt.Chart(frame).encode(
        x=alt.X("stage:N", sort=stages, title=None, axis=alt.Axis(labelAngle=0, orient="top")),
        y=alt.Y(
            "rank:Q",
            title=None,
            scale=alt.Scale(type="log", domain=[lowest * 1.08, 0.9], nice=False),
            axis=_ranks(lowest),
        ),
        color=alt.Color("hit:N", legend=None, scale=alt.Scale(scheme="tableau10")),
        detail="channel:N",
        tooltip=[
            alt.Tooltip("hit:N", title=words("chart.hit")),
            alt.Tooltip("channel:N", title=words("chart.channel")),
            alt.Tooltip("stage:N", title=words("chart.stage")),
            alt.Tooltip("rank:Q", title=words("chart.rank")),
        ],
    )
    dash = alt.StrokeDash("channel:N", sort=_channel_names(words), legend=alt.Legend(orient="bottom", title=None))
    labels = base.transform_filter(alt.datum.stage == stages[-1]).mark_text(align="left", dx=8, fontWeight="bold")
    layers = alt.layer(
        base.mark_line(strokeWidth=2, opacity=0.8).encode(strokeDash=dash),
        base.mark_point(size=60, filled=True, opacity=1),
        labels.encode(text="hit:N"),
    )
    return layers.properties(height=min(160 + 22 * lowest, _TALLEST))


def fusion_chart(words: Words, hits: Sequence[Hit]) -> alt.Chart:
    """What each channel contributes to the fused score of each hit."""
    rows: list[Row] = [
        {"hit": _nth(words, hit), "channel": words(f"channel.{name}"), "part": hit.breakdown.rrf.parts[name]}
        for hit in hits
        for name in CHANNELS
        if name in hit.breakdown.rrf.parts
    ]
    scale = alt.Scale(domain=_channel_names(words), range=_CHANNEL_COLOURS)
    return _stacked(words, hits, rows, scale, ("channel", words("chart.channel")), ("chart.parts", ".3f"))


def rerank_chart(words: Words, hits: Sequence[Hit]) -> alt.Chart | None:
    """What each signal contributes to the rerank score of each hit; ``None`` where no score gives an account."""
    rows: list[Row] = [
        {"hit": _nth(words, hit), "signal": part_name(words, name), "part": value}
        for hit in hits
        if hit.breakdown.rerank is not None
        for name, value in hit.breakdown.rerank.parts.items()
    ]
    if not rows:
        return None
    names = list(dict.fromkeys(str(row["signal"]) for row in rows))
    scale = alt.Scale(domain=names, scheme="tableau10")
    return _stacked(words, hits, rows, scale, ("signal", words("chart.signal")), ("chart.signal_parts", ".2f"))


def _stacked(
    words: Words,
    hits: Sequence[Hit],
    rows: Sequence[Row],
    scale: alt.Scale,
    stacked: tuple[str, str],
    measured: tuple[str, str],
) -> alt.Chart:
    """Bars of ``part``, one a hit, in the colours of ``scale``. ``stacked`` is the field that parts them and its title,
    ``measured`` the key of the title of the values and their format."""
    (field, title), (measure, form) = stacked, measured
    names = list(scale.domain)
    placed = [{**row, "place": names.index(row[field])} for row in rows]
    chart: alt.Chart = (
        alt.Chart(pd.DataFrame(placed))
        .mark_bar(height=14)
        .encode(
            x=alt.X("part:Q", title=words(measure), axis=alt.Axis(format=form, tickCount=4, labelFlush=24)),
            y=alt.Y("hit:N", sort=[_nth(words, hit) for hit in hits], title=None, axis=alt.Axis(labelOverlap=False)),
            color=alt.Color(
                f"{field}:N",
                sort=names,
                scale=scale,
                legend=alt.Legend(orient="bottom", title=None, columns=2, labelLimit=150),
            ),
            order=alt.Order("place:Q"),
            tooltip=[
                alt.Tooltip("hit:N", title=words("chart.hit")),
                alt.Tooltip(f"{field}:N", title=title),
                alt.Tooltip("part:Q", title=words(measure), format=".5f"),
            ],
        )
        .properties(height=140 + 30 * len(hits))
    )
    return chart


def _moves(words: Words, hit: Hit, stages: Sequence[str]) -> list[Row]:
    breakdown = hit.breakdown
    ranks = {"vector": breakdown.vector, "bm25": breakdown.bm25}
    rows: list[Row] = []
    for name in CHANNELS:
        start = ranks[name]
        if start is not None:
            path = zip(stages, (start.rank, breakdown.fusion_rank, hit.rank), strict=True)
            channel = words(f"channel.{name}")
            rows += [{"hit": _nth(words, hit), "channel": channel, "stage": s, "rank": r} for s, r in path]
    return rows


def _nth(words: Words, hit: Hit) -> str:
    return words("chart.nth", rank=hit.rank)


def _channel_names(words: Words) -> list[str]:
    return [words(f"channel.{name}") for name in CHANNELS]


def _ranks(lowest: int) -> alt.Axis:
    ticks = [1, 2, 3, 5, 10, 20, 50, 100, 200, 500]
    return alt.Axis(values=[tick for tick in ticks if tick <= lowest], format="d", gridOpacity=0.4)
