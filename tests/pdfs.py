"""PDF files written line by line, with a text layer in Helvetica, its bold cut, Courier or a Japanese face."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_FONTS = {
    "F1": "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    "F2": "<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold>>",
    "F3": "<</Type/Font/Subtype/Type1/BaseFont/Courier>>",
}
_JAPANESE = (
    "<</Type/Font/Subtype/Type0/BaseFont/HeiseiKakuGo-W5/Encoding/UniJIS-UTF16-{way}/DescendantFonts[<</Type/Font"
    "/Subtype/CIDFontType0/BaseFont/HeiseiKakuGo-W5/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>"
    "/DW 1000/FontDescriptor<</Type/FontDescriptor/FontName/HeiseiKakuGo-W5/Flags 4/FontBBox[0 -120 1000 880]"
    "/ItalicAngle 0/Ascent 880/Descent -120/CapHeight 880/StemV 80>>>>]>>"
)


@dataclass(frozen=True)
class Text:
    """A line at a place on its page, in points from the lower left corner of an A4 page.

    Text that is not ASCII is set in a Japanese face, each character as wide as high. ``angle`` turns the line to the
    left by so many degrees; ``mode`` is the PDF's text render mode (3 is unseen); ``down`` sets it from the top down.
    """

    text: str
    top: float
    left: float = 72
    size: float = 10
    bold: bool = False
    mono: bool = False
    angle: float = 0
    mode: int = 0
    down: bool = False


@dataclass(frozen=True)
class Stroke:
    """A drawn line from one point to another."""

    left: float
    bottom: float
    right: float
    top: float


@dataclass(frozen=True)
class Outline:
    """A shape with as many corners as letters have, filled, in a box."""

    left: float
    bottom: float
    right: float
    top: float


Item = Text | Stroke | Outline


def grid(lefts: Sequence[float], tops: Sequence[float]) -> list[Item]:
    """The lines of a table whose columns begin at ``lefts`` and rows at ``tops``, the last ones being its end."""
    upright = [Stroke(x, tops[-1], x, tops[0]) for x in lefts]
    return [*upright, *(Stroke(lefts[0], y, lefts[-1], y) for y in tops)]


def pdf(
    pages: Sequence[Sequence[Item]],
    outline: Sequence[tuple[str, int]] = (),
    trailer: str = "",
    entries: Mapping[int, str] | None = None,
) -> bytes:
    """A PDF of these pages; ``outline`` are bookmarks (title, page from 0), ``trailer`` further trailer entries and
    ``entries`` further ones of pages, from 0."""
    objects: list[bytes] = []

    def add(body: str | bytes) -> int:
        objects.append(body.encode("latin-1") if isinstance(body, str) else body)
        return len(objects)

    catalog, tree = add(""), add("")
    fonts = {name: add(body) for name, body in _FONTS.items()}
    fonts |= {name: add(_JAPANESE.format(way=way)) for name, way in (("J1", "H"), ("J2", "V"))}
    resources = "<</Font<<" + "".join(f"/{name} {number} 0 R" for name, number in fonts.items()) + ">>>>"
    numbers = []
    for index, page in enumerate(pages):
        drawn = "".join(_drawn(item) for item in page)
        stream = add(f"<</Length {len(drawn)}>>stream\n{drawn}endstream")
        further = (entries or {}).get(index, "")
        numbers.append(
            add(
                f"<</Type/Page/Parent {tree} 0 R/MediaBox[0 0 595 842]/Resources{resources}"
                f"/Contents {stream} 0 R{further}>>"
            )
        )
    kids = " ".join(f"{n} 0 R" for n in numbers)
    objects[tree - 1] = f"<</Type/Pages/Kids[{kids}]/Count {len(numbers)}>>".encode()
    root = _outline(add, objects, outline, numbers)
    objects[catalog - 1] = f"<</Type/Catalog/Pages {tree} 0 R{root}>>".encode()
    return _written(objects, f"/Root {catalog} 0 R{trailer}")


def _drawn(item: Item) -> str:
    if isinstance(item, Stroke):
        return f"0.5 w {item.left} {item.bottom} m {item.right} {item.top} l S\n"
    if isinstance(item, Outline):
        step = (item.right - item.left) / 40
        corners = " ".join(f"{item.left + n * step} {item.top if n % 2 else item.bottom} l" for n in range(1, 41))
        return f"{item.left} {item.bottom} m {corners} f\n"
    turn = math.radians(item.angle)
    matrix = (
        f"{math.cos(turn):.6f} {math.sin(turn):.6f} {-math.sin(turn):.6f} {math.cos(turn):.6f} {item.left} {item.top}"
    )
    font, string = _shown(item)
    return f"BT /{font} {item.size} Tf {item.mode} Tr {matrix} Tm {string} Tj ET\n"


def _shown(item: Text) -> tuple[str, str]:
    if item.text.isascii():
        return ("F2" if item.bold else "F3" if item.mono else "F1"), f"({_escaped(item.text)})"
    return ("J2" if item.down else "J1"), f"<{item.text.encode('utf-16-be').hex()}>"


def _outline(add, objects, outline, pages) -> str:  # type: ignore[no-untyped-def]
    if not outline:
        return ""
    root = add("")
    entries = [root + n + 1 for n in range(len(outline))]
    for n, (title, page) in enumerate(outline):
        beside = f"/Next {entries[n + 1]} 0 R" if n + 1 < len(entries) else ""
        beside += f"/Prev {entries[n - 1]} 0 R" if n else ""
        add(f"<</Title({_escaped(title)})/Parent {root} 0 R/Dest[{pages[page]} 0 R/Fit]{beside}>>")
    first, last = entries[0], entries[-1]
    objects[root - 1] = f"<</Type/Outlines/First {first} 0 R/Last {last} 0 R/Count {len(entries)}>>".encode()
    return f"/Outlines {root} 0 R"


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def _written(objects: Sequence[bytes], trailer: str) -> bytes:
    content, places = b"%PDF-1.7\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(content))
        content += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = f"trailer<</Size {len(objects) + 1}{trailer}>>\nstartxref\n{len(content)}\n%%EOF\n".encode()
    return content + f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode() + table + end
