"""Shared fixtures: where the real documents lie, and nothing that hides them when they should be there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

_SHARED = Path(__file__).resolve().parents[1].parent / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real documents and judged sets beside the repository; tests that need it skip without it."""
    if not _SHARED.is_dir():
        if os.environ.get("RULEBOOK_REQUIRE_SHARED") == "1":
            pytest.fail(f"RULEBOOK_REQUIRE_SHARED is set, but {_SHARED} is missing")
        pytest.skip(f"the real documents are not at {_SHARED}")
    return _SHARED
