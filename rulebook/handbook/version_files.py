"""The files of one version, written and read back; the shapes that the builder and the search share."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from rulebook.errors import VersionDamaged
from rulebook.handbook.files import file_sha256, json_bytes, sha256_of, write_array, write_bytes
from rulebook.handbook.indexing import keyword_fields
from rulebook.handbook.layout import VersionFolder
from rulebook.model.chunk import Category, RuleChunk
from rulebook.model.decode import from_json
from rulebook.model.json import to_json
from rulebook.model.manifest import DocumentReport, Manifest

Vectors = NDArray[np.float32]
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
    keywords: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]

    @property
    def searchable(self) -> tuple[RuleChunk, ...]:
        return tuple(chunk for chunk in self.chunks if chunk.searchable)


def make_collection(
    category: Category, chunks: Sequence[RuleChunk], vectors: Vectors, statements: Vectors
) -> Collection:
    """A collection with its keyword fields computed."""
    keywords = tuple(keyword_fields(chunk) for chunk in chunks if chunk.searchable)
    return Collection(
        category=category, chunks=tuple(chunks), vectors=vectors, statements=statements, keywords=keywords
    )


def write_collection(folder: VersionFolder, collection: Collection) -> dict[str, str]:
    """Writes a collection's files; gives their names and SHA-256."""
    category = collection.category
    written = {
        folder.chunks(category): write_bytes(folder.chunks(category), json_bytes(to_json(collection.chunks))),
        folder.vectors(category): write_array(folder.vectors(category), collection.vectors),
        folder.statements(category): write_array(folder.statements(category), collection.statements),
        folder.keywords(category): write_bytes(folder.keywords(category), json_bytes(collection.keywords)),
    }
    return {path.name: sha256 for path, sha256 in written.items()}


def read_chunks(folder: VersionFolder, category: Category) -> tuple[RuleChunk, ...]:
    """A collection's chunks; ``VersionDamaged`` when the file is missing or no longer what was written."""
    return _values(RuleChunk, folder.chunks(category))


def read_collection(folder: VersionFolder, category: Category) -> Collection:
    """A collection as written. Raises ``VersionDamaged`` naming the file."""
    return Collection(
        category=category,
        chunks=read_chunks(folder, category),
        vectors=_array(folder.vectors(category)),
        statements=_array(folder.statements(category)),
        keywords=tuple((tuple(head), tuple(body)) for head, body in _json(folder.keywords(category))),
    )


def read_collections(folder: VersionFolder, manifest: Manifest) -> tuple[Collection, ...]:
    """All collections of a version in the order of the categories."""
    return tuple(read_collection(folder, c) for c in Category if c.collection in manifest.collections)


def write_manifest(folder: VersionFolder, manifest: Manifest) -> str:
    """Writes the manifest; gives its SHA-256."""
    return write_bytes(folder.manifest, json_bytes(to_json(manifest)))


def read_manifest(folder: VersionFolder, sha256: str) -> Manifest:
    """The manifest whose hash the database holds; ``VersionDamaged`` when it is another one."""
    try:
        content = folder.manifest.read_bytes()
    except OSError as error:
        raise damaged(folder, f"{folder.manifest.name} cannot be read: {error.strerror or error}") from error
    if sha256_of(content) != sha256:
        raise damaged(folder, f"{folder.manifest.name} is not the one that was published")
    return from_json(Manifest, json.loads(content))


def write_documents(folder: VersionFolder, reports: Sequence[DocumentReport]) -> str:
    """Writes the parse reports; gives the SHA-256."""
    return write_bytes(folder.documents, json_bytes(to_json(tuple(reports))))


def read_documents(folder: VersionFolder) -> tuple[DocumentReport, ...]:
    """The documents of a version with their parse reports, sorted by name."""
    return _values(DocumentReport, folder.documents)


def check_hashes(folder: VersionFolder, manifest: Manifest) -> None:
    """Raises ``VersionDamaged`` naming the first file that differs from what the manifest says."""
    expected = {
        f"{name}/{file}": sha for name, entry in manifest.collections.items() for file, sha in entry.files.items()
    }
    for file, sha256 in {**expected, folder.documents.name: manifest.documents_sha256}.items():
        path = folder.path / file
        if not path.is_file():
            raise damaged(folder, f"{file} is missing")
        if file_sha256(path) != sha256:
            raise damaged(folder, f"{file} was altered")


def damaged(folder: VersionFolder, what: str) -> VersionDamaged:
    return VersionDamaged(
        f"{what}.",
        where=folder.path.name,
        remedy="Activate another version, or build this one again from its documents.",
    )


def _values(kind: type[T], path: Path) -> tuple[T, ...]:
    try:
        return tuple(from_json(kind, entry) for entry in _json(path))
    except (TypeError, ValueError) as error:
        raise damaged(VersionFolder(path.parent), f"{path.name} cannot be read: {error}") from error


def _json(path: Path) -> Any:
    try:
        return json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise damaged(VersionFolder(path.parent), f"{path.name} cannot be read: {error}") from error


def _array(path: Path) -> Vectors:
    try:
        loaded: Vectors = np.load(path, allow_pickle=False)
    except (OSError, ValueError, EOFError) as error:
        raise damaged(VersionFolder(path.parent), f"{path.name} cannot be read: {error}") from error
    return loaded
