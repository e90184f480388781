"""The handbook: building its versions, listing them, and choosing the active one."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from rulebook.encoders.cache import CachedEncoder
from rulebook.errors import BuildRefused, UsageError, VersionDamaged, VersionNotFound
from rulebook.handbook.builder import Builder, OnProgress, Parser, Reading
from rulebook.handbook.files import json_bytes, replace_bytes
from rulebook.handbook.inclusion import included_places
from rulebook.handbook.layout import HandbookLayout
from rulebook.handbook.leftovers import sweep
from rulebook.handbook.locking import build_lock
from rulebook.handbook.originals import Original, OriginalStore, UploadedFile, display_name
from rulebook.handbook.planning import BuildInput, make_plan, rebuild_key
from rulebook.handbook.version_files import check_hashes, read_chunks, read_documents, read_manifest
from rulebook.model.choices import choice
from rulebook.model.chunk import Category, ParsedDocument, RuleChunk
from rulebook.model.json import to_json
from rulebook.model.manifest import BuildResult, DocumentReport, Manifest, Plan, Progress
from rulebook.settings import Settings
from rulebook.store.versions import VersionTable, version_number


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildRequest:
    """What the next version shall hold.

    ``originals`` are stored uploads with their ``categories`` by name. With ``keep_others`` the documents of the active
    version that are not named stay; those in ``remove`` do not. With ``skip_failed`` a document that cannot be read
    does not stop the others: one that the active version has keeps its old text, a new one is left out, both are
    reported. ``included`` are by document the places of hidden parts that shall count as rules; a document that it
    does not name keeps those of the active version.
    """

    originals: tuple[Original, ...]
    categories: Mapping[str, Category]
    keep_others: bool = False
    remove: frozenset[str] = frozenset()
    skip_failed: bool = False
    included: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


_log = logging.getLogger(__name__)


def _silent(_: Progress) -> None:
    return None


class RuleHandbookManager:
    """Builds and keeps the versions of one handbook. A build never changes what is active unless it succeeds whole."""

    def __init__(
        self,
        settings: Settings,
        layout: HandbookLayout,
        versions: VersionTable,
        parser: Parser,
        encoder: Callable[[], CachedEncoder],
        rerank_model: Callable[[], str],
    ) -> None:
        self._settings = settings
        self._layout = layout
        self._versions = versions
        self._parser = parser
        self._encoder = encoder
        self._rerank_model = rerank_model
        self._originals = OriginalStore(layout.objects)

    def build_handbook(
        self,
        files: Sequence[Path | UploadedFile],
        categories: Mapping[str, str | Category],
        *,
        skip_failed: bool = False,
        on_progress: OnProgress = _silent,
    ) -> str | None:
        """Builds a version whose documents are exactly ``files`` and gives its id; ``None`` when nothing changed.

        ``categories`` maps file names to ``write``, ``design`` or ``ref``. Raises ``BuildRefused`` naming every
        document that could not be read (nothing is published then, unless ``skip_failed``), ``BuildInProgress`` when
        somebody else builds, ``UsageError`` for a missing category or a name given twice.
        """
        request = BuildRequest(
            originals=tuple(self.store(file) for file in files),
            categories={display_name(name): choice(Category, value) for name, value in categories.items()},
            skip_failed=skip_failed,
        )
        result = self.build(request, on_progress)
        if result.version is None and result.failed:
            raise BuildRefused(
                "nothing was published: " + " ".join(f.message for f in result.failed),
                remedy="Repair or leave out these files, or build with skip_failed.",
            )
        return result.version

    def store(self, file: Path | UploadedFile) -> Original:
        """Keeps an uploaded file under the hash of its content; it is in no version yet."""
        return self._originals.add(file)

    def original_path(self, sha256: str) -> Path:
        """Where the content of a stored upload lies."""
        return self._originals.path(sha256)

    def plan(self, request: BuildRequest) -> Plan:
        """What ``build`` would do; reads no document and writes nothing."""
        active = self._sound_active(request)
        return make_plan(self._inputs(request, active), active, self._encoder().identity)

    def build(self, request: BuildRequest, on_progress: OnProgress = _silent, *, owner: str = "") -> BuildResult:
        """Builds as requested and tells everything about it.

        With any document that cannot be read and without ``skip_failed``, nothing is published and the result names
        them. Raises ``BuildInProgress``, ``BuildRefused``, ``BuildCancelled`` (by ``on_progress``) and ``UsageError``.
        """
        with build_lock(self._layout.lock, owner):
            sweep(self._layout, self._versions)
            active = self._sound_active(request)
            inputs = self._inputs(request, active)
            plan = make_plan(inputs, active, self._encoder().identity)
            if plan.changes_nothing:
                return BuildResult(version=None, plan=plan, manifest=active)
            return self._build(request, inputs, plan, active, on_progress)

    def _build(
        self,
        request: BuildRequest,
        inputs: Sequence[BuildInput],
        plan: Plan,
        active: Manifest | None,
        on_progress: OnProgress,
    ) -> BuildResult:
        builder = Builder(
            self._layout,
            self._versions,
            self._encoder(),
            self._settings.vector_store.adapter,
            self._rerank_model(),
            on_progress,
        )
        reused = set(plan.unchanged) | {name for name, reason in plan.reasons.items() if reason == "model"}
        to_read = [item for item in inputs if item.name not in reused]
        reading = builder.read(self._parser, self._originals.verified_path, to_read)
        if reading.failed and not request.skip_failed:
            return BuildResult(version=None, plan=plan, failed=reading.failed)
        whole = self._with_reused(reading, inputs, reused, active)
        other_model = "model" in plan.reasons.values()
        if whole.failed and (not whole.documents or (active and not other_model and _same_documents(whole, active))):
            return BuildResult(version=None, plan=plan, failed=whole.failed)
        if not whole.documents:
            raise BuildRefused("the version would hold no document.", remedy="Keep or add at least one.")
        published = builder.publish(whole)
        self._project_manifests()
        return BuildResult(
            version=f"v{published.n}",
            plan=plan,
            manifest=self.get_version(f"v{published.n}"),
            failed=whole.failed,
            reports=published.reports,
        )

    def get_latest_version(self) -> str:
        """The active version's id. Raises ``VersionNotFound`` before the first build."""
        active = self._versions.active()
        if active is None:
            raise VersionNotFound("the handbook has no version yet.", remedy="Build one from your documents.")
        return f"v{active.n}"

    def get_version(self, version_id: str) -> Manifest:
        """A version's manifest with its ``active`` fields. Raises ``VersionNotFound`` and ``VersionDamaged``."""
        row = self._versions.get(version_number(version_id))
        manifest = read_manifest(self._layout.version(row.n), row.manifest_sha256)
        active = self._versions.active()
        is_active = active is not None and active.n == row.n
        previous = f"v{active.previous}" if is_active and active and active.previous else None
        return replace(manifest, active=is_active, active_previous=previous)

    def list_versions(self) -> list[Manifest]:
        """The manifests of all versions that can be read, oldest first; ``damaged_versions`` tells the others."""
        return [found for found in self._survey() if isinstance(found, Manifest)]

    def damaged_versions(self) -> list[VersionDamaged]:
        """Why a version's manifest cannot be read, for each such version, oldest first."""
        return [found for found in self._survey() if isinstance(found, VersionDamaged)]

    def _survey(self) -> Iterator[Manifest | VersionDamaged]:
        for row in self._versions.all():
            try:
                yield self.get_version(f"v{row.n}")
            except VersionDamaged as error:
                yield error

    def documents(self, version_id: str) -> tuple[DocumentReport, ...]:
        """The documents of a version with the reports of their reading, sorted by name."""
        folder = self._layout.version(version_number(version_id))
        check_hashes(folder, self.get_version(version_id))
        return read_documents(folder)

    def rollback_to(self, version_id: str) -> None:
        """Makes an existing version active again; no version is changed or deleted."""
        self.get_version(version_id)
        self._versions.activate(version_number(version_id))
        self._project_manifests()

    def _sound_active(self, request: BuildRequest) -> Manifest | None:
        """The active version's manifest when its files are as published, so that they can be built upon.

        A damaged one counts as none where all documents of the new version are given: they are read again. Where some
        should be kept, ``VersionDamaged`` is raised, since nothing may be copied from files that were altered.
        """
        active = self._versions.active()
        if active is None:
            return None
        try:
            manifest = self.get_version(f"v{active.n}")
            check_hashes(self._layout.version(active.n), manifest)
        except VersionDamaged as error:
            if not request.keep_others:
                return None
            raise VersionDamaged(
                error.what,
                where=error.where,
                remedy="Build from all documents ('rulebook build'), or activate another version first.",
            ) from error
        return manifest

    def _inputs(self, request: BuildRequest, active: Manifest | None) -> list[BuildInput]:
        included = included_places(request.included, active)
        given = [self._input(original, request, included) for original in request.originals]
        names = [item.name for item in given]
        for name in sorted({n for n in names if names.count(n) > 1}):
            raise UsageError(f"two documents are called {name}.", remedy="Rename one of them: a name is one document.")
        for name in sorted(request.remove & set(names)):
            raise UsageError(f"{name} is given and removed at once.", remedy="Do one of both.")
        kept = [s for s in active.source_files if request.keep_others and s.name not in names] if active else []
        for name in sorted(request.remove - {s.name for s in kept}):
            raise UsageError(f"{name} is not in the active version.", remedy="'rulebook versions' lists its documents.")
        given += [
            BuildInput(
                original=Original(name=s.name, sha256=s.hash.removeprefix("sha256:"), size=0),
                category=s.type,
                key=rebuild_key(s.hash.removeprefix("sha256:"), s.type, self._settings.chunking),
                included=included.get(s.name, ()),
            )
            for s in kept
            if s.name not in request.remove
        ]
        for name in sorted(set(request.included) - {item.name for item in given}):
            raise UsageError(f"{name} is no document of the new version.", remedy="Name a document that it will hold.")
        return sorted(given, key=lambda item: item.name)

    def _input(self, original: Original, request: BuildRequest, included: Mapping[str, tuple[str, ...]]) -> BuildInput:
        category = request.categories.get(original.name)
        if category is None:
            raise UsageError(f"{original.name} has no category.", remedy="Give it one: write, design or ref.")
        key = rebuild_key(original.sha256, category, self._settings.chunking)
        return BuildInput(original=original, category=category, key=key, included=included.get(original.name, ()))

    def _with_reused(
        self, reading: Reading, inputs: Sequence[BuildInput], reused: set[str], active: Manifest | None
    ) -> Reading:
        """``reading`` with the documents that come from the active version, failed ones that it has included."""
        if active is None:
            return reading
        before = {s.name: s for s in active.source_files}
        chunks = self._chunks_by_document(active)
        reports = {r.doc: r for r in self.documents(active.version)}
        documents, failed = list(reading.documents), []
        by_name = {item.name: item for item in inputs}

        def reuse(item: BuildInput, built: str) -> None:
            parsed = _parsed(reports[item.name], chunks.get(item.name, ()))
            if len(parsed.chunks) != before[item.name].chunk_count:
                raise VersionDamaged(
                    f"{item.name} has {len(parsed.chunks)} chunks, the manifest says {before[item.name].chunk_count}.",
                    where=active.version,
                    remedy="Build from all documents ('rulebook build').",
                )
            documents.append((item, parsed, built))

        for name in sorted(reused):
            reuse(by_name[name], f"reuse_from_{active.version}")
        for failure in reading.failed:
            source = before.get(failure.doc)
            if source is not None:
                old = Original(name=source.name, sha256=source.hash.removeprefix("sha256:"), size=0)
                kept = BuildInput(original=old, category=source.type, key=source.key, included=source.included)
                reuse(kept, f"reuse_from_{active.version}")
            failed.append(replace(failure, kept_from=active.version if source else None))
        return Reading(documents=tuple(documents), failed=tuple(failed))

    def _chunks_by_document(self, manifest: Manifest) -> dict[str, tuple[RuleChunk, ...]]:
        folder = self._layout.version(version_number(manifest.version))
        found: dict[str, list[RuleChunk]] = {}
        for category in Category:
            if category.collection in manifest.collections:
                for chunk in read_chunks(folder, category):
                    found.setdefault(chunk.doc, []).append(chunk)
        return {doc: tuple(chunks) for doc, chunks in found.items()}

    def _project_manifests(self) -> None:
        """Writes ``manifests/vN.json`` anew where the database says otherwise, for people and programs that read files.

        They are a copy: when they cannot be written, the version is active all the same, and the log says so.
        """
        for manifest in self.list_versions():
            path, content = self._layout.manifests / f"{manifest.version}.json", json_bytes(to_json(manifest))
            try:
                if not path.is_file() or path.read_bytes() != content:
                    replace_bytes(path, content)
            except OSError as error:
                _log.warning("%s cannot be written: %s", path, error.strerror or error)


def _same_documents(reading: Reading, active: Manifest) -> bool:
    """Whether nothing is left of the plan once the documents that failed keep their old text."""
    rebuilt = any(built == "rebuilt" for _, _, built in reading.documents)
    return not rebuilt and {i.name for i, _, _ in reading.documents} == {s.name for s in active.source_files}


def _parsed(report: DocumentReport, chunks: Sequence[RuleChunk]) -> ParsedDocument:
    return ParsedDocument(
        doc=report.doc,
        doc_id=report.doc_id,
        doc_type=report.doc_type,
        title=report.title,
        sha256=report.sha256,
        chunks=tuple(chunks),
        report=report.report,
        properties=report.properties,
    )
