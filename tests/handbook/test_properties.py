"""What holds of every handbook, whatever its documents: the same content is the same version, chunk and part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.engine import Engine
from rulebook.handbook.comparing import VersionDifference, compare_versions
from rulebook.handbook.version_files import read_chunks
from rulebook.model.manifest import Manifest
from tests.handbook.nearby import SettableClock, examples, names_below, nearby, temporary_home
from tests.handbooks import engine_at, write_documents

few = examples(6)

SENTENCES = (
    "見出しの末尾に句点を付けない。",
    "表には必ず番号と題名を付け、本文から参照する。",
    "ログには個人情報を出力してはならない。",
    "主键必须使用没有业务含义的序号。",
    "Every table has a primary key called ID.",
    "図の番号は章ごとに振り、図の下に中央揃えで記載する。",
)
NAMES = ("a.md", "b.md", "ん.md", "記入規則.md", "图表.md", "Ａ.md", "が.md", "設計 方針.md")
CATEGORIES = ("write", "design", "ref")

Documents = dict[str, tuple[str, str]]
"""By name the text and the category."""


@st.composite
def texts(draw: st.DrawFn) -> str:
    sections = draw(st.lists(st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=4), min_size=1, max_size=3))
    lines = [f"## {number}. 規則\n\n{''.join(sentences)}\n" for number, sentences in enumerate(sections, 1)]
    return "\n".join([f"# {draw(st.sampled_from(SENTENCES))}\n", *lines])


def documents(least: int = 1) -> st.SearchStrategy[Documents]:
    return st.dictionaries(
        st.sampled_from(NAMES), st.tuples(texts(), st.sampled_from(CATEGORIES)), min_size=least, max_size=5
    )


@pytest.fixture(scope="module", autouse=True)
def clock() -> Iterator[SettableClock]:
    with nearby() as found:
        yield found


@contextmanager
def home() -> Iterator[Engine]:
    """An engine over an empty home."""
    with temporary_home() as path:
        engine = engine_at(path)
        try:
            yield engine
        finally:
            engine.close()


def build(engine: Engine, given_: Mapping[str, tuple[str, str]], order: Sequence[str] | None = None) -> Manifest:
    """The version that comes of these documents given in this order; the active one when they change nothing."""
    folder = engine.layout.home.parent / "rules"
    paths = write_documents(folder, {name: given_[name][0] for name in order or given_})
    version = engine.handbooks.build_handbook(paths, {name: category for name, (_, category) in given_.items()})
    return engine.handbooks.get_version(version or engine.handbooks.get_latest_version())


def manifest_bytes(engine: Engine, version: str) -> bytes:
    return (engine.layout.versions / version / "manifest.json").read_bytes()


def identities(engine: Engine, manifest: Manifest) -> list[tuple[str, str, str]]:
    chunks = read_chunks(engine.layout, manifest)
    return [(c.chunk_id, c.evidence_key, c.content) for doc in chunks.values() for c in doc]


def content_of(manifest: Manifest) -> dict[str, tuple[str, dict[str, str]]]:
    """By document its key and its parts: what a version consists of, however it came to it."""
    return {source.name: (source.key, dict(source.parts)) for source in manifest.source_files}


def difference(engine: Engine, before: Manifest, after: Manifest) -> VersionDifference:
    return compare_versions(engine.layout, before, after)


@few
@given(given_=documents(), data=st.data())
def test_the_order_in_which_documents_are_given_makes_no_difference(given_: Documents, data: st.DataObject) -> None:
    other = data.draw(st.permutations(sorted(given_)))
    with home() as one, home() as two:
        build(one, given_, sorted(given_))
        build(two, given_, other)
        assert manifest_bytes(one, "v1") == manifest_bytes(two, "v1")


@few
@given(given_=documents())
def test_the_same_documents_have_the_same_chunk_ids_evidence_keys_and_parts_in_every_home(given_: Documents) -> None:
    with home() as one, home() as two:
        first, second = build(one, given_), build(two, given_)
        assert identities(one, first) == identities(two, second)
        assert content_of(first) == content_of(second)
        assert names_below(one.layout.parts) == names_below(two.layout.parts)


@few
@given(given_=documents())
def test_building_the_same_documents_again_makes_no_version(given_: Documents) -> None:
    with home() as engine:
        build(engine, given_)
        again = build(engine, given_, sorted(given_, reverse=True))
        assert again.version == "v1"
        assert [found.version for found in engine.handbooks.list_versions()] == ["v1"]


@few
@given(first=documents(), second=documents(), third=documents())
def test_a_build_after_a_rollback_reuses_the_version_rolled_back_to(
    first: Documents, second: Documents, third: Documents
) -> None:
    with home() as engine:
        one = build(engine, first)
        if build(engine, second).version == one.version:
            return
        engine.handbooks.rollback_to(one.version)
        found = build(engine, third)
        if found.version == one.version:
            assert third == first
            return
        assert found.version == "v3"
        assert found.based_on == one.version
        for source in found.source_files:
            same = first.get(source.name) == third[source.name]
            assert source.built == (f"reuse_from_{one.version}" if same else "rebuilt")
            assert not same or content_of(found)[source.name] == content_of(one)[source.name]


@few
@given(given_=documents(2), other=documents())
def test_what_was_there_before_comes_back_with_the_same_parts(given_: Documents, other: Documents) -> None:
    """A version made anew of the first one's documents, after another one, is that version but for its number."""
    with home() as engine:
        first = build(engine, given_)
        build(engine, other)
        again = build(engine, given_)
        assert content_of(again) == content_of(first)
        renumbered = [(i.replace(f"_{again.version}_", "_v1_"), k, c) for i, k, c in identities(engine, again)]
        assert renumbered == identities(engine, first)
        assert again.collections == first.collections


@few
@given(given_=documents(), other=documents())
def test_equal_versions_have_no_difference(given_: Documents, other: Documents) -> None:
    with home() as engine:
        first = build(engine, given_)
        build(engine, other)
        again = build(engine, given_)
        pairs: list[tuple[Manifest, Manifest]] = [(first, first), (first, again), (again, first), (again, again)]
        for before, after in pairs:
            assert difference(engine, before, after).documents == ()


@few
@given(given_=documents(), other=documents())
def test_a_difference_names_the_documents_that_differ_and_its_reverse_the_same(
    given_: Documents, other: Documents
) -> None:
    with home() as engine:
        first, second = build(engine, given_), build(engine, other)
        differ = sorted(name for name in given_.keys() | other.keys() if given_.get(name) != other.get(name))
        assert [change.doc for change in difference(engine, first, second).documents] == differ
        assert [change.doc for change in difference(engine, second, first).documents] == differ


@few
@given(before=documents(), after=documents())
def test_changes_in_the_manifest_are_those_of_the_documents(before: Documents, after: Documents) -> None:
    with home() as engine:
        build(engine, before)
        found = build(engine, after)
        if found.version == "v1":
            return
        rebuilt = sorted(name for name in after if before.get(name) != after[name])
        assert found.changes.added == tuple(name for name in rebuilt if name not in before)
        assert found.changes.changed == tuple(name for name in rebuilt if name in before)
        assert found.changes.removed == tuple(sorted(before.keys() - after.keys()))
