"""A data validation in words: the values it allows, its limits, the messages that Excel shows for it."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.model.place import CellRange
from rulebook.readers.excel.boxes import Box
from rulebook.readers.excel.validations import Validation
from rulebook.readers.excel.wording import Wording
from rulebook.readers.numbers import show_number

_SIGNS = {
    "equal": "=",
    "notEqual": "≠",
    "greaterThan": ">",
    "lessThan": "<",
    "greaterThanOrEqual": "≥",
    "lessThanOrEqual": "≤",
}
_FORMATS = {"date": "yyyy/m/d", "time": "h:mm"}
_MOST_RANGES = 6


def rule_text(validation: Validation, allowed: str, words: Wording) -> str:
    """What the validation demands and says, a line each; ``allowed`` are the values of its list, "" where unknown."""
    parts = [allowed] if allowed else []
    if validation.kind not in ("list", "none"):
        parts.append(_limit(validation, words))
    if validation.prompt:
        parts.append(f"{words.prompt}: {validation.prompt}" if parts else validation.prompt)
    if validation.error:
        parts.append(f"{words.messages.get(validation.severity, validation.severity)}: {validation.error}")
    return "\n".join(parts)


def listed(ranges: Sequence[Box]) -> str:
    """``K5:K20, M5:M20``; the first few of many."""
    places = [CellRange("", b.top, b.left, b.bottom, b.right).fragment.removeprefix("!") for b in ranges]
    return ", ".join(places[:_MOST_RANGES]) + (" …" if len(places) > _MOST_RANGES else "")


def _limit(validation: Validation, words: Wording) -> str:
    """``文字数 ≤ 60``, ``日付 2024/4/1～2025/3/31``, ``条件 LEN(F5)<=60``."""
    kind = words.kinds.get(validation.kind, validation.kind)
    values = [_value(limit, validation.kind) for limit in validation.limits]
    if validation.operator in _SIGNS:
        return f"{kind} {_SIGNS[validation.operator]} {values[0]}"
    if len(values) == 2 and validation.operator:
        return f"{kind} " + (words.between if validation.operator == "between" else words.outside).format(*values)
    return f"{kind} {values[0]}"


def _value(formula: str, kind: str) -> str:
    """A limit as its kind is written; a formula without the signs that fix its references."""
    try:
        return show_number(float(formula), _FORMATS.get(kind, "General"))
    except ValueError:
        return formula if kind == "custom" else formula.replace("$", "")
