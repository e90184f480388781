"""What a rerank score is made of, and where it moved a hit, as lines of the hit's card."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.model.search import Hit
from rulebook.ui.richtext import Html, joined, tag, text
from rulebook.ui.search_moves import move_of
from rulebook.ui.words import Words


def parts_line(words: Words, hit: Hit) -> Html:
    """``rerank の内訳: 語の一致 +0.41 · 意味の近さ +0.52``, the largest first; nothing where a score has no parts."""
    rerank = hit.breakdown.rerank
    if rerank is None or not rerank.parts:
        return Html()
    ordered = sorted(rerank.parts.items(), key=lambda item: (-abs(item[1]), item[0]))
    shown = [
        tag("span", text(f"{part_name(words, name)} {value:+.2f}"), title=part_help(words, name))
        for name, value in ordered
    ]
    label = tag("span", text(words("rerank.parts")), title=words("rerank.parts_help"))
    return tag("div", label, text(": "), joined(shown, " · "), css="rb-scores rb-parts")


def move_line(words: Words, hit: Hit, hits: Sequence[Hit]) -> Html:
    """From the rank after the fusion to the final one and what moved the hit, a sentence; nothing without rerank."""
    if hit.breakdown.rerank is None:
        return Html()
    move = move_of(hit, hits)
    ranks = {"rank": hit.rank, "fusion_rank": hit.breakdown.fusion_rank}
    if move.by == 0:
        return tag("div", text(words("rerank.stayed", **ranks)), css="rb-small")
    went = words("rerank.up" if move.by > 0 else "rerank.down", by=abs(move.by), **ranks)
    if move.part is not None:
        key = "rerank.decisive" if move.passed else "rerank.against_others"
        went += words(key, part=part_name(words, move.part), difference=f"{move.difference:+.3f}")
    return tag("div", text(went), css="rb-small")


def part_name(words: Words, name: str) -> str:
    """What a part is called; one that has no name here keeps its own."""
    key = f"rerankpart.{name}"
    return words(key) if key in words else name


def part_help(words: Words, name: str) -> str:
    """What a part counts."""
    key = f"rerankpart.{name}_help"
    return words(key if key in words else "rerank.other_part")
