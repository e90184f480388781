"""The minimal rules that hold where there is no handbook."""

from __future__ import annotations

from rulebook.model.chunk import Category
from rulebook.model.document import DocType
from rulebook.model.search import Breakdown, FusionScore, Hit, RelevanceLevel
from rulebook.text.tokens import count_tokens

_RULES = (
    ("出典", "記載する内容は、根拠となる要件または資料まで追跡できるようにする。"),
    ("用語", "同じものは、文書全体を通して同じ用語で書く。"),
    ("未確定事項", "決まっていない事項は推測で書かず、未確定であることを明記する。"),
)


def builtin_hits(top_k: int) -> tuple[Hit, ...]:
    """The built-in rules as hits in a fixed order; they were not searched for, so no channel returned them."""
    return tuple(_hit(rank, heading, rule) for rank, (heading, rule) in enumerate(_RULES[:top_k], 1))


def _hit(rank: int, heading: str, rule: str) -> Hit:
    return Hit(
        chunk_id=f"builtin_{rank:03d}",
        doc="rulebook",
        doc_id="builtin",
        doc_type=DocType.MARKDOWN,
        content=rule,
        headings=(heading,),
        source_uri=f"rulebook#builtin!{rank}",
        position=rank,
        token_count=count_tokens(rule),
        category=Category.WRITE,
        rank=rank,
        quality_score=0.0,
        relevance_level=RelevanceLevel.LOW,
        breakdown=Breakdown(
            vector=None, bm25=None, rrf=FusionScore(score=0.0, parts={}), fusion_rank=rank, rerank=None
        ),
    )
