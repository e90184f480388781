"""Where a shape stands on its slide, through the groups that it lies in."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin

from lxml import etree

from rulebook.readers.drawings.names import A, is_on, number
from rulebook.readers.drawings.order import Box

_DEGREE = 60_000
"""Angles are written in 60,000ths of a degree, clockwise."""


@dataclass(frozen=True, slots=True)
class Frame:
    """How the coordinates inside groups lie on the slide: ``x * xx + y * yx + dx``, ``x * xy + y * yy + dy``."""

    xx: float = 1
    xy: float = 0
    yx: float = 0
    yy: float = 1
    dx: float = 0
    dy: float = 0

    def box(self, box: Box) -> Box:
        """The smallest box on the slide around ``box``."""
        corners = [self._point(x, y) for x in (box.left, box.right) for y in (box.top, box.bottom)]
        across, down = [x for x, _ in corners], [y for _, y in corners]
        return Box(min(across), min(down), max(across), max(down))

    def inside(self, transform: etree._Element | None) -> Frame:
        """The frame inside a group with this ``a:xfrm``: scaled, mirrored, then turned about its middle."""
        if transform is None:
            return self
        outer, inner = _rectangle(transform, "off", "ext"), _rectangle(transform, "chOff", "chExt")
        scale_x = _ratio(outer.right - outer.left, inner.right - inner.left) * _mirrored(transform, "flipH")
        scale_y = _ratio(outer.bottom - outer.top, inner.bottom - inner.top) * _mirrored(transform, "flipV")
        angle = radians(number(transform.get("rot")) / _DEGREE)
        xx, xy, yx, yy = scale_x * cos(angle), scale_x * sin(angle), -scale_y * sin(angle), scale_y * cos(angle)
        (mid_x, mid_y), (x, y) = _middle(outer), _middle(inner)
        return self._around(Frame(xx, xy, yx, yy, mid_x - x * xx - y * yx, mid_y - x * xy - y * yy))

    def _point(self, x: float, y: float) -> tuple[float, float]:
        return x * self.xx + y * self.yx + self.dx, x * self.xy + y * self.yy + self.dy

    def _around(self, inner: Frame) -> Frame:
        dx, dy = self._point(inner.dx, inner.dy)
        return Frame(
            inner.xx * self.xx + inner.xy * self.yx,
            inner.xx * self.xy + inner.xy * self.yy,
            inner.yx * self.xx + inner.yy * self.yx,
            inner.yx * self.xy + inner.yy * self.yy,
            dx,
            dy,
        )


def standing(transform: etree._Element | None) -> Box:
    """Where a shape stands: its frame, lying on its side where it is turned by nearer to 90° than to 0° or 180°."""
    frame = _rectangle(transform, "off", "ext")
    on_its_side = transform is not None and number(transform.get("rot")) // (45 * _DEGREE) % 4 in (1, 2)
    return _turned(frame, 90) if on_its_side else frame


def outline(transform: etree._Element | None) -> Box:
    """The smallest upright box around a shape as it is turned."""
    frame = _rectangle(transform, "off", "ext")
    return frame if transform is None else _turned(frame, number(transform.get("rot")) / _DEGREE)


def _turned(box: Box, degrees: float) -> Box:
    (x, y), angle = _middle(box), radians(degrees)
    width, height = box.right - box.left, box.bottom - box.top
    half_width = (abs(width * cos(angle)) + abs(height * sin(angle))) / 2
    half_height = (abs(width * sin(angle)) + abs(height * cos(angle))) / 2
    return Box(x - half_width, y - half_height, x + half_width, y + half_height)


def _rectangle(transform: etree._Element | None, corner: str, extent: str) -> Box:
    """A rectangle as written; at the top left and empty when nobody says."""
    if transform is None:
        return Box()
    start, size = transform.find(f"{A}{corner}"), transform.find(f"{A}{extent}")
    left, top = (0, 0) if start is None else (number(start.get("x")), number(start.get("y")))
    width, height = (0, 0) if size is None else (number(size.get("cx")), number(size.get("cy")))
    return Box(left, top, left + width, top + height)


def _ratio(outer: float, inner: float) -> float:
    return outer / inner if inner else 1.0


def _mirrored(transform: etree._Element, name: str) -> int:
    return -1 if is_on(transform.get(name)) else 1


def _middle(box: Box) -> tuple[float, float]:
    return (box.left + box.right) / 2, (box.top + box.bottom) / 2
