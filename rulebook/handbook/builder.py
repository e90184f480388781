"""Builds a version aside, verifies it, and publishes it in one step."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from uuid import uuid4

from rulebook.encoders.cache import CachedEncoder
from rulebook.errors import BuildRefused, VectorStoreError
from rulebook.handbook.encoding import encode_documents
from rulebook.handbook.files import flush_folder
from rulebook.handbook.index.opening import build_index, wants_index
from rulebook.handbook.layout import HandbookLayout, VersionFolder
from rulebook.handbook.locking import owner_name
from rulebook.handbook.parts import text_parts, vector_parts, write_parts
from rulebook.handbook.planning import BuildInput
from rulebook.handbook.reading import OnProgress, Reading
from rulebook.handbook.registry import next_number
from rulebook.handbook.verification import fault_of
from rulebook.handbook.version_files import Collection, read_chunks, read_collections, write_manifest
from rulebook.model.chunk import Category, ParsedDocument, RuleChunk
from rulebook.model.manifest import Changes, CollectionEntry, Manifest, Progress, SourceFile, Stage
from rulebook.model.notice import Notice
from rulebook.settings import VectorStore
from rulebook.store.clock import now
from rulebook.store.trouble import kind_of
from rulebook.store.versions import VersionTable


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """A published version as the builder leaves it; ``activated`` is false when another one was activated meanwhile,
    ``notices`` tell what it lacks."""

    manifest: Manifest
    activated: bool
    notices: tuple[Notice, ...]


class Builder:
    """The steps of a build after the reading; the caller holds the build lock, and sweeps up when one of them fails."""

    def __init__(
        self,
        layout: HandbookLayout,
        versions: VersionTable,
        encoder: CachedEncoder,
        vector_store: VectorStore,
        rerank_model: str,
        on_progress: OnProgress,
    ) -> None:
        self._layout = layout
        self._versions = versions
        self._encoder = encoder
        self._vector_store = vector_store
        self._rerank_model = rerank_model
        self._progress = on_progress

    def publish(self, reading: Reading, base: Manifest | None, replaces: int | None, owner: str) -> Published:
        """Encodes, writes, verifies and publishes the documents of ``reading`` as the next version, and activates it
        when the version with the number ``replaces`` (``None``: no version) is still the active one. ``base`` is the
        version that reused documents come from.

        Raises ``BuildRefused`` when the staged version does not pass verification, and ``StoreError`` when something
        cannot be written; no version is there then.
        """
        n = next_number(self._layout, self._versions)
        workplace = self._layout.staging / f"v{n}-{uuid4().hex}"
        staged = VersionFolder(workplace / "version")
        try:
            staged.path.mkdir(parents=True)
            manifest = self._manifest(n, self._sources(reading, base), base, owner)
            sha256 = write_manifest(staged, manifest)
            notices = self._index(staged, self._verified(manifest), n)
            self._progress(Progress(stage=Stage.PUBLISH, done=0, total=1, version=manifest.version))
            self._move(staged, n)
            activated = self._versions.publish(n, sha256, replaces, by=owner_name(owner))
        except OSError as error:
            raise kind_of(error)(
                f"the version could not be written: {error.strerror or error}.",
                where=str(self._layout.home),
                remedy="Check the space on the disk and the rights of the folder. The active version is untouched.",
            ) from error
        shutil.rmtree(workplace, ignore_errors=True)  # what stays is swept at the next start
        return Published(manifest=manifest, activated=activated, notices=notices)

    def _sources(self, reading: Reading, base: Manifest | None) -> list[SourceFile]:
        """Every document with its parts, which are written for those read anew, by name."""
        fresh: list[tuple[SourceFile, Sequence[RuleChunk]]] = []
        for item, parsed in reading.read:
            fresh.append((_source_file(item, parsed, write_parts(self._layout, text_parts(parsed))), parsed.chunks))
        reused = list(reading.reused)
        if base and reused and self._other_model(base):
            chunks = read_chunks(self._layout, base)
            fresh += [(source, chunks[source.name]) for source in reused]
            reused = []
        vectors = encode_documents(self._encoder, [chunks for _, chunks in fresh], self._progress)
        encoded = [
            replace(source, parts={**source.parts, **write_parts(self._layout, vector_parts(*arrays))})
            for (source, _), arrays in zip(fresh, vectors, strict=True)
        ]
        return sorted(encoded + reused, key=lambda source: source.name)

    def _other_model(self, base: Manifest) -> bool:
        model = self._encoder.identity
        entries = base.collections.values()
        return any((e.embedding_model, e.embedding_revision) != (model.name, model.revision) for e in entries)

    def _manifest(self, n: int, sources: Sequence[SourceFile], base: Manifest | None, owner: str) -> Manifest:
        return Manifest(
            version=f"v{n}",
            created_at=now(),
            source_files=tuple(sources),
            collections=dict(self._collections(sources)),
            based_on=base.version if base else None,
            built_by=owner_name(owner),
            changes=_changes(sources, base),
        )

    def _collections(self, sources: Sequence[SourceFile]) -> Iterator[tuple[str, CollectionEntry]]:
        model = self._encoder.identity
        for category in Category:
            if count := sum(source.chunk_count for source in sources if source.type is category):
                yield (
                    category.collection,
                    CollectionEntry(
                        chunk_count=count,
                        embedding_model=model.name,
                        embedding_revision=model.revision,
                        dimensions=model.dimensions,
                        rerank_model=self._rerank_model,
                    ),
                )

    def _verified(self, manifest: Manifest) -> tuple[Collection, ...]:
        """The collections read back from the disk, where every part must be what its hash says."""
        self._progress(Progress(stage=Stage.VERIFY, done=0, total=len(manifest.collections)))
        collections = read_collections(self._layout, manifest)
        if fault := fault_of(manifest, collections):
            raise BuildRefused(
                f"the new version is not sound: {fault}.",
                remedy="The active version is untouched. Build again; 'rulebook doctor' checks the store.",
            )
        return collections

    def _index(self, staged: VersionFolder, collections: Sequence[Collection], n: int) -> tuple[Notice, ...]:
        """Makes the index where one is wanted. One that does not find everything is thrown away and told: the version
        is sound without it, and is searched exactly."""
        if not wants_index(self._vector_store, sum(len(c.searchable) for c in collections)):
            return ()
        self._progress(Progress(stage=Stage.INDEX, done=0, total=len(collections)))
        try:
            build_index(staged.chroma, collections, n)
        except VectorStoreError as error:
            shutil.rmtree(staged.chroma)
            return (Notice(code="no_index", message=f"v{n}: {error.what}"),)
        return ()

    def _move(self, staged: VersionFolder, n: int) -> None:
        """From staging to its place by one rename."""
        target = self._layout.version(n).path
        target.parent.mkdir(parents=True, exist_ok=True)
        for folder, _, _ in os.walk(staged.path):
            flush_folder(Path(folder))
        staged.path.rename(target)
        flush_folder(target.parent)


def _source_file(item: BuildInput, parsed: ParsedDocument, parts: dict[str, str]) -> SourceFile:
    return SourceFile(
        name=item.name,
        hash=f"sha256:{item.original.sha256}",
        type=item.category,
        built="rebuilt",
        doc_id=parsed.doc_id,
        doc_type=parsed.doc_type,
        title=parsed.title,
        chunk_count=len(parsed.chunks),
        key=item.key,
        parts=parts,
        included=item.included,
    )


def _changes(sources: Sequence[SourceFile], base: Manifest | None) -> Changes:
    before = {source.name for source in base.source_files} if base else set()
    rebuilt = [source.name for source in sources if source.built == "rebuilt"]
    return Changes(
        added=tuple(name for name in rebuilt if name not in before),
        changed=tuple(name for name in rebuilt if name in before),
        removed=tuple(sorted(before - {source.name for source in sources})),
    )
