"""The YAML or TOML block at the head of a Markdown file."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass

import yaml

from rulebook.model.chunk import Category

_YAML = re.compile(r"---[ \t]*\n(?:(.*?)\n)??(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_TOML = re.compile(r"\+\+\+[ \t]*\n(?:(.*?)\n)??\+\+\+[ \t]*(?:\n|\Z)", re.DOTALL)
_NAME = re.compile(r"""["']?[A-Za-z][\w.-]*["']?[ \t]*[:=]""")
_LONGEST = 65_536
_LISTS = frozenset({"keywords", "covers", "when_to_retrieve"})
_WORDS = frozenset({"title", "summary"})
_CATEGORIES = tuple(category.value for category in Category)
_MOST_BRACKETS = 200
"""The YAML reader's work grows with the square of the brackets open at once."""


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """``properties`` in the order of the file, every value as text; ``lines`` is how many lines the block takes.

    ``fault`` says why a block was not understood; its lines then belong to the text.
    """

    properties: tuple[tuple[str, str], ...] = ()
    lines: int = 0
    fault: str = ""
    invalid: tuple[tuple[str, str], ...] = ()
    """Fields that rulebook knows and that do not hold what they should, each with what it should hold."""


def split_front_matter(text: str) -> FrontMatter:
    """The front matter of ``text``; an empty one when it has none, but text between two rules (``---``)."""
    found = _YAML.match(text[:_LONGEST]) or _TOML.match(text[:_LONGEST])
    source = "" if found is None else found.group(1) or ""
    if found is None or _is_text(source):
        return FrontMatter()
    lines = found.group().count("\n") + (not found.group().endswith("\n"))
    try:
        values = _load(source) if found.re is _YAML else tomllib.loads(source)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        return FrontMatter(lines=lines, fault=" ".join(str(error).split()))
    if not isinstance(values, dict):
        return FrontMatter()
    return FrontMatter(
        properties=tuple((str(name), _text(value)) for name, value in values.items()),
        lines=lines,
        invalid=tuple(_invalid(values)),
    )


def _is_text(source: str) -> bool:
    """Whether the lines between two rules are text of the document: a free line stands above no name of a field."""
    return bool(source) and not source.split("\n", 1)[0].strip() and _NAME.match(source.lstrip()) is None


def _invalid(values: dict[object, object]) -> Iterator[tuple[str, str]]:
    for name in _LISTS & values.keys():
        value = values[name]
        words = [value] if isinstance(value, str) else value
        if not isinstance(words, list) or not words or not all(isinstance(w, str) and w.strip() for w in words):
            yield name, "words, or a list of words"
    for name in _WORDS & values.keys():
        value = values[name]
        if not isinstance(value, str) or not value.strip():
            yield name, "one text"
    if "category" in values and values["category"] not in _CATEGORIES:
        yield "category", f"one of {', '.join(_CATEGORIES)}"


def _load(source: str) -> object:
    if source.count("[") + source.count("{") > _MOST_BRACKETS:
        raise ValueError("it holds more brackets than a front matter needs")
    # aliases can make a few lines stand for gigabytes; nobody needs them here
    if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(source, Loader=yaml.BaseLoader)):
        raise ValueError("it uses aliases (*name), which are not read")
    # BaseLoader builds no objects and leaves every scalar as it is written
    return yaml.load(source, Loader=yaml.BaseLoader) if source.strip() else {}


def _text(value: object) -> str:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return ", ".join(value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
