"""The handbook in which rules are lost, built once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.evaluation.lost_rules import build_lost_rules


@pytest.fixture(scope="session")
def lost_rules_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its home; for reading only."""
    return build_lost_rules(tmp_path_factory.mktemp("lost_rules"))
