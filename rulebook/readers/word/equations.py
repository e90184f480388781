"""Formulas on one line: a fraction keeps its bar and a power its height, so that 1/2 does not become 12."""

from __future__ import annotations

from rulebook.readers.word.xml import Element, M, W, children

_SUPERSCRIPTS = str.maketrans("0123456789+-−n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻ⁿ")
_SUBSCRIPTS = str.maketrans("0123456789+-−", "₀₁₂₃₄₅₆₇₈₉₊₋₋")
_SKIPPED = frozenset({W + "del", W + "moveFrom", M + "ctrlPr", M + "rPr"})


def linear(element: Element) -> str:
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


def _all_in(text: str, characters: str) -> bool:
    return any(c.isdigit() for c in text) and all(c in characters for c in text)


def _inner(element: Element) -> str:
    return "".join(linear(child) for child in children(element) if child.tag not in _SKIPPED)


def _part(element: Element, name: str) -> str:
    return "".join(_inner(child) for child in children(element) if child.tag == M + name)


def _property(element: Element, path: str, default: str) -> str:
    found = element.find(path)
    return default if found is None else found.get(M + "val", default)


def _grouped(text: str) -> str:
    return text if len(text) <= 1 or text.isalnum() else f"({text})"


def _fraction(element: Element) -> str:
    return f"{_grouped(_part(element, 'num'))}/{_grouped(_part(element, 'den'))}"


def _above(base: str, exponent: str) -> str:
    if not exponent:
        return base
    return base + raised(exponent) if raised(exponent) != exponent else f"{base}^{_grouped(exponent)}"


def _below(base: str, index: str) -> str:
    if not index:
        return base
    return base + lowered(index) if lowered(index) != index else f"{base}_{_grouped(index)}"


def _scripts(element: Element) -> str:
    return _above(_below(_part(element, "e"), _part(element, "sub")), _part(element, "sup"))


def _left_scripts(element: Element) -> str:
    return _above(_below("", _part(element, "sub")), _part(element, "sup")) + _part(element, "e")


def _root(element: Element) -> str:
    return f"{raised(_part(element, 'deg'))}√{_grouped(_part(element, 'e'))}"


def _delimited(element: Element) -> str:
    parts = [_inner(child) for child in children(element) if child.tag == M + "e"]
    separator = _property(element, f"{M}dPr/{M}sepChr", "|")
    return (
        _property(element, f"{M}dPr/{M}begChr", "(")
        + separator.join(parts)
        + _property(element, f"{M}dPr/{M}endChr", ")")
    )


def _sum(element: Element) -> str:
    sign = _property(element, f"{M}naryPr/{M}chr", "∫")
    return f"{_above(_below(sign, _part(element, 'sub')), _part(element, 'sup'))} {_part(element, 'e')}"


def _limit(element: Element) -> str:
    return _below(_part(element, "e"), _part(element, "lim"))


def _matrix(element: Element) -> str:
    rows = [child for child in children(element) if child.tag == M + "mr"]
    return "; ".join(", ".join(_inner(cell) for cell in children(row)) for row in rows)


def _lines(element: Element) -> str:
    return "\n".join(_inner(child) for child in children(element) if child.tag == M + "e")


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
