"""What people and agents say of a search: a rule that did not come, that came wrongly, or that was not followed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from rulebook.model.search import Query


class FeedbackKind(StrEnum):
    """The expected rule is not among the hits; a hit is not right; the text does not follow a rule."""

    MISSING = "missing"
    WRONG = "wrong"
    IGNORED = "ignored"


class FeedbackState(StrEnum):
    OPEN = "open"
    DONE = "done"


class RootCause(StrEnum):
    """Where on its way the expected rule was lost.

    ``NOT_IN_HANDBOOK``: no chunk holds its text. ``NOT_SEARCHED``: its category was left out, or it stands in a hidden
    part. ``NOT_RETRIEVED``: no channel returned it. ``MISSED_BY_VECTOR``, ``MISSED_BY_KEYWORD``: one did not, so
    it stands low. ``RANKED_LOW``: every channel that was asked returned it, yet it is not among the hits.
    ``RETRIEVED_IGNORED``: it is among the hits, the text did not follow it. ``FOUND``: it is among the hits.
    """

    NOT_IN_HANDBOOK = "not_in_handbook"
    NOT_SEARCHED = "not_searched"
    NOT_RETRIEVED = "not_retrieved"
    MISSED_BY_VECTOR = "missed_by_vector"
    MISSED_BY_KEYWORD = "missed_by_keyword"
    RANKED_LOW = "ranked_low"
    RETRIEVED_IGNORED = "retrieved_ignored"
    FOUND = "found"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedRule:
    """The rule that should have come: exact text of one cell or paragraph of ``doc``, as in a gold.

    ``chunk_id`` is the chunk it was picked by; it holds for the version of the feedback alone.
    """

    doc: str
    evidence: str
    chunk_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActualHit:
    """A hit that came, with its rank from 1."""

    evidence_key: str
    doc: str
    rank: int


DetailValue: TypeAlias = bool | int | float | str | None

CauseDetail: TypeAlias = Mapping[str, DetailValue]
"""What a root cause was told from, as far as it is known; see ``rulebook.evaluation.causes`` for the keys."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FiledFeedback:
    """Feedback as it is handed in: the whole query and the version that answered it, what should have come, what came.

    ``marked`` is the evidence key of the hit that is wrong or was not followed, empty where none was named. ``cause``
    is ``None`` where no rule is expected, so that none can have been lost.
    """

    version: str
    by: str
    kind: FeedbackKind
    query: Query
    expected: ExpectedRule | None = None
    actual: tuple[ActualHit, ...] = ()
    marked: str = ""
    note: str = ""
    cause: RootCause | None = None
    detail: CauseDetail = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback(FiledFeedback):
    """Feedback as it is kept; ``cause`` is that of the time ``at`` which it was filed."""

    id: int
    at: str
    state: FeedbackState


Overrides: TypeAlias = Mapping[str, Mapping[str, int | float]]
"""Section → key → value, as a settings file has them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What to do (``what``), the reason (``why``), and the ids of the feedback that speaks for it.

    ``settings`` can be laid over the settings in force and then be compared; it is empty for advice, which no setting
    replaces. ``code`` and ``values`` are those of the sentences, for who words them in another language.
    """

    code: str
    what: str
    why: str
    feedback: tuple[int, ...]
    settings: Overrides = field(default_factory=dict)
    values: Mapping[str, DetailValue] = field(default_factory=dict)
