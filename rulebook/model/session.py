"""What a session did, as a record to keep with the document that was drafted in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Decision(StrEnum):
    """What a person decided about two rules that meet: one of them holds, somebody is asked, they do not contradict
    each other, or both hold in different scopes."""

    ADOPT_A = "adopt_a"
    ADOPT_B = "adopt_b"
    HUMAN = "human"
    NO_CONFLICT = "no_conflict"
    BOTH_HOLD = "both_hold"


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionEvent:
    """``locked``, ``ended`` or ``expired``, with the version the session had then."""

    event: str
    version: str | None
    at: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionDocument:
    """A document of the version that the session is locked to; ``type`` is its category."""

    name: str
    hash: str
    type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionDecision:
    """One decision: ``rev`` counts the decisions of this conflict from 1, ``version`` is the one the session had then,
    ``record`` what was decided on, as it stood."""

    conflict_key: str
    decision: Decision
    by: str
    why: str
    decided_at: str
    rev: int
    chapter: str
    version: str | None
    record: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRecord:
    """A session whole: its version and what that was made of, the decisions in force, and everything that happened.

    ``decisions`` are in the order of the conflicts' keys, ``decision_log`` and ``history`` oldest first. ``version`` is
    ``None`` for a session that was started before there was one. ``rulebook`` is the release that wrote the record.
    """

    session_id: str
    version: str | None
    manifest_sha256: str | None
    locked_at: str
    last_used_at: str
    started_by: str
    ended_at: str | None
    ended_why: str | None
    embedding_model: str
    documents: tuple[SessionDocument, ...]
    decisions: tuple[SessionDecision, ...]
    decision_log: tuple[SessionDecision, ...]
    history: tuple[SessionEvent, ...]
    rulebook: str
    exported_at: str
