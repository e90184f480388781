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
    Migration(
        "002_retiring_session_history_decisions",
        (
            "ALTER TABLE version ADD COLUMN retired_at TEXT",
            "ALTER TABLE version ADD COLUMN retired_by TEXT",
            "ALTER TABLE activation ADD COLUMN by TEXT NOT NULL DEFAULT ''",
            "ALTER TABLE session ADD COLUMN last_used_at TEXT NOT NULL DEFAULT ''",
            "ALTER TABLE session ADD COLUMN started_by TEXT NOT NULL DEFAULT ''",
            "ALTER TABLE session ADD COLUMN ended_why TEXT CHECK (ended_why IN ('ended', 'expired'))",
            "UPDATE session SET last_used_at = coalesce(ended_at, strftime('%Y-%m-%dT%H:%M:%S+00:00', 'now'))",
            "UPDATE session SET ended_why = 'ended' WHERE ended_at IS NOT NULL",
            "CREATE INDEX session_version ON session (n)",
            """CREATE TABLE session_event (
                id INTEGER PRIMARY KEY,
                session_id TEXT NOT NULL REFERENCES session(id),
                event TEXT NOT NULL CHECK (event IN ('locked', 'ended', 'expired')),
                n INTEGER REFERENCES version(n),
                at TEXT NOT NULL,
                by TEXT NOT NULL)""",
            "CREATE INDEX session_event_session ON session_event (session_id, id)",
            """INSERT INTO session_event (session_id, event, n, at, by)
                SELECT id, 'locked', n, locked_at, '' FROM session ORDER BY locked_at, id""",
            """INSERT INTO session_event (session_id, event, n, at, by)
                SELECT id, 'ended', n, ended_at, '' FROM session WHERE ended_at IS NOT NULL ORDER BY ended_at, id""",
            """CREATE TABLE decision (
                session_id TEXT NOT NULL REFERENCES session(id),
                conflict_key TEXT NOT NULL,
                decision TEXT NOT NULL
                    CHECK (decision IN ('adopt_a', 'adopt_b', 'human', 'no_conflict', 'both_hold')),
                by TEXT NOT NULL,
                why TEXT NOT NULL,
                at TEXT NOT NULL,
                rev INTEGER NOT NULL CHECK (rev >= 1),
                chapter TEXT NOT NULL,
                record TEXT NOT NULL,
                n INTEGER REFERENCES version(n),
                PRIMARY KEY (session_id, conflict_key))""",
            """CREATE TABLE decision_log (
                id INTEGER PRIMARY KEY,
                session_id TEXT NOT NULL REFERENCES session(id),
                conflict_key TEXT NOT NULL,
                decision TEXT NOT NULL,
                by TEXT NOT NULL,
                why TEXT NOT NULL,
                at TEXT NOT NULL,
                rev INTEGER NOT NULL,
                chapter TEXT NOT NULL,
                record TEXT NOT NULL,
                n INTEGER REFERENCES version(n),
                UNIQUE (session_id, conflict_key, rev))""",
            *(
                f"""CREATE TRIGGER {table}_no_{change} BEFORE {change} ON {table}
                    BEGIN SELECT RAISE(ABORT, '{table} is only added to'); END"""
                for table in ("session_event", "decision_log")
                for change in ("UPDATE", "DELETE")
            ),
        ),
    ),
    Migration(
        "003_drafts",
        (
            """CREATE TABLE draft (
                id TEXT PRIMARY KEY,
                content TEXT NOT NULL,
                updated_at TEXT NOT NULL)""",
            "CREATE INDEX draft_updated ON draft (updated_at)",
        ),
    ),
    Migration(
        "004_runs_judged_feedback",
        (
            """CREATE TABLE eval_runs (
                id INTEGER PRIMARY KEY,
                at TEXT NOT NULL,
                by TEXT NOT NULL,
                version TEXT NOT NULL,
                judged_set TEXT NOT NULL,
                label TEXT NOT NULL,
                settings TEXT NOT NULL,
                report TEXT NOT NULL)""",
            """CREATE TABLE judged (
                set_name TEXT NOT NULL,
                id TEXT NOT NULL,
                at TEXT NOT NULL,
                by TEXT NOT NULL,
                query TEXT NOT NULL,
                PRIMARY KEY (set_name, id))""",
            """CREATE TABLE feedback (
                id INTEGER PRIMARY KEY,
                at TEXT NOT NULL,
                by TEXT NOT NULL,
                version TEXT NOT NULL,
                kind TEXT NOT NULL CHECK (kind IN ('missing', 'wrong', 'ignored')),
                state TEXT NOT NULL CHECK (state IN ('open', 'done')),
                body TEXT NOT NULL)""",
        ),
    ),
)
