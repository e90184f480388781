"""A hit as a card: rank, heading path, text with the query's words marked, place, level and scores."""

from __future__ import annotations

from rulebook.model.search import Constraint, EvidenceStatus, Hit, RelevanceLevel
from rulebook.retrieval.enrichment import enriched_text
from rulebook.text.highlight import highlight_spans
from rulebook.ui.chunk_card import card, flag_chips, heading_path, place_line
from rulebook.ui.richtext import Html, tag, text
from rulebook.ui.score_line import score_line
from rulebook.ui.search_chance import chance_words
from rulebook.ui.search_parts import move_line, parts_line
from rulebook.ui.search_run import Searched
from rulebook.ui.words import Words

_LEVEL_CSS = {
    RelevanceLevel.HIGH: "rb-chip rb-good",
    RelevanceLevel.MEDIUM: "rb-chip",
    RelevanceLevel.LOW: "rb-chip rb-amber",
}


def hit_card(words: Words, hit: Hit, searched: Searched, beside: Html | None = None) -> Html:
    """The card of one hit of ``searched``; of two results side by side ``beside`` says where the other has it, and long
    texts are shown in part, to be scrolled.

    Built-in rules were not searched and have no scores. Where no hit is evidence, all are set back.
    """
    result = searched.result
    if result.constraint is Constraint.BUILTIN:
        return card([*_head(hit), tag("span", text(words("level.builtin")), css="rb-chip rb-amber")], hit, Html())
    rank, path = _head(hit)
    head = [rank, *([beside] if beside is not None else []), path, *flag_chips(words, hit), level_chip(words, hit)]
    foot = (
        place_line(words, hit)
        + score_line(words, hit, searched.settings.retrieval.rrf_k)
        + parts_line(words, hit)
        + move_line(words, hit, result.chunks)
    )
    made = card(head, hit, foot, highlights=highlight_spans(enriched_text(searched.query), hit.content))
    css = ["rb-compact"] if beside is not None else []
    css += ["rb-back"] if result.evidence_status is EvidenceStatus.NO_EVIDENCE else []
    return tag("div", made, css=" ".join(css)) if css else made


def level_chip(words: Words, hit: Hit) -> Html:
    """How far the hit can be relied on, and its chance to be right as people say it."""
    level, chance = words(f"level.{hit.relevance_level}"), chance_words(words, hit.quality_score)
    return tag(
        "span",
        text(words("level.chip", level=level, chance=chance)),
        css=_LEVEL_CSS[hit.relevance_level],
        title=words("level.help", quality=f"{hit.quality_score:.2f}", chance=chance),
    )


def _head(hit: Hit) -> list[Html]:
    return [tag("span", text(f"{hit.rank}"), css="rb-rank"), tag("span", heading_path(hit), css="rb-path")]
