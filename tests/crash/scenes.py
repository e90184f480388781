"""What a process is doing when it is killed: a handbook as it stands before, and one piece of work on it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

from rulebook import build_job
from rulebook.engine import Engine, open_engine
from rulebook.handbook.layout import HandbookLayout
from rulebook.handbook.manager import BuildRequest
from rulebook.handbook.originals import UploadedFile
from rulebook.handbook.parts import Part
from rulebook.handbook.repairing import repair
from rulebook.model.json import to_json
from rulebook.model.manifest import BuildResult, Progress
from rulebook.model.search import Query
from rulebook.settings import Settings, load_settings
from tests.crash.documents import DESIGN, FIGURES, FIGURES_CHANGED, FIRST, TERMS, WRITING_CHANGED, Text
from tests.handbooks import part_path

OnProgress = Callable[[Progress], None]
Work = Callable[[Settings, OnProgress], None]

STORES = ("exact", "chroma")


def settings_of(home: Path, store: str) -> Settings:
    """The settings of a handbook that is searched exactly, or with Chroma however small it is."""
    settings = load_settings(home=home)
    below = 0 if store == "chroma" else 50_000
    updates = {
        "embedding": settings.embedding.model_copy(update={"model": "hashing"}),
        "vector_store": settings.vector_store.model_copy(update={"exact_below": below}),
    }
    return settings.model_copy(update=updates)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """``before`` is done in peace, ``work`` is what the kill ends. ``ends_whole``: an error means that nothing
    happened, as for a build, and leaves nothing. ``in_row``: how it ended is told in the row of a job. ``damaged``: the
    handbook is not sound before, and ``work`` makes it so."""

    name: str
    before: Sequence[Work]
    work: Work
    ends_whole: bool = True
    in_row: bool = False
    damaged: bool = False


@dataclass(frozen=True, slots=True)
class _Upload:
    name: str
    content: bytes = field(repr=False)

    def getvalue(self) -> bytes:
        return self.content


@contextmanager
def opened(settings: Settings) -> Iterator[Engine]:
    engine = open_engine(settings)
    try:
        yield engine
    finally:
        engine.close()


def _request(engine: Engine, texts: Sequence[Text], *, keep: bool = True, without: Sequence[Text] = ()) -> BuildRequest:
    uploads: list[UploadedFile] = [_Upload(text.name, text.content) for text in texts]
    return BuildRequest(
        originals=tuple(engine.handbooks.store(upload) for upload in uploads),
        categories={text.name: text.category for text in texts},
        keep_others=keep,
        remove=frozenset(text.name for text in without),
    )


def build(
    engine: Engine, on_progress: OnProgress, texts: Sequence[Text], *, keep: bool = True, without: Sequence[Text] = ()
) -> BuildResult:
    return engine.handbooks.build(_request(engine, texts, keep=keep, without=without), on_progress)


def _first(settings: Settings, on_progress: OnProgress) -> None:
    with opened(settings) as engine:
        build(engine, on_progress, FIRST, keep=False)


def _update(settings: Settings, on_progress: OnProgress) -> None:
    with opened(settings) as engine:
        build(engine, on_progress, (WRITING_CHANGED, TERMS))


def _remove(settings: Settings, on_progress: OnProgress) -> None:
    with opened(settings) as engine:
        build(engine, on_progress, (), without=(DESIGN,))


def further(settings: Settings, on_progress: OnProgress) -> None:
    """One more build after everything else."""
    with opened(settings) as engine:
        build(engine, on_progress, (FIGURES_CHANGED,))


def _retire(settings: Settings, on_progress: OnProgress) -> None:
    with opened(settings) as engine:
        engine.handbooks.retire("v1")


def _activate(settings: Settings, on_progress: OnProgress) -> None:
    with opened(settings) as engine:
        engine.handbooks.rollback_to("v1")


def _job(settings: Settings, on_progress: OnProgress) -> None:
    """The same build as the process that a page starts does it."""
    with opened(settings) as engine:
        request = _request(engine, (WRITING_CHANGED, TERMS))
        job = engine.jobs.add(build_job.KIND, {"build": to_json(request), "owner": "somebody"})
        build_job.run(engine, job)


def _repair(settings: Settings, on_progress: OnProgress) -> None:
    repair(settings)


def _open(settings: Settings, on_progress: OnProgress) -> None:
    with opened(settings):
        pass


def _search(settings: Settings, on_progress: OnProgress) -> None:
    """Opening an index writes to it."""
    with opened(settings) as engine:
        engine.rag.search(query=TERMS.sentence)
        engine.rag.run(Query(text=DESIGN.sentence, version="v1"))


def _killed_before_commit(settings: Settings, on_progress: OnProgress) -> None:
    """An update that ended after its version was moved into place, before the database knew it."""
    layout = HandbookLayout(settings.home)
    database = layout.state.read_bytes()
    _update(settings, on_progress)
    layout.state.write_bytes(database)
    (layout.staging / f"v2-{uuid4().hex}").mkdir(parents=True)
    (layout.staging / f"{uuid4().hex}.tmp").write_bytes(b"half")
    (layout.manifests / "v2.json").unlink()


def _damage(settings: Settings, on_progress: OnProgress) -> None:
    """Parts gone and altered, a manifest altered, an index cut, and something in staging."""
    layout = HandbookLayout(settings.home)
    part_path(settings.home, WRITING_CHANGED.name, Part.VECTORS, "v2").unlink()
    part_path(settings.home, FIGURES.name, Part.CHUNKS, "v2").write_bytes(b"[]")
    (layout.staging / uuid4().hex / "chroma").mkdir(parents=True)
    if (chroma := layout.version(2).chroma).is_dir():
        shutil.rmtree(chroma)
    manifest = layout.version(1).manifest
    manifest.write_bytes(manifest.read_bytes()[:-20])


SCENES = {
    scene.name: scene
    for scene in (
        Scene(name="first", before=(), work=_first),
        Scene(name="update", before=(_first,), work=_update),
        Scene(name="remove", before=(_first,), work=_remove),
        Scene(name="job", before=(_first,), work=_job, in_row=True),
        Scene(name="activate", before=(_first, _update), work=_activate),
        Scene(name="retire", before=(_first, _update), work=_retire, ends_whole=False),
        Scene(name="search", before=(_first, _update), work=_search, ends_whole=False),
        Scene(name="sweep", before=(_first, _killed_before_commit), work=_open, ends_whole=False),
        Scene(name="repair", before=(_first, _update, _damage), work=_repair, ends_whole=False, damaged=True),
    )
}
