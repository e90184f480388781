"""Characters of symbol fonts as Unicode: Office stores them by their place in the font."""

from __future__ import annotations

import re

BULLET = "・"
UNKNOWN = "〓"
"""Stands for a character of a symbol font that has no known counterpart: Japanese type's mark for a missing sign."""

_PRIVATE = 0xF000
_PRIVATE_USE = re.compile("[\uf000-\uf0ff]")
"""Where characters of symbol fonts are stored."""
_USER_DEFINED = re.compile("[\ue000-\uefff\uf100-\uf8ff]")

_SYMBOL = {
    code: sign
    for start, signs in (
        (0x20, " !∀#∃%&∍()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼"),
        (0xA0, "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑"),
        (0xF1, "〉∫"),
    )
    for code, sign in enumerate(signs, start)
}
_WINGDINGS = {
    0x20: " ", 0x21: "✏", 0x22: "✂", 0x28: "☎", 0x2A: "✉", 0x46: "☞", 0x4A: "☺", 0x4C: "☹", 0x4E: "☠",
    0x6C: "●", 0x6D: "❍", 0x6E: "■", 0x6F: "□", 0x70: "□", 0x71: "❑", 0x72: "❒", 0x73: "◆", 0x74: "◆", 0x75: "◆",
    0x76: "❖", 0x77: "◆", 0x7C: "○", 0x80: "⓪", 0x8B: "⓿", 0x9E: "・", 0x9F: "•", 0xA0: "▪", 0xA1: "○", 0xA4: "◉",
    0xA5: "◎", 0xA7: "▪", 0xA8: "□", 0xAA: "✦", 0xAB: "★", 0xB2: "◇", 0xD8: "➢", 0xDC: "➲", 0xDF: "←", 0xE0: "→",
    0xE1: "↑", 0xE2: "↓", 0xE3: "↖", 0xE4: "↗", 0xE5: "↙", 0xE6: "↘", 0xE8: "➔", 0xEF: "⇦", 0xF0: "⇨", 0xF1: "⇧",
    0xF2: "⇩", 0xF3: "⬄", 0xF4: "⇳", 0xFB: "✗", 0xFC: "✓", 0xFD: "☒", 0xFE: "☑",
    **{0x81 + n: chr(ord("①") + n) for n in range(10)},
    **{0x8C + n: chr(ord("❶") + n) for n in range(10)},
}  # fmt: skip
_WINGDINGS_2 = {0x4F: "✗", 0x50: "✓", 0x51: "☒", 0x52: "☑", 0x53: "☒", 0x54: "☒", 0xA3: "□", 0x97: "●", 0x98: "○"}
_WINGDINGS_3 = {0x66: "←", 0x67: "→", 0x68: "↑", 0x69: "↓", 0x7D: "▶", 0x74: "◀", 0x84: "▶", 0x81: "▲", 0x82: "▼"}

_FONTS = {
    "symbol": _SYMBOL,
    "wingdings": _WINGDINGS,
    "wingdings 2": _WINGDINGS_2,
    "wingdings 3": _WINGDINGS_3,
    "webdings": {},
}
_TELLING = frozenset("✗✓☒☑□※★→←↑↓①②③④⑤⑥⑦⑧⑨⑩❶❷❸❹❺❻❼❽❾❿")
"""Bullets that say more than "here begins an item"."""


def is_symbol_font(font: str) -> bool:
    """Whether the font shows signs where others show letters."""
    return font.casefold() in _FONTS


def sign(font: str, code: int) -> str | None:
    """The Unicode character at place ``code`` of a symbol font, ``None`` where it is not known."""
    return _FONTS.get(font.casefold(), {}).get(code - _PRIVATE if code >= _PRIVATE else code)


def readable(text: str, font: str) -> str:
    """``text`` with the characters that only ``font`` can show made readable; ``UNKNOWN`` for what is not known."""
    if not _PRIVATE_USE.search(text):
        return text
    return _PRIVATE_USE.sub(lambda found: sign(font, ord(found[0])) or UNKNOWN, text)


def user_defined(text: str) -> list[str]:
    """The characters that an organisation made itself (外字), each once: they stay as they are."""
    return sorted(set(_USER_DEFINED.findall(text)))


def bullet(text: str, font: str) -> str:
    """A list's bullet: a sign that says something stays, any other of a symbol font is a plain point."""
    text = text.strip()
    if is_symbol_font(font) or _PRIVATE_USE.search(text):
        signs = [sign(font or "wingdings", ord(c)) for c in text]
        return "".join(s if s in _TELLING else BULLET for s in signs if s)[:1] or BULLET
    if text == "o" and font.casefold().startswith("courier"):
        return BULLET  # Word's round bullet of the second level
    return text
