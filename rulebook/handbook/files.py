"""Files that survive a crash: written whole and flushed, moved in one step, known by their hash."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from uuid import uuid4


def sha256_of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def file_sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def write_bytes(path: Path, content: bytes) -> str:
    """Writes and flushes to the disk; gives the SHA-256."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    return sha256_of(content)


def replace_bytes(path: Path, content: bytes, staging: Path) -> None:
    """Writes in ``staging`` and moves to ``path``: a reader sees the old content or the whole new one, never a part.

    What a crash leaves is left in ``staging``, which must be on the same file system.
    """
    beside = staging / f"{uuid4().hex}.tmp"
    made = not path.parent.is_dir()
    try:
        write_bytes(beside, content)
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.replace(path)
    except OSError:
        with suppress(OSError):  # the first error is told; what stays is swept at the next start
            beside.unlink()
        raise
    flush_folder(path.parent)
    if made:
        flush_folder(path.parent.parent)


def json_bytes(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=1).encode()


def json_lines_bytes(values: Sequence[Any]) -> bytes:
    """A JSON list with an entry a line: small, and still to be searched by hand."""
    lines = (json.dumps(value, ensure_ascii=False, separators=(",", ":")) for value in values)
    return ("[\n" + ",\n".join(lines) + "\n]\n").encode()


def flush_folder(path: Path) -> None:
    """Makes the names in a folder durable; Windows has no such call and does it itself."""
    if os.name == "nt":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
