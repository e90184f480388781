"""HTML inside Markdown: which tags are marks, which are layout, and which are words."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

from rulebook.model.text import Mark

MARKS = {
    "b": Mark.BOLD, "strong": Mark.BOLD, "u": Mark.UNDERLINE, "ins": Mark.UNDERLINE,
    "s": Mark.STRIKE, "del": Mark.STRIKE, "strike": Mark.STRIKE,
}  # fmt: skip
UNSHOWN = frozenset({"script", "style", "template"})
"""Tags whose words do not show."""
READINGS = frozenset({"rt", "rp"})
"""Tags whose words say how the ones before are read; they may end without a closing tag."""
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
_COMPONENT = re.compile(r"<[a-z]+(?:-[a-z0-9]+)+(?:\s[^<>]*)?/>")
_HEIGHTS = {
    "sup": str.maketrans("0123456789+-−n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻ⁿ"),
    "sub": str.maketrans("0123456789+-−", "₀₁₂₃₄₅₆₇₈₉₊₋₋"),
}


@dataclass(frozen=True, slots=True)
class Tag:
    """One tag: its name in lower case, whether it closes, and its attributes."""

    name: str
    closes: bool
    attributes: dict[str, str] = field(default_factory=dict)


def tag_of(source: str) -> Tag | None:
    """The HTML tag that ``source`` is; nothing for a name HTML does not have, as in ``<環境名>`` or ``<name>``."""
    found = _TAG.fullmatch(source)
    if found is None or not is_known(found.group(2).lower()):
        return None
    return Tag(found.group(2).lower(), bool(found.group(1)), _attributes(source))


def is_component(source: str) -> bool:
    """Whether it is an element of a documentation tool (``<page-title/>``) and no placeholder (``<page-title>``)."""
    return _COMPONENT.fullmatch(source) is not None


def is_known(name: str) -> bool:
    """Whether HTML has a tag of this name (in lower case)."""
    return _KNOWN.fullmatch(name) is not None


def is_break(name: str) -> bool:
    """Whether a line ends at the tag."""
    return _BREAKS.fullmatch(name) is not None


def at_height(text: str, name: str) -> str:
    """The words inside ``sup`` or ``sub``: figures as superscript or subscript, so that 10² does not become 102."""
    signs = _HEIGHTS.get(name, {})
    return text.translate(signs) if all(ord(c) in signs for c in text) else text


def checkbox(attributes: dict[str, str]) -> str:
    """What an ``input`` shows: a box that is ticked or not, nothing for other kinds."""
    if attributes.get("type") != "checkbox":
        return ""
    return "[x] " if "checked" in attributes else "[ ] "


class _Attributes(HTMLParser):
    found: dict[str, str]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found = {name: value or "" for name, value in attrs}


def _attributes(source: str) -> dict[str, str]:
    parser = _Attributes()
    parser.found = {}
    parser.feed(source)
    return parser.found
