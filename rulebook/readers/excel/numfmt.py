"""Stored numbers and texts as Excel shows them, by number format."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from rulebook.readers.excel.datefmt import is_date, show_date
from rulebook.readers.excel.decimals import show_decimal, show_fraction, show_scientific

_TOKEN = re.compile(r'"[^"]*"?|\\.|_.|\*.|\[[^\]]*\]|General|E[+-]|[#0?]|[.,%@/]|.', re.IGNORECASE | re.DOTALL)
_CONDITION = re.compile(r"\[(<=|>=|<>|<|>|=)\s*(-?[0-9.]+)\]")
_CURRENCY = re.compile(r"\[\$([^\-\]]*)(?:-[^\]]*)?\]")
_DIGITS = frozenset("#0?")


@dataclass(frozen=True, slots=True)
class _Section:
    """One of the parts of a format; ``condition`` is set only where it is written out, as in ``[>=100]``."""

    code: str
    condition: tuple[str, float] | None
    tokens: tuple[str, ...]


def show_number(value: float, code: str, date_1904: bool = False) -> str:
    """``value`` as shown in a cell of this number format; "" where the format blanks it."""
    if code.strip().lower() in ("", "general", "@"):
        return general(value)
    section, own_sign = _choose(_sections(code), value)
    if section is None:
        return ""
    if is_date(section.code):
        shown = show_date(value, section.code, date_1904)
        return general(value) if shown is None else shown
    return ("-" if value < 0 and own_sign else "") + _show(abs(value), section.tokens)


def show_text(text: str, code: str) -> str:
    """``text`` as shown in a cell of this number format; "" where the format blanks it."""
    sections = _sections(code)
    if len(sections) > 3:
        section = sections[3]
    elif len(sections) == 1 and "@" in sections[0].tokens:
        section = sections[0]
    else:
        return text
    return "".join(text if token == "@" else _literal(token) for token in section.tokens)


def general(value: float) -> str:
    """A number without a format: whole numbers without a point, others to ten decimals."""
    if value == int(value) and abs(value) < 1e15:
        return str(int(value))
    return repr(round(value, 10)) if abs(value) >= 1e-9 else repr(value)


@lru_cache(maxsize=512)
def _sections(code: str) -> tuple[_Section, ...]:
    parts = [""]
    for token in _TOKEN.findall(code):
        if token == ";":
            parts.append("")
        else:
            parts[-1] += token
    return tuple(_section(part) for part in parts)


def _section(code: str) -> _Section:
    match = _CONDITION.search(code)
    return _Section(code, (match[1], float(match[2])) if match else None, tuple(_TOKEN.findall(code)))


def _choose(sections: tuple[_Section, ...], value: float) -> tuple[_Section | None, bool]:
    """The section for ``value`` and whether a minus sign has to be put before it."""
    numeric = sections[:3]
    if any(s.condition for s in numeric):
        return next((s for s in numeric if s.condition is None or _holds(value, *s.condition)), None), True
    if value < 0 and len(numeric) > 1:
        return numeric[1], False
    if value == 0 and len(numeric) > 2:
        return numeric[2], False
    return numeric[0], True


def _holds(value: float, operator: str, limit: float) -> bool:
    return {
        "<": value < limit,
        "<=": value <= limit,
        ">": value > limit,
        ">=": value >= limit,
        "=": value == limit,
        "<>": value != limit,
    }[operator]


def _literal(token: str) -> str:
    """The characters that a token of a format puts out by itself; padding (``_x``, ``*x``) is left out."""
    if token.startswith('"'):
        return token.strip('"')
    if token[0] in "\\_*" and len(token) > 1:
        return token[1:] if token[0] == "\\" else ""
    if token.startswith("["):
        currency = _CURRENCY.fullmatch(token)
        return currency[1] if currency else ""
    return token


def _show(value: float, tokens: tuple[str, ...]) -> str:
    kinds = [token.lower() for token in tokens]
    has_digits = not _DIGITS.isdisjoint(kinds)
    if "general" in kinds or ("@" in kinds and not has_digits):
        return "".join(
            general(value) if k in ("general", "@") else _literal(t) for k, t in zip(kinds, tokens, strict=True)
        )
    if not has_digits:
        return "".join(_literal(token) for token in tokens)
    if "/" in kinds:
        return show_fraction(value, tokens)
    if "e+" in kinds or "e-" in kinds:
        return show_scientific(value, tokens)
    return show_decimal(value, tokens, _literal)
