"""Where emphasis begins and ends in text that is written without spaces between words."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.common.utils import isMdAsciiPunct, isPunctChar, isWhiteSpace
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_inline.state_inline import Scanned, StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType

_WIDE = re.compile(r"[\u2e80-\u30ff\u3400-\u9fff\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef]")


def with_wide_emphasis(parser: MarkdownIt) -> MarkdownIt:
    """The parser, for which ``は**「必ず」**書く`` is bold: CommonMark asks for a space between a sign and a letter."""
    inline = _WideInline()
    inline.ruler, inline.ruler2 = parser.inline.ruler, parser.inline.ruler2
    parser.inline = inline
    return parser


class _WideInline(ParserInline):
    def parse(self, src: str, md: MarkdownIt, env: EnvType, tokens: list[Token]) -> list[Token]:
        state = _WideState(src, md, env, tokens)
        self.tokenize(state)
        for rule in self.ruler2.getRules(""):
            rule(state)
        return state.tokens


class _WideState(StateInline):
    def scanDelims(self, start: int, canSplitWord: bool) -> Scanned:  # noqa: N802, N803
        """As the parser has it, but that a Japanese or Chinese character on the other side stands for a space."""
        scanned = super().scanDelims(start, canSplitWord)
        before = self.src[start - 1 : start] or " "
        after = self.src[start + scanned.length : self.posMax][:1] or " "
        if self.src[start] == "_" or not (_WIDE.match(before) or _WIDE.match(after)):
            return scanned
        opens = not isWhiteSpace(ord(after)) and (not _is_sign(after) or _ends_word(before))
        closes = not isWhiteSpace(ord(before)) and (not _is_sign(before) or _ends_word(after))
        return Scanned(opens, closes, scanned.length)


def _ends_word(character: str) -> bool:
    return isWhiteSpace(ord(character)) or _is_sign(character) or _WIDE.match(character) is not None


def _is_sign(character: str) -> bool:
    return isMdAsciiPunct(ord(character)) or isPunctChar(character)
