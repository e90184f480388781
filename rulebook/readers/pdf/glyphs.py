"""The characters of a PDF page as pdfium finds them, with where and how each is set."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from rulebook.readers.pdf.symbols import readable

if TYPE_CHECKING:
    from pypdfium2 import PdfPage, PdfTextPage  # type: ignore[import-untyped]

UNKNOWN = "〓"
"""Stands for a character whose font does not say which one it is."""
DRAWN = "〓"
"""Stands for words that are drawn as a shape."""
_BOLD_WEIGHT = 600
_FIXED_PITCH = 1
_FILLED_AND_STROKED = 2
_STROKED = frozenset({1, _FILLED_AND_STROKED})
_LIGATURES = {0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl", 0xFB05: "st", 0xFB06: "st"}


class Glyph(NamedTuple):
    """One character that is seen; points from the page's lower left corner, y upwards.

    ``base`` is the height of the line it stands on, ``size`` that of its font as shown, ``space`` the white space the
    file holds before it, ``angle`` the degrees it is turned by, ``bold`` and ``mono`` (every letter as wide) as its
    font says.
    """

    text: str
    left: float
    right: float
    bottom: float
    top: float
    base: float
    size: float
    bold: bool
    mono: bool
    space: str = ""
    angle: int = 0


@dataclass(frozen=True, slots=True)
class Look:
    """What the characters of one text object share."""

    size: float
    bold: bool
    mono: bool
    angle: int
    font: str


def read_glyphs(text_page: PdfTextPage) -> list[Glyph]:
    """The visible characters in the order of the file."""
    reader = _GlyphReader(text_page)
    return list(reader.glyphs())


def inside(glyphs: Sequence[Glyph], page: PdfPage) -> tuple[list[Glyph], list[Glyph]]:
    """The characters inside the part of the page that is shown, and those that are not."""
    left, bottom, right, top = page.get_cropbox()
    seen: list[Glyph] = []
    unseen: list[Glyph] = []
    for glyph in glyphs:
        x, y = (glyph.left + glyph.right) / 2, (glyph.bottom + glyph.top) / 2
        (seen if left <= x <= right and bottom <= y <= top else unseen).append(glyph)
    return seen, unseen


class _GlyphReader:
    def __init__(self, text_page: PdfTextPage) -> None:
        from pypdfium2 import raw

        self._raw = raw
        self._page = text_page.raw
        self._count = text_page.count_chars()
        self._looks: dict[int, Look] = {}
        self._box = raw.FS_RECTF()
        self._x, self._y = ctypes.c_double(), ctypes.c_double()

    def glyphs(self) -> Iterator[Glyph]:
        space = ""
        for index in range(self._count):
            if self._raw.FPDFText_IsGenerated(self._page, index):
                continue
            code = self._raw.FPDFText_GetUnicode(self._page, index)
            if chr(code).isspace():
                space += " " if code in (0x09, 0x0A, 0x0D, 0xA0) else chr(code)
            elif glyph := self._glyph(index, code, space):
                yield glyph
                space = ""

    def _glyph(self, index: int, code: int, space: str) -> Glyph | None:
        look = self._look(index)
        text = self._text(index, code, look.font)
        if not text or not self._raw.FPDFText_GetLooseCharBox(self._page, index, self._box):
            return None
        self._raw.FPDFText_GetCharOrigin(self._page, index, self._x, self._y)
        box = self._box
        return Glyph(
            text, box.left, box.right, box.bottom, box.top, self._y.value,
            look.size, look.bold, look.mono, space, look.angle,
        )  # fmt: skip

    def _text(self, index: int, code: int, font: str) -> str:
        if code in (0x02, 0xAD, 0xFFFE) or (code == 0x2D and self._raw.FPDFText_IsHyphen(self._page, index) == 1):
            return "\u00ad"
        if code in (0, 0xFFFD) or self._raw.FPDFText_HasUnicodeMapError(self._page, index) == 1:
            return UNKNOWN
        return _LIGATURES.get(code) or readable(chr(code), font)

    def _look(self, index: int) -> Look:
        item = self._raw.FPDFText_GetTextObject(self._page, index)
        key = ctypes.cast(item, ctypes.c_void_p).value or -1
        if key not in self._looks:
            self._looks[key] = self._new_look(index, item)
        return self._looks[key]

    def _new_look(self, index: int, item: object) -> Look:
        raw = self._raw
        matrix, flags, name = raw.FS_MATRIX(), ctypes.c_int(), ctypes.create_string_buffer(256)
        raw.FPDFText_GetMatrix(self._page, index, matrix)
        raw.FPDFText_GetFontInfo(self._page, index, name, 256, flags)
        font = name.value.decode("utf-8", "replace").rpartition("+")[2]
        heavy = raw.FPDFText_GetFontWeight(self._page, index) >= _BOLD_WEIGHT
        named = any(word in font.casefold() for word in ("bold", "heavy", "black"))
        mode = raw.FPDFTextObj_GetTextRenderMode(item)
        return Look(
            # many writers set size 1 and scale
            size=float(raw.FPDFText_GetFontSize(self._page, index) * math.hypot(matrix.b, matrix.d)),
            # a face without a bold cut is made bold by drawing its outline too
            bold=heavy or named or mode == _FILLED_AND_STROKED,
            mono=_is_mono(font, flags.value),
            angle=-round(math.degrees(raw.FPDFText_GetCharAngle(self._page, index))) % 360,
            font=font,
        )


def _is_mono(font: str, flags: int) -> bool:
    """Whether the font is made for program text. In faces for Japanese and Chinese all letters are as wide in plain
    prose too."""
    name = font.casefold()
    if any(word in name for word in ("courier", "mono", "consol", "menlo")):
        return True
    wide = any(word in name for word in ("gothic", "mincho", "ming", "song", "simsun", "simhei", "kai"))
    return bool(flags & _FIXED_PITCH) and not wide
