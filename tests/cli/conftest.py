"""The command line in this process, over a small handbook with the deterministic encoder."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from rulebook.cli.entry import run
from tests.handbooks import CATEGORIES, engine_at, write_documents


@dataclass(frozen=True)
class Outcome:
    """What a command gave: exit status, stdout, stderr."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """All of stdout as one JSON document."""
        return json.loads(self.out)


Cli = Callable[..., Outcome]


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cli:
    monkeypatch.setenv("RULEBOOK_EMBEDDING__MODEL", "hashing")
    monkeypatch.setenv("RULEBOOK_VECTOR_STORE__ADAPTER", "memory")
    monkeypatch.delenv("RULEBOOK_CONFIG", raising=False)

    def call(*arguments: object) -> Outcome:
        capsys.readouterr()
        status = run([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Outcome(status, captured.out, captured.err)

    return call


@pytest.fixture(scope="session")
def built_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The home of a handbook with two versions, v2 without 設計方針.md; for reading only."""
    folder = tmp_path_factory.mktemp("cli")
    engine = engine_at(folder / "home", vector_store={"adapter": "memory"})
    paths = write_documents(folder / "rules")
    engine.handbooks.build_handbook(paths, CATEGORIES)
    engine.handbooks.build_handbook(paths[:2], CATEGORIES)
    engine.close()
    return folder / "home"


@pytest.fixture
def home(built_home: Path, tmp_path: Path) -> Path:
    """A copy of that home."""
    return shutil.copytree(built_home, tmp_path / "home")
