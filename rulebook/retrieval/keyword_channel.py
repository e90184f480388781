"""The keyword channel for one query: its own words in full, synonyms and the words of its context for less."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from rulebook.retrieval.bm25 import Addition, KeywordIndex, Mask
from rulebook.retrieval.enrichment import EnrichedQuery
from rulebook.text.concepts import Concept, Vocabulary
from rulebook.text.keywords import distinct_terms, matched_terms, terms

_MOST_TERMS = 64
"""Of a long passage only so many terms are asked: with all its everyday words any chunk would match a little."""


@dataclass(frozen=True, kw_only=True)
class KeywordChannel:
    """The index, and what it is asked: the query cut into terms when they are first needed."""

    index: KeywordIndex
    asked: EnrichedQuery
    context_weight: float
    synonym_weight: float
    vocabulary: Vocabulary

    @cached_property
    def weights(self) -> dict[str, float]:
        """1 for each term of the query, ``context_weight`` for those that only its context has."""
        # part by part: the words of the query are asked, however long the passage is that it is about
        weights = {term: 1.0 for part in self.asked.asked for term in self._telling(part)}
        if self.context_weight > 0 and self.asked.context:
            for term in self._telling("\n".join(self.asked.context)):
                weights.setdefault(term, self.context_weight)
        return weights

    def matched_in(self, text: str) -> tuple[str, ...]:
        """The words of ``text`` that match, as ``matched_terms`` gives them: those of the query and its context, and
        each form of a concept that stands there whole."""
        there = distinct_terms(text) if self._concepts else frozenset()
        said = (term for concept in self._concepts for key in concept.keys if key <= there for term in key)
        return matched_terms([*self.weights, *said], text)

    @cached_property
    def _concepts(self) -> dict[Concept, float]:
        """What the query is about, in the words of the vocabulary, with how sure that is; nothing where synonyms count
        nothing. The query's context only says where it is asked."""
        if self.synonym_weight <= 0:
            return {}
        asked = "\n".join(self.asked.asked)
        return self.vocabulary.concepts_in(frozenset(terms(asked)) & self.weights.keys())

    @cached_property
    def _additions(self) -> tuple[Addition, ...]:
        """For each concept the rows that say it in any of its forms: it counts like a word that stands there once, as
        rare as all its forms together."""
        found = [(self.index.rows_of(concept.keys), sure) for concept, sure in self._concepts.items()]
        return tuple(Addition(rows, self.synonym_weight * sure * self.index.rarity(len(rows))) for rows, sure in found)

    def search(self, allowed: Mask, top_k: int) -> list[tuple[int, float]]:
        """``(row, score)`` of the ``top_k`` rows of ``allowed`` that share a term or a concept, best first, equal ones
        by row."""
        return self.index.search(self.weights, allowed, top_k, self._additions)

    def scores(self, rows: Sequence[int]) -> list[float]:
        """The score of each row, 0 where it shares neither a term nor a concept."""
        return self.index.scores(self.weights, rows, self._additions)

    def shares(self, rows: Sequence[int]) -> list[float]:
        """The score of each row, from 0 to 1, over the highest that the query's own terms can reach in this version;
        where it has none of them, as with a query in another language, over what the query's concepts are worth."""
        highest = self.index.highest(self.weights) or sum(addition.worth for addition in self._additions)
        return [min(score / highest, 1.0) if highest else 0.0 for score in self.scores(rows)]

    def _telling(self, text: str) -> tuple[str, ...]:
        """The terms of ``text`` that tell most, in order of occurrence: by how often they stand in the text and how few
        rows have them, ``tf · log((N + 1) / df)``; all of them where they are few."""
        counts = Counter(terms(text))
        if len(counts) <= _MOST_TERMS:
            return tuple(counts)
        rows = self.index.size + 1
        worth = {t: n * math.log(rows / spread) for t, n in counts.items() if (spread := self.index.spread(t))}
        best = set(sorted(worth, key=lambda term: -worth[term])[:_MOST_TERMS])
        return tuple(term for term in counts if term in best)
