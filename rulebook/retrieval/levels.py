"""What a chance to be right means for whoever reads the hits."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.model.search import EvidenceStatus, Hit, RelevanceLevel

_HIGH, _MEDIUM = 0.5, 0.2
NO_EVIDENCE = 0.25
"""On held-back folds five of the ten judged queries without an answer stayed below it, and five of the seventy others;
below 0.3 it were six and nine. An answer withheld is worse than one to look at twice."""


def relevance_level(quality: float) -> RelevanceLevel:
    """High where more hits are right than wrong, medium where one in five is right, else low."""
    if quality >= _HIGH:
        return RelevanceLevel.HIGH
    return RelevanceLevel.MEDIUM if quality >= _MEDIUM else RelevanceLevel.LOW


def evidence_status(hits: Sequence[Hit]) -> EvidenceStatus:
    """``no_evidence`` when nothing was found, or the chance of every hit is below the level."""
    found = any(hit.quality_score >= NO_EVIDENCE for hit in hits)
    return EvidenceStatus.FOUND if found else EvidenceStatus.NO_EVIDENCE
