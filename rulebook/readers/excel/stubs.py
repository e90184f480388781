"""Names of rows that stand over indented ones: drawn so, a blank strip runs down beside the names below them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from rulebook.readers.excel.fields import Field

_Places = Mapping[tuple[int, int], Field]


def with_names_down(fields: Sequence[Field]) -> list[Field]:
    """The fields of a table, a name over indented ones narrowed to the strip below it and reaching down to its end, as
    a merged name does. Column titles, in the first row or its colour, and names alone in their row stay as they are."""
    places = {(f.box.top, f.box.left): f for f in fields}
    first = min((f.box.top for f in fields), default=0)
    titled = {f.fill for f in fields if f.box.top == first} - {""}
    texts = Counter(f.box.top for f in fields if f.cells)
    strips = {}
    for field in fields:
        if field.box.top > first and field.fill not in titled and texts[field.box.top] > 1:
            strip = _strip(field, places)
            strips.update({field.box: strip.box} if strip is not None else {})
    gone = set(strips.values())
    down = {name: replace(name, bottom=strip.bottom, right=strip.right) for name, strip in strips.items()}
    return [replace(f, box=down.get(f.box, f.box)) for f in fields if f.box not in gone]


def _strip(name: Field, places: _Places) -> Field | None:
    """The blank field right under a name that is narrower than it, with a name set in by as much on its right."""
    strip = places.get((name.box.bottom + 1, name.box.left)) if name.cells and not name.hidden else None
    if strip is None or strip.cells or strip.box.right >= name.box.right:
        return None
    within = places.get((strip.box.top, strip.box.right + 1))
    return strip if within is not None and within.cells and within.box.right == name.box.right else None
