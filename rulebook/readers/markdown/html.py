"""HTML inside Markdown: which tags are marks, which are layout, and which are words."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

from rulebook.model.text import Mark

MARKS = {
    "b": Mark.BOLD, "strong": Mark.BOLD, "u": Mark.UNDERLINE, "ins": Mark.UNDERLINE,
    "s": Mark.STRIKE, "del": Mark.STRIKE, "strike": Mark.STRIKE,
}  # fmt: skip
_KNOWN = re.compile(
    "a|abbr|address|article|aside|b|big|blockquote|body|br|button|caption|center|cite|code|col|colgroup|dd|del|details|"
    "dfn|div|dl|dt|em|embed|fieldset|figcaption|figure|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|"
    "ins|kbd|label|legend|li|link|main|mark|meta|nav|object|ol|optgroup|option|p|param|picture|pre|q|rb|rp|rt|ruby|s|"
    "samp|script|section|select|small|source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|template|"
    "textarea|tfoot|th|thead|time|title|tr|track|tt|u|ul|var|video|wbr"
)
_BREAKS = re.compile(
    "address|article|aside|blockquote|br|caption|center|dd|details|div|dl|dt|figcaption|figure|footer|form|h[1-6]|"
    "header|hr|li|main|nav|ol|p|pre|section|summary|table|tbody|tfoot|thead|tr|ul"
)
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9-]*)(?:\s[^<>]*)?/?>")
_COMMENT = re.compile(r"<!--(.*?)(?:-->|\Z)", re.DOTALL)
_UNSHOWN = re.compile(r"<(script|style)\b.*?(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Tag:
    """One tag: its name in lower case, and whether it closes."""

    name: str
    closes: bool


def tag_of(source: str) -> Tag | None:
    """The HTML tag that ``source`` is; nothing for a name HTML does not have, as in ``<環境名>`` or ``<name>``."""
    found = _TAG.fullmatch(source)
    if found is None or not _KNOWN.fullmatch(found.group(2).lower()):
        return None
    return Tag(found.group(2).lower(), bool(found.group(1)))


def is_break(tag: Tag) -> bool:
    """Whether a line ends at the tag."""
    return _BREAKS.fullmatch(tag.name) is not None


@dataclass(frozen=True, slots=True)
class HtmlText:
    """What a block of HTML shows, a line each, and what stands in its comments."""

    lines: tuple[str, ...]
    comments: tuple[str, ...]
    unshown: bool
    """Whether a script or a style sheet was left out."""


def text_of(source: str) -> HtmlText:
    """The words of a block of HTML; cells of a row are put apart by `` | ``."""
    comments = tuple(c.strip() for c in _COMMENT.findall(source) if c.strip())
    rest = _COMMENT.sub("", source)
    shown = _UNSHOWN.sub("", rest)
    words = html.unescape(_TAG.sub(_replaced, shown))
    lines = (" ".join(line.split()).strip("| ") for line in words.split("\n"))
    return HtmlText(tuple(line for line in lines if line), comments, shown != rest)


def _replaced(found: re.Match[str]) -> str:
    tag = tag_of(found.group())
    if tag is None:
        return found.group()
    if tag.name in ("td", "th"):
        return "" if tag.closes else " | "
    return "\n" if is_break(tag) else ""
