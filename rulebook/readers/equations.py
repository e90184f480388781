"""Formulas on one line: a fraction keeps its bar and a power its height, so that 1/2 does not become 12."""

from __future__ import annotations

from lxml import etree

from rulebook.readers.drawings.names import M, W, iter_children

_SUPERSCRIPTS = str.maketrans("0123456789+-−n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻ⁿ")
_SUBSCRIPTS = str.maketrans("0123456789+-−", "₀₁₂₃₄₅₆₇₈₉₊₋₋")
_SKIPPED = frozenset({W + "del", W + "moveFrom", M + "ctrlPr", M + "rPr"})


def linear(element: etree._Element) -> str:
    """The formula below ``element`` in letters."""
    shape = _SHAPES.get(element.tag)
    if element.tag in (M + "t", W + "t"):
        return element.text or ""
    return shape(element) if shape else _inner(element)


def raised(text: str) -> str:
    """As superscript where Unicode has all the characters (``10²``), else as it stands."""
    return text.translate(_SUPERSCRIPTS) if _all_in(text, "0123456789+-−n") else text


def lowered(text: str) -> str:
    """As subscript where Unicode has all the characters (``H₂O``), else as it stands."""
    return text.translate(_SUBSCRIPTS) if _all_in(text, "0123456789+-−") else text


def scripted(text: str, baseline: str) -> str:
    """``text`` raised or lowered where ``baseline``, as DrawingML writes it, moves it up or down, so that 10² does not
    become 102."""
    if baseline in ("", "0", "0%"):
        return text
    return lowered(text) if baseline.startswith("-") else raised(text)


def _all_in(text: str, characters: str) -> bool:
    return any(c.isdigit() for c in text) and all(c in characters for c in text)


def _inner(element: etree._Element) -> str:
    return "".join(linear(child) for child in iter_children(element) if child.tag not in _SKIPPED)


def _part(element: etree._Element, name: str) -> str:
    return "".join(_inner(child) for child in iter_children(element) if child.tag == M + name)


def _property(element: etree._Element, path: str, default: str) -> str:
    found = element.find(path)
    return default if found is None else found.get(M + "val", default)


def grouped(text: str) -> str:
    """In brackets where it is more than one word or number."""
    return text if len(text) <= 1 or text.isalnum() else f"({text})"


def _fraction(element: etree._Element) -> str:
    return f"{grouped(_part(element, 'num'))}/{grouped(_part(element, 'den'))}"


def above(base: str, exponent: str) -> str:
    """``10²``, or ``x^(n+1)`` where Unicode has no raised characters."""
    if not exponent:
        return base
    return base + raised(exponent) if raised(exponent) != exponent else f"{base}^{grouped(exponent)}"


def below(base: str, index: str) -> str:
    """``x₁``, or ``x_i`` where Unicode has no lowered characters."""
    if not index:
        return base
    return base + lowered(index) if lowered(index) != index else f"{base}_{grouped(index)}"


def _scripts(element: etree._Element) -> str:
    return above(below(_part(element, "e"), _part(element, "sub")), _part(element, "sup"))


def _left_scripts(element: etree._Element) -> str:
    return above(below("", _part(element, "sub")), _part(element, "sup")) + _part(element, "e")


def _root(element: etree._Element) -> str:
    return f"{raised(_part(element, 'deg'))}√{grouped(_part(element, 'e'))}"


def _delimited(element: etree._Element) -> str:
    parts = [_inner(child) for child in iter_children(element) if child.tag == M + "e"]
    separator = _property(element, f"{M}dPr/{M}sepChr", "|")
    return (
        _property(element, f"{M}dPr/{M}begChr", "(")
        + separator.join(parts)
        + _property(element, f"{M}dPr/{M}endChr", ")")
    )


def _sum(element: etree._Element) -> str:
    sign = _property(element, f"{M}naryPr/{M}chr", "∫")
    return f"{above(below(sign, _part(element, 'sub')), _part(element, 'sup'))} {_part(element, 'e')}"


def _limit(element: etree._Element) -> str:
    return below(_part(element, "e"), _part(element, "lim"))


def _matrix(element: etree._Element) -> str:
    rows = [child for child in iter_children(element) if child.tag == M + "mr"]
    return "; ".join(", ".join(_inner(cell) for cell in iter_children(row)) for row in rows)


def _lines(element: etree._Element) -> str:
    return "\n".join(_inner(child) for child in iter_children(element) if child.tag == M + "e")


_SHAPES = {
    M + "f": _fraction,
    M + "sSup": _scripts,
    M + "sSub": _scripts,
    M + "sSubSup": _scripts,
    M + "sPre": _left_scripts,
    M + "rad": _root,
    M + "d": _delimited,
    M + "nary": _sum,
    M + "limLow": _limit,
    M + "limUpp": _limit,
    M + "m": _matrix,
    M + "eqArr": _lines,
}
