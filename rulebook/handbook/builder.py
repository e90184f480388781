"""Builds a version aside, verifies it, and publishes it in one step."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol
from uuid import uuid4

from rulebook.encoders.cache import CachedEncoder
from rulebook.errors import BuildRefused, DocumentError, StoreError, VectorStoreError
from rulebook.handbook import vector_index
from rulebook.handbook.files import flush_folder
from rulebook.handbook.inclusion import with_included
from rulebook.handbook.indexing import embedding_text
from rulebook.handbook.layout import HandbookLayout, VersionFolder
from rulebook.handbook.originals import Original
from rulebook.handbook.planning import BuildInput
from rulebook.handbook.version_files import (
    Collection,
    make_collection,
    write_collection,
    write_documents,
    write_manifest,
)
from rulebook.model.chunk import Category, ParsedDocument, RuleChunk
from rulebook.model.manifest import (
    CollectionEntry,
    DocumentReport,
    FailedDocument,
    Manifest,
    Progress,
    SourceFile,
    Stage,
)
from rulebook.store.clock import now
from rulebook.store.versions import VersionTable

OnProgress = Callable[[Progress], None]
"""Called between the steps of a build; it may raise ``BuildCancelled``."""


class Parser(Protocol):
    """Reads and cuts one stored document; raises a ``DocumentError`` of its kind for one that cannot be read."""

    def __call__(self, path: Path, doc: str, category: Category) -> ParsedDocument: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The documents that a version will hold, and those that could not be read."""

    documents: tuple[tuple[BuildInput, ParsedDocument, str], ...]
    failed: tuple[FailedDocument, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """A published version as the builder leaves it."""

    n: int
    manifest: Manifest
    reports: tuple[DocumentReport, ...]


class Builder:
    """The steps of a build after planning; the caller holds the build lock."""

    def __init__(
        self,
        layout: HandbookLayout,
        versions: VersionTable,
        encoder: CachedEncoder,
        adapter: str,
        rerank_model: str,
        on_progress: OnProgress,
    ) -> None:
        self._layout = layout
        self._versions = versions
        self._encoder = encoder
        self._adapter = adapter
        self._rerank_model = rerank_model
        self._progress = on_progress

    def read(self, parse: Parser, path_of: Callable[[Original], Path], inputs: Sequence[BuildInput]) -> Reading:
        """Reads ``inputs`` one after the other; one that fails is noted and does not stop the others."""
        read, failed = [], []
        started = time.monotonic()
        for index, item in enumerate(inputs):
            self._progress(
                Progress(
                    stage=Stage.READ,
                    done=index,
                    total=len(inputs),
                    doc=item.name,
                    seconds_left=_left(started, index, len(inputs)),
                )
            )
            try:
                parsed = parse(path_of(item.original), item.name, item.category)
                read.append((item, with_included(parsed, item.included), "rebuilt"))
            except DocumentError as error:
                failed.append(FailedDocument(doc=item.name, code=error.code, message=str(error)))
        return Reading(documents=tuple(read), failed=tuple(failed))

    def publish(self, reading: Reading) -> Published:
        """Encodes, writes, verifies and publishes the documents of ``reading`` as the next version, and activates it.

        Raises ``BuildRefused`` when the staged version does not pass verification; nothing is left behind then.
        """
        n = self._versions.next_number()
        staged = VersionFolder(self._layout.staging / uuid4().hex)
        try:
            staged.path.mkdir(parents=True)
            collections = self._collections(n, reading)
            files = {c.category: write_collection(staged, c) for c in collections}
            self._index(staged, collections, n)
            reports = _reports(reading)
            documents_sha256 = write_documents(staged, reports)
            manifest = self._manifest(n, reading, collections, files, documents_sha256)
            self._progress(Progress(stage=Stage.PUBLISH, done=0, total=1))
            manifest_sha256 = write_manifest(staged, manifest)
            self._move(staged, n)
            self._versions.publish(n, manifest_sha256)
        except OSError as error:
            raise StoreError(
                f"the version could not be written: {error.strerror or error}.",
                where=str(self._layout.home),
                remedy="Check the space on the disk and the rights of the folder. The active version is untouched.",
            ) from error
        finally:
            shutil.rmtree(staged.path, ignore_errors=True)
        return Published(n=n, manifest=manifest, reports=reports)

    def _collections(self, n: int, reading: Reading) -> list[Collection]:
        by_category: dict[Category, list[RuleChunk]] = {category: [] for category in Category}
        for item, parsed, _ in sorted(reading.documents, key=lambda entry: entry[0].name):
            by_category[item.category] += parsed.chunks
        used = {category: chunks for category, chunks in by_category.items() if chunks}
        numbered = {
            category: [
                replace(chunk, chunk_id=f"{category.collection}_v{n}_{index:03d}", category=category)
                for index, chunk in enumerate(chunks, 1)
            ]
            for category, chunks in used.items()
        }
        return self._encoded(numbered)

    def _encoded(self, numbered: Mapping[Category, list[RuleChunk]]) -> list[Collection]:
        """All texts of the version in one go, so that the estimate of what is left holds for the whole build."""
        searchable = {category: [c for c in chunks if c.searchable] for category, chunks in numbered.items()}
        texts = [embedding_text(c) for chunks in searchable.values() for c in chunks]
        texts += [s.text for chunks in searchable.values() for c in chunks for s in c.statements]
        started = time.monotonic()

        def on_progress(done: int, total: int) -> None:
            left = _left(started, done, total)
            self._progress(Progress(stage=Stage.ENCODE, done=done, total=total, seconds_left=left))

        vectors = self._encoder.encode_passages(texts, on_progress=on_progress)
        collections, row = [], 0
        statement_row = sum(len(chunks) for chunks in searchable.values())
        for category, chunks in numbered.items():
            count = len(searchable[category])
            statements = sum(len(c.statements) for c in searchable[category])
            collections.append(
                make_collection(
                    category,
                    chunks,
                    vectors[row : row + count],
                    vectors[statement_row : statement_row + statements],
                )
            )
            row, statement_row = row + count, statement_row + statements
        return collections

    def _index(self, staged: VersionFolder, collections: Sequence[Collection], n: int) -> None:
        if self._adapter != "chroma":
            return
        self._progress(Progress(stage=Stage.INDEX, done=0, total=len(collections)))
        try:
            index = vector_index.new_adapter(self._adapter, staged.chroma)
            try:
                vector_index.fill(index, collections, n)
            finally:
                index.close()
            self._progress(Progress(stage=Stage.VERIFY, done=0, total=len(collections)))
            index = vector_index.new_adapter(self._adapter, staged.chroma)
            try:
                vector_index.verify(index, collections, n)
            finally:
                index.close()
        except VectorStoreError as error:
            raise BuildRefused(
                f"the index of the new version is not sound: {error.what}",
                remedy="The active version is untouched. Build again; 'rulebook doctor' checks the store.",
            ) from error

    def _manifest(
        self,
        n: int,
        reading: Reading,
        collections: Sequence[Collection],
        files: Mapping[Category, Mapping[str, str]],
        documents_sha256: str,
    ) -> Manifest:
        model = self._encoder.identity
        return Manifest(
            version=f"v{n}",
            created_at=now(),
            documents_sha256=documents_sha256,
            source_files=tuple(
                _source_file(item, parsed, built)
                for item, parsed, built in sorted(reading.documents, key=lambda entry: entry[0].name)
            ),
            collections={
                c.category.collection: CollectionEntry(
                    chunk_count=len(c.chunks),
                    embedding_model=model.name,
                    embedding_revision=model.revision,
                    dimensions=model.dimensions,
                    rerank_model=self._rerank_model,
                    files=files[c.category],
                )
                for c in collections
            },
        )

    def _move(self, staged: VersionFolder, n: int) -> None:
        """From staging to its place by one rename; a folder left there by a crash has no row and is rubbish."""
        target = self._layout.version(n).path
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.exists():
            shutil.rmtree(target)
        for folder, _, _ in os.walk(staged.path):
            flush_folder(Path(folder))
        staged.path.rename(target)
        flush_folder(target.parent)


def _source_file(item: BuildInput, parsed: ParsedDocument, built: str) -> SourceFile:
    return SourceFile(
        name=item.name,
        hash=f"sha256:{item.original.sha256}",
        type=item.category,
        built=built,
        doc_id=parsed.doc_id,
        doc_type=parsed.doc_type,
        title=parsed.title,
        chunk_count=len(parsed.chunks),
        key=item.key,
        included=item.included,
    )


def _reports(reading: Reading) -> tuple[DocumentReport, ...]:
    return tuple(
        DocumentReport(
            doc=p.doc,
            doc_id=p.doc_id,
            doc_type=p.doc_type,
            title=p.title,
            sha256=p.sha256,
            report=p.report,
            properties=p.properties,
        )
        for _, p, _ in sorted(reading.documents, key=lambda entry: entry[0].name)
    )


def _left(started: float, done: int, total: int) -> float | None:
    """Seconds left at the pace so far; ``None`` before there is a pace."""
    return (time.monotonic() - started) / done * (total - done) if done else None
