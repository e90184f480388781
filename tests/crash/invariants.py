"""What holds of a handbook whatever happened to the processes that worked on it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from rulebook.engine import Engine
from rulebook.handbook.doctor import examine
from rulebook.handbook.parts import check_parts
from rulebook.model.search import Query, SearchResult
from tests.crash.documents import BY_SHA256
from tests.crash.leftovers import leftovers
from tests.crash.state import HandbookState, VersionState, altered_files


def faults_of(engine: Engine, state: HandbookState, home: Path) -> Iterator[str]:
    """What is wrong with an open handbook that should be in ``state``, a line each."""
    for path in altered_files(home):
        yield f"{path} is not what its name says"
    for version in state.versions:
        yield from _faults_of_version(engine, version)
    if state.active is not None:
        yield from _faults_of_answers(engine, state)
    yield from (f"left over: {path}" for path in leftovers(home))


def faults_of_doctor(engine: Engine, *, indexes: bool) -> Iterator[str]:
    """What 'rulebook doctor' finds; without ``indexes`` it leaves Chroma alone, for which it starts processes."""
    settings = engine.settings
    if not indexes:
        exactly = settings.vector_store.model_copy(update={"exact_below": 50_000})
        settings = settings.model_copy(update={"vector_store": exactly})
    for check in examine(settings):
        if not check.ok:
            yield f"doctor: {check.name}: {check.detail}"


def _faults_of_version(engine: Engine, state: VersionState) -> Iterator[str]:
    """Every part there, every chunk there and numbered for this version, and the index as configured."""
    check_parts(engine.layout, engine.handbooks.get_version(state.version))
    found = engine.opened.get(state.version)
    ids = [chunk.chunk_id for collection in found.collections for chunk in collection.chunks]
    if len(ids) != state.chunks or len(set(ids)) != state.chunks:
        yield f"{state.version} has {len(set(ids))} chunks in {len(ids)} rows instead of {state.chunks}"
    yield from (f"{state.version} holds the chunk {name}" for name in ids if not _of_version(name, state.version))
    if found.index.trouble:
        yield f"the index of {state.version}: {found.index.trouble}"
    for collection in found.collections:
        name = found.collection_names([collection.category])[0]
        if found.index.adapter.count(name) != len(collection.searchable):
            yield f"the index of {state.version} has {found.index.adapter.count(name)} rows in {name}"


def _faults_of_answers(engine: Engine, state: HandbookState) -> Iterator[str]:
    """The sentence of each document is found in each version that holds it, and nowhere is one of another version."""
    for version in state.versions:
        for name, sha256, _ in version.documents:
            sentence = BY_SHA256[sha256].sentence
            result = engine.rag.run(Query(text=sentence, version=version.version, top_k=50))
            if not any(hit.doc == name and sentence in hit.content for hit in result.chunks):
                yield f"{version.version} does not find '{sentence}' of {name}"
            yield from _faults_of_result(result, version.version)
    result = engine.rag.run(Query(text="表の番号", top_k=50))
    yield from _faults_of_result(result, state.active or "")
    if not result.chunks:
        yield "a search without a version finds nothing"


def _faults_of_result(result: SearchResult, version: str) -> Iterator[str]:
    if result.version != version:
        yield f"a search in {version} was answered from {result.version}"
    for hit in result.chunks:
        if not _of_version(hit.chunk_id, version):
            yield f"a search in {version} found {hit.chunk_id}"
    yield from (f"a search in {version} says: {notice.message}" for notice in result.notices)


def _of_version(chunk_id: str, version: str) -> bool:
    return re.fullmatch(rf"(rules-write|rules-design|ref-docs)_{version}_\d+", chunk_id) is not None
