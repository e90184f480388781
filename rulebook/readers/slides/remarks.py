"""What stands beside a slide: the speaker's notes and the reviewers' comments."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from rulebook.model.document import Block, BlockKind, Flag
from rulebook.model.text import RichText
from rulebook.readers.drawings.text import body_text, plain_paragraphs
from rulebook.readers.slides.names import P188, P
from rulebook.readers.slides.source import SlideSource
from rulebook.readers.slides.styles import placeholder


def notes_blocks(source: SlideSource) -> Iterator[Block]:
    """The speaker notes as one block; slide image, page number, header and date of the notes page are left out."""
    for part in source.parts("notesSlide"):
        root = source.xml(part, "the page of speaker notes")
        bodies = [] if root is None else [s.find(f"{P}txBody") for s in root.iter(f"{P}sp") if _is_text(s)]
        texts = [body_text(body, source.warn) for body in bodies if body is not None]
        text = RichText.join([text for text in texts if text], "\n")
        if text:
            yield Block(kind=BlockKind.SPEAKER_NOTES, span=source.span, text=text, flags=frozenset({Flag.NOTES}))


def _is_text(shape: etree._Element) -> bool:
    place = placeholder(shape)
    return place is None or place.get("type", "body") in ("body", "obj")


def comment_blocks(source: SlideSource) -> Iterator[Block]:
    """The comments in file order, each answer a block of its own behind what it answers."""
    for part in source.parts("comments"):
        root = source.xml(part, "the comments")
        for text in [] if root is None else _remarks(root):
            if text.strip():
                yield Block(
                    kind=BlockKind.COMMENT,
                    span=source.span,
                    text=RichText(text.strip()),
                    flags=frozenset({Flag.COMMENT}),
                )


def _remarks(root: etree._Element) -> Iterator[str]:
    """Comments of PowerPoint up to 2019 (plain ``p:text``) and of today (a text body each)."""
    yield from (text.text or "" for text in root.iter(f"{P}text"))
    for comment in root.iter(f"{P188}cm"):
        # the file puts the answers first
        bodies = [*comment.iterfind(f"{P188}txBody"), *comment.iterfind(f"{P188}replyLst//{P188}txBody")]
        yield from (plain_paragraphs(body) for body in bodies)
