"""Numbers without a number format."""

from __future__ import annotations

_CHARACTERS = 11
"""The room that Excel gives a number without a format in a wide column, sign left out."""


def general(value: float) -> str:
    """A number as the format General shows it in a wide column.

    Whole numbers up to 15 digits keep all of them (Excel shows those over 11 as 1.23457E+11, though the cell holds an
    identifier to the last digit); others are rounded to eleven characters.
    """
    if value == int(value) and abs(value) < 1e15:
        return str(int(value))
    sign, size = ("-" if value < 0 else ""), abs(value)
    fixed = f"{size:.{max(_CHARACTERS - 1 - len(str(int(size))), 0)}f}".rstrip("0").rstrip(".")
    if size < 1e15 and (size >= 1e-4 or float(fixed) == size):
        return sign + fixed
    mantissa, _, exponent = f"{size:.5E}".partition("E")
    return f"{sign}{mantissa.rstrip('0').rstrip('.')}E{exponent}"
