"""Which chunks answer which judged query."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from rulebook.evaluation.judged import normalised
from rulebook.model.chunk import RuleChunk
from rulebook.model.judged import Gold, JudgedQuery


class ChunkMatcher:
    """Grades the chunks of one version; each chunk's text is normalised once.

    A chunk matches a gold of its own document when its content contains the evidence, both normalised. Headings and
    column titles that the index adds do not count.
    """

    def __init__(self, chunks: Sequence[RuleChunk]) -> None:
        self._texts_of: dict[str, dict[str, str]] = {}
        for chunk in chunks:
            self._texts_of.setdefault(_name(chunk.doc), {})[chunk.chunk_id] = normalised(chunk.content)

    def grades(self, query: JudgedQuery) -> dict[str, int]:
        """Chunk id → highest grade of the golds that it matches, for all chunks that match one."""
        found: dict[str, int] = {}
        for gold in query.gold:
            for chunk_id in self._matching(gold):
                found[chunk_id] = max(found.get(chunk_id, 0), gold.grade)
        return found

    def covers(self, gold: Gold) -> bool:
        """Whether any chunk matches; a gold that none matches was lost when the document was read."""
        return bool(self._matching(gold))

    def knows_document(self, name: str) -> bool:
        """Whether any chunk is of the document ``name``."""
        return _name(name) in self._texts_of

    def _matching(self, gold: Gold) -> list[str]:
        evidence = normalised(gold.evidence)
        return [chunk_id for chunk_id, text in self._texts_of.get(_name(gold.doc), {}).items() if evidence in text]


def _name(doc: str) -> str:
    """A file name in one Unicode spelling: a judged set may have been written on another system."""
    return unicodedata.normalize("NFC", doc)
