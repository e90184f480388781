"""How likely a hit is right, on a scale that does not depend on the other hits."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rulebook.model.search import Breakdown

_INTERCEPT, _CONTRAST, _NEARNESS, _KEYWORDS, _RANK = -5.04, 0.139, 0.242, 1.58, 2.20
"""Logistic regression over the first five hits of 80 judged queries to 36 real documents with the embedded models and
the statement reranker. On held-back folds the expected calibration error was 0.04: docs/retrieval.md."""

_BY_RANKS = (-3.46, 1.66, 1.37, 0.99)
"""The same without a reranker's score: intercept, vector, keyword, final rank."""

_RIVALS = slice(5, 25)
_FEWEST_RIVALS = 10
_LEAST_SPREAD = 0.002
"""Below what was seen of real rules, where it is 0.011 in the median: beside copies of one rule nothing stands out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How far a hit stands out, in standard deviations: ``contrast`` of its reranked score from those of the candidates
    behind the first five, ``nearness`` of its cosine from those of all chunks. ``keywords`` is the share of the highest
    BM25 score that it has. None of them depends on the scale of a model's cosines."""

    contrast: float
    nearness: float
    keywords: float


def standings(
    scores: Sequence[float], keywords: Sequence[float], cosines: NDArray[np.float32], sample: NDArray[np.float32]
) -> list[Standing] | None:
    """The standing of each candidate, in their order; ``None`` where there are too few to stand out from.

    ``scores`` are the reranked ones of the candidates, ``keywords`` their shares of the highest BM25 score, ``cosines``
    those of their chunks, ``sample`` cosines of chunks of the whole version.
    """
    rivals = np.sort(np.asarray(scores, np.float64))[::-1][_RIVALS]
    if len(rivals) < _FEWEST_RIVALS:
        return None
    spread, wide = max(float(rivals.std()), _LEAST_SPREAD), max(float(sample.std()), 1e-6)
    return [
        Standing(
            contrast=float((score - rivals.mean()) / spread),
            nearness=float((cosine - sample.mean()) / wide),
            keywords=share,
        )
        for score, share, cosine in zip(scores, keywords, cosines, strict=True)
    ]


def quality_of(breakdown: Breakdown, rank: int, standing: Standing | None) -> float:
    """The estimated chance in 0-1 that a hit answers the query.

    ``σ(a + b · contrast + c · nearness + d · keywords + e/final rank)``; without a standing, as with the reranker
    off or in a small handbook, ``σ(a + b/vector rank + c/BM25 rank + d/final rank)``, where a channel that did not
    return the hit adds nothing.
    """
    if standing is None:
        return _by_ranks(breakdown, rank)
    evidence = _CONTRAST * standing.contrast + _NEARNESS * standing.nearness + _KEYWORDS * standing.keywords
    return _sigmoid(_INTERCEPT + evidence + _RANK / rank)


def _by_ranks(breakdown: Breakdown, rank: int) -> float:
    intercept, vector, keyword, final = _BY_RANKS
    nearest = vector / breakdown.vector.rank if breakdown.vector else 0.0
    matching = keyword / breakdown.bm25.rank if breakdown.bm25 else 0.0
    return _sigmoid(intercept + nearest + matching + final / rank)


def _sigmoid(value: float) -> float:
    # beside rivals that are all alike, a contrast can be beyond what exp takes; there the chance is 0 or 1
    return round(1 / (1 + math.exp(-max(value, -500.0))), 3)
