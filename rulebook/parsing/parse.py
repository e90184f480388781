"""One file from its bytes to its chunks, in this process."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

from rulebook.chunking import chunk
from rulebook.chunking.identity import document_id, document_name
from rulebook.chunking.packing import ChunkLimits
from rulebook.errors import NoText
from rulebook.model.chunk import Category, ParsedDocument
from rulebook.parsing.bounds import check_amount
from rulebook.readers.guard import check
from rulebook.readers.hygiene import cleaned
from rulebook.readers.limits import Limits
from rulebook.readers.macros import macro_warnings
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
    name, limits = document_name(doc), limits or Limits()
    doc_type = check(path, name, limits)
    read = reader_for(doc_type)(path, name)
    check_amount(read, limits)
    document = cleaned(read)
    sha256 = _sha256(path)
    doc_id = document_id(name, sha256)
    chunks = chunk(document, doc_id, category, chunk_limits or ChunkLimits())
    if not chunks:
        raise _nothing_found(name)
    macros = macro_warnings(path)
    return ParsedDocument(
        doc=name,
        doc_id=doc_id,
        doc_type=doc_type,
        title=document.title,
        sha256=sha256,
        chunks=chunks,
        report=replace(document.report, warnings=document.report.warnings + macros),
        properties=document.properties,
    )


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _nothing_found(name: str) -> NoText:
    return NoText(
        "nothing in the document is text that a rule could stand in, so nothing of it could be found.",
        where=name,
        remedy="If its pages are pictures of text, add the document they were made from.",
    )
