"""The catalogue: the same texts in every language, with the same places, for everything that pages can name."""

from __future__ import annotations

import ast
import re
from string import Formatter

import pytest
import yaml

from rulebook import errors
from rulebook.model.chunk import Category
from rulebook.model.document import Flag
from rulebook.model.manifest import Stage, Status
from rulebook.model.search import Agent, Mode, RelevanceLevel
from rulebook.readers import limits
from rulebook.ui.words import LANGUAGES, words_of
from tests.ui.conftest import ROOT

Catalogue = dict[str, str]


def catalogue(language: str) -> Catalogue:
    path = ROOT / "rulebook" / "ui" / "catalogue" / f"{language}.yaml"
    source = yaml.safe_load(path.read_text(encoding="utf-8"))
    return {f"{part}.{key}": text for part, texts in source.items() for key, text in texts.items()}


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def sources() -> str:
    files = [ROOT / "app.py", *(ROOT / "pages").glob("*.py"), *(ROOT / "rulebook" / "ui").glob("*.py")]
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_keys_and_places(language: str) -> None:
    first, other = catalogue(next(iter(LANGUAGES))), catalogue(language)
    assert other.keys() == first.keys()
    assert {key: places(text) for key, text in other.items()} == {key: places(text) for key, text in first.items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty(language: str) -> None:
    assert all(isinstance(text, str) and text.strip() for text in catalogue(language).values())


def test_every_key_that_a_page_names_is_there() -> None:
    named = re.findall(r'words(?:\.md)?\(\s*"([a-z_]+\.\w+)"', sources())
    assert len(named) > 100
    assert set(named) <= catalogue("ja").keys()


def test_every_key_is_used() -> None:
    """Spelled out in a source, or by the part before its dot where the rest is a value."""
    source = sources()
    parts = set(re.findall(r'f"([a-z]+)\.\{', source))
    spelled = set(re.findall(r"""["']([a-z]+\.\w+)["']""", source))
    unused = [key for key in catalogue("ja") if key not in spelled and key.split(".")[0] not in parts]
    assert unused == []


@pytest.mark.parametrize(
    ("part", "values"),
    [
        ("category", Category),
        ("status", Status),
        ("stage", Stage),
        ("flag", Flag),
        ("agent", Agent),
        ("mode", Mode),
        ("level", RelevanceLevel),
        ("reason", ("content", "category", "reading", "included", "model")),
        ("notice", ("keywords_only", "rerank_off", "index_exact", "no_handbook", "no_index", "vocabulary_off")),
    ],
)
def test_every_value_of_the_model_has_a_text(part: str, values: type) -> None:
    assert {f"{part}.{value}" for value in values} <= catalogue("ja").keys()


def test_every_error_has_a_text() -> None:
    classes = [c for c in vars(errors).values() if isinstance(c, type) and issubclass(c, errors.RulebookError)]
    assert {f"error.{c.code}" for c in classes} <= catalogue("ja").keys()


def test_every_limit_has_a_text() -> None:
    assert {f"error.{error.code}" for error in limits.ERRORS.values()} <= catalogue("ja").keys()


def warning_codes() -> set[str]:
    """The codes of warnings in readers and builds: ``code="…"``, first arguments of what warns, yielded with a text."""
    codes = set()
    rooms = ("readers", "chunking", "handbook")
    for path in (p for room in rooms for p in (ROOT / "rulebook" / room).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            found: list[ast.expr] = []
            if isinstance(node, ast.Call) and ast.unparse(node.func) != "Notice":
                warns = ast.unparse(node.func).split(".")[-1] in ("warn", "_warn", "_note", "_warning")
                found = [k.value for k in node.keywords if k.arg == "code"] + (node.args[:1] if warns else [])
            elif isinstance(node, ast.Yield) and isinstance(node.value, ast.Tuple):
                found = node.value.elts[:1]
            names = {value.value for value in found if isinstance(value, ast.Constant)}
            codes |= {name for name in names if isinstance(name, str) and re.fullmatch("[a-z]+(_[a-z]+)+", name)}
    return codes


def test_every_warning_has_a_text() -> None:
    assert len(warning_codes()) > 30
    assert {f"warning.{code}" for code in warning_codes()} <= catalogue("ja").keys()


def test_values_stay_plain_text_in_markdown() -> None:
    words = words_of("en")
    assert words("build.start", version="**v1**") == "Build **v1**"
    assert words.md("build.start", version="**v1**") == "Build \\*\\*v1\\*\\*"


def test_a_missing_key_is_an_error_and_no_blank() -> None:
    with pytest.raises(KeyError):
        words_of("ja")("build.no_such_text")
