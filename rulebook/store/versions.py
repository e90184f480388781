"""Which versions exist and which one is active."""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.errors import VersionNotFound
from rulebook.store.clock import now
from rulebook.store.database import StateDatabase


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionRow:
    """A published version: its number, when it was published, and the hash of its manifest."""

    n: int
    created_at: str
    manifest_sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ActivePointer:
    """The active version's number and that of the one active before it."""

    n: int
    previous: int | None


def version_number(version_id: str) -> int:
    """``v3`` → 3. Raises ``VersionNotFound`` for anything else."""
    digits = version_id.removeprefix("v")
    if not digits.isascii() or not digits.isdigit() or len(digits) > 9:
        raise VersionNotFound(f"'{version_id}' is no version.", remedy="Versions are called v1, v2, …")
    return int(digits)


class VersionTable:
    """Reads and moves the records of versions; a version without a row here does not exist."""

    def __init__(self, state: StateDatabase) -> None:
        self._state = state

    def all(self) -> list[VersionRow]:
        """Every version, oldest first."""
        rows = self._state.db.query("SELECT n, created_at, manifest_sha256 FROM version ORDER BY n")
        return [VersionRow(**row) for row in rows]

    def get(self, n: int) -> VersionRow:
        """Raises ``VersionNotFound``."""
        for row in self._state.db.query("SELECT n, created_at, manifest_sha256 FROM version WHERE n = ?", [n]):
            return VersionRow(**row)
        raise VersionNotFound(f"there is no version v{n}.", remedy="'rulebook versions' lists those that exist.")

    def active(self) -> ActivePointer | None:
        """``None`` before the first build."""
        for row in self._state.db.query("SELECT n, previous FROM active"):
            return ActivePointer(**row)
        return None

    def next_number(self) -> int:
        """One more than the highest number ever published."""
        return max((row.n for row in self.all()), default=0) + 1

    def publish(self, n: int, manifest_sha256: str) -> None:
        """Records version ``n`` and makes it active, both at once."""
        with self._state.write() as db:
            db.execute("INSERT INTO version VALUES (?, ?, ?)", [n, now(), manifest_sha256])
            self._point_to(n)

    def activate(self, n: int) -> None:
        """Makes an existing version active; nothing else changes. Raises ``VersionNotFound``."""
        with self._state.write():
            self.get(n)
            active = self.active()
            if active is None or active.n != n:
                self._point_to(n)

    def _point_to(self, n: int) -> None:
        active = self.active()
        previous = active.n if active else None
        db = self._state.db
        db.execute(
            "INSERT INTO active VALUES (1, ?, ?) ON CONFLICT (only_row) DO UPDATE SET n = ?, previous = ?",
            [n, previous, n, previous],
        )
        db.execute("INSERT INTO activation (n, previous, at) VALUES (?, ?, ?)", [n, previous, now()])
