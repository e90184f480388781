"""Documents of the fault tests: written on the spot in each format, parsed through the public door, questioned."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

from openpyxl import Workbook
from pptx import Presentation
from pptx.presentation import Presentation as Deck

from rulebook.chunking.packing import ChunkLimits
from rulebook.model.chunk import ParsedDocument, RuleChunk
from rulebook.model.document import Flag
from rulebook.model.text import Mark
from rulebook.parsing.parse import parse_file
from tests.packages import WORD_MAIN, package, save
from tests.readers.excel.workbooks import saved
from tests.readers.word.files import word_file

Parts = Mapping[str, str]
Patches = Mapping[str, Callable[[str], str]]

APART = ChunkLimits(min_tokens=0)
"""No section is joined with its neighbour, so that a test of a few words can see each one's heading path."""

NUMBERED_HEADINGS = "".join(
    f'<w:style w:type="paragraph" w:styleId="H{n}"><w:name w:val="heading {n}"/><w:pPr>'
    f'<w:numPr><w:ilvl w:val="{n - 1}"/><w:numId w:val="1"/></w:numPr><w:outlineLvl w:val="{n - 1}"/></w:pPr></w:style>'
    for n in range(1, 5)
)
"""Styles ``H1`` to ``H4`` whose numbers come from list 1, as in documents with numbered chapters."""


def parsed(path: Path, limits: ChunkLimits = APART) -> ParsedDocument:
    return parse_file(path, path.name, chunk_limits=limits)


def word(folder: Path, body: str, parts: Parts | None = None, *, title: str = "") -> ParsedDocument:
    """A Word file with ``body`` inside ``w:body``; ``parts`` as in ``tests.readers.word.files.word_file``."""
    return parsed(complete(word_file(folder, body, parts, title=title)))


def complete(path: Path) -> Path:
    """The Word file with the list of content types that every real one has, and without which it is refused."""
    types = package("word/document.xml", WORD_MAIN, {})["[Content_Types].xml"]
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("[Content_Types].xml", types)
    return path


def excel(folder: Path, book: Workbook, patches: Patches | None = None) -> ParsedDocument:
    """A workbook, the named parts changed by their functions."""
    return parsed(saved(book, folder, patches))


def slides(folder: Path, deck: Deck, patch: Callable[[str, bytes], bytes] = lambda _, part: part) -> ParsedDocument:
    """A deck, each part passed through ``patch(name, content)`` first."""
    stream = io.BytesIO()
    deck.save(stream)
    path = folder / "方針.pptx"
    with zipfile.ZipFile(stream) as source, zipfile.ZipFile(path, "w") as target:
        for name in source.namelist():
            target.writestr(name, patch(name, source.read(name)))
    return parsed(path)


def markdown(folder: Path, text: str) -> ParsedDocument:
    return parsed(save(folder, "規程.md", text.encode()))


def pdf_file(folder: Path, content: bytes) -> ParsedDocument:
    return parsed(save(folder, "rules.pdf", content))


def deck() -> Deck:
    """An empty deck with the layouts of python-pptx."""
    return Presentation()


def text_of(document: ParsedDocument) -> str:
    """Everything that can be found: the contents of all chunks."""
    return "\n".join(chunk.content for chunk in document.chunks)


def lines(document: ParsedDocument) -> list[str]:
    return text_of(document).split("\n")


def times(document: ParsedDocument, text: str) -> int:
    """How often ``text`` stands in the contents; headings, table headers and statements beside them do not count."""
    return text_of(document).count(text)


def assert_once(document: ParsedDocument, *texts: str) -> None:
    """Each of ``texts`` is in the index, and none of them twice."""
    assert {text: times(document, text) for text in texts} == dict.fromkeys(texts, 1)


def chunk_with(document: ParsedDocument, text: str) -> RuleChunk:
    """The one chunk whose content holds ``text``."""
    found = [chunk for chunk in document.chunks if text in chunk.content]
    assert len(found) == 1, f"{text!r} stands in {len(found)} chunks of {[c.content for c in document.chunks]}"
    return found[0]


def path_of(document: ParsedDocument, text: str) -> tuple[str, ...]:
    """The headings above ``text``."""
    return chunk_with(document, text).headings


def place_of(document: ParsedDocument, text: str) -> str:
    """Where ``text`` is cited, without the document's name."""
    return chunk_with(document, text).source_uri.partition("#")[2]


def flags_of(document: ParsedDocument, text: str) -> tuple[Flag, ...]:
    return chunk_with(document, text).flags


def marked(document: ParsedDocument, mark: Mark) -> list[str]:
    """The words that carry ``mark``, in reading order."""
    return [c.content[s.start : s.end] for c in document.chunks for s in c.marks if s.mark is mark]


def statements(document: ParsedDocument) -> list[str]:
    """What the chunks state, each sentence or table row made to stand alone."""
    return [statement.text for chunk in document.chunks for statement in chunk.statements]


def statement_with(document: ParsedDocument, text: str) -> str:
    """The one statement that holds ``text``."""
    found = [statement for statement in statements(document) if text in statement]
    assert len(found) == 1, f"{text!r} is in {len(found)} of {statements(document)}"
    return found[0]


def codes(document: ParsedDocument) -> list[str]:
    return [warning.code for warning in document.report.warnings]


def warned(document: ParsedDocument, code: str) -> str:
    """Place and message of the only warning of this kind."""
    (found,) = [w for w in document.report.warnings if w.code == code]
    return f"{found.place}: {found.message}"
