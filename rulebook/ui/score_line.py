"""The scores of a hit on one line, each explained where it stands."""

from __future__ import annotations

from rulebook.model.search import Breakdown, ChannelScore, Hit, KeywordScore
from rulebook.retrieval.rerank import StatementReranker
from rulebook.ui.richtext import Html, joined, tag, text
from rulebook.ui.words import Words

CHANNELS = ("vector", "bm25")


def score_line(words: Words, hit: Hit, rrf_k: int) -> Html:
    """``ベクトル #2 0.871 · BM25 #5 7.42 〔表, ヘッダー〕 · RRF 0.0315 = 1/62 + 1/65 · rerank 0.93 → 1位 (RRF 3位)``.

    A channel that did not return the hit shows a dash.
    """
    breakdown = hit.breakdown
    parts = [
        _vector(words, breakdown.vector),
        _keyword(words, breakdown.bm25),
        _fusion(words, breakdown, rrf_k),
        _rerank(words, hit),
    ]
    return tag("div", joined(parts, " · "), css="rb-scores")


def fusion_terms(breakdown: Breakdown, rrf_k: int) -> str:
    """``1/62 + 1/65``: the summands of the fused score, in the order of the channels."""
    ranks = {"vector": breakdown.vector, "bm25": breakdown.bm25}
    return " + ".join(f"1/{rrf_k + rank.rank}" for name in CHANNELS if (rank := ranks[name]) is not None)


def _explained(label: str, explanation: str) -> Html:
    return tag("span", text(label), title=explanation)


def _vector(words: Words, score: ChannelScore | None) -> Html:
    name = words("channel.vector")
    if score is None:
        return _explained(f"{name} —", words("score.vector_none"))
    return _explained(f"{name} #{score.rank} {score.score:.3f}", words("score.vector", rank=score.rank))


def _keyword(words: Words, score: KeywordScore | None) -> Html:
    name = words("channel.bm25")
    if score is None:
        return _explained(f"{name} —", words("score.bm25_none"))
    shown = _explained(f"{name} #{score.rank} {score.score:.2f}", words("score.bm25", rank=score.rank))
    return shown + text(f" 〔{', '.join(score.matched_terms)}〕") if score.matched_terms else shown


def _fusion(words: Words, breakdown: Breakdown, rrf_k: int) -> Html:
    shown = f"RRF {breakdown.rrf.score:.4f} = {fusion_terms(breakdown, rrf_k)}"
    return _explained(shown, words("score.rrf", k=rrf_k))


def _rerank(words: Words, hit: Hit) -> Html:
    breakdown = hit.breakdown
    ranks = words("score.ranks", rank=hit.rank, fusion_rank=breakdown.fusion_rank)
    if breakdown.rerank is None:
        return _explained(f"rerank — → {ranks}", words("score.rerank_none"))
    explanation = words("score.rerank", model=_model(words, breakdown.rerank.model))
    return _explained(f"rerank {breakdown.rerank.score:.2f} → {ranks}", explanation)


def _model(words: Words, name: str) -> str:
    """The comparison of statements has no model of its own; a model keeps its name."""
    return words("frame.statements") if name == StatementReranker.model else name
