"""Files named by the SHA-256 of their content: written once, never changed, verified whenever they are read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from rulebook.handbook.files import file_sha256, replace_bytes, sha256_of


class ContentStore:
    """The files below one folder, in sub-folders by the first two digits of their name.

    Any number of processes may add at once. A file is there whole or not at all: it is written in ``staging``, on the
    same file system, and moved to its place.
    """

    def __init__(self, folder: Path, staging: Path) -> None:
        self._folder = folder
        self._staging = staging

    def path(self, sha256: str) -> Path:
        return self._folder / sha256[:2] / sha256

    def add(self, content: bytes) -> str:
        """Stores ``content`` durably and gives its name; equal content is stored once, and one that was damaged is
        replaced. Raises ``OSError``."""
        sha256 = sha256_of(content)
        if self.holds(sha256):
            os.utime(self.path(sha256))  # somebody needs it again: it counts as young
        else:
            replace_bytes(self.path(sha256), content, self._staging)
        return sha256

    def holds(self, sha256: str) -> bool:
        """Whether the file is there, can be read, and has the content that its name says."""
        path = self.path(sha256)
        try:
            return path.is_file() and file_sha256(path) == sha256
        except OSError:  # a bad sector, or rights that were taken away: it is as good as missing, and written anew
            return False

    def read(self, sha256: str) -> bytes:
        """The content. Raises ``OSError`` when the file cannot be read, ``ValueError`` when it was altered."""
        content = self.path(sha256).read_bytes()
        if sha256_of(content) != sha256:
            raise ValueError("its content was altered")
        return content

    def names(self) -> frozenset[str]:
        """The names of all files."""
        return frozenset(path.name for path in self._files())

    def older_than(self, moment: float) -> frozenset[str]:
        """The names of the files that were last added before ``moment``, in seconds since the epoch."""
        return frozenset(path.name for path in self._files() if path.stat().st_mtime < moment)

    def remove(self, sha256: str) -> int:
        """Removes a file and gives the bytes that it held; 0 when it is not there. Raises ``OSError``."""
        path = self.path(sha256)
        if not path.is_file():
            return 0
        size = path.stat().st_size
        path.unlink()
        return size

    def _files(self) -> Iterator[Path]:
        return (path for path in self._folder.glob("??/*") if path.is_file())
