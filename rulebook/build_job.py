"""Builds in a process of their own: asked for by a page, followed through the database, left and come back to."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
from datetime import UTC, datetime
from pathlib import Path

from filelock import FileLock, Timeout

from rulebook.engine import Engine, open_engine
from rulebook.errors import BuildCancelled, RulebookError, StoreError, VersionDamaged, VersionNotFound
from rulebook.handbook.manager import BuildRequest
from rulebook.model.decode import from_json
from rulebook.model.json import to_json
from rulebook.model.manifest import BuildResult, Plan, Progress
from rulebook.settings import Settings
from rulebook.store.jobs import JobRow

KIND = "build"

_SETTINGS = "RULEBOOK_JOB_SETTINGS"
_START_SECONDS = 60
_LOOK_SECONDS = 10
"""How long a process waits for its job's lock, which others take for a moment to see whether it lives."""


def start_build(engine: Engine, request: BuildRequest, owner: str) -> str:
    """Starts a build in a new process and gives the job's id; the process does not end with the one that asked.

    Raises ``StoreError`` when it cannot be started; the job has failed then.
    """
    job_id = engine.jobs.add(KIND, {"build": to_json(request), "owner": owner})
    try:
        process = _started(engine, job_id)
    except OSError as error:
        why = f"the building process cannot be started: {error.strerror or error}."
        engine.jobs.finish(job_id, "failed", error=why)
        raise StoreError(
            why,
            where=str(error.filename or engine.layout.home),
            remedy="Check the space on the disk, the memory, and the rights of the folder.",
        ) from error
    threading.Thread(target=process.wait, daemon=True).start()  # lets the system forget the process when it ends
    return job_id


def _started(engine: Engine, job_id: str) -> subprocess.Popen[bytes]:
    with (engine.layout.home / "build.log").open("ab") as log:
        return subprocess.Popen(
            [sys.executable, "-m", "rulebook.build_job", job_id],
            env=_environment(engine.settings),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )


def _environment(settings: Settings) -> dict[str, str]:
    """The settings handed over whole: what the environment says of them is in them already, or was overruled."""
    others = {name: value for name, value in os.environ.items() if not name.startswith("RULEBOOK_")}
    return {**others, _SETTINGS: settings.model_dump_json()}


def follow(engine: Engine, job_id: str) -> JobRow:
    """The job as it stands now; one whose process died without a word is ended: as failed, or as done when its version
    had been published. Raises ``StoreError`` when nobody can tell whether it lives."""
    job, path = engine.jobs.get(job_id), _lock_path(engine, job_id)
    if job.ended or _is_starting(job):
        return job
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(path, timeout=0):  # a process holds it as long as it lives; one that starts late has to wait
            _end(engine, engine.jobs.get(job_id))
            path.unlink(missing_ok=True)
    except Timeout:
        pass
    except OSError as error:
        raise StoreError(
            f"nobody can tell whether the build still runs: {error.strerror or error}.",
            where=str(path.parent),
            remedy="Check the rights of the folder.",
        ) from error
    return engine.jobs.get(job_id)


def _is_starting(job: JobRow) -> bool:
    """Before a process holds its job's lock it has some time to start."""
    age = datetime.now(UTC) - datetime.fromisoformat(job.created_at)
    return job.state == "waiting" and age.total_seconds() < _START_SECONDS


def _end(engine: Engine, job: JobRow) -> None:
    """Ends a job that nobody works on; an end that stands stays."""
    try:
        published = _published(engine, job)
    except VersionDamaged as error:  # it published, and its version was damaged since
        engine.jobs.finish(job.id, "failed", error=str(error))
        return
    if published:
        engine.jobs.finish(job.id, "done", result=_object(published))
    else:
        engine.jobs.finish(
            job.id, "failed", error="The building process ended without a result. The active version is untouched."
        )


def _published(engine: Engine, job: JobRow) -> BuildResult | None:
    """What a process came to that died after its version was recorded; ``None`` when it died before."""
    progress = progress_of(job)
    if progress is None or not progress.version:
        return None
    try:
        manifest = engine.handbooks.get_version(progress.version)
    except VersionNotFound:
        return None
    if manifest.created_at > job.updated_at:  # the number stayed free, and a later build was given it
        return None
    changes, names = manifest.changes, {source.name for source in manifest.source_files}
    plan = Plan(
        added=changes.added,
        changed=changes.changed,
        unchanged=tuple(sorted(names - {*changes.added, *changes.changed})),
        removed=changes.removed,
    )
    return BuildResult(version=manifest.version, plan=plan, manifest=manifest, activated=manifest.active)


def result_of(job: JobRow) -> BuildResult | None:
    """What a finished build came to; ``None`` for one that did not finish."""
    return from_json(BuildResult, job.result) if job.result else None


def progress_of(job: JobRow) -> Progress | None:
    """How far a running build is; ``None`` before it has said so."""
    return from_json(Progress, job.progress) if job.progress else None


def _lock_path(engine: Engine, job_id: str) -> Path:
    return engine.layout.jobs / f"{job_id}.lock"


def run(engine: Engine, job_id: str) -> None:
    """Does the work of a job in this process, writing progress and result into its row."""
    path = _lock_path(engine, job_id)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(path, timeout=_LOOK_SECONDS):
            try:
                if engine.jobs.start(job_id, os.getpid()):  # else it took so long to start that it was given up
                    _work(engine, job_id)
            finally:
                path.unlink(missing_ok=True)
    except OSError as error:
        why = error.strerror or error
        engine.jobs.finish(job_id, "failed", error=f"{path.parent} cannot be written: {why}. Nothing was published.")


def _work(engine: Engine, job_id: str) -> None:
    job = engine.jobs.get(job_id)

    def on_progress(progress: Progress) -> None:
        if engine.jobs.report(job_id, _object(progress)):
            raise BuildCancelled("the build was cancelled.", remedy="The active version is untouched.")

    try:
        request = from_json(BuildRequest, job.request["build"])
        result = engine.handbooks.build(request, on_progress, owner=job.request["owner"])
    except BuildCancelled as error:
        engine.jobs.finish(job_id, "cancelled", error=str(error))
    except RulebookError as error:
        engine.jobs.finish(job_id, "failed", error=str(error))
    except Exception:  # the entry point of a process: everything below it is reported here
        logging.exception("build job %s", job_id)
        said = f"Unexpected fault; details are in build.log under {job_id}. The page Versions tells what is active."
        engine.jobs.finish(job_id, "failed", error=said)
    else:
        engine.jobs.finish(job_id, "done", result=_object(result))


def _object(value: BuildResult | Progress) -> dict[str, object]:
    encoded = to_json(value)
    assert isinstance(encoded, dict)  # dataclasses are written as objects
    return dict(encoded)


def main() -> None:
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s")
    engine = open_engine(Settings.model_validate_json(os.environ[_SETTINGS]))
    try:
        run(engine, sys.argv[1])
    finally:
        engine.close()


if __name__ == "__main__":
    main()
