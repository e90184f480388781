"""Stored numbers and texts as Excel and charts show them, by number format."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from math import isfinite

from rulebook.readers.numbers.dates import is_date, show_date
from rulebook.readers.numbers.decimals import show_decimal, show_fraction, show_scientific
from rulebook.readers.numbers.general import general
from rulebook.readers.numbers.numerals import numerals

_TOKEN = re.compile(r'"[^"]*"?|\\.|_.|\*.|\[[^\]]*\]|General|E[+-]|[#0?]|[.,%@/]|.', re.IGNORECASE | re.DOTALL)
_CONDITION = re.compile(r"\[(<=|>=|<>|<|>|=)\s*(-?[0-9.]+)\]")
_CURRENCY = re.compile(r"\[\$([^\-\]]*)(?:-[^\]]*)?\]")
_ALIAS = re.compile(r"G/(?:標準|通用格式)|^(?:標準|通用格式)$")
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
    section, own_sign = _choose(_numeric(_sections(code)), value)
    if section is None:  # Excel shows no more than ####
        return general(value)
    if is_date(section.code):
        shown = show_date(value, section.code, date_1904)
        return general(value) if shown is None else shown
    return ("-" if value < 0 and own_sign else "") + _show(abs(value), section)


def show_stored(value: str, code: str) -> str:
    """A number as a file writes it down, as shown in this format; what is no number (``#N/A``) as it stands."""
    try:
        number = float(value)
    except ValueError:
        return value.strip()
    return show_number(number, code) if isfinite(number) else value.strip()


def show_text(text: str, code: str) -> str:
    """``text`` as shown in a cell of this number format; "" where the format blanks it."""
    section = _textual(_sections(code))
    if section is None:
        return text
    return "".join(text if token == "@" else _literal(token) for token in section.tokens)


def blanks_numbers(code: str) -> bool:
    """Whether a format shows nothing of any number, as ``;;;`` does; one that blanks zero only does not."""
    sections = _numeric(_sections(code))
    return len(sections) > 1 and not any(map(_shows, sections))


def blanks_text(code: str) -> bool:
    """Whether a format shows nothing of any text."""
    section = _textual(_sections(code))
    return section is not None and not _shows(section)


def _shows(section: _Section) -> bool:
    return any(token == "@" or _literal(token) for token in section.tokens)


@lru_cache(maxsize=512)
def _sections(code: str) -> tuple[_Section, ...]:
    parts = [""]
    for token in _TOKEN.findall(_ALIAS.sub("General", code)):
        if token == ";":
            parts.append("")
        else:
            parts[-1] += token
    return tuple(_section(part) for part in parts)


def _section(code: str) -> _Section:
    match = _CONDITION.search(code)
    return _Section(code, (match[1], float(match[2])) if match else None, tuple(_TOKEN.findall(code)))


def _numeric(sections: tuple[_Section, ...]) -> tuple[_Section, ...]:
    """The sections for numbers: up to three, without one for text at the end."""
    return sections[:-1][:3] if len(sections) > 1 and "@" in sections[-1].tokens else sections[:3]


def _textual(sections: tuple[_Section, ...]) -> _Section | None:
    """The section for text: the fourth, or the last one where it names the text; ``None`` when there is none."""
    if len(sections) > 3:
        return sections[3]
    return sections[-1] if "@" in sections[-1].tokens else None


def _choose(numeric: tuple[_Section, ...], value: float) -> tuple[_Section | None, bool]:
    """The section for ``value`` and whether a minus sign has to be put before it."""
    if any(s.condition for s in numeric):
        found = next((s for s in numeric if s.condition is None or _holds(value, *s.condition)), None)
        return found, found is None or found.condition not in (("<", 0.0), ("<=", 0.0))
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


def _show(value: float, section: _Section) -> str:
    tokens, asked = section.tokens, numerals(section.code)
    kinds = [token.lower() for token in tokens]
    has_digits = not _DIGITS.isdisjoint(kinds)
    if "general" in kinds or ("@" in kinds and not has_digits):
        number = asked.counted(general(value)) if asked else general(value)
        shown = (number if k in ("general", "@") else _literal(t) for k, t in zip(kinds, tokens, strict=True))
        return "".join(shown)
    if not has_digits:
        return "".join(_literal(token) for token in tokens)
    if "/" in kinds:
        return show_fraction(value, tokens)
    if "e+" in kinds or "e-" in kinds:
        return show_scientific(value, tokens)
    shown_digits = show_decimal(value, tokens, _literal)
    return asked.spelled(shown_digits) if asked else shown_digits
