"""Files that survive a crash: written whole and flushed, moved in one step, known by their hash."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray


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


def replace_bytes(path: Path, content: bytes) -> None:
    """Writes beside the file and moves over it: a reader sees the old content or the new, never a part."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    write_bytes(beside, content)
    beside.replace(path)
    flush_folder(path.parent)


def json_bytes(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=1).encode()


def write_array(path: Path, array: NDArray[Any]) -> str:
    """Writes a ``.npy`` file and flushes it; gives the SHA-256."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        np.save(file, array, allow_pickle=False)
        file.flush()
        os.fsync(file.fileno())
    return file_sha256(path)


def flush_folder(path: Path) -> None:
    """Makes the names in a folder durable; Windows has no such call and does it itself."""
    if os.name == "nt":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
