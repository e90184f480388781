"""What is kept of a document besides the original: parts named by their hash, which versions share."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.lib import format
from numpy.typing import NDArray

from rulebook.errors import VersionDamaged
from rulebook.handbook.content import ContentStore
from rulebook.handbook.files import json_bytes, json_lines_bytes
from rulebook.handbook.indexing import keyword_fields
from rulebook.handbook.layout import HandbookLayout
from rulebook.model.chunk import ParsedDocument, RuleChunk
from rulebook.model.json import to_json
from rulebook.model.manifest import DocumentReport, Manifest, SourceFile

Vectors = NDArray[np.float32]
Keywords = tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]

_GIVEN_WHEN_READ = ("chunk_id", "category", "evidence_key")
"""Fields of a chunk that its version gives it, so that equal documents have equal parts in every version."""


class Part(StrEnum):
    """The kinds of parts, by file name."""

    CHUNKS = "chunks.json"
    VECTORS = "vectors.npy"
    STATEMENTS = "statements.npy"
    KEYWORDS = "keywords.json"
    REPORT = "report.json"


def part_store(layout: HandbookLayout) -> ContentStore:
    """Where the parts of all versions lie."""
    return ContentStore(layout.parts, layout.staging)


def text_parts(parsed: ParsedDocument) -> dict[Part, bytes]:
    """The parts of a document that no model has a say in."""
    report = DocumentReport(
        doc=parsed.doc,
        doc_id=parsed.doc_id,
        doc_type=parsed.doc_type,
        title=parsed.title,
        sha256=parsed.sha256,
        report=parsed.report,
        properties=parsed.properties,
    )
    return {
        Part.CHUNKS: json_lines_bytes([_kept(chunk) for chunk in parsed.chunks]),
        Part.KEYWORDS: json_lines_bytes(keywords_of(parsed.chunks)),
        Part.REPORT: json_bytes(to_json(report)),
    }


def vector_parts(vectors: Vectors, statements: Vectors) -> dict[Part, bytes]:
    """The parts of a document that the embedding model makes: a row for each searchable chunk, and for each statement
    of these."""
    return {Part.VECTORS: _array_bytes(vectors), Part.STATEMENTS: _array_bytes(statements)}


def keywords_of(chunks: Sequence[RuleChunk]) -> Keywords:
    """The terms of headings and content of each searchable chunk."""
    return tuple(keyword_fields(chunk) for chunk in chunks if chunk.searchable)


def write_parts(layout: HandbookLayout, parts: Mapping[Part, bytes]) -> dict[str, str]:
    """Stores the parts; gives their SHA-256 by name."""
    store = part_store(layout)
    return {part.value: store.add(content) for part, content in parts.items()}


def read_json_part(layout: HandbookLayout, manifest: Manifest, source: SourceFile, part: Part) -> Any:
    """The decoded content. Raises ``VersionDamaged`` when the part is missing or was altered."""
    content = _content(layout, manifest, source, part)
    try:
        return json.loads(content)
    except ValueError as error:
        raise damaged(manifest.version, f"{part.value} of {source.name} cannot be read: {error}") from error


def read_array_part(
    layout: HandbookLayout, manifest: Manifest, source: SourceFile, part: Part, dimensions: int
) -> Vectors:
    """The array, one row of so many numbers a chunk or statement; it cannot be written to.

    Raises ``VersionDamaged`` when the part is missing, was altered, or has rows of another length.
    """
    content = _content(layout, manifest, source, part)
    try:
        found = _array(content)
    except ValueError as error:
        raise damaged(manifest.version, f"{part.value} of {source.name} cannot be read: {error}") from error
    if not len(found):
        return np.empty((0, dimensions), np.float32)
    if found.shape[1:] != (dimensions,):
        raise damaged(manifest.version, f"{part.value} of {source.name} holds an array of shape {found.shape}")
    return found


def damaged_parts(layout: HandbookLayout, manifest: Manifest) -> list[tuple[SourceFile, Part]]:
    """Every part that is missing or not what was written, in the manifest's order."""
    store = part_store(layout)
    return [
        (source, part)
        for source in manifest.source_files
        for part in Part
        if part.value not in source.parts or not store.holds(source.parts[part.value])
    ]


def check_parts(layout: HandbookLayout, manifest: Manifest) -> None:
    """Raises ``VersionDamaged`` naming the first part that is not what was written."""
    for source, part in damaged_parts(layout, manifest):
        raise damaged(manifest.version, f"{part.value} of {source.name} is missing or was altered")


def damaged(version: str, what: str) -> VersionDamaged:
    return VersionDamaged(
        f"{what}.",
        where=version,
        remedy="'rulebook doctor --repair' restores what can be made again; else activate another version, or build "
        "from all documents.",
    )


def _kept(chunk: RuleChunk) -> dict[str, Any]:
    encoded = to_json(chunk)
    assert isinstance(encoded, dict)  # a dataclass is written as an object
    return {name: value for name, value in encoded.items() if name not in _GIVEN_WHEN_READ}


def _content(layout: HandbookLayout, manifest: Manifest, source: SourceFile, part: Part) -> bytes:
    """The verified content of a part."""
    try:
        return part_store(layout).read(source.parts[part.value])
    except KeyError as error:
        raise damaged(manifest.version, f"the manifest names no {part.value} of {source.name}") from error
    except OSError as error:
        why = error.strerror or error
        raise damaged(manifest.version, f"{part.value} of {source.name} cannot be read: {why}") from error
    except ValueError as error:
        raise damaged(manifest.version, f"{part.value} of {source.name} was altered") from error


def _array(content: bytes) -> Vectors:
    """The array of an ``.npy`` file where it lies: ``np.load`` would copy it twice."""
    stream = io.BytesIO(content)
    header = {(1, 0): format.read_array_header_1_0, (2, 0): format.read_array_header_2_0}
    version = format.read_magic(stream)
    if version not in header:
        raise ValueError(f"version {version} of the format")
    shape, by_column, dtype = header[version](stream)
    flat: Vectors = np.frombuffer(content, dtype, offset=stream.tell())
    return flat.reshape(shape, order="F" if by_column else "C")


def _array_bytes(array: Vectors) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, array, allow_pickle=False)
    return buffer.getvalue()
