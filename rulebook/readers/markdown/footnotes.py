"""A rule for the parser: footnotes, which CommonMark takes for link definitions."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock

_DEFINITION = re.compile(r"\[\^(?P<name>[^\]\s]+)\]:[ \t]*")


def with_footnotes(parser: MarkdownIt) -> MarkdownIt:
    """The parser, which reads ``[^name]: text`` and the indented lines below as a block ``footnote``."""
    parser.block.ruler.before("reference", "footnote", _footnote, {"alt": ["paragraph", "reference"]})
    return parser


def _footnote(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    line = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]]
    found = _DEFINITION.match(line)
    if found is None or state.sCount[start] - state.blkIndent >= 4:
        return False
    if silent:
        return True
    last = start + 1
    while last < end and _goes_on(state, last):
        last += 1
    _put(state, start, last, found)
    state.line = last
    return True


def _goes_on(state: StateBlock, line: int) -> bool:
    """Whether an indented line follows; one below a blank line belongs to the footnote too."""
    if state.isEmpty(line):
        return line + 1 < state.lineMax and not state.isEmpty(line + 1) and state.sCount[line + 1] >= 4
    return state.sCount[line] >= 2


def _put(state: StateBlock, start: int, last: int, found: re.Match[str]) -> None:
    lines = [state.getLines(n, n + 1, 0, False).strip() for n in range(start, last)]
    opening = state.push("footnote_open", "div", 1)
    opening.map, opening.info = [start, last], found["name"]
    inline = state.push("inline", "", 0)
    inline.content = "\n".join([lines[0][found.end() :], *lines[1:]]).strip()
    inline.map, inline.children = [start, last], []
    state.push("footnote_close", "div", -1)
