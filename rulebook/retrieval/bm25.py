"""The keyword channel: BM25 over the terms that were stored when the version was built."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rank_bm25 import BM25Plus

Fields = tuple[tuple[str, ...], tuple[str, ...]]


class KeywordIndex:
    """BM25 over the rows of one version.

    The variant is BM25+ with ``delta`` 0: its inverse document frequency ``log((N + 1) / df)`` is above 0 for every
    term, so that in a small handbook a word that stands in most chunks still puts a chunk that has it above one that
    has not, where Okapi's turns negative.
    """

    def __init__(self, fields: Sequence[Fields], heading_weight: int) -> None:
        self._documents = [[*head * heading_weight, *body] for head, body in fields]
        # the library divides by the average length: an empty handbook, or one of empty chunks, has none
        self._bm25 = BM25Plus(self._documents, delta=0) if any(self._documents) else None
        self._rows_of: dict[str, list[int]] = {}
        for row, document in enumerate(self._documents):
            for term in dict.fromkeys(document):
                self._rows_of.setdefault(term, []).append(row)

    def search(self, terms: Sequence[str], allowed: Iterable[int], top_k: int) -> list[tuple[int, float]]:
        """``(row, score)`` of the ``top_k`` rows of ``allowed`` that share a term with the query, best first, equal
        scores by row."""
        overlapping = {row for term in terms for row in self._rows_of.get(term, ())}
        rows = sorted(overlapping.intersection(allowed))
        scores = self.scores(terms, rows)
        ranked = sorted(zip(rows, scores, strict=True), key=lambda pair: (-pair[1], pair[0]))
        return ranked[:top_k]

    def scores(self, terms: Sequence[str], rows: Sequence[int]) -> list[float]:
        """The score of each row, 0 where it shares no term; each distinct term of the query counts once."""
        if self._bm25 is None or not rows:
            return [0.0] * len(rows)
        known = [term for term in dict.fromkeys(terms) if term in self._rows_of]
        return [float(score) for score in self._bm25.get_batch_scores(known, list(rows))]
