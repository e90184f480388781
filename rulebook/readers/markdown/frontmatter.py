"""The YAML block at the head of a Markdown file."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

import yaml

_BLOCK = re.compile(r"---[ \t]*\n(?:(.*?)\n)??(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_LONGEST = 65_536
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


def split_front_matter(text: str) -> FrontMatter:
    """The front matter of ``text``; an empty one when it has none."""
    found = _BLOCK.match(text[:_LONGEST])
    if found is None:
        return FrontMatter()
    lines = found.group().count("\n") + (not found.group().endswith("\n"))
    try:
        values = _load(found.group(1) or "")
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        return FrontMatter(lines=lines, fault=" ".join(str(error).split()))
    if not isinstance(values, dict):
        return FrontMatter(lines=lines, fault="it holds no `name: value` lines")
    return FrontMatter(properties=tuple((str(name), _text(value)) for name, value in values.items()), lines=lines)


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
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
