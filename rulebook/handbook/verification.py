"""Whether the collections of a version hold together; counting alone would not tell."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rulebook.handbook.version_files import Collection
from rulebook.model.manifest import Manifest


def fault_of(manifest: Manifest, collections: Sequence[Collection]) -> str:
    """The first thing that does not fit the manifest or itself, ``""`` when everything does."""
    return next((fault for c in collections if (fault := _fault(manifest, c))), "")


def _fault(manifest: Manifest, collection: Collection) -> str:
    name, searchable = collection.category.collection, len(collection.searchable)
    entry, statements = manifest.collections[name], sum(len(chunk.statements) for chunk in collection.searchable)
    if len(collection.chunks) != entry.chunk_count:
        return f"{name} has {len(collection.chunks)} chunks, its manifest says {entry.chunk_count}"
    if collection.vectors.shape != (searchable, entry.dimensions):
        return f"{name} has vectors of shape {collection.vectors.shape} for {searchable} chunks"
    if collection.statements.shape != (statements, entry.dimensions):
        return f"{name} has vectors of shape {collection.statements.shape} for {statements} statements"
    if len(collection.keywords) != searchable:
        return f"{name} has keywords of {len(collection.keywords)} chunks instead of {searchable}"
    if not np.isfinite(collection.vectors).all() or not np.isfinite(collection.statements).all():
        return f"{name} has a vector with a number that is not finite"
    return ""
