"""One file from its bytes to its chunks, in this process."""

from __future__ import annotations

import hashlib
from pathlib import Path

from rulebook.chunking import chunk
from rulebook.chunking.identity import document_id, document_name
from rulebook.chunking.packing import ChunkLimits
from rulebook.model.chunk import Category, ParsedDocument
from rulebook.readers.guard import check
from rulebook.readers.hygiene import cleaned
from rulebook.readers.limits import Limits
from rulebook.readers.registry import reader_for


def parse_file(
    path: Path,
    doc: str,
    category: Category | None = None,
    limits: Limits | None = None,
    chunk_limits: ChunkLimits | None = None,
) -> ParsedDocument:
    """The document at ``path``, which people know as ``doc``, read and cut. Raises a ``DocumentError`` of its kind.

    Time and memory are not bounded here: files of unknown origin go through ``rulebook.parsing.isolated``.
    """
    name = document_name(doc)
    doc_type = check(path, name, limits)
    document = cleaned(reader_for(doc_type)(path, name))
    with path.open("rb") as file:
        sha256 = hashlib.file_digest(file, "sha256").hexdigest()
    doc_id = document_id(name, sha256)
    return ParsedDocument(
        doc=name,
        doc_id=doc_id,
        doc_type=doc_type,
        title=document.title,
        sha256=sha256,
        chunks=chunk(document, doc_id, category, chunk_limits or ChunkLimits()),
        report=document.report,
    )
