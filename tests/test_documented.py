"""What can be called, installed or set is in the README, or in the file that it names."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
import typer

from rulebook.cli.entry import app

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def commands(group: typer.Typer) -> list[str]:
    named = [c.name or (c.callback.__name__ if c.callback else "") for c in group.registered_commands]
    return [*named, *(g.name for g in group.registered_groups if g.name)]


@pytest.mark.parametrize("command", commands(app))
def test_every_command_has_a_line_in_the_readme(command: str) -> None:
    assert f"rulebook {command}" in README


@pytest.mark.parametrize("extra", PROJECT["optional-dependencies"])
def test_every_extra_is_explained(extra: str) -> None:
    assert f"| `{extra}` |" in README


@pytest.mark.parametrize("page", sorted(path.stem for path in (ROOT / "pages").glob("*.py")))
def test_every_page_is_explained(page: str) -> None:
    assert f" {page.capitalize()} |" in README


def test_the_two_commands_of_a_fresh_machine_are_there() -> None:
    assert "pip install -e . && streamlit run app.py" in README
    assert "pip install -e '.[test]' && pytest" in README


def test_every_pin_has_its_reason() -> None:
    decisions = (ROOT / "docs" / "decisions.md").read_text(encoding="utf-8")
    pinned = [d.split(";")[0] for d in PROJECT["dependencies"] if "==" in d]
    assert [pin for pin in pinned if pin.lower() not in decisions.lower()] == []
