"""EQ fields, which Word draws itself and stores no result for: characters in circles, ruby of old, fractions."""

from __future__ import annotations

import re
import unicodedata
from itertools import chain

from rulebook.readers.equations import above, below, grouped, lowered, raised

_FORMAT = re.compile(r'\\\*\s*(?:"[^"]*"|[A-Za-z0-9]+)')
_ELEMENT = re.compile(
    r"\\([abdfilorsx])\s*((?:\\[a-z]{2}\s*(?:(?:\\[^a-z]|-?\d+)\s*)?)*)\(",
    re.IGNORECASE,
)
_OPTION = re.compile(r"\\([a-z]{2})\s*(\\[^a-z])?", re.IGNORECASE)
_DEEPEST = 20
_SEPARATORS = ",;，；"
_SHAPES = "○◯〇□◇△"
_ENCLOSED = {
    unicodedata.normalize("NFKC", chr(code)): chr(code)
    for code in chain(range(0x2460, 0x2474), range(0x24B6, 0x24EA), range(0x3280, 0x32B1), range(0x32D0, 0x32FF))
}
_CLOSING = {"(": ")", "[": "]", "{": "}", "<": ">"}


def equation_text(instruction: str) -> str:
    """What an EQ field shows on one line, without the reading of ruby: ``㊙`` for ``EQ \\o\\ac(○,秘)``.

    Signs in circles that Unicode lacks stand in brackets.
    """
    body = _FORMAT.sub("", instruction.strip()[2:])
    return _Equation(body).until("").strip()


class _Equation:
    """Reads the body of a field from left to right."""

    def __init__(self, body: str) -> None:
        self._body = body
        self._at = 0
        self._depth = 0

    def until(self, ends: str) -> str:
        """The text up to one of ``ends`` outside of any element, or to the end of the field."""
        found = []
        while self._at < len(self._body) and self._body[self._at] not in (ends or "\0"):
            element = _ELEMENT.match(self._body, self._at) if self._depth < _DEEPEST else None
            if element is not None:
                self._at = element.end()
                found.append(self._element(element[1].lower(), element[2]))
                continue
            self._at += self._body[self._at] == "\\"  # an escaped sign
            found.append(self._body[self._at : self._at + 1])
            self._at += 1
        return "".join(found)

    def _element(self, kind: str, written: str) -> str:
        options = {name.lower(): sign[1:] for name, sign in _OPTION.findall(written)}
        start = self._at
        self._depth += 1
        arguments = [self.until(_SEPARATORS + ")")]
        while self._at < len(self._body) and self._body[self._at] != ")":
            self._at += 1
            arguments.append(self.until(_SEPARATORS + ")"))
        is_ruby = kind == "o" and re.match(r"\s*\\s\s*\\up", self._body[start : self._at], re.IGNORECASE) is not None
        self._at += 1
        self._depth -= 1
        return arguments[-1] if is_ruby else _drawn(kind, options, [a.strip() for a in arguments])


def _drawn(kind: str, options: dict[str, str], arguments: list[str]) -> str:
    first, last = arguments[0], arguments[-1]
    if kind == "o":
        return _enclosed(last) if len(arguments) == 2 and first in tuple(_SHAPES) else "".join(arguments)
    if kind == "f" and len(arguments) == 2:
        return f"{grouped(first)}/{grouped(last)}"
    if kind == "r":
        return f"{raised(first) if len(arguments) > 1 else ''}√{grouped(last)}"
    if kind == "s":
        return (raised if "up" in options else lowered if "do" in options else str)("".join(arguments))
    if kind == "b":
        return _bracketed(first, options)
    if kind == "i" and len(arguments) == 3:
        sign = "∑" if "su" in options else "∏" if "pr" in options else "∫"
        return f"{above(below(sign, first), arguments[1])} {last}"
    return "" if kind == "d" else ", ".join(arguments) if kind in "al" else "".join(arguments)


def _bracketed(text: str, options: dict[str, str]) -> str:
    """``\\bc`` sets both brackets, ``\\lc`` and ``\\rc`` draw just one."""
    both = options.get("bc", "" if {"lc", "rc"} & options.keys() else "(")
    return options.get("lc", both) + text + options.get("rc", _CLOSING.get(both, both))


def _enclosed(text: str) -> str:
    return _ENCLOSED.get(unicodedata.normalize("NFKC", text), f"({text})")
