"""A small handbook that was built with the deterministic encoder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rulebook.engine import Engine
from tests.handbooks import CATEGORIES, engine_at, write_documents


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    folder = tmp_path_factory.mktemp("search")
    opened = engine_at(folder / "home", rerank={"similarity_weight": 0.5})
    opened.handbooks.build_handbook(write_documents(folder / "rules"), CATEGORIES)
    yield opened
    opened.close()


@pytest.fixture
def empty_engine(tmp_path: Path) -> Iterator[Engine]:
    opened = engine_at(tmp_path / "home")
    yield opened
    opened.close()
