"""What a search came to, in a form that must be the same in every process and at every time."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from typing import Any

from rulebook.model.json import to_json
from rulebook.model.search import Mode, SearchResult
from tests.at_once.journal import Journal
from tests.at_once.texts import marks_in


def fingerprint(result: SearchResult, store: str) -> str:
    """The hits with all their scores and texts, without the times they took. With Chroma some processes search the
    vectors one by one, since another one has the index open: scores are then equal to some digits."""
    hits: Any = to_json(result.chunks)
    hits = _rounded(hits) if store == "chroma" else hits
    return hashlib.sha256(json.dumps(hits, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:16]


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    return [_rounded(item) for item in value] if isinstance(value, list | tuple) else value


def faults_of(result: SearchResult, store: str, *, keywords: bool) -> Iterator[str]:
    """Hits of another version, notices, or nothing, which only a search for ``keywords`` alone may come to."""
    for hit in result.chunks:
        if not re.fullmatch(rf"(rules-write|rules-design|ref-docs)_{result.version}_\d+", hit.chunk_id):
            yield f"a result of {result.version} holds {hit.chunk_id}"
    for notice in result.notices:
        if not (store == "chroma" and notice.code == "index_exact"):
            yield f"a search in {result.version} says {notice.code}: {notice.message}"
    if not result.chunks and not keywords:
        yield f"'{result.query}' finds nothing in {result.version}"


class Answers:
    """The answers that one worker was given."""

    def __init__(self, journal: Journal, store: str) -> None:
        self._journal = journal
        self._store = store
        self._seen: dict[str, str] = {}
        self._noted: set[str] = set()

    def take(self, result: SearchResult, asked: str) -> None:
        """Notes an answer that is new to this worker; one that differs from an earlier one is a fault."""
        for fault in faults_of(result, self._store, keywords=asked.startswith(Mode.KEYWORD)):
            self._journal.fault(fault)
        key, found = f"{result.version}|{asked}|{result.query}", fingerprint(result, self._store)
        before = self._seen.setdefault(key, found)
        if before != found:
            self._journal.fault(f"{key} was {before} and is {found} now")
        if key not in self._noted:
            self._noted.add(key)
            drafts = sorted({(hit.doc, *mark) for hit in result.chunks for mark in marks_in(hit.content)})
            self._journal.note("answer", version=result.version, key=key, found=found, drafts=drafts)
