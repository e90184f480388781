"""A stored file copied to another folder and verified on the way."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from uuid import uuid4

from rulebook.handbook.files import file_sha256, flush_folder

MISSING = "it is missing"
"""What is wrong with a source that is not there."""

_CHUNK_BYTES = 1024 * 1024


def copy_verified(source: Path, target: Path, sha256: str, staging: Path) -> str:
    """Copies ``source`` to ``target`` if its content is ``sha256``, and gives what is wrong with it, else ``""``.

    The copy is written in ``staging``, on the same file system, flushed, and moved: ``target`` is there whole or as it
    was. Its name is durable after ``flush_names``. Raises ``OSError`` when it cannot be written.
    """
    beside = staging / f"{uuid4().hex}.tmp"
    staging.mkdir(parents=True, exist_ok=True)
    try:
        found = _copied(source, beside)
        if found != sha256:
            return "its content was altered"
        target.parent.mkdir(parents=True, exist_ok=True)
        beside.replace(target)
    except _Unreadable as error:
        return str(error)
    finally:
        beside.unlink(missing_ok=True)
    return ""


def flush_names(copies: Iterable[Path], top: Path) -> None:
    """Makes the names of the copies durable, and of the folders between them and ``top``. Raises ``OSError``."""
    folders = {folder for copy in copies for folder in copy.parents if folder.is_relative_to(top)}
    for folder in sorted(folders):
        if folder.is_dir():  # of a file that could not be copied there may be none
            flush_folder(folder)


def is_sound(path: Path, sha256: str) -> bool:
    """Whether the file is there and can be read with that content."""
    try:
        return path.is_file() and file_sha256(path) == sha256
    except OSError:  # a bad sector: the file is as good as missing, and can be written anew
        return False


class _Unreadable(Exception):
    """The source cannot be read; unlike an ``OSError`` of the target, that is a finding."""


def _copied(source: Path, beside: Path) -> str:
    """The SHA-256 of what was read, written and flushed."""
    digest = hashlib.sha256()
    with beside.open("wb") as file:
        for chunk in _chunks(source):
            digest.update(chunk)
            file.write(chunk)
        file.flush()
        os.fsync(file.fileno())
    return digest.hexdigest()


def _chunks(source: Path) -> Iterator[bytes]:
    try:
        with source.open("rb") as file:
            while chunk := file.read(_CHUNK_BYTES):
                yield chunk
    except FileNotFoundError as error:
        raise _Unreadable(MISSING) from error
    except OSError as error:
        raise _Unreadable(f"it cannot be read: {error.strerror or error}") from error
