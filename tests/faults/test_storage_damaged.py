"""Files of a handbook lost, cut, altered or exchanged: the answer is the right one or a refusal, never another.

As a virus scanner, a synchronised folder, a bad disk or a person who tidies up leaves them.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rulebook.engine import Engine
from rulebook.errors import StoreDamaged, VersionDamaged
from rulebook.handbook.manager import BuildRequest
from rulebook.handbook.parts import Part
from rulebook.model.search import Query
from tests.faults.storage import Answers, Handbook, answers_of
from tests.handbook.nearby import nearby
from tests.handbooks import engine_at, part_path

DOC, OTHER = "記入規則.md", "図表規則.md"

Damage = Callable[[Path, Path], object]


def exchange(path: Path, other: Path) -> None:
    one, two = path.read_bytes(), other.read_bytes()
    path.write_bytes(two)
    other.write_bytes(one)


def garble(path: Path, _: Path) -> None:
    """One bit in the middle, which no reader of the format would notice."""
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def replace_by_folder(path: Path, _: Path) -> None:
    path.unlink()
    path.mkdir()


DAMAGES: dict[str, Damage] = {
    "deleted": lambda path, _: path.unlink(),
    "cut": lambda path, _: path.write_bytes(path.read_bytes()[:-5]),
    "empty": lambda path, _: path.write_bytes(b""),
    "garbled": garble,
    "zeroed": lambda path, _: path.write_bytes(bytes(path.stat().st_size)),
    "exchanged": exchange,
    "a folder": replace_by_folder,
}


@pytest.fixture
def opened(handbook: Handbook) -> Iterator[Engine]:
    with nearby():
        engine = engine_at(handbook.home)
        yield engine
        engine.close()


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("part", [part for part in Part if part is not Part.REPORT])
def test_a_version_with_a_damaged_part_is_refused_naming_document_and_part(
    handbook: Handbook, opened: Engine, before: Answers, part: Part, damage: str
) -> None:
    """v1 has the same parts of the same documents; what the two do not share is untouched."""
    paths = [part_path(handbook.home, name, part, "v2") for name in (DOC, OTHER)]
    DAMAGES[damage](paths[0], paths[1])
    for version in ("v1", "v2"):
        with pytest.raises(VersionDamaged) as caught:
            opened.rag.run(Query(text="表", version=version))
        assert caught.value.where == version
        assert part.value in caught.value.what
        assert (OTHER if damage == "exchanged" else DOC) in caught.value.what
        assert "doctor --repair" in caught.value.remedy
    with pytest.raises(VersionDamaged):
        opened.handbooks.build(BuildRequest(originals=(), categories={}, remove=frozenset({OTHER}), keep_others=True))
    assert opened.handbooks.get_latest_version() == "v2"


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_report_is_named_where_it_is_shown_and_searching_goes_on(
    handbook: Handbook, opened: Engine, before: Answers, damage: str
) -> None:
    paths = [part_path(handbook.home, name, Part.REPORT, "v2") for name in (DOC, OTHER)]
    DAMAGES[damage](paths[0], paths[1])
    with pytest.raises(VersionDamaged, match=rf"report.json of {DOC}"):
        opened.handbooks.document("v2", DOC)
    assert answers_of(opened) == before


def test_a_version_that_is_open_goes_on_with_what_it_read(handbook: Handbook, opened: Engine, before: Answers) -> None:
    assert answers_of(opened) == before
    shutil.rmtree(handbook.home / "parts")
    assert answers_of(opened) == before


def test_everything_that_was_lost_of_a_version_comes_back_as_it_was(handbook: Handbook, before: Answers) -> None:
    """All kinds of damage at once, by the command line."""
    kept = handbook.files()
    files = [name for name in DAMAGES if name != "a folder"]
    for damage, part in zip(files, (*Part, Part.CHUNKS), strict=True):
        name = "設計方針.md" if damage == "exchanged" else DOC
        DAMAGES[damage](*(part_path(handbook.home, doc, part, "v2") for doc in (name, OTHER)))
    exchange(*(handbook.home / "versions" / version / "manifest.json" for version in ("v1", "v2")))
    found = handbook.run("doctor")
    assert (found.status, found.sentence) == (1, "")
    assert "FAULT" in found.out
    repaired = handbook.run("doctor", "--repair")
    assert repaired.status == 0, repaired.err + repaired.out
    now = handbook.files()
    published = [name for name in kept if name.startswith(("parts", "versions", "objects"))]
    assert [name for name in published if now.get(name) != kept[name]] == []
    assert handbook.answers() == before


@pytest.mark.parametrize("damage", [name for name in DAMAGES if name != "exchanged"])
def test_a_damaged_manifest_is_named_and_the_other_versions_are_searched(
    handbook: Handbook, opened: Engine, before: Answers, damage: str
) -> None:
    first = answers_of(opened, "v1")
    opened.opened.close()
    DAMAGES[damage](handbook.home / "versions" / "v2" / "manifest.json", Path())
    with pytest.raises(VersionDamaged, match=r"manifest\.json"):
        answers_of(opened)
    assert answers_of(opened, "v1") == first
    assert [manifest.version for manifest in opened.handbooks.list_versions()] == ["v1"]
    assert [error.where for error in opened.handbooks.damaged_versions()] == ["v2"]


def test_exchanged_manifests_are_both_refused(handbook: Handbook, opened: Engine) -> None:
    exchange(*(handbook.home / "versions" / version / "manifest.json" for version in ("v1", "v2")))
    for version in ("v1", "v2"):
        with pytest.raises(VersionDamaged, match="not the one that was published"):
            answers_of(opened, version)


@pytest.mark.parametrize("damage", ["deleted", "exchanged", "garbled", "empty"])
def test_a_damaged_original_is_named_and_never_read_as_the_document(
    handbook: Handbook, before: Answers, damage: str
) -> None:
    """Searching needs no original. With other settings for cutting, all documents would have to be read again."""
    with nearby():
        engine = engine_at(handbook.home, chunking={"max_tokens": 256, "target_tokens": 128})
        one, two = (
            engine.handbooks.original_path(source.sha256)
            for source in engine.handbooks.get_version("v2").source_files
            if source.name in (DOC, OTHER)
        )
        DAMAGES[damage](one, two)
        assert answers_of(engine) == before
        result = engine.handbooks.build(BuildRequest(originals=(), categories={}, keep_others=True))
        assert result.version is None
        assert {failure.code for failure in result.failed} == {"E_DAMAGED_FILE"}
        assert len(result.failed) == 1 + (damage == "exchanged")
        assert all("Upload the document again" in failure.message for failure in result.failed)
        engine.close()
    doctor = handbook.run("doctor")
    assert (doctor.status, "missing or altered" in doctor.out) == (1, True)
    assert handbook.run("update", handbook.document(DOC), handbook.document(OTHER)).status == 0
    assert handbook.run("doctor").status == 0


DATABASE: dict[str, Callable[[Path], object]] = {
    "cut": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "zeroed": lambda path: path.write_bytes(bytes(path.stat().st_size)),
    "text": lambda path: path.write_text("レジストリ" * 1000),
    "pages garbled": lambda path: path.write_bytes(path.read_bytes()[:4096] + b"\xff" * (path.stat().st_size - 4096)),
}


@pytest.mark.parametrize("damage", DATABASE)
def test_a_damaged_database_is_named_and_left_as_it_is(handbook: Handbook, damage: str) -> None:
    path = handbook.home / "state.db"
    DATABASE[damage](path)
    kept = handbook.files()
    for command in (("search", "表"), ("update", "--remove", DOC)):
        ended = handbook.run(*command)
        assert ended.status == 1, ended.out
        assert str(path) in ended.sentence
        assert "backup" in ended.sentence
    assert handbook.run("doctor").status == 1
    assert handbook.files() == kept


@pytest.mark.parametrize("damage", ["deleted", "empty"])
def test_a_lost_database_is_not_taken_for_an_empty_handbook(handbook: Handbook, damage: str) -> None:
    DAMAGES[damage](handbook.home / "state.db", Path())
    ended = handbook.run("search", "表")
    assert ended.status == 1
    assert "backup" in ended.sentence


def test_the_database_of_another_handbook_gives_no_wrong_answer(handbook: Handbook, folder: Path) -> None:
    with nearby():
        other = engine_at(folder / "other")
        other.handbooks.build_handbook(
            [handbook.document("用語.md", "# 用語\n\n略語は使わない。\n")], {"用語.md": "ref"}
        )
        other.close()
    shutil.copy(folder / "other" / "state.db", handbook.home / "state.db")
    engine = engine_at(handbook.home)
    with pytest.raises(VersionDamaged, match="not the one that was published"):
        answers_of(engine)
    engine.close()


def test_a_damaged_cache_costs_nothing_but_time(handbook: Handbook, opened: Engine, before: Answers) -> None:
    cache = handbook.home / "cache" / "embeddings.db"
    for content in (b"", b"no database" * 5_000, cache.read_bytes()[:40_000]):
        cache.write_bytes(content)
        assert answers_of(opened) == before


def test_a_damaged_database_says_of_itself_that_it_is(handbook: Handbook) -> None:
    DATABASE["text"](handbook.home / "state.db")
    with pytest.raises(StoreDamaged):
        engine_at(handbook.home)
