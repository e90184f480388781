"""Document text with its marks as HTML: the only place that makes HTML, and it escapes everything that it is given."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import streamlit as st

from rulebook.model.text import Mark, MarkSpan

Span = tuple[int, int]

_TAGS = {Mark.BOLD: "b", Mark.UNDERLINE: "u", Mark.STRIKE: "s"}
_STYLE = """<style>
.rb-card {border: 1px solid #d9dfe5; border-radius: 6px; padding: .7rem .9rem; margin-bottom: .6rem; background: #fff}
.rb-card.rb-hidden {background: #fafafa; color: #6b7280; border-style: dashed}
.rb-head {display: flex; gap: .6rem; align-items: baseline; flex-wrap: wrap}
.rb-rank {font-weight: 700; font-size: 1.1rem; color: #2a5d84}
.rb-path {font-weight: 600; flex: 1 1 12rem; overflow-wrap: anywhere}
.rb-small {font-size: .8rem; color: #5b6672; overflow-wrap: anywhere}
.rb-body {white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.7; margin: .4rem 0}
.rb-columns {font-size: .85rem; color: #5b6672; border-bottom: 1px solid #e8ecf0; overflow-wrap: anywhere}
.rb-scores {font-size: .82rem; line-height: 1.7; color: #37424d; border-top: 1px solid #e8ecf0;
  padding-top: .4rem; margin-top: .4rem}
.rb-scores span[title] {white-space: nowrap; cursor: help; border-bottom: 1px dotted #9aa5b1}
.rb-chip {font-size: .75rem; border-radius: 999px; padding: .1rem .55rem; white-space: nowrap; background: #eef1f4;
  color: #37424d}
.rb-chip.rb-good {background: #e1f1e8; color: #0c5a44}
.rb-chip.rb-amber {background: #fdf0d8; color: #7a4b00}
.rb-body mark {background: #fff2a8; color: inherit; padding: 0 .05em; border-radius: 2px}
.rb-pair {display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: .8rem; margin-bottom: .6rem}
.rb-pair .rb-card {height: 100%; margin-bottom: 0}
.rb-pair mark {color: inherit; padding: 0 .05em; border-radius: 2px}
.rb-old mark {background: #fadcd6}
.rb-new mark {background: #d3eddd}
.rb-titles {font-weight: 600; color: #5b6672}
.rb-body s {color: #8a8f98}
.rb-body u {text-underline-offset: .2em}
.rb-scores.rb-parts {border-top: 0; padding-top: 0; margin-top: 0}
.rb-chip.rb-down {background: #f9e3df; color: #8a2b1a}
.rb-compact .rb-body {max-height: 13rem; overflow-y: auto}
.rb-back .rb-card {background: #f7f8f9; border-style: dashed}
.rb-back .rb-body, .rb-back .rb-path, .rb-back .rb-rank {color: #6b7280}
.rb-back .rb-body mark {background: #f6f0cf}
.rb-evidence {white-space: pre-wrap; overflow-wrap: anywhere; font-size: .9rem; line-height: 1.6; padding: .4rem .7rem;
  margin-bottom: .4rem; border-left: 3px solid #2a5d84; background: #f4f6f8}
</style>"""


@dataclass(frozen=True, slots=True)
class Html:
    """HTML that was made here: text only in escaped form, tags only those that our own code names."""

    source: str = ""

    def __add__(self, other: Html) -> Html:
        return Html(self.source + other.source)


def text(content: str) -> Html:
    """``content`` as it stands, whatever it looks like; control characters, which HTML cannot hold, are left out."""
    return Html(html.escape("".join(c for c in content if c in "\n\t" or c >= " ")))


def tag(name: str, *children: Html, css: str = "", title: str = "") -> Html:
    """An element; ``name`` and ``css`` are written in our code, ``title`` may be any text."""
    attributes = f' class="{html.escape(css)}"' if css else ""
    attributes += f' title="{html.escape(title)}"' if title else ""
    return Html(f"<{name}{attributes}>{joined(children).source}</{name}>")


def joined(parts: Iterable[Html], separator: str = "") -> Html:
    """The parts in a row with ``separator``, any text, between them."""
    return Html(text(separator).source.join(part.source for part in parts))


def marked_text(content: str, marks: Sequence[MarkSpan] = (), highlights: Sequence[Span] = ()) -> Html:
    """``content`` with bold, underline and strike as such and ``highlights`` marked; overlaps nest."""
    spans = [(s.start, s.end, _TAGS[s.mark]) for s in marks] + [(start, end, "mark") for start, end in highlights]
    edges = sorted({0, len(content), *(edge for start, end, _ in spans for edge in (start, end))})
    pieces = []
    for start, end in pairwise(edges):
        piece = text(content[start:end])
        for name in sorted({n for first, last, n in spans if first <= start and end <= last}):
            piece = tag(name, piece)
        pieces.append(piece)
    return joined(pieces)


def show(content: Html) -> None:
    """Puts it on the page."""
    st.html(content.source)


def show_style() -> None:
    """The look of everything above; once a run."""
    st.html(_STYLE)
