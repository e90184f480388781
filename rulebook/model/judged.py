"""Judged queries: what people ask, and the places of the documents that answer it."""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.model.chunk import Category
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


def fault_of(query: JudgedQuery) -> str | None:
    """Why a query cannot be measured with, as a sentence without its end; ``None`` for one that can."""
    if not query.id.strip() or not query.query.strip():
        return "the id or the query is empty"
    for gold in query.gold:
        if gold.grade not in (1, 2, 3):
            return f"the grade {gold.grade} is not 1, 2 or 3"
        if not gold.evidence.strip():
            return f"a gold in {gold.doc} has no text"
    return None
