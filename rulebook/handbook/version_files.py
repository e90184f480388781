"""A version read back from its files: the manifest, and the collections put together from its documents' parts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from rulebook.handbook.files import json_bytes, sha256_of, write_bytes
from rulebook.handbook.keyword_table import KeywordTable
from rulebook.handbook.layout import HandbookLayout, VersionFolder
from rulebook.handbook.parts import Part, Vectors, damaged, keywords_of, read_array_part, read_json_part
from rulebook.model.chunk import Category, RuleChunk
from rulebook.model.decode import from_json
from rulebook.model.json import to_json
from rulebook.model.manifest import DocumentReport, Manifest, SourceFile

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """One category of a version.

    ``vectors`` has a row and ``keywords`` an entry (heading terms, content terms) for each searchable chunk, in the
    chunks' order; ``statements`` a row for each statement of those chunks, in order.
    """

    category: Category
    chunks: tuple[RuleChunk, ...]
    vectors: Vectors
    statements: Vectors
    keywords: KeywordTable

    @property
    def searchable(self) -> tuple[RuleChunk, ...]:
        return tuple(chunk for chunk in self.chunks if chunk.searchable)


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionContent:
    """The collections of a version, and the vectors of all of them, one collection after the other: each collection
    holds its own slice, not a copy."""

    collections: tuple[Collection, ...]
    vectors: Vectors
    statements: Vectors


def make_collection(
    category: Category, chunks: Sequence[RuleChunk], vectors: Vectors, statements: Vectors
) -> Collection:
    """A collection with its keyword fields computed."""
    return Collection(
        category=category,
        chunks=tuple(chunks),
        vectors=vectors,
        statements=statements,
        keywords=KeywordTable.of(keywords_of(chunks)),
    )


def read_collections(layout: HandbookLayout, manifest: Manifest) -> tuple[Collection, ...]:
    """All collections of a version in the order of the categories. Raises ``VersionDamaged`` naming the part."""
    return read_content(layout, manifest).collections


def read_content(layout: HandbookLayout, manifest: Manifest) -> VersionContent:
    """All that is searched in a version. Raises ``VersionDamaged`` naming the part."""
    categories = [category for category in Category if category.collection in manifest.collections]
    read = [list(_numbered(layout, manifest, category)) for category in categories]
    sources = [[source for source, _ in documents] for documents in read]
    vectors, own_vectors = _arrays(layout, manifest, sources, Part.VECTORS)
    statements, own_statements = _arrays(layout, manifest, sources, Part.STATEMENTS)
    collections = tuple(
        Collection(
            category=category,
            chunks=tuple(chunk for _, chunks in documents for chunk in chunks),
            vectors=own_vectors[n],
            statements=own_statements[n],
            keywords=_keywords(layout, manifest, sources[n]),
        )
        for n, (category, documents) in enumerate(zip(categories, read, strict=True))
    )
    return VersionContent(collections=collections, vectors=vectors, statements=statements)


def read_chunks(layout: HandbookLayout, manifest: Manifest) -> dict[str, tuple[RuleChunk, ...]]:
    """The chunks of every document of a version, by its name. Raises ``VersionDamaged`` naming the part."""
    return {source.name: chunks for category in Category for source, chunks in _numbered(layout, manifest, category)}


def read_document(
    layout: HandbookLayout, manifest: Manifest, source: SourceFile, first: int = 1
) -> tuple[RuleChunk, ...]:
    """The chunks of one document, the first of them with the number ``first`` in its collection."""
    entries = read_json_part(layout, manifest, source, Part.CHUNKS)
    for number, entry in enumerate(entries, first):
        entry["chunk_id"] = f"{source.type.collection}_{manifest.version}_{number:03d}"
        entry["category"] = source.type.value
    return _value(tuple[RuleChunk, ...], entries, manifest, source, Part.CHUNKS)


def read_reports(layout: HandbookLayout, manifest: Manifest) -> tuple[DocumentReport, ...]:
    """The documents of a version with the reports of their reading, in the manifest's order."""
    return tuple(read_report(layout, manifest, source) for source in manifest.source_files)


def read_report(layout: HandbookLayout, manifest: Manifest, source: SourceFile) -> DocumentReport:
    """One document of a version with the report of its reading. Raises ``VersionDamaged``."""
    entry = read_json_part(layout, manifest, source, Part.REPORT)
    return _value(DocumentReport, entry, manifest, source, Part.REPORT)


def write_manifest(folder: VersionFolder, manifest: Manifest) -> str:
    """Writes the manifest; gives its SHA-256."""
    return write_bytes(folder.manifest, json_bytes(to_json(manifest)))


def read_manifest(folder: VersionFolder, sha256: str) -> Manifest:
    """The manifest whose hash the database holds; ``VersionDamaged`` when it is another one."""
    version, name = folder.path.name, folder.manifest.name
    try:
        content = folder.manifest.read_bytes()
    except OSError as error:
        raise damaged(version, f"{name} cannot be read: {error.strerror or error}") from error
    if sha256_of(content) != sha256:
        raise damaged(version, f"{name} is not the one that was published")
    try:
        return from_json(Manifest, json.loads(content))
    except ValueError as error:
        raise damaged(version, f"{name} was written by another release of rulebook ({error})") from error


def _numbered(
    layout: HandbookLayout, manifest: Manifest, category: Category
) -> Iterator[tuple[SourceFile, tuple[RuleChunk, ...]]]:
    """The documents of a category with their chunks, which are numbered through in the manifest's order."""
    count = 0
    for source in manifest.source_files:
        if source.type is not category:
            continue
        chunks = read_document(layout, manifest, source, count + 1)
        count += len(chunks)
        yield source, chunks


def _keywords(layout: HandbookLayout, manifest: Manifest, sources: Sequence[SourceFile]) -> KeywordTable:
    parts = (read_json_part(layout, manifest, source, Part.KEYWORDS) for source in sources)
    return KeywordTable.of((head, body) for part in parts for head, body in part)


def _arrays(
    layout: HandbookLayout, manifest: Manifest, sources: Sequence[Sequence[SourceFile]], part: Part
) -> tuple[Vectors, list[Vectors]]:
    """The rows of all collections in one array, and the slice of each collection; ``sources`` by collection."""
    dimensions = next((entry.dimensions for entry in manifest.collections.values()), 0)
    read = [[read_array_part(layout, manifest, source, part, dimensions) for source in group] for group in sources]
    whole = np.concatenate([np.empty((0, dimensions), np.float32), *(array for group in read for array in group)])
    ends = np.cumsum([sum(len(array) for array in group) for group in read])
    return whole, np.split(whole, ends[:-1]) if read else []


def _value(kind: type[T], entry: object, manifest: Manifest, source: SourceFile, part: Part) -> T:
    try:
        return from_json(kind, entry)
    except ValueError as error:
        raise damaged(manifest.version, f"{part.value} of {source.name} cannot be read: {error}") from error
