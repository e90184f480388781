"""The lines a PDF page draws: the borders of tables and boxes, the rules under and through words."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from pypdfium2 import PdfObject, PdfPage  # type: ignore[import-untyped]

_THICKEST = 6.5
_SHORTEST = 4.0
_DEEPEST = 5
_WHITE = 250
_Matrix: TypeAlias = tuple[float, float, float, float, float, float]


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in points, y upwards."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.top - self.bottom

    def holds(self, x: float, y: float) -> bool:
        return self.left <= x <= self.right and self.bottom <= y <= self.top


@dataclass(frozen=True, slots=True)
class Drawing:
    """Level and upright lines as thin boxes, and the boxes that are filled with a colour."""

    level: tuple[Box, ...] = ()
    upright: tuple[Box, ...] = ()
    fills: tuple[Box, ...] = ()


def read_drawing(page: PdfPage) -> Drawing:
    """All lines of the page, pieces as they are drawn; the sides of an outlined rectangle are four lines."""
    boxes: list[Box] = []
    fills: list[Box] = []
    for box, outlined, filled in _paths(page):
        if box.width <= _THICKEST or box.height <= _THICKEST:
            boxes.append(box)
            continue
        if outlined:
            boxes += _sides(box)
        if filled:
            fills.append(box)
    level = tuple(b for b in boxes if b.width >= _SHORTEST and b.height <= _THICKEST and b.width > b.height)
    upright = tuple(b for b in boxes if b.height >= _SHORTEST and b.width <= _THICKEST and b.height > b.width)
    return Drawing(level, upright, tuple(fills))


def turned(drawing: Drawing, angle: int) -> Drawing:
    """The drawing as seen when text that is turned by ``angle`` (90, 180 or 270 degrees) stands upright."""
    if not angle:
        return drawing
    level, upright, fills = (
        tuple(_turned(b, angle) for b in boxes) for boxes in (drawing.level, drawing.upright, drawing.fills)
    )
    return Drawing(level, upright, fills) if angle == 180 else Drawing(upright, level, fills)


def _turned(box: Box, angle: int) -> Box:
    if angle == 180:
        return Box(-box.right, -box.top, -box.left, -box.bottom)
    if angle == 90:
        return Box(box.bottom, -box.right, box.top, -box.left)
    return Box(-box.top, box.left, -box.bottom, box.right)


def _sides(box: Box) -> Sequence[Box]:
    return (
        Box(box.left, box.top, box.right, box.top),
        Box(box.left, box.bottom, box.right, box.bottom),
        Box(box.left, box.bottom, box.left, box.top),
        Box(box.right, box.bottom, box.right, box.top),
    )


def _paths(page: PdfPage) -> Iterator[tuple[Box, bool, bool]]:
    """Each path that is a line or a rectangle: its box, whether it is outlined, whether filled with a colour."""
    from pypdfium2 import raw

    count = raw.FPDFPage_CountObjects(page.raw)
    yield from _of([raw.FPDFPage_GetObject(page.raw, n) for n in range(count)], (1, 0, 0, 1, 0, 0), 0)


def _of(items: Sequence[PdfObject], matrix: _Matrix, depth: int) -> Iterator[tuple[Box, bool, bool]]:
    from pypdfium2 import raw

    for item in items:
        kind = raw.FPDFPageObj_GetType(item)
        if kind == raw.FPDF_PAGEOBJ_FORM and depth < _DEEPEST:
            inner = raw.FS_MATRIX()
            raw.FPDFPageObj_GetMatrix(item, inner)
            parts = [raw.FPDFFormObj_GetObject(item, n) for n in range(raw.FPDFFormObj_CountObjects(item))]
            yield from _of(parts, _product(inner, matrix), depth + 1)
        elif kind == raw.FPDF_PAGEOBJ_PATH and raw.FPDFPath_CountSegments(item) <= 6 and _is_straight(item):
            mode, outlined = ctypes.c_int(), ctypes.c_int()
            raw.FPDFPath_GetDrawMode(item, mode, outlined)
            if mode.value or outlined.value:
                yield _box(item, matrix), bool(outlined.value), bool(mode.value) and _is_coloured(item)


def _is_straight(item: PdfObject) -> bool:
    from pypdfium2 import raw

    count = raw.FPDFPath_CountSegments(item)
    kinds = (raw.FPDFPathSegment_GetType(raw.FPDFPath_GetPathSegment(item, n)) for n in range(count))
    return raw.FPDF_SEGMENT_BEZIERTO not in kinds


def _box(item: PdfObject, matrix: _Matrix) -> Box:
    from pypdfium2 import raw

    corners = [ctypes.c_float() for _ in range(4)]
    raw.FPDFPageObj_GetBounds(item, *corners)
    left, bottom, right, top = (c.value for c in corners)
    points = [_at(x, y, matrix) for x in (left, right) for y in (bottom, top)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Box(min(xs), min(ys), max(xs), max(ys))


def _is_coloured(item: PdfObject) -> bool:
    from pypdfium2 import raw

    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    found = raw.FPDFPageObj_GetFillColor(item, red, green, blue, alpha)
    return bool(found) and alpha.value > 0 and min(red.value, green.value, blue.value) < _WHITE


def _at(x: float, y: float, matrix: _Matrix) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def _product(inner: object, outer: _Matrix) -> _Matrix:
    a, b, c, d, e, f = (float(getattr(inner, name)) for name in "abcdef")
    x, y = _at(e, f, outer)
    oa, ob, oc, od, _, _ = outer
    return (a * oa + b * oc, a * ob + b * od, c * oa + d * oc, c * ob + d * od, x, y)
