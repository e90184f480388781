"""Which versions exist and which one is active."""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.errors import VersionInUse, VersionNotFound, VersionRetired
from rulebook.store.clock import now
from rulebook.store.database import StateDatabase

_NAMED_SESSIONS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionRow:
    """A published version: its number, when it was published, the hash of its manifest, and who retired it when."""

    n: int
    created_at: str
    manifest_sha256: str
    retired_at: str | None
    retired_by: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ActivePointer:
    """The active version's number and that of the one active before it."""

    n: int
    previous: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ActivationRow:
    """One move of the active pointer, to ``n``; ``previous`` is ``None`` for the first."""

    n: int
    previous: int | None
    at: str
    by: str


def version_number(version_id: str) -> int:
    """``v3`` → 3. Raises ``VersionNotFound`` for anything else."""
    digits = version_id.removeprefix("v")
    if not digits.isascii() or not digits.isdigit() or len(digits) > 9:
        raise VersionNotFound(f"'{version_id}' is no version.", remedy="Versions are called v1, v2, …")
    return int(digits)


class VersionTable:
    """Reads and moves the records of versions; a version without a row here does not exist.

    A retired version keeps its row, and its number is never given again. It is neither active nor locked.
    """

    def __init__(self, state: StateDatabase) -> None:
        self._state = state

    def all(self) -> list[VersionRow]:
        """The versions that are not retired, oldest first."""
        return self._rows("WHERE retired_at IS NULL ORDER BY n")

    def retired(self) -> list[VersionRow]:
        """The retired versions, oldest first."""
        return self._rows("WHERE retired_at IS NOT NULL ORDER BY n")

    def row(self, n: int) -> VersionRow:
        """A version, retired or not. Raises ``VersionNotFound``."""
        for row in self._rows("WHERE n = ?", n):
            return row
        raise VersionNotFound(f"there is no version v{n}.", remedy="'rulebook versions' lists those that exist.")

    def get(self, n: int) -> VersionRow:
        """A version that is not retired. Raises ``VersionNotFound``, and ``VersionRetired`` for one that is."""
        row = self.row(n)
        if row.retired_at is not None:
            by = f" by {row.retired_by}" if row.retired_by else ""
            raise VersionRetired(
                f"version v{n} was retired at {row.retired_at}{by}.", remedy="'rulebook versions' lists the others."
            )
        return row

    def active(self) -> ActivePointer | None:
        """``None`` before the first build."""
        for row in self._state.query("SELECT n, previous FROM active"):
            return ActivePointer(**row)
        return None

    def activations(self) -> list[ActivationRow]:
        """Every move of the active pointer, oldest first."""
        rows = self._state.query("SELECT n, previous, at, by FROM activation ORDER BY id")
        return [ActivationRow(**row) for row in rows]

    def next_number(self) -> int:
        """One more than the highest number ever published."""
        highest = self._state.query("SELECT max(n) AS n FROM version")[0]["n"]
        return (highest or 0) + 1

    def publish(self, n: int, manifest_sha256: str, base: int | None, *, by: str = "") -> bool:
        """Records version ``n``, and makes it active when the active one is still ``base``, both at once; gives
        whether it is active. ``base`` is ``None`` for a version built when there was none."""
        with self._state.write() as db:
            db.execute(
                "INSERT INTO version (n, created_at, manifest_sha256) VALUES (?, ?, ?)", [n, now(), manifest_sha256]
            )
            active = self.active()
            moves = (active.n if active else None) == base
            if moves:
                self._point_to(n, by)
            return moves

    def register(self, n: int, created_at: str, manifest_sha256: str) -> None:
        """Records a version whose row was lost; it is not made active."""
        with self._state.write() as db:
            row = [n, created_at, manifest_sha256]
            db.execute("INSERT INTO version (n, created_at, manifest_sha256) VALUES (?, ?, ?)", row)

    def activate(self, n: int, by: str = "") -> None:
        """Makes an existing version active; nothing else changes. Raises ``VersionNotFound``, ``VersionRetired``."""
        with self._state.write():
            self.get(n)
            active = self.active()
            if active is None or active.n != n:
                self._point_to(n, by)

    def retire(self, n: int, by: str = "") -> VersionRow:
        """Retires a version for good and gives its row.

        Raises ``VersionNotFound``, ``VersionRetired``, and ``VersionInUse`` when it is active or locked by sessions
        that have not ended, naming these.
        """
        with self._state.write() as db:
            self.get(n)
            self.refuse_in_use(n)
            db.execute("UPDATE version SET retired_at = ?, retired_by = ? WHERE n = ?", [now(), by, n])
            return self.row(n)

    def refuse_in_use(self, n: int) -> None:
        """Raises ``VersionInUse`` when a version is active, or locked by sessions that have not ended."""
        active = self.active()
        if active is not None and active.n == n:
            raise VersionInUse(f"version v{n} is active.", remedy="Activate another version first.")
        rows = self._state.query("SELECT id FROM session WHERE n = ? AND ended_at IS NULL ORDER BY id", [n])
        if rows:
            named = ", ".join(row["id"] for row in rows[:_NAMED_SESSIONS])
            more = f" and {len(rows) - _NAMED_SESSIONS} more" if len(rows) > _NAMED_SESSIONS else ""
            raise VersionInUse(
                f"version v{n} is locked by sessions that have not ended: {named}{more}.",
                remedy="End them first: 'rulebook session end ID'.",
            )

    def _rows(self, which: str, *values: object) -> list[VersionRow]:
        columns = "n, created_at, manifest_sha256, retired_at, retired_by"
        return [VersionRow(**row) for row in self._state.query(f"SELECT {columns} FROM version {which}", values)]

    def _point_to(self, n: int, by: str) -> None:
        active = self.active()
        previous = active.n if active else None
        db = self._state.db
        db.execute(
            "INSERT INTO active VALUES (1, ?, ?) ON CONFLICT (only_row) DO UPDATE SET n = ?, previous = ?",
            [n, previous, n, previous],
        )
        db.execute("INSERT INTO activation (n, previous, at, by) VALUES (?, ?, ?, ?)", [n, previous, now(), by])
