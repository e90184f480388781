"""Digits of a number put into the places that a number format gives them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction

_PLACES = "#0?"


def show_decimal(value: float, tokens: Sequence[str], literal: Callable[[str], str]) -> str:
    """``value`` (not negative) in a format such as ``#,##0.0"人月"``; ``literal`` shows what is no digit."""
    point = tokens.index(".") if "." in tokens else len(tokens)
    places = [i for i, token in enumerate(tokens) if token in _PLACES]
    before, behind = [i for i in places if i < point], [i for i in places if i > point]
    shift = 2 * tokens.count("%") - 3 * _scaling_commas(tokens, before, places, point)
    head, tail = _digits(value, shift, len(behind))
    grouped = bool(before) and "," in tokens[before[0] : before[-1]]
    shown = dict(zip(before, _placed(head, [tokens[i] for i in before], grouped), strict=True))
    shown |= {i: _decimal(tail, n, [tokens[i] for i in behind]) for n, i in enumerate(behind)}
    out = [] if before else [head.lstrip("0")]
    for i, token in enumerate(tokens):
        if i in shown:
            out.append(shown[i])
        elif token != "," or i < places[0]:
            out.append(literal(token))
    return "".join(out)


def _scaling_commas(tokens: Sequence[str], before: Sequence[int], places: Sequence[int], point: int) -> int:
    """The commas right behind the last digit or right before the point: each divides by a thousand."""
    count = sum(1 for i, token in enumerate(tokens) if token == "," and i > places[-1])
    if before and point < len(tokens):
        count += list(tokens[before[-1] : point]).count(",")
    return count


def _digits(value: float, shift: int, decimals: int) -> tuple[str, str]:
    """The digits before and behind the point of ``value × 10^shift``, rounded half up as Excel does."""
    with localcontext() as context:
        context.prec = 400
        exact = Decimal(f"{value:.15g}").scaleb(shift).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
    head, _, tail = f"{exact:f}".partition(".")
    return head, tail


def _placed(head: str, places: Sequence[str], grouped: bool) -> list[str]:
    """The digits of the whole part by place, surplus digits in the first, thousands grouped where asked."""
    if not places:
        return []
    digits = (head if head.strip("0") else "").rjust(len(places), "\0")
    surplus = len(digits) - len(places)
    cells = [digits[: surplus + 1], *digits[surplus + 1 :]]
    first_zero = places.index("0") if "0" in places else len(places)
    cells = [cell.replace("\0", "0" if i >= first_zero else "") for i, cell in enumerate(cells)]
    return _grouped(cells) if grouped else cells


def _grouped(cells: Sequence[str]) -> list[str]:
    following, out = 0, []
    for cell in reversed(cells):
        text = ""
        for digit in reversed(cell):
            text = digit + ("," if following and following % 3 == 0 else "") + text
            following += 1
        out.append(text)
    return out[::-1]


def _decimal(tail: str, at: int, places: Sequence[str]) -> str:
    """The digit at a place behind the point; ``#`` and ``?`` show no zero that only fills up."""
    fills_up = not tail[at:].strip("0") and "0" not in places[at:]
    return "" if fills_up else tail[at]


def show_scientific(value: float, tokens: Sequence[str]) -> str:
    """``value`` in a format such as ``0.00E+00``; with several places before the point, as in ``##0.0E+0``, the
    exponent is a multiple of their number."""
    at = next(i for i, token in enumerate(tokens) if token.lower() in ("e+", "e-"))
    point = tokens.index(".") if "." in tokens[:at] else at
    decimals = sum(1 for token in tokens[point:at] if token in _PLACES)
    width = sum(1 for token in tokens[at + 1 :] if token in _PLACES)
    group = max(sum(1 for token in tokens[:point] if token in _PLACES), 1)
    power = (Decimal(value).adjusted() if value else 0) // group * group
    mantissa = _digits(value, -power, decimals)
    if len(mantissa[0]) > group:  # rounded up to the next power
        power += group
        mantissa = _digits(value, -power, decimals)
    sign = "-" if power < 0 else "+" if tokens[at].endswith("+") else ""
    return f"{'.'.join(part for part in mantissa if part)}E{sign}{str(abs(power)).rjust(width, '0')}"


def show_fraction(value: float, tokens: Sequence[str]) -> str:
    """``value`` in a format such as ``# ?/?``, its denominator the one written there or no longer than the places."""
    at = tokens.index("/")
    behind = "".join(tokens[at + 1 :]).strip()
    fixed = int(behind) if behind.isdecimal() and int(behind) else 0
    digits = max(sum(1 for token in tokens[at + 1 :] if token in _PLACES), 1)
    mixed = " " in tokens[:at] and sum(1 for token in tokens[:at] if token in _PLACES) > 1
    units = int(value) if mixed else 0
    rest = Fraction(value - units).limit_denominator(10**digits - 1)
    above, below = (round((value - units) * fixed), fixed) if fixed else (rest.numerator, rest.denominator)
    if above % below == 0:
        return str(units + above // below)
    return f"{units} {above}/{below}" if units else f"{above}/{below}"
