"""Makes anew what was lost of versions, from originals and chunks: exactly as it was published, or not at all."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from rulebook.encoders.cache import CachedEncoder, EmbeddingCache
from rulebook.encoders.registry import encoder_for
from rulebook.errors import RulebookError, StoreError, VectorStoreError, VersionDamaged
from rulebook.handbook.encoding import encode_documents
from rulebook.handbook.files import json_bytes, replace_bytes, sha256_of
from rulebook.handbook.inclusion import with_included
from rulebook.handbook.index.opening import wants_index
from rulebook.handbook.index.repair import IN_USE, index_trouble, rebuild_index
from rulebook.handbook.layout import HandbookLayout
from rulebook.handbook.leftovers import Leftovers
from rulebook.handbook.locking import build_lock
from rulebook.handbook.originals import Original, OriginalStore
from rulebook.handbook.parts import Part, damaged_parts, part_store, text_parts, vector_parts
from rulebook.handbook.reading import Parser
from rulebook.handbook.registry import is_lost, register_again
from rulebook.handbook.version_files import read_collections, read_document, read_manifest
from rulebook.model.decode import from_json
from rulebook.model.json import to_json
from rulebook.model.manifest import Manifest, SourceFile
from rulebook.parsing import isolated_reader
from rulebook.settings import Settings
from rulebook.store.database import StateDatabase
from rulebook.store.drafts import DraftTable
from rulebook.store.versions import VersionRow, VersionTable

_TEXTS = (Part.CHUNKS, Part.REPORT, Part.KEYWORDS)
_VECTORS = (Part.VECTORS, Part.STATEMENTS)


def repair(settings: Settings) -> tuple[str, ...]:
    """Sweeps what a crash left, and makes anew the manifests, parts and vector indexes that were lost or altered; says
    what was done and what could not be, a line each.

    Only what comes out with the hash that was published is put in place. Raises ``BuildInProgress``, and ``StoreError``
    when a file cannot be written or an index that is to be replaced is in use.
    """
    layout = HandbookLayout(settings.home)
    if not is_lost(layout) and not layout.state.is_file():
        return ()
    try:
        with build_lock(layout.lock, doing="is repairing this handbook"):
            done = register_again(layout) if is_lost(layout) else []
            return (*done, *_repaired(layout, settings))
    except OSError as error:
        raise StoreError(
            f"the handbook cannot be repaired: {error.strerror or error}.",
            where=str(error.filename or layout.home),
            remedy="Check the space on the disk and the rights of the folder.",
        ) from error


def _repaired(layout: HandbookLayout, settings: Settings) -> list[str]:
    state = StateDatabase(layout.state, wait_seconds=settings.store.wait_seconds)
    reader = isolated_reader(settings.reading, settings.chunking)
    try:
        versions = VersionTable(state)
        repairer = _Repairer(layout, settings, reader.read, EmbeddingCache(layout.cache))
        done = [line for row in [*versions.all(), *versions.retired()] for line in repairer.manifest(row)]
        done += Leftovers(layout, versions, DraftTable(state).originals).sweep()
        return done + [line for row in versions.all() for line in repairer.version(row)]
    finally:
        reader.close()
        state.close()


@dataclass(frozen=True, slots=True)
class _Repairer:
    layout: HandbookLayout
    settings: Settings
    parse: Parser
    cache: EmbeddingCache

    def manifest(self, row: VersionRow) -> Iterator[str]:
        """Restores a version's manifest from the copy of it among the projected ones."""
        folder = self.layout.version(row.n)
        try:
            read_manifest(folder, row.manifest_sha256)
        except VersionDamaged as error:
            content = self._projected(row.n)
            if sha256_of(content) == row.manifest_sha256:
                replace_bytes(folder.manifest, content, self.layout.staging)
                yield f"The manifest of v{row.n} was restored from its copy in {self.layout.manifests.name}."
            else:
                yield f"The manifest of v{row.n} cannot be restored: {error.what}"

    def _projected(self, n: int) -> bytes:
        """The manifest as it was published, ``b""`` when the copy cannot be read either."""
        try:
            manifest = from_json(Manifest, json.loads((self.layout.manifests / f"v{n}.json").read_bytes()))
        except (OSError, ValueError):  # no copy to restore from, which the caller tells
            return b""
        return json_bytes(to_json(replace(manifest, active=False, active_previous=None)))

    def version(self, row: VersionRow) -> Iterator[str]:
        """Makes the lost parts of a version anew, those that others are made from first, then its index."""
        try:
            manifest = read_manifest(self.layout.version(row.n), row.manifest_sha256)
        except VersionDamaged:  # told by manifest()
            return
        sources = {source.name: source for source, _ in damaged_parts(self.layout, manifest)}
        for source in sources.values():
            yield from self._document(manifest, source)
        if not damaged_parts(self.layout, manifest):
            yield from self._index(manifest)

    def _document(self, manifest: Manifest, source: SourceFile) -> Iterator[str]:
        yield from self._made(manifest, source, _TEXTS, lambda: self._texts(source))
        yield from self._made(manifest, source, _VECTORS, lambda: self._vectors(manifest, source))

    def _made(
        self,
        manifest: Manifest,
        source: SourceFile,
        kinds: tuple[Part, ...],
        make: Callable[[], Mapping[Part, bytes]],
    ) -> Iterator[str]:
        store = part_store(self.layout)
        lost = [part for part in kinds if not store.holds(source.parts[part])]
        if not lost:
            return
        try:
            made = make()
        except RulebookError as error:
            yield f"{manifest.version}: {_named(lost)} of {source.name} cannot be made again: {error}"
            return
        for part in lost:
            if sha256_of(made[part]) == source.parts[part]:
                store.add(made[part])
                yield f"{manifest.version}: {part.value} of {source.name} was made again."
            else:
                yield (
                    f"{manifest.version}: {part.value} of {source.name} cannot be made again as it was: this rulebook "
                    "reads or encodes the document otherwise. Build from all documents, or activate another version."
                )

    def _texts(self, source: SourceFile) -> Mapping[Part, bytes]:
        original = Original(name=source.name, sha256=source.sha256, size=0)
        path = OriginalStore(self.layout).verified_path(original)
        return text_parts(with_included(self.parse(path, source.name, source.type), source.included))

    def _vectors(self, manifest: Manifest, source: SourceFile) -> Mapping[Part, bytes]:
        entry = manifest.collections[source.type.collection]
        encoder = CachedEncoder(encoder_for(entry.embedding_model), self.cache)
        chunks = read_document(self.layout, manifest, source)
        ((vectors, statements),) = encode_documents(encoder, [chunks], lambda _: None)
        return vector_parts(vectors, statements)

    def _index(self, manifest: Manifest) -> Iterator[str]:
        count = sum(len(collection.searchable) for collection in read_collections(self.layout, manifest))
        if not wants_index(self.settings.vector_store, count):
            return
        trouble = index_trouble(self.layout, manifest)
        if trouble not in ("", IN_USE):
            try:
                rebuild_index(self.layout, manifest)
                yield f"The vector index of {manifest.version} was rebuilt: {trouble}"
            except VectorStoreError as error:
                yield f"{manifest.version} has no vector index and is searched exactly: {error.what}"


def _named(parts: list[Part]) -> str:
    return ", ".join(part.value for part in parts)
