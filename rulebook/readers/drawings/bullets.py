"""Bullets and automatic numbers of drawn paragraphs as PowerPoint shows them."""

from __future__ import annotations

from lxml import etree

from rulebook.readers.drawings.names import A, number

_SYMBOL_FONTS = ("Wingdings", "Symbol", "Webdings", "Monotype Sorts", "ZapfDingbats")
# a letter of a symbol font is a picture: the nearest Unicode sign, which is what the reader of the slide sees
_SIGNS = {
    "l": "●", "n": "■", "u": "◆", "v": "❖", "q": "❑", "p": "□", "m": "○", "§": "▪", "Ø": "➢", "ü": "✓", "û": "✗",
    "à": "→", "è": "➔", "Ü": "➲", "·": "•", "w": "⬥", "r": "❑", "o": "□", "F": "☞", "þ": "☑", "¨": "◻", "t": "◆",
}  # fmt: skip
_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
_CIRCLED_BLACK = "❶❷❸❹❺❻❼❽❾❿⓫⓬⓭⓮⓯⓰⓱⓲⓳⓴"
_KANJI = "〇一二三四五六七八九"
_AROUND = {"DbPeriod": "{}．", "Period": "{}.", "ParenBoth": "({})", "ParenR": "{})", "Minus": "{}-", "Plain": "{}"}


def sign(bullet: etree._Element, font: str) -> str:
    """The bullet of an ``a:buChar`` whose font is ``font``; a sign without a known picture shows as ``•``."""
    char = bullet.get("char", "")
    if font.startswith(_SYMBOL_FONTS):
        return _SIGNS.get(chr(ord(char) - 0xF000) if len(char) == 1 and 0xF000 <= ord(char) <= 0xF0FF else char, "•")
    return "•" if any(0xE000 <= ord(c) <= 0xF8FF for c in char) else char.strip()


def shown(text: str) -> str:
    """``text`` with letters of a symbol font that have a place of their own (U+F000 and up) as the signs they show."""
    return "".join(_SIGNS.get(chr(ord(c) - 0xF000), c) if 0xF000 <= ord(c) <= 0xF0FF else c for c in text)


def formatted(count: int, scheme: str) -> str | None:
    """The ``count``-th number of an auto-number scheme (ECMA-376 20.1.10.61), nothing for a scheme we do not know."""
    for ending, pattern in _AROUND.items():
        if scheme.endswith(ending):
            shown = _digits(count, scheme.removesuffix(ending.removeprefix("Db")))
            return None if shown is None else pattern.format(shown)
    return None


def _digits(count: int, kind: str) -> str | None:
    if kind.startswith("circleNum"):
        signs = _CIRCLED_BLACK if kind.endswith("Black") else _CIRCLED
        return signs[count - 1] if 1 <= count <= len(signs) else f"({count})"
    match kind:
        case "arabic":
            return str(count)
        case "arabicDb":
            return "".join(chr(ord(digit) + 0xFEE0) for digit in str(count))
        case "alphaLc":
            return _letters(count)
        case "alphaUc":
            return _letters(count).upper()
        case "romanLc":
            return _roman(count).lower()
        case "romanUc":
            return _roman(count)
        case "ea1Jpn" | "ea1Chs" | "ea1Cht" | "ea1JpnKor" | "ea1JpnChsDb":
            return _kanji(count)
    return None


def _letters(count: int) -> str:
    # after z PowerPoint repeats the letter: aa, bb
    return chr(97 + (count - 1) % 26) * ((count - 1) // 26 + 1)


def _roman(count: int) -> str:
    shown = ""
    for value, letters in (
        (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"),
        (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
    ):  # fmt: skip
        times, count = divmod(count, value)
        shown += letters * times
    return shown


def _kanji(count: int) -> str:
    if count >= 100:
        return "".join(_KANJI[int(digit)] for digit in str(count))
    tens, ones = divmod(count, 10)
    shown = "" if tens == 0 else "十" if tens == 1 else f"{_KANJI[tens]}十"
    return shown + (_KANJI[ones] if ones or not tens else "")


class Numbering:
    """Counts the automatic numbers down one text body.

    A number goes on while paragraphs of its level and scheme follow, deeper ones between them; any other paragraph of
    its level, and every shallower one, makes it start again.
    """

    def __init__(self) -> None:
        self._running: dict[int, tuple[str, int, int]] = {}

    def label(self, level: int, bullet: etree._Element) -> str | None:
        """The next number of an ``a:buAutoNum`` at ``level``; nothing for an unknown scheme."""
        scheme, start = bullet.get("type", ""), min(max(number(bullet.get("startAt"), 1), 1), 32767)
        running = self._running.get(level)
        count = running[2] + 1 if running is not None and running[:2] == (scheme, start) else start
        self.leave(level + 1)
        self._running[level] = (scheme, start, count)
        return formatted(count, scheme)

    def leave(self, level: int) -> None:
        """A paragraph without a number stands at ``level``."""
        self._running = {at: running for at, running in self._running.items() if at < level}


def bullet_of(properties: etree._Element) -> etree._Element | None:
    """The element of paragraph properties that says which bullet they set, ``a:buNone`` included."""
    for tag in ("buNone", "buAutoNum", "buChar", "buBlip"):
        found = properties.find(f"{A}{tag}")
        if found is not None:
            return found
    return None
