"""What may come of reading a file that something was done to, and what is a fault of ours."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from rulebook.errors import DocumentError
from rulebook.model.chunk import ParsedDocument, RuleChunk
from rulebook.model.decode import from_json
from rulebook.model.json import to_json
from rulebook.readers.limits import MemoryExceeded, ProcessorTimeExceeded, TimeExceeded

MOST_TOKENS = 512
KILLED = frozenset(kind.code for kind in (MemoryExceeded, ProcessorTimeExceeded, TimeExceeded))
_TYPED = frozenset({"E_DOCUMENT", "E_LIMIT_EXCEEDED"})
"""Too general: the one stands for a fault of ours here, the other for no limit in particular."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """``code`` is ``read`` or that of the error; ``faults`` is empty when all is as it should be."""

    code: str
    digest: str
    faults: tuple[str, ...] = ()


def of_error(error: DocumentError, doc: str) -> Outcome:
    """A refusal is right with its own code, the file's name, a sentence and a remedy, and a reader that lives on."""
    return Outcome(error.code, str(error), tuple(_faults_of_error(error, doc)))


def _faults_of_error(error: DocumentError, doc: str) -> Iterator[str]:
    if error.code in _TYPED or "fault of rulebook" in error.what:
        yield f"not typed: {error}"
    if "ended the reader" in error.what:
        yield f"the reader died: {error}"
    if error.where != doc or not error.what.endswith(".") or not error.remedy.endswith("."):
        yield f"no sentence with name and remedy: {error.where!r} {error.what!r} {error.remedy!r}"
    if not _writable(str(error)):
        yield f"holds what cannot be written: {error!r}"


def of_document(found: ParsedDocument, doc: str) -> Outcome:
    """A document is right when it can be written and read again and each chunk is sound."""
    text = json.dumps(to_json(found), ensure_ascii=False)
    faults = [fault for chunk in found.chunks for fault in _faults_of_chunk(chunk)]
    if not _writable(text):
        faults.append("the document holds what cannot be written as UTF-8")
    if from_json(ParsedDocument, json.loads(text)) != found:
        faults.append("the document is not the same after writing and reading")
    if found.doc != doc or [c.position for c in found.chunks] != list(range(1, len(found.chunks) + 1)):
        faults.append("name or positions are wrong")
    if any(not warning.code or not warning.message for warning in found.report.warnings):
        faults.append("a warning without code or message")
    return Outcome("read", text, tuple(faults))


def _faults_of_chunk(chunk: RuleChunk) -> Iterator[str]:
    length = len(chunk.content)
    if chunk.token_count > MOST_TOKENS:
        yield f"chunk {chunk.position} has {chunk.token_count} tokens"
    if not chunk.content.strip():
        yield f"chunk {chunk.position} is blank"
    if any(not 0 <= mark.start < mark.end <= length for mark in chunk.marks):
        yield f"chunk {chunk.position} has a mark outside of its text"
    if any(not 0 <= s.start <= s.end <= length for s in chunk.statements):
        yield f"chunk {chunk.position} has a statement outside of its text"


def _writable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in text
