"""What must hold at the end: every acknowledged piece of work is in the handbook exactly once, and all is well."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from rulebook.engine import Engine, open_engine
from rulebook.handbook.backups.restoring import restore
from rulebook.handbook.doctor import examine
from rulebook.model.json import to_json
from rulebook.model.search import Mode, Query
from tests.at_once.answers import fingerprint
from tests.at_once.builders import drafts_of
from tests.at_once.journal import Entry, entries
from tests.at_once.run import Place
from tests.at_once.texts import ALWAYS, name_of
from tests.crash.leftovers import leftovers
from tests.crash.state import altered_files


def faults_at_rest(place: Place) -> Iterator[str]:
    """What is left over, before anybody opens the handbook again, which sweeps."""
    home = place.settings.home
    yield from (f"{path} is not what its name says" for path in altered_files(home))
    yield from (f"left over: {path}" for path in leftovers(home) if not path.startswith("the original"))
    for check in examine(place.settings):
        if not check.ok or "not looked for" in check.detail:
            yield f"examine at the end: {check.name}: {check.detail}"


def faults_of(place: Place) -> Iterator[str]:
    """Everything that is wrong, a line each."""
    notes = list(entries(place.journals))
    yield from (f"{note['who']}: {note['what']}" for note in notes if note["kind"] in ("fault", "log"))
    engine = open_engine(place.settings)
    try:
        yield from _versions(engine, notes)
        yield from _activations(engine, notes)
        yield from _answers(engine, notes, place.store)
        yield from _sessions(engine, notes)
        yield from _decisions(engine, notes)
        yield from _projection(engine)
    finally:
        engine.close()
    yield from _backup(place)


def _of(notes: Sequence[Entry], kind: str) -> list[Entry]:
    return [note for note in notes if note["kind"] == kind]


def _twice(what: str, items: Sequence[object]) -> Iterator[str]:
    yield from (f"{what} {item} {count} times" for item, count in Counter(items).items() if count > 1)


def _versions(engine: Engine, notes: Sequence[Entry]) -> Iterator[str]:
    """The versions are those that the builders were told of, and hold what was asked for on top of their base."""
    published = {note["n"]: note for note in _of(notes, "published")}
    told = [1, *(note["n"] for note in _of(notes, "published"))]
    rows = [row.n for row in (*engine.versions.all(), *engine.versions.retired())]
    yield from _twice("builders were told of v", told)
    if sorted(told) != sorted(rows):
        lost, unknown = sorted(set(told) - set(rows)), sorted(set(rows) - set(told))
        yield f"builders were told of {lost}, which are not there, and nobody of {unknown}"
    retired = [note["n"] for note in _of(notes, "retired")]
    if sorted(retired) != [row.n for row in engine.versions.retired()]:
        yield f"retired were {sorted(retired)}, there are {[row.n for row in engine.versions.retired()]}"
    for manifest in (*engine.handbooks.list_versions(), *engine.handbooks.retired_versions()):
        n = int(manifest.version[1:])
        if n in published and drafts_of(manifest) != published[n]["drafts"]:
            yield f"{manifest.version} holds {drafts_of(manifest)}, its builder was told {published[n]['drafts']}"
    drafts = {1: {name_of(stem): 0 for stem in ALWAYS}} | {n: note["drafts"] for n, note in published.items()}
    for n, note in published.items():
        base = drafts[int(note["base"][1:])] if note["keep"] else {}
        wanted = {name: d for name, d in base.items() if name not in note["without"]} | note["given"]
        if wanted != note["drafts"]:
            yield f"v{n} on {note['base']} should hold {wanted} and holds {note['drafts']}"


def _activations(engine: Engine, notes: Sequence[Entry]) -> Iterator[str]:
    """Each move of the pointer starts where the one before it ended; none is lost, none is of nobody."""
    rows = engine.versions.activations()
    for before, row in pairwise(rows):
        if row.previous != before.n:
            yield f"v{row.n} was activated in place of v{row.previous}, active was v{before.n}"
    built = [note for note in _of(notes, "published") if note["activated"]]
    for note in built:
        moves = [row for row in rows if row.n == note["n"]]
        if not moves or f"v{moves[0].previous}" != note["base"]:
            yield f"v{note['n']} was built on {note['base']} and activated, which says {moves[:1]}"
    others, rolled = len(rows) - 1 - len(built), len(_of(notes, "rolled back"))
    if not 0 <= others <= rolled:
        yield f"{len(rows)} moves of the active pointer, for {len(built)} builds and {rolled} roll backs"
    active = engine.versions.active()
    if active is None or active.n != rows[-1].n:
        yield f"active is {active}, the last move was {rows[-1]}"


def _answers(engine: Engine, notes: Sequence[Entry], store: str) -> Iterator[str]:
    """The same question to the same version had one answer in every process, and has it still."""
    told: dict[str, set[str]] = defaultdict(set)
    held = {note["n"]: note["drafts"] for note in _of(notes, "published")} | {1: {name_of(s): 0 for s in ALWAYS}}
    for note in _of(notes, "answer"):
        told[note["key"]].add(note["found"])
        for hit, doc, draft in note["drafts"]:
            if hit != doc or held[int(note["version"][1:])].get(doc) != draft:
                yield f"{note['key']}: a hit of {hit} is of draft {draft} of {doc}"
    living = {f"v{row.n}" for row in engine.versions.all()}
    for key, found in sorted(told.items()):
        if len(found) > 1:
            yield f"{key} had the answers {sorted(found)}"
        version, mode, top_k, text = key.split("|")
        if version in living:
            query = Query(text=text, version=version, mode=Mode(mode), top_k=int(top_k))
            if (now := fingerprint(engine.rag.run(query), store)) not in found:
                yield f"{key} was {sorted(found)} and is {now} in the end"


def _sessions(engine: Engine, notes: Sequence[Entry]) -> Iterator[str]:
    """Every lock and every end that was acknowledged is in the history once; nothing else is."""
    known = {row.id: row for row in engine.session_table.all()}
    locked, ended = _of(notes, "locked"), {note["session"] for note in _of(notes, "ended")}
    yield from _twice("locked was", [note["session"] for note in locked])
    for note in locked:
        session, n = note["session"], int(note["version"][1:])
        history = [(event.event, event.n) for event in engine.session_table.events(session)]
        wanted = [("locked", n)] + [("ended", n)] * (session in ended)
        if history != wanted:
            yield f"{session}: the history is {history} instead of {wanted}"
        if session not in known or known[session].n != n or bool(known[session].ended_at) != (session in ended):
            yield f"{session}: {known.get(session)}"
    for session in known.keys() - {note["session"] for note in locked}:
        events = [event.event for event in engine.session_table.events(session)]
        if events != [("locked", "ended")[k % 2] for k in range(len(events))]:
            yield f"{session}: locks and ends do not take turns: {events}"
        if bool(known[session].ended_at) != (events[-1] == "ended"):
            yield f"{session} is {known[session]} after {events[-1]}"


def _decisions(engine: Engine, notes: Sequence[Entry]) -> Iterator[str]:
    """The log of each session is what was acknowledged, each once, and the latest of each conflict is in force."""
    told: dict[str, list[tuple[str, int, str, int | None]]] = defaultdict(list)
    for note in _of(notes, "decided"):
        told[note["session"]].append((note["key"], note["rev"], note["token"], note["version"]))
    for session in sorted(told.keys() | {row.id for row in engine.session_table.all()}):
        log = [(d.conflict_key, d.rev, d.why, d.n) for d in engine.decisions.log(session)]
        if sorted(log) != sorted(told[session]):
            lost, unknown = set(told[session]) - set(log), set(log) - set(told[session])
            yield f"{session}: acknowledged were {lost}, which the log has not; it has {unknown}, of nobody"
        latest = {entry[0]: entry for entry in sorted(log, key=lambda entry: entry[1])}
        force = [(d.conflict_key, d.rev, d.why, d.n) for d in engine.decisions.of_session(session)]
        if force != [latest[key] for key in sorted(latest)]:
            yield f"{session}: in force is {force}, the log says {latest}"
        for key in latest:
            revs = [entry[1] for entry in log if entry[0] == key]
            if revs != list(range(1, len(revs) + 1)):
                yield f"{session}: the decisions of {key} are numbered {revs}"


def _projection(engine: Engine) -> Iterator[str]:
    """The manifests for people say of each version whether it is active."""
    for manifest in engine.handbooks.list_versions():
        path = engine.layout.manifests / f"{manifest.version}.json"
        found = json.loads(path.read_bytes()) if path.is_file() else None
        wanted = json.loads(json.dumps(to_json(manifest)))
        if found != wanted:
            differ = sorted(key for key in wanted if not found or found.get(key) != wanted[key])
            yield f"the projected manifest of {manifest.version} is not what the database says: {differ}"


def _backup(place: Place) -> Iterator[str]:
    """The last backup comes back whole."""
    if not (place.backup / "backup.json").is_file():
        return
    home = place.folder / "restored"
    restored = restore(place.backup, place.settings.model_copy(update={"home": home}))
    unasked = restored.notes and place.store != "chroma"  # its indexes are always made anew
    if not restored.complete or unasked or restored.missing:
        yield f"the backup came back as {restored}"
    for check in examine(place.settings.model_copy(update={"home": home})):
        if not check.ok:
            yield f"examine of the restored handbook: {check.name}: {check.detail}"
