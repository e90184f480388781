"""Fault kind 22: any number of processes search one handbook, and each answers from the present, at once.

Wrong: the second process on a Chroma folder waits for minutes, or answers from what the folder held before.
"""

from __future__ import annotations

import time

from tests.faults.commands import Conditions
from tests.faults.storage import TERMS, Handbook, answers_of
from tests.handbook.nearby import nearby
from tests.handbooks import engine_at

INDEXED = {"exact_below": 0}
ALWAYS_INDEXED = Conditions(environment={"RULEBOOK_VECTOR_STORE__EXACT_BELOW": "0"})
_SECONDS = 20
"""Far more than a search takes on a busy machine, far less than the 16 minutes that Chroma waits for another one."""


def test_each_process_answers_at_once_and_from_the_version_in_force(handbook: Handbook) -> None:
    with nearby():
        one = engine_at(handbook.home, vector_store=INDEXED)
        one.sessions.lock_version("草案-1")
        one.handbooks.build_handbook([handbook.document("用語.md", TERMS)], {"用語.md": "ref"})
        first = answers_of(one)
        assert one.opened.get("v3").index.lock is not None

        began = time.monotonic()
        second = handbook.run("search", "略語", "--json", at=ALWAYS_INDEXED).json
        assert handbook.answers(at=ALWAYS_INDEXED) == first
        assert time.monotonic() - began < _SECONDS
        assert (second["version"], second["notices"]) == ("v3", [])

        path = handbook.document("運用.md", "# 運用\n\n## 1 略語\n\n略語の一覧は毎年四月に改訂する。\n")
        assert handbook.run("build", path, "--json", at=ALWAYS_INDEXED).json["version"] == "v4"
        assert one.rag.search(query="略語").version == "v4"
        assert [hit.doc for hit in one.rag.search(query="略語").chunks] == ["運用.md"]
        assert answers_of(one, "v3") == first
        assert one.rag.search(query="略語", session_id="草案-1").version == "v2"
        one.close()
