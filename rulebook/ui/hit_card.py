"""A hit as a card: rank, heading path, text with the query's words marked, place, level and scores."""

from __future__ import annotations

from rulebook.model.search import Constraint, Hit, RelevanceLevel
from rulebook.text.highlight import highlight_spans
from rulebook.ui.chunk_card import card, flag_chips, heading_path, place_line
from rulebook.ui.richtext import Html, tag, text
from rulebook.ui.score_line import score_line
from rulebook.ui.words import Words

_LEVEL_CSS = {
    RelevanceLevel.HIGH: "rb-chip rb-good",
    RelevanceLevel.MEDIUM: "rb-chip",
    RelevanceLevel.LOW: "rb-chip rb-amber",
}


def hit_card(words: Words, hit: Hit, asked: str, rrf_k: int, constraint: Constraint) -> Html:
    """The card of one hit; ``asked`` is the query as it was searched. Built-in rules were not searched and have no
    scores."""
    if constraint is Constraint.BUILTIN:
        return card([*_head(hit), tag("span", text(words("level.builtin")), css="rb-chip rb-amber")], hit, Html())
    level = tag(
        "span",
        text(words(f"level.{hit.relevance_level}")),
        css=_LEVEL_CSS[hit.relevance_level],
        title=words("level.help", quality=f"{hit.quality_score:.2f}"),
    )
    head = [*_head(hit), *flag_chips(words, hit), level]
    foot = place_line(words, hit) + score_line(words, hit, rrf_k)
    return card(head, hit, foot, highlights=highlight_spans(asked, hit.content))


def _head(hit: Hit) -> list[Html]:
    return [tag("span", text(f"{hit.rank}"), css="rb-rank"), tag("span", heading_path(hit), css="rb-path")]
