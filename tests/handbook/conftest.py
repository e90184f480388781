"""An engine over an empty home, and the documents of a small handbook."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rulebook.engine import Engine
from tests.handbooks import engine_at, write_documents


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    opened = engine_at(tmp_path / "home")
    yield opened
    opened.close()


@pytest.fixture
def documents(tmp_path: Path) -> list[Path]:
    return write_documents(tmp_path / "rules")
