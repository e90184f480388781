"""Decks: one slide a chunk, or two where one of them is too thin or both have the same title."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rulebook.chunking.cut import Cut, pack_apart
from rulebook.chunking.packing import ChunkLimits
from rulebook.chunking.paths import shared_length
from rulebook.chunking.pieces import Piece
from rulebook.chunking.slide_text import Slide, iter_slides, tokens_of
from rulebook.model.chunk import Statement
from rulebook.model.document import Document


def cut(document: Document, limits: ChunkLimits) -> Iterator[Cut]:
    """Chunks in the order of the show: title and body in the content, the path of sections and title as headings.

    A chunk over two slides of different titles is headed by what both lie in and then both titles, ``甲 / 乙`` (for a
    slide without one, its number: its text must not pass for the other's), or by the second one's path where the first
    slide is a heading above it; its statements are led by their slide's title. Notes, comments and hidden shapes follow
    their slide's chunk as chunks of their own, those of two slides of one title together. A slide over the maximum is
    cut into parts that all keep its path.
    """
    for group in _grouped(list(iter_slides(document.blocks)), limits):
        headings, text = _headings(group), [piece for slide in group for piece in _led(slide, group)]
        if tokens_of(text) <= limits.max_tokens:
            text = [replace(piece, group=0) for piece in text]  # a body and a table that fit together stay so
        yield from (Cut(headings, draft) for draft in pack_apart(text, limits))
        for path, beside in _beside(group):
            yield from (Cut(path, draft) for draft in pack_apart(beside, limits))


def _beside(group: Sequence[Slide]) -> Iterator[tuple[tuple[str, ...], list[Piece]]]:
    """What stands beside the slides, with its path; together where both have the same."""
    for path in dict.fromkeys(slide.path for slide in group):
        yield path, [piece for slide in group if slide.path == path for piece in slide.beside]


def _headings(group: Sequence[Slide]) -> tuple[str, ...]:
    """The path of a chunk over one slide or two."""
    first, last = group[0].path, group[-1].path
    shared = shared_length(first, last)
    if first == last or _heads(group[0], group[-1]):
        return last
    if group[0].subject == group[-1].subject:
        return group[0].subject
    titles = [" > ".join(slide.path[shared:]) for slide in group if slide.text and slide.path[shared:]]
    return (*first[:shared], " / ".join(titles)) if titles else first


def _led(slide: Slide, group: Sequence[Slide]) -> tuple[Piece, ...]:
    """The slide's text in its chunk: where two slides speak of different things, statements name theirs."""
    lead = " > ".join(slide.path[shared_length(group[0].path, group[-1].path) :])
    if not slide.titled or not _is_apart(group) or not lead:
        return slide.text
    title, *body = slide.text
    return (title, *(replace(p, statements=tuple(_with_lead(p, lead))) for p in body))


def _with_lead(piece: Piece, lead: str) -> Iterator[Statement]:
    return (replace(statement, text=f"{lead}: {statement.text}") for statement in piece.statements)


def _is_apart(group: Sequence[Slide]) -> bool:
    """Whether two slides are of different subjects and the first does not head the second."""
    first, last = group[0], group[-1]
    return first.subject != last.subject and not _heads(first, last)


def _heads(first: Slide, second: Slide) -> bool:
    """Whether the title of the first slide is a heading above that of the second."""
    return 0 < len(first.path) < len(second.path) and shared_length(first.path, second.path) == len(first.path)


def _grouped(slides: Sequence[Slide], limits: ChunkLimits) -> list[tuple[Slide, ...]]:
    """The slides in groups of one or two: with the fewest thin chunks, then the fewest pairs of different subjects,
    which weigh double over the border of a section, then the fewest thin slides behind another, since a divider belongs
    to what follows, then the fewest chunks."""
    best: list[tuple[_Cost, tuple[tuple[Slide, ...], ...]]] = [((0, 0, 0, 0), ())]
    for end in range(1, len(slides) + 1):
        choices = [(slides[end - 1 : end], best[end - 1])]
        if end > 1 and _may_pair(slides[end - 2], slides[end - 1], limits):
            choices.append((slides[end - 2 : end], best[end - 2]))
        rated = [(_add(cost, _cost(group, limits)), (*groups, tuple(group))) for group, (cost, groups) in choices]
        best.append(min(rated, key=lambda choice: choice[0]))
    return list(best[-1][1])


_Cost = tuple[int, int, int, int]


def _add(a: _Cost, b: _Cost) -> _Cost:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]


def _cost(group: Sequence[Slide], limits: ChunkLimits) -> _Cost:
    thin = 0 < tokens_of([piece for slide in group for piece in slide.text]) < limits.min_tokens
    apart = _is_apart(group)
    strange = apart and group[0].path[:-1] != group[1].path[:-1]
    return int(thin), int(apart) + int(strange), int(apart and group[1].tokens < limits.min_tokens), 1


def _may_pair(first: Slide, second: Slide, limits: ChunkLimits) -> bool:
    if first.hidden != second.hidden:
        return False
    if first.tokens < limits.min_tokens and _heads(first, second):
        return True  # a slide over the maximum is cut, the one that heads it with its first part
    together = tokens_of([*first.text, *second.text])
    thin = min(first.tokens, second.tokens) < limits.min_tokens
    same = first.subject == second.subject
    return together <= (limits.max_tokens if thin else limits.target_tokens) and (thin or same)
