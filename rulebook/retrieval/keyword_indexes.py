"""The keyword indexes in use."""

from __future__ import annotations

from rulebook.handbook.keyword_table import KeywordTable
from rulebook.handbook.opened import OpenVersion
from rulebook.retrieval.bm25 import KeywordIndex
from rulebook.settings import Bm25, Retrieval

_KEPT = 4


class KeywordIndexes:
    """Makes the index of a version when it is first searched and keeps the few made last; safe for threads."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, float, Bm25], tuple[KeywordTable, KeywordIndex]] = {}

    def get(self, version: OpenVersion, settings: Retrieval) -> KeywordIndex:
        """The index of ``version`` with the weights of ``settings``."""
        key = version.version, settings.heading_weight, settings.bm25
        table, found = self._kept.get(key, (None, None))
        # a handbook that was restored from a backup may have given the version's name to other rules
        if found is None or table is not version.keywords:
            formula = settings.bm25
            found = KeywordIndex(
                version.keywords,
                settings.heading_weight,
                k1=formula.k1,
                b=formula.b,
                heading_b=formula.heading_b,
            )
            kept = dict(list(self._kept.items())[1 - _KEPT :])
            # put in place as a whole: other threads read the old one or this one
            self._kept = {**kept, key: (version.keywords, found)}
        return found
