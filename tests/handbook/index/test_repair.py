"""An index is examined and made anew; wherever that ends, what is there is whole or not there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from filelock import FileLock

from rulebook.errors import StoreError
from rulebook.handbook.index.repair import IN_USE, index_trouble, rebuild_index
from rulebook.handbook.layout import HandbookLayout
from rulebook.handbook.version_files import read_manifest
from rulebook.model.manifest import Manifest
from rulebook.store.database import StateDatabase
from rulebook.store.versions import VersionTable
from tests.handbooks import CATEGORIES, engine_at, write_documents

KILLED = 9
KILLED_AT = """
import os, sys
from pathlib import Path
from rulebook.handbook.index.repair import rebuild_index
from rulebook.handbook.layout import HandbookLayout
from tests.handbook.index.test_repair import manifest_of

layout, left = HandbookLayout(Path(sys.argv[1])), [int(sys.argv[2])]
manifest = manifest_of(layout)

def end_at_a_rename(event, arguments):
    if event == "os.rename":
        if left[0] == 0:
            os._exit(9)
        left[0] -= 1

sys.addaudithook(end_at_a_rename)
rebuild_index(layout, manifest)
"""


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a version and its index; tests work on copies."""
    folder = tmp_path_factory.mktemp("repair")
    engine = engine_at(folder / "home", vector_store={"exact_below": 0})
    engine.handbooks.build_handbook(write_documents(folder / "rules"), CATEGORIES)
    engine.close()
    return folder / "home"


@pytest.fixture
def layout(sound: Path, tmp_path: Path) -> HandbookLayout:
    return HandbookLayout(Path(shutil.copytree(sound, tmp_path / "home")))


def manifest_of(layout: HandbookLayout) -> Manifest:
    state = StateDatabase(layout.state)
    try:
        return read_manifest(layout.version(1), VersionTable(state).get(1).manifest_sha256)
    finally:
        state.close()


def test_a_sound_index_has_no_trouble_and_a_damaged_one_is_made_anew(layout: HandbookLayout) -> None:
    manifest, chroma = manifest_of(layout), layout.version(1).chroma
    assert index_trouble(layout, manifest) == ""
    (chroma / "chroma.sqlite3").write_bytes(b"no database" * 500)
    assert index_trouble(layout, manifest)
    rebuild_index(layout, manifest)
    assert index_trouble(layout, manifest) == ""
    shutil.rmtree(chroma)
    assert index_trouble(layout, manifest) == "its folder is missing"
    rebuild_index(layout, manifest)
    assert index_trouble(layout, manifest) == ""
    assert not any(layout.staging.iterdir())


@pytest.mark.parametrize(("renames", "found"), [(0, "the old one"), (1, "none")])
def test_a_rebuild_that_is_killed_leaves_the_old_index_or_none(
    layout: HandbookLayout, renames: int, found: str
) -> None:
    manifest, chroma = manifest_of(layout), layout.version(1).chroma
    (chroma / "seal.json").write_text("{}")
    root = str(Path(__file__).parents[3])
    child = [sys.executable, "-c", KILLED_AT, str(layout.home), str(renames)]
    assert subprocess.run(child, cwd=root, env={**os.environ, "PYTHONPATH": root}).returncode == KILLED
    assert chroma.is_dir() is (found == "the old one")
    assert index_trouble(layout, manifest)
    engine = engine_at(layout.home, vector_store={"exact_below": 0})
    result = engine.rag.search(query="表ヘッダー")
    assert result.chunks
    assert [notice.code for notice in result.notices] == ["index_exact"]
    engine.close()
    rebuild_index(layout, manifest)
    assert index_trouble(layout, manifest) == ""


def test_an_index_in_use_is_neither_examined_nor_replaced(layout: HandbookLayout) -> None:
    manifest, chroma = manifest_of(layout), layout.version(1).chroma
    before = (chroma / "seal.json").read_bytes()
    with FileLock(chroma.with_suffix(".lock")):
        assert index_trouble(layout, manifest) == IN_USE
        with pytest.raises(StoreError, match="open in another process"):
            rebuild_index(layout, manifest)
    assert (chroma / "seal.json").read_bytes() == before
    assert not any(layout.staging.iterdir())
