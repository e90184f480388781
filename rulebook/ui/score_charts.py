"""The scores of a result as pictures: how the ranks move, and what the fused scores are made of."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt
import pandas as pd

from rulebook.model.search import Hit
from rulebook.ui.score_line import CHANNELS
from rulebook.ui.words import Words

_CHANNEL_COLOURS = ["#2a5d84", "#d08a2d"]


def rank_chart(words: Words, hits: Sequence[Hit]) -> alt.LayerChart | alt.FacetChart:
    """Channel rank → RRF rank → final rank: a line for each hit and channel, best on top."""
    stages = [words("chart.channel"), "RRF", words("chart.final")]
    frame = pd.DataFrame([row for hit in hits for row in _moves(words, hit, stages)])
    lowest = int(frame["rank"].max())
    base = alt.Chart(frame).encode(
        x=alt.X("stage:N", sort=stages, title=None, axis=alt.Axis(labelAngle=0, orient="top")),
        y=alt.Y("rank:Q", title=None, scale=alt.Scale(domain=[lowest + 0.5, 0.5], nice=False), axis=_ranks(lowest)),
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
    return layers.properties(height=160 + 22 * lowest)


def fusion_chart(words: Words, hits: Sequence[Hit]) -> alt.Chart:
    """What each channel contributes to the fused score of each hit."""
    names = _channel_names(words)
    rows = [
        {"hit": _nth(words, hit), "channel": words(f"channel.{name}"), "part": hit.breakdown.rrf.parts[name]}
        for hit in hits
        for name in CHANNELS
        if name in hit.breakdown.rrf.parts
    ]
    chart: alt.Chart = (
        alt.Chart(pd.DataFrame(rows))
        .mark_bar(height=16)
        .encode(
            x=alt.X("part:Q", title=words("chart.parts"), axis=alt.Axis(format=".3f", tickCount=4)),
            y=alt.Y("hit:N", sort=[_nth(words, hit) for hit in hits], title=None),
            color=alt.Color(
                "channel:N",
                sort=names,
                scale=alt.Scale(domain=names, range=_CHANNEL_COLOURS),
                legend=alt.Legend(orient="bottom", title=None),
            ),
            order=alt.Order("channel:N", sort="descending"),
            tooltip=[
                alt.Tooltip("hit:N", title=words("chart.hit")),
                alt.Tooltip("channel:N", title=words("chart.channel")),
                alt.Tooltip("part:Q", title=words("chart.parts"), format=".5f"),
            ],
        )
        .properties(height=140 + 28 * len(hits))
    )
    return chart


def _moves(words: Words, hit: Hit, stages: Sequence[str]) -> list[dict[str, object]]:
    breakdown = hit.breakdown
    ranks = {"vector": breakdown.vector, "bm25": breakdown.bm25}
    rows: list[dict[str, object]] = []
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
    return alt.Axis(values=list(range(1, lowest + 1)), format="d", gridOpacity=0.4)
