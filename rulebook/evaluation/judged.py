"""Judged queries: what people ask, and the places of the documents that answer it."""

from __future__ import annotations

import json
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from rulebook.errors import UsageError
from rulebook.model.chunk import Category
from rulebook.model.decode import from_json
from rulebook.model.search import Agent


@dataclass(frozen=True, slots=True, kw_only=True)
class Gold:
    """A place that answers: exact text (``evidence``) of one cell or paragraph of ``doc``.

    ``grade`` is 3 for a direct answer, 2 for a good part of it, 1 for something related. ``where`` and ``carrier`` are
    for people and are never matched.
    """

    doc: str
    evidence: str
    grade: int
    where: str = ""
    carrier: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedQuery:
    """A query with its golds, which are alternatives; no gold means that the documents do not answer it."""

    id: str
    query: str
    lang: str
    kind: str
    gold: tuple[Gold, ...]
    intent: Agent | None = None
    category: Category | None = None

    @property
    def answerable(self) -> bool:
        return bool(self.gold)


def load_judged(path: Path) -> tuple[JudgedQuery, ...]:
    """The queries of a JSONL file, one object a line, in its order; blank lines and unknown fields are ignored.

    Raises ``UsageError`` naming the line that is no query, has an id for the second time, or a gold without text or
    with a grade other than 1, 2, 3; and for a file without any query.
    """
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"the judged queries cannot be read: {error}.", where=str(path)) from error
    found: dict[str, JudgedQuery] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            item = _judged(line)
            if item.id in found:
                raise ValueError(f"the id {item.id} stands in an earlier line")
        except ValueError as error:
            raise UsageError(
                f"{error}.", where=f"{path}, line {number}", remedy="Correct or remove the line."
            ) from error
        found[item.id] = item
    if not found:
        raise UsageError("the file holds no judged query.", where=str(path), remedy="Write one JSON object a line.")
    return tuple(found.values())


def _judged(line: str) -> JudgedQuery:
    try:
        source = json.loads(line)
    except ValueError as error:
        raise ValueError(f"not JSON: {error}") from error
    item = from_json(JudgedQuery, source)
    if not item.id or not item.query.strip():
        raise ValueError("the id or the query is empty")
    for gold in item.gold:
        if gold.grade not in (1, 2, 3):
            raise ValueError(f"the grade {gold.grade} is not 1, 2 or 3")
        if not normalised(gold.evidence):
            raise ValueError(f"a gold in {gold.doc} has no text")
    return item


def normalised(text: str) -> str:
    """NFKC without any white space: how evidence and chunks are compared."""
    return "".join(unicodedata.normalize("NFKC", text).split())
