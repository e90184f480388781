"""What must not stay unsaid about a result."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """Something that a result lacks: a channel that was off, a reranker that failed, an index that could not be made.

    ``code`` is stable and says what it means for the person; ``message`` tells why, in this case.
    """

    code: str
    message: str
