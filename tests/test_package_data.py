"""An installation holds every file that the package reads."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "rulebook"


def test_every_file_beside_the_code_is_named_as_data_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]["rulebook"]
    named = {path for pattern in patterns for path in PACKAGE.glob(pattern)}
    beside = {path for path in PACKAGE.rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc")}
    assert beside - named == set()
    assert {path.name for path in named} >= {"reference_texts.json", "vocabulary.yaml", "rag.yaml", "py.typed"}
    assert len(list((PACKAGE / "encoders" / "centres").glob("*.npz"))) == 2
