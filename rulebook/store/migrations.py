"""The schema as numbered steps; a step that was published is never edited."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Migration:
    """One step: its name, kept in the database, and its statements in order."""

    name: str
    statements: tuple[str, ...]


MIGRATIONS = (
    Migration(
        "001_versions_sessions_jobs",
        (
            """CREATE TABLE version (
                n INTEGER PRIMARY KEY,
                created_at TEXT NOT NULL,
                manifest_sha256 TEXT NOT NULL)""",
            """CREATE TABLE active (
                only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
                n INTEGER NOT NULL REFERENCES version(n),
                previous INTEGER REFERENCES version(n))""",
            """CREATE TABLE activation (
                id INTEGER PRIMARY KEY,
                n INTEGER NOT NULL REFERENCES version(n),
                previous INTEGER,
                at TEXT NOT NULL)""",
            """CREATE TABLE session (
                id TEXT PRIMARY KEY,
                n INTEGER REFERENCES version(n),
                locked_at TEXT NOT NULL,
                ended_at TEXT)""",
            """CREATE TABLE job (
                id TEXT PRIMARY KEY,
                kind TEXT NOT NULL,
                state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed', 'cancelled')),
                request TEXT NOT NULL,
                progress TEXT,
                result TEXT,
                error TEXT,
                pid INTEGER,
                cancel_asked INTEGER NOT NULL DEFAULT 0,
                created_at TEXT NOT NULL,
                updated_at TEXT NOT NULL)""",
        ),
    ),
)
