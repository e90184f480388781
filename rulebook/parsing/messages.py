"""What the process that reads files and the one that asks it say to each other: one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rulebook.chunking.packing import ChunkLimits
from rulebook.errors import DocumentError
from rulebook.model.chunk import Category, ParsedDocument
from rulebook.model.decode import from_json
from rulebook.model.json import to_json
from rulebook.readers.limits import Limits

READY = "ready"
"""What the process that reads says once it takes requests: its start counts against no file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One file to read."""

    path: Path
    doc: str
    category: Category | None
    limits: Limits
    chunk_limits: ChunkLimits

    def to_line(self) -> str:
        # ASCII only: the pipe's encoding does not matter, and undecodable file names survive
        return json.dumps(
            {
                "path": str(self.path),
                "doc": self.doc,
                "category": self.category,
                "limits": asdict(self.limits),
                "chunk_limits": asdict(self.chunk_limits),
            }
        )

    @classmethod
    def from_line(cls, line: str) -> Request:
        source: dict[str, Any] = json.loads(line)
        return cls(
            path=Path(source["path"]),
            doc=source["doc"],
            category=Category(source["category"]) if source["category"] else None,
            limits=Limits(**source["limits"]),
            chunk_limits=ChunkLimits(**source["chunk_limits"]),
        )


def answer_line(answer: ParsedDocument | DocumentError) -> str:
    """A document that was read, or why it was not."""
    if isinstance(answer, DocumentError):
        error = {"code": answer.code, "what": answer.what, "where": answer.where, "remedy": answer.remedy}
        return json.dumps({"error": error})
    return json.dumps({"parsed": to_json(answer)})


def answer_from_line(line: str) -> ParsedDocument | DocumentError:
    """The answer of ``answer_line``, an error as the class that its code names. Raises ``ValueError`` for anything
    else."""
    source = json.loads(line)
    if "parsed" in source:
        return from_json(ParsedDocument, source["parsed"])
    error = source["error"]
    kinds = {kind.code: kind for kind in _kinds(DocumentError)}
    return kinds[error["code"]](error["what"], where=error["where"], remedy=error["remedy"])


def _kinds(kind: type[DocumentError]) -> Iterator[type[DocumentError]]:
    yield kind
    for below in kind.__subclasses__():
        yield from _kinds(below)
