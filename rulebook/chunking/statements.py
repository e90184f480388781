"""The statements of a text: its sentences, each made to stand alone."""

from __future__ import annotations

import re

from rulebook.model.chunk import Statement
from rulebook.model.text import Mark, RichText
from rulebook.text.lines import on_one_line, opens_list_item
from rulebook.text.sentences import sentence_spans

_LONGEST_LEAD = 120
"""An opening of more characters would bury the item that it leads."""

# An amount in front makes 以下 an upper bound (10mm以下の), a span of time in front makes 次 a rhythm (月次の). A next
# step (次に、) and a limit that something is below announce nothing.
_OPENING = re.compile(
    r"(?:[:：]|場合は?)\s*\Z"
    r"|(?:\A|(?<=[ぁ-ん、，,。:：;（(」）)\s]))(?<![つれ])以下(?![)）」]|、?「)"
    r"|以下(?:の(?:とおり|通り)|に(?:示|記|掲|列|挙))"
    r"|(?<![0-9０-９a-zA-Z一二三四五六七八九十字桁件個个回%％倍語行本枚位级級値歳段名人点秒分円])以下(?=[一-鿿])"
    r"|(?<![月年日週順目一二三第高])次(?:の|に(?!、)|を|で|、)"
    r"|下記|如下|下列|下述|左記"
    r"|\b(?:the|these) following\b|\b(?:following|follows|below)[.:]?\s*\Z",
    re.IGNORECASE,
)


def statements_of(text: RichText, lead: str = "", offset: int = 0) -> tuple[Statement, ...]:
    """The sentences of ``text``; ``lead`` is put before each one's own words. Sentences wholly struck make none.

    The items of a list inside the text are led by the sentence that opens it, too.
    """
    found = []
    opening, inside, before = "", False, 0
    for start, end in sentence_spans(text.text):
        words = on_one_line(text.slice(start, end).without(Mark.STRIKE))
        if _begins_line(text.text, before, start):
            inside = before > 0 and opens_list_item(text.text[start:end])
        if not inside:
            opening = ""
        if words:
            shown = f"{lead}{opening}: {words}" if opening else f"{lead}{words}"
            found.append(Statement(start=start + offset, end=end + offset, text=shown))
        if not inside:
            opening = _announced(words)
        before = end
    return tuple(found)


def list_opening(text: RichText) -> str:
    """The last sentence of ``text`` where it announces a list (「次のとおりとする。」, "as follows:"), without its stop
    and in one line; ``""`` where it does not, or is too long to lead each item. Struck words are left out."""
    held = text.without(Mark.STRIKE)
    spans = sentence_spans(held)
    if not spans:
        return ""
    return _announced(on_one_line(held[slice(*spans[-1])]))


def _announced(sentence: str) -> str:
    announces = len(sentence) <= _LONGEST_LEAD and _OPENING.search(sentence)
    return sentence.rstrip("。．.:： ") if announces else ""


def _begins_line(text: str, before: int, start: int) -> bool:
    return not before or "\n" in text[before:start] or "\r" in text[before:start]
