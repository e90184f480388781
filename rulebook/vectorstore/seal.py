"""The seal of a Chroma folder: what was in its files when it was built, to tell damage before Chroma reads them.

Chroma itself notices little: it counts right and finds wrong neighbours when a file is cut, and dies of others. Opening
the folder writes a row to one table and rewrites the files of small collections, whose vectors are in the database; so
the database is sealed by the rows of its tables, and only the files of the others by their bytes.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

_SEAL = "seal.json"
_DATABASE = "chroma.sqlite3"
_WRITTEN_ON_OPENING = "acquire_write"
_FULL_TEXT = "embedding_fulltext_search"
"""Begin of the names of tables that no query by vector reads."""

_PERSISTED = "index_metadata.pickle"
"""Lies beside the files of a collection that is loaded from them."""


def write_seal(folder: Path) -> None:
    """Seals the folder as it is; no Chroma may have it open. Raises ``OSError``, and ``sqlite3.Error`` for a database
    that cannot be read."""
    (folder / _SEAL).write_text(json.dumps(_seal_of(folder), indent=1), encoding="utf-8")


def broken_seal(folder: Path) -> str:
    """The first thing that is not as it was sealed, ``""`` when everything is.

    No Chroma of this process may have the folder open: reading its database besides Chroma ends Chroma's locks.
    """
    try:
        sealed = json.loads((folder / _SEAL).read_text(encoding="utf-8"))
        found = _seal_of(folder)
    except FileNotFoundError as error:
        return f"{Path(error.filename).name} is missing"
    except ValueError:
        return f"{_SEAL} was altered"
    except (OSError, sqlite3.Error) as error:
        return f"it cannot be read: {error}"
    if not isinstance(sealed, dict):
        return f"{_SEAL} was altered"
    changed = (name for name in {**sealed, **found} if sealed.get(name) != found.get(name))
    return next((f"{name} is missing or was altered" for name in changed), "")


def _seal_of(folder: Path) -> dict[str, str]:
    return {**dict(_files(folder)), **dict(_tables(folder / _DATABASE))}


def _files(folder: Path) -> Iterator[tuple[str, str]]:
    for marker in sorted(folder.glob(f"*/{_PERSISTED}")):
        for path in sorted(marker.parent.iterdir()):
            with path.open("rb") as file:
                yield path.relative_to(folder).as_posix(), hashlib.file_digest(file, "sha256").hexdigest()


def _tables(database: Path) -> Iterator[tuple[str, str]]:
    if not database.is_file():
        raise FileNotFoundError(2, "No such file", str(database))
    # not read-only: what a killed process left half-written is rolled back by whoever opens it next
    with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=rw", uri=True)) as connection:
        (sound,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
        if sound != "ok":
            raise sqlite3.DatabaseError(sound)
        connection.text_factory = bytes
        names = [row[0].decode() for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for name in sorted(names):
            if name != _WRITTEN_ON_OPENING and not name.startswith(_FULL_TEXT):
                digest = hashlib.sha256()
                for row in connection.execute(f'SELECT * FROM "{name}"'):
                    digest.update(repr(row).encode())
                yield f"table {name}", digest.hexdigest()
