"""The handbook: building its versions, listing them, choosing the active one, and retiring those nobody needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from rulebook.encoders.cache import CachedEncoder
from rulebook.errors import BuildRefused, VersionDamaged, VersionNotFound
from rulebook.handbook.builder import Builder, Published
from rulebook.handbook.layout import HandbookLayout
from rulebook.handbook.leftovers import Leftovers
from rulebook.handbook.locking import build_lock, owner_name
from rulebook.handbook.originals import Original, OriginalStore, UploadedFile, display_name
from rulebook.handbook.parts import check_parts
from rulebook.handbook.planning import make_plan
from rulebook.handbook.projection import project_manifests
from rulebook.handbook.reading import OnProgress, Parser, Reading, read_documents
from rulebook.handbook.request import BuildRequest, inputs_of
from rulebook.handbook.retiring import Retired, Retirement
from rulebook.handbook.version_files import read_manifest, read_report, read_reports
from rulebook.model.choices import choice
from rulebook.model.chunk import Category
from rulebook.model.manifest import BuildResult, DocumentReport, FailedDocument, Manifest, Plan, Progress, SourceFile
from rulebook.settings import Settings
from rulebook.store.versions import ActivePointer, VersionRow, VersionTable, version_number

__all__ = ["BuildRequest", "RuleHandbookManager"]


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
        leftovers: Leftovers,
        retirement: Retirement,
    ) -> None:
        self._settings = settings
        self._layout = layout
        self._versions = versions
        self._parser = parser
        self._encoder = encoder
        self._rerank_model = rerank_model
        self._leftovers = leftovers
        self._retirement = retirement
        self._originals = OriginalStore(layout)

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
        return make_plan(inputs_of(request, active, self._settings.chunking), active, self._encoder().identity)

    def build(self, request: BuildRequest, on_progress: OnProgress = _silent, *, owner: str = "") -> BuildResult:
        """Builds as requested and tells everything about it.

        With any document that cannot be read and without ``skip_failed``, nothing is published and the result names
        them. Raises ``BuildInProgress``, ``BuildRefused``, ``BuildCancelled`` (by ``on_progress``), ``StoreError`` and
        ``UsageError``; what a build has written that did not come to its end is removed.
        """
        asked_for = frozenset(original.sha256 for original in request.originals)
        with build_lock(self._layout.lock, owner):
            self._leftovers.sweep(keep=asked_for)
            try:
                return self._build(request, on_progress, owner)
            except BaseException:
                self._leftovers.sweep_up(keep=asked_for)
                raise

    def _build(self, request: BuildRequest, on_progress: OnProgress, owner: str) -> BuildResult:
        pointer = self._versions.active()
        active = self._sound_active(request)
        inputs = inputs_of(request, active, self._settings.chunking)
        plan = make_plan(inputs, active, self._encoder().identity)
        if plan.changes_nothing:
            return BuildResult(version=None, plan=plan, manifest=active)
        reused = set(plan.unchanged) | {name for name, reason in plan.reasons.items() if reason == "model"}
        to_read = [item for item in inputs if item.name not in reused]
        reading = read_documents(self._parser, self._originals.verified_path, to_read, on_progress)
        if reading.failed and not request.skip_failed:
            return BuildResult(version=None, plan=plan, failed=reading.failed)
        whole = _with_reused(reading, reused, active)
        other_model = "model" in plan.reasons.values()
        if whole.failed and (not whole.names or (active and not other_model and _same_documents(whole, active))):
            return BuildResult(version=None, plan=plan, failed=whole.failed)
        if not whole.names:
            raise BuildRefused("the version would hold no document.", remedy="Keep or add at least one.")
        published = self._builder(on_progress).publish(whole, active, pointer.n if pointer else None, owner)
        return self._result(published, whole, plan)

    def _builder(self, on_progress: OnProgress) -> Builder:
        return Builder(
            self._layout,
            self._versions,
            self._encoder(),
            self._settings.vector_store,
            self._rerank_model(),
            on_progress,
        )

    def _result(self, published: Published, reading: Reading, plan: Plan) -> BuildResult:
        self.project()
        manifest = self.get_version(published.manifest.version)
        return BuildResult(
            version=manifest.version,
            plan=plan,
            manifest=manifest,
            failed=reading.failed,
            reports=read_reports(self._layout, manifest),
            activated=published.activated,
            notices=published.notices,
        )

    def get_latest_version(self) -> str:
        """The active version's id. Raises ``VersionNotFound`` before the first build."""
        active = self._versions.active()
        if active is None:
            raise VersionNotFound("the handbook has no version yet.", remedy="Build one from your documents.")
        return f"v{active.n}"

    def get_version(self, version_id: str) -> Manifest:
        """A version's manifest with its ``active`` fields. Raises ``VersionNotFound`` and ``VersionDamaged``."""
        return self._manifest(self._versions.get(version_number(version_id)), self._versions.active())

    def list_versions(self) -> list[Manifest]:
        """The manifests of all versions that can be read, oldest first; ``damaged_versions`` tells the others."""
        return [found for found in self._survey(self._versions.all()) if isinstance(found, Manifest)]

    def damaged_versions(self) -> list[VersionDamaged]:
        """Why a version's manifest cannot be read, for each such version, oldest first."""
        return [found for found in self._survey(self._versions.all()) if isinstance(found, VersionDamaged)]

    def retired_versions(self) -> list[Manifest]:
        """The manifests of retired versions, the record of what they held, oldest first."""
        return [found for found in self._survey(self._versions.retired()) if isinstance(found, Manifest)]

    def _survey(self, rows: Sequence[VersionRow]) -> Iterator[Manifest | VersionDamaged]:
        active = self._versions.active()  # asked once: of all these, one is active at most
        for row in rows:
            try:
                yield self._manifest(row, active)
            except VersionDamaged as error:
                yield error

    def _manifest(self, row: VersionRow, active: ActivePointer | None) -> Manifest:
        manifest = read_manifest(self._layout.version(row.n), row.manifest_sha256)
        is_active = active is not None and active.n == row.n
        previous = f"v{active.previous}" if is_active and active and active.previous else None
        return replace(manifest, active=is_active, active_previous=previous)

    def documents(self, version_id: str) -> tuple[DocumentReport, ...]:
        """The documents of a version with the reports of their reading, sorted by name."""
        return read_reports(self._layout, self.get_version(version_id))

    def document(self, version_id: str, name: str) -> DocumentReport | None:
        """One document of a version with the report of its reading; ``None`` when the version has none of that name."""
        manifest = self.get_version(version_id)
        return next((read_report(self._layout, manifest, s) for s in manifest.source_files if s.name == name), None)

    def rollback_to(self, version_id: str, by: str = "") -> None:
        """Makes an existing version active again; no version is changed or deleted."""
        self.get_version(version_id)
        self._versions.activate(version_number(version_id), owner_name(by))
        self.project()

    def project(self) -> None:
        """Brings the projected manifests up to date, which a crash may have left as they were before it."""
        project_manifests(self._layout, self.list_versions)

    def retire(self, version_id: str, by: str = "") -> Retired:
        """Takes a version out of use for good and gives its space back; its manifest stays as a record.

        Raises ``VersionInUse`` for the active version and for one that a session has locked; see ``Retirement``.
        """
        return self._retirement.retire(version_number(version_id), by)

    def _sound_active(self, request: BuildRequest) -> Manifest | None:
        """The active version's manifest when its files are as published, so that they can be built upon.

        A damaged one counts as none where all documents of the new version are given: they are read again. Where some
        should be kept, ``VersionDamaged`` is raised, since nothing may be reused of files that were altered.
        """
        active = self._versions.active()
        if active is None:
            return None
        try:
            manifest = self.get_version(f"v{active.n}")
            check_parts(self._layout, manifest)
        except VersionDamaged as error:
            if not request.keep_others:
                return None
            raise VersionDamaged(
                error.what,
                where=error.where,
                remedy="Repair it ('rulebook doctor --repair'), build from all documents ('rulebook build'), or "
                "activate another version first.",
            ) from error
        return manifest


def _with_reused(reading: Reading, reused: set[str], active: Manifest | None) -> Reading:
    """``reading`` with the documents that come from the active version, failed ones that it has included."""
    if active is None:
        return reading
    before = {source.name: source for source in active.source_files}
    kept = [before[name] for name in sorted(reused)]
    kept += [before[failure.doc] for failure in reading.failed if failure.doc in before]
    return Reading(
        read=reading.read,
        reused=tuple(replace(source, built=f"reuse_from_{active.version}") for source in kept),
        failed=tuple(_kept_from(failure, before, active) for failure in reading.failed),
    )


def _kept_from(failure: FailedDocument, before: Mapping[str, SourceFile], active: Manifest) -> FailedDocument:
    return replace(failure, kept_from=active.version) if failure.doc in before else failure


def _same_documents(reading: Reading, active: Manifest) -> bool:
    """Whether nothing is left of the plan once the documents that failed keep their old text."""
    return not reading.read and reading.names == {source.name for source in active.source_files}
