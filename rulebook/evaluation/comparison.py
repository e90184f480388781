"""Two runs over the same judged queries, side by side."""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.evaluation.retrieval import ItemRow, RetrievalReport


@dataclass(frozen=True, slots=True, kw_only=True)
class RowDifference:
    """A query that the two runs answered differently."""

    id: str
    kind: str
    lang: str
    before: ItemRow
    after: ItemRow

    @property
    def gain(self) -> float:
        """How much the query's nDCG rose; 0 for a query without an answer."""
        return (self.after.ndcg or 0.0) - (self.before.ndcg or 0.0)


def differences(before: RetrievalReport, after: RetrievalReport) -> tuple[RowDifference, ...]:
    """The queries whose outcome differs, in the order of the queries."""
    others = {row.id: row for row in after.rows}
    return tuple(
        RowDifference(id=row.id, kind=row.kind, lang=row.lang, before=row, after=others[row.id])
        for row in before.rows
        if row.id in others and row != others[row.id]
    )
