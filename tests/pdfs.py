"""PDF files written line by line, with a text layer in Helvetica."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Text:
    """A line of ASCII text at a place on its page, in points from the lower left corner of an A4 page."""

    text: str
    top: float
    left: float = 72
    size: float = 10


def pdf(pages: Sequence[Sequence[Text]], outline: Sequence[tuple[str, int]] = (), trailer: str = "") -> bytes:
    """A PDF of these pages; ``outline`` are bookmarks (title, page from 0), ``trailer`` further trailer entries."""
    objects: list[bytes] = []

    def add(body: str | bytes) -> int:
        objects.append(body.encode("latin-1") if isinstance(body, str) else body)
        return len(objects)

    catalog, tree, font = add(""), add(""), add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
    numbers = []
    for page in pages:
        lines = "".join(f"BT /F1 {t.size} Tf {t.left} {t.top} Td ({_escaped(t.text)}) Tj ET\n" for t in page)
        stream = add(f"<</Length {len(lines)}>>stream\n{lines}endstream")
        resources = f"<</Font<</F1 {font} 0 R>>>>"
        numbers.append(
            add(f"<</Type/Page/Parent {tree} 0 R/MediaBox[0 0 595 842]/Resources{resources}/Contents {stream} 0 R>>")
        )
    kids = " ".join(f"{n} 0 R" for n in numbers)
    objects[tree - 1] = f"<</Type/Pages/Kids[{kids}]/Count {len(numbers)}>>".encode()
    root = _outline(add, objects, outline, numbers)
    objects[catalog - 1] = f"<</Type/Catalog/Pages {tree} 0 R{root}>>".encode()
    return _written(objects, f"/Root {catalog} 0 R{trailer}")


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
    return content + b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1) + table + end
