"""The queries of a run one by one: what became of each, which are shown, and the same as a file."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rulebook.evaluation.retrieval import ItemRow
from rulebook.model.judged import JudgedQuery
from rulebook.ui.words import Words

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


class Outcome(StrEnum):
    """What became of a query: the answer stands first, among five, further down, nowhere among ten; or, where the
    documents have none, whether the search said so."""

    FIRST = "first"
    AMONG_FIVE = "among_five"
    FURTHER_DOWN = "further_down"
    MISSED = "missed"
    SAID_NONE = "said_none"
    NOT_SAID = "not_said"


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryLine:
    """A row of a run with the text of its query, empty where the judged set does not have it any more."""

    row: ItemRow
    outcome: Outcome
    query: str
    docs: tuple[str, ...]


def outcome_of(row: ItemRow) -> Outcome:
    if row.recall is None:
        return Outcome.SAID_NONE if row.said_none else Outcome.NOT_SAID
    if row.rank is None:
        return Outcome.MISSED
    if row.rank == 1:
        return Outcome.FIRST
    return Outcome.AMONG_FIVE if row.recall else Outcome.FURTHER_DOWN


def lines_of(rows: Sequence[ItemRow], judged: Mapping[str, JudgedQuery]) -> list[QueryLine]:
    """The rows in their order; ``judged`` are the queries of the set by id."""
    return [
        QueryLine(
            row=row,
            outcome=outcome_of(row),
            query=judged[row.id].query if row.id in judged else "",
            docs=tuple(dict.fromkeys(gold.doc for gold in judged[row.id].gold)) if row.id in judged else (),
        )
        for row in rows
    ]


def matching(
    lines: Sequence[QueryLine],
    *,
    outcomes: Sequence[Outcome] = (),
    kinds: Sequence[str] = (),
    langs: Sequence[str] = (),
    text: str = "",
) -> list[QueryLine]:
    """The lines that a filter lets through, in their order; an empty part of it lets all through."""
    wanted = text.strip().casefold()
    return [
        line
        for line in lines
        if (not outcomes or line.outcome in outcomes)
        and (not kinds or line.row.kind in kinds)
        and (not langs or line.row.lang in langs)
        and wanted in f"{line.row.id} {line.query}".casefold()
    ]


def table_row(words: Words, line: QueryLine) -> dict[str, object]:
    """A line as a table shows it, by the column's title."""
    row = line.row
    return {
        "ID": row.id,
        words("quality.query"): line.query,
        words("quality.outcome"): words(f"outcome.{line.outcome}"),
        words("quality.rank"): row.rank,
        words("quality.kind"): kind_name(words, row.kind),
        words("quality.lang"): language_name(words, row.lang),
        "nDCG@10": row.ndcg,
        words("quality.docs"): ", ".join(line.docs),
    }


def kind_name(words: Words, kind: str) -> str:
    """The kind of a query in the person's language; one that only its judged set knows, as it stands."""
    return words(f"judgedkind.{kind}") if f"judgedkind.{kind}" in words else kind


def language_name(words: Words, lang: str) -> str:
    """The language of a query in the person's language; one that the pages do not know, by its code."""
    return words(f"judgedlang.{lang}") if f"judgedlang.{lang}" in words else lang


def csv_of(words: Words, lines: Sequence[QueryLine]) -> bytes:
    """The lines as CSV with a byte order mark, without which Excel takes UTF-8 for something else.

    A text that a spreadsheet would take for a formula gets an apostrophe before it.
    """
    target = io.StringIO()
    rows = [table_row(words, line) for line in lines]
    writer = csv.DictWriter(target, list(rows[0]) if rows else [], lineterminator="\r\n")
    writer.writeheader()
    writer.writerows({name: _harmless(value) for name, value in row.items()} for row in rows)
    return target.getvalue().encode("utf-8-sig")


def _harmless(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
