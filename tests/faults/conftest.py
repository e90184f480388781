"""Commands in processes of their own, over a small handbook that anybody may look into."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.commands import CommandServer
from tests.faults.storage import Answers, Handbook, allow_writing, answers_of
from tests.handbook.nearby import nearby
from tests.handbooks import CATEGORIES, RULES, engine_at, write_documents


@pytest.fixture(scope="session")
def commands() -> Iterator[CommandServer]:
    with CommandServer() as server:
        yield server


@pytest.fixture(scope="session")
def public() -> Iterator[Path]:
    """A folder that every user may enter, unlike pytest's own; in memory where there is such a place: nothing here asks
    what survives a power cut."""
    memory = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(prefix="rulebook-faults-", dir=memory if memory.is_dir() else None))
    folder.chmod(0o755)
    yield folder
    allow_writing(folder)
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def built(public: Path, commands: CommandServer) -> Handbook:
    """v1 with two documents, and v2 with three, which is active; for reading only."""
    paths = write_documents(public / "rules")
    with nearby():
        engine = engine_at(public / "built")
        engine.handbooks.build_handbook(paths[:2], CATEGORIES)
        engine.handbooks.build_handbook(paths, CATEGORIES)
        engine.close()
    assert len(paths) == len(RULES) == 3
    return Handbook(public / "built", commands)


@pytest.fixture(scope="session")
def before(built: Handbook) -> Answers:
    """What the active version answers when nothing is wrong."""
    engine = engine_at(built.home)
    answers = answers_of(engine)
    engine.close()
    return answers


@pytest.fixture
def folder(public: Path) -> Path:
    """A folder of the test, with the same right to enter."""
    made = Path(tempfile.mkdtemp(dir=public))
    made.chmod(0o755)
    return made


@pytest.fixture
def handbook(built: Handbook, folder: Path) -> Handbook:
    """A copy of that handbook, to be got into trouble."""
    return built.at(Path(shutil.copytree(built.home, folder / "規程集")))
