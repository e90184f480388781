"""Files named by their content are there whole or not at all, and are what their name says."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook.handbook.content import ContentStore
from rulebook.handbook.files import sha256_of


@pytest.fixture
def store(tmp_path: Path) -> ContentStore:
    return ContentStore(tmp_path / "objects", tmp_path / "staging")


@settings(deadline=None)
@given(st.lists(st.binary(max_size=50), max_size=20))
def test_what_was_added_is_read_back_under_its_hash(
    tmp_path_factory: pytest.TempPathFactory, contents: list[bytes]
) -> None:
    folder = tmp_path_factory.mktemp("content")
    store = ContentStore(folder / "objects", folder / "staging")
    names = [store.add(content) for content in contents]
    assert names == [sha256_of(content) for content in contents]
    assert [store.read(name) for name in names] == contents
    assert store.names() == set(names)


def test_equal_content_is_written_once(store: ContentStore) -> None:
    name = store.add(b"rule")
    written = store.path(name).stat().st_ino
    assert store.add(b"rule") == name
    assert store.path(name).stat().st_ino == written


def test_content_that_is_added_again_counts_as_young(store: ContentStore) -> None:
    name = store.add(b"rule")
    os.utime(store.path(name), (1000, 1000))
    assert store.older_than(2000) == {name}
    store.add(b"rule")
    assert store.older_than(2000) == frozenset()


def test_altered_content_is_not_read_and_is_replaced_by_adding_it_again(store: ContentStore) -> None:
    name = store.add(b"rule")
    store.path(name).write_bytes(b"other")
    assert not store.holds(name)
    with pytest.raises(ValueError, match="altered"):
        store.read(name)
    store.add(b"rule")
    assert store.read(name) == b"rule"


def test_removing_tells_how_much_it_gave_back(store: ContentStore) -> None:
    name = store.add(b"rule")
    assert (store.remove(name), store.remove(name)) == (4, 0)
    assert store.names() == frozenset()


def test_nothing_is_left_beside_what_was_added(store: ContentStore, tmp_path: Path) -> None:
    store.add(b"rule")
    assert list((tmp_path / "staging").iterdir()) == []
