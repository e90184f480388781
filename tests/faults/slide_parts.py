"""Parts of a deck that python-pptx does not write: comments of both ages, SmartArt, a picture of one point."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from tests.readers.slides.decks import A

_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_MICROSOFT = "http://schemas.microsoft.com/office/2018/10/relationships"
_DIAGRAM = "http://schemas.openxmlformats.org/drawingml/2006/diagram"
_SPARE = "ppt/printerSettings/printerSettings1.bin"

Patch = Callable[[str, bytes], bytes]

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    "0000000c49444154789c63f8ffff3f0005fe02fe0def46b80000000049454e44ae426082"
)


def hung(kind: str, content: str, slide: int = 1) -> Patch:
    """A patch that gives a slide one more part, related to it as ``kind``, in the place of one that nobody needs."""
    relation = f'<Relationship Id="rIdHung" Type="{kind}" Target="../printerSettings/printerSettings1.bin"/>'

    def patch(name: str, part: bytes) -> bytes:
        if name == f"ppt/slides/_rels/slide{slide}.xml.rels":
            return part.replace(b"</Relationships>", f"{relation}</Relationships>".encode())
        return content.encode() if name == _SPARE else part

    return patch


def commented(text: str) -> Patch:
    """A comment on the first slide, as PowerPoint wrote it up to 2019."""
    space = "http://schemas.openxmlformats.org/presentationml/2006/main"
    return hung(f"{_OFFICE}/comments", f'<p:cmLst xmlns:p="{space}"><p:cm><p:text>{text}</p:text></p:cm></p:cmLst>')


def discussed(text: str, answer: str) -> Patch:
    """A comment on the first slide and the reply to it, as PowerPoint has written them since 2021."""
    space = "http://schemas.microsoft.com/office/powerpoint/2018/8/main"
    said = "<c:txBody><a:bodyPr/><a:p><a:r><a:t>{}</a:t></a:r></a:p></c:txBody>"
    reply = f'<c:replyLst><c:reply id="{{2}}" authorId="{{9}}">{said.format(answer)}</c:reply></c:replyLst>'
    thread = f'<c:cm id="{{1}}" authorId="{{9}}">{reply}{said.format(text)}</c:cm>'
    return hung(f"{_MICROSOFT}/comments", f'<c:cmLst xmlns:c="{space}" xmlns:a="{A}">{thread}</c:cmLst>')


def smart_art(entries: Sequence[tuple[str, str]], slide: int = 1) -> Patch:
    """A patch that makes the only table of a slide a SmartArt; ``entries`` are texts, each with its parent's or ``""``.

    The points are stored last to first: what counts for a reader is the order of the connections.
    """
    ids = {text: str(n) for n, (text, _) in enumerate(entries, 1)}
    points = "".join(
        f'<d:pt modelId="{ids[text]}"><d:t><a:p><a:r><a:t>{text}</a:t></a:r></a:p></d:t></d:pt>'
        for text, _ in reversed(entries)
    )
    decoration = '<d:pt modelId="99" type="pres"><d:t><a:p><a:r><a:t>飾り</a:t></a:r></a:p></d:t></d:pt>'
    joins = "".join(
        f'<d:cxn modelId="c{n}" srcId="{ids.get(parent, "0")}" destId="{ids[text]}" srcOrd="{n}"/>'
        for n, (text, parent) in enumerate(entries)
    )
    data = f'<d:ptLst><d:pt modelId="0" type="doc"/>{points}{decoration}</d:ptLst><d:cxnLst>{joins}</d:cxnLst>'
    hang = hung(
        f"{_OFFICE}/diagramData", f'<d:dataModel xmlns:d="{_DIAGRAM}" xmlns:a="{A}">{data}</d:dataModel>', slide
    )
    frame = (
        f'<a:graphicData uri="{_DIAGRAM}"><d:relIds xmlns:d="{_DIAGRAM}" xmlns:r="{_OFFICE}" r:dm="rIdHung"/>'
        "</a:graphicData>"
    )

    def patch(name: str, part: bytes) -> bytes:
        if name == f"ppt/slides/slide{slide}.xml":
            return re.sub(rb"<a:graphicData.*</a:graphicData>", frame.encode(), part, flags=re.DOTALL)
        return hang(name, part)

    return patch
