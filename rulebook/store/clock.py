"""The time as it is written everywhere: UTC, ISO 8601, to the second."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> str:
    """``2026-07-30T12:00:00+00:00``."""
    return datetime.now(UTC).isoformat(timespec="seconds")
