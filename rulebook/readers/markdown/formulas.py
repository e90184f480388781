"""Rules for the parser: formulas, whose stars, backslashes and underlines are no Markdown."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline

_FORMULA = re.compile(r"\$\$[^$`]+\$\$|\$(?![\s$])(?:[^$`\n\u3040-\u30ff\u4e00-\u9fff\\]|\\.)+(?<!\s)\$(?![0-9])")


def with_formulas(parser: MarkdownIt) -> MarkdownIt:
    """The parser, which keeps ``$a_b$`` and the lines between ``$$`` and ``$$`` as they are written."""
    parser.inline.ruler.before("escape", "formula", _inline)
    parser.block.ruler.before("fence", "formula", _block, {"alt": ["paragraph", "blockquote", "list"]})
    return parser


def _inline(state: StateInline, silent: bool) -> bool:
    found = _FORMULA.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    if not silent:
        state.push("text", "", 0).content = found.group()
    state.pos = found.end()
    return True


def _block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    if state.is_code_block(start) or _line(state, start) != "$$":
        return False
    last = next((n for n in range(start + 1, end) if _line(state, n) == "$$"), None)
    if last is None:
        return False
    if not silent:
        token = state.push("code_block", "code", 0)
        token.content = state.getLines(start, last + 1, state.blkIndent, False)
        token.map = [start, last + 1]
        state.line = last + 1
    return True


def _line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]].strip()
