"""The judged sets: queries that people judged, by the name of their set."""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from rulebook.errors import StoreDamaged, UsageError
from rulebook.model.decode import from_json
from rulebook.model.json import to_json
from rulebook.model.judged import Gold, JudgedQuery, fault_of
from rulebook.store.clock import now
from rulebook.store.database import StateDatabase

_LONGEST_NAME = 200
_ID_DIGITS = 12


class JudgedTable:
    """Judged queries. A set is there while it holds a query. ``clock`` gives the time as ``clock.now`` does.

    Names of sets are compared in one Unicode spelling (NFC) and without white space around them.
    """

    def __init__(self, state: StateDatabase, clock: Callable[[], str] = now) -> None:
        self._state = state
        self._clock = clock

    @staticmethod
    def id_of(text: str) -> str:
        """An id for a query that has none; the same for the same text, however it is spaced."""
        encoded = _spaced(text).encode("utf-8", "surrogatepass")
        return f"q-{hashlib.sha256(encoded).hexdigest()[:_ID_DIGITS]}"

    def add(self, set_name: str, query: JudgedQuery, by: str = "") -> JudgedQuery:
        """Adds a query and gives what is stored; golds of one that is there are joined to it.

        Of two golds with the same document and text the added one stands. Raises ``UsageError`` for a name that is
        none, a query that cannot be measured with, and an id under which the set has another text.
        """
        name = _checked(set_name, [query])
        with self._state.write():
            standing = self._find(name, query.id)
            if standing is not None and _spaced(standing.query) != _spaced(query.query):
                raise UsageError(
                    f"the judged set {name} has another query under the id {query.id}: {standing.query}",
                    remedy="Give the query another id.",
                )
            joined = query if standing is None else replace(standing, gold=_joined(standing.gold, query.gold))
            self._store(name, joined, by)
            return joined

    def put(self, set_name: str, queries: Sequence[JudgedQuery], by: str = "") -> int:
        """Stores all of the queries or none, each in place of the one with its id; gives how many were replaced.

        Raises ``UsageError`` for a name that is none and for a query that cannot be measured with.
        """
        name = _checked(set_name, queries)
        with self._state.write():
            replaced = sum(self._find(name, query.id) is not None for query in queries)
            for query in queries:
                self._store(name, query, by)
            return replaced

    def sets(self) -> list[tuple[str, int]]:
        """The sets by name, each with the number of its queries."""
        rows = self._state.query("SELECT set_name, count(*) AS n FROM judged GROUP BY set_name ORDER BY set_name")
        return [(row["set_name"], row["n"]) for row in rows]

    def queries(self, set_name: str) -> tuple[JudgedQuery, ...]:
        """The queries of a set in the order in which they were first stored. Raises ``UsageError`` for no such set."""
        name = _folded(set_name)
        rows = self._state.query("SELECT id, query FROM judged WHERE set_name = ? ORDER BY rowid", [name])
        if not rows:
            raise UsageError(f"there is no judged set {name}.", remedy="'rulebook judged list' lists those that are.")
        return tuple(_decoded(row) for row in rows)

    def remove(self, set_name: str, query_id: str | None = None) -> int:
        """Removes a query, or the whole set; gives how many queries that were. Raises ``UsageError`` for none."""
        name = _folded(set_name)
        which, values = ("", [name]) if query_id is None else (" AND id = ?", [name, query_id])
        with self._state.write() as db:
            count = db.execute(f"DELETE FROM judged WHERE set_name = ?{which}", values).rowcount
        if not count:
            asked = f"judged set {name}" if query_id is None else f"query {query_id} in a judged set {name}"
            raise UsageError(f"there is no {asked}.", remedy="'rulebook judged list' lists the sets.")
        return int(count)

    def _find(self, name: str, query_id: str) -> JudgedQuery | None:
        for row in self._state.query("SELECT id, query FROM judged WHERE set_name = ? AND id = ?", [name, query_id]):
            return _decoded(row)
        return None

    def _store(self, name: str, query: JudgedQuery, by: str) -> None:
        encoded = json.dumps(to_json(query), ensure_ascii=False)
        self._state.db.execute(
            """INSERT INTO judged (set_name, id, at, by, query) VALUES (?, ?, ?, ?, ?) ON CONFLICT (set_name, id)
               DO UPDATE SET at = excluded.at, by = excluded.by, query = excluded.query""",
            [name, query.id, self._clock(), by, encoded],
        )


def _joined(standing: Sequence[Gold], added: Sequence[Gold]) -> tuple[Gold, ...]:
    by_place = {(gold.doc, gold.evidence): gold for gold in (*standing, *added)}
    return tuple(by_place.values())


def _decoded(row: dict[str, Any]) -> JudgedQuery:
    try:
        return from_json(JudgedQuery, json.loads(row["query"]))
    except ValueError as error:
        raise StoreDamaged(
            f"judged query {row['id']} cannot be read: {error}.", remedy="Restore the database from a backup."
        ) from error


def _spaced(text: str) -> str:
    """A query as two people would write it: in one width, with one space where there is any."""
    return " ".join(unicodedata.normalize("NFKC", text).split())


def _folded(set_name: str) -> str:
    return unicodedata.normalize("NFC", set_name).strip()


def _checked(set_name: str, queries: Sequence[JudgedQuery]) -> str:
    name = _folded(set_name)
    if not name or len(name) > _LONGEST_NAME or any(unicodedata.category(c).startswith("C") for c in name):
        raise UsageError(
            "the name of a judged set is empty, too long, or holds what cannot be seen.",
            remedy=f"Name it in 1 to {_LONGEST_NAME} characters on one line.",
        )
    for query in queries:
        fault = fault_of(query)
        if fault is not None:
            raise UsageError(f"{fault}.", where=f"judged query {query.id}", remedy="Correct the query.")
    return name
