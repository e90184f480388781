"""The uploaded files, kept under the hash of their content and never changed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

from rulebook.chunking.identity import document_name
from rulebook.errors import DamagedFile, UsageError
from rulebook.handbook.content import ContentStore
from rulebook.handbook.layout import HandbookLayout
from rulebook.handbook.locking import files_lock
from rulebook.store.trouble import kind_of


def original_store(layout: HandbookLayout) -> ContentStore:
    """Where the uploads lie."""
    return ContentStore(layout.objects, layout.staging)


@runtime_checkable
class UploadedFile(Protocol):
    """A file handed over by a form, as Streamlit's uploader gives it."""

    @property
    def name(self) -> str: ...

    def getvalue(self) -> bytes: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Original:
    """A stored upload: its display name and the hash under which its content lies."""

    name: str
    sha256: str
    size: int


class OriginalStore:
    """The originals of a handbook."""

    def __init__(self, layout: HandbookLayout) -> None:
        self._layout = layout
        self._content = original_store(layout)

    def path(self, sha256: str) -> Path:
        return self._content.path(sha256)

    def holds(self, sha256: str) -> bool:
        """Whether the original is there as it was uploaded."""
        return self._content.holds(sha256)

    def verified_path(self, original: Original) -> Path:
        """Where its content lies; ``DamagedFile`` when what lies there is not what was uploaded."""
        if not self.holds(original.sha256):
            raise DamagedFile(
                "the stored upload is missing or was altered.",
                where=original.name,
                remedy="Upload the document again.",
            )
        return self.path(original.sha256)

    def add(self, file: Path | UploadedFile) -> Original:
        """Stores a file, once for equal content. Raises ``UsageError`` for a path that cannot be read."""
        if isinstance(file, Path):
            try:
                name, content = file.name, file.read_bytes()
            except OSError as error:
                reason = error.strerror or str(error)
                raise UsageError(
                    f"the file cannot be read: {reason}.", where=str(file), remedy="Check the path."
                ) from error
        else:
            name, content = file.name, file.getvalue()
        return self.add_bytes(name, content)

    def add_bytes(self, name: str, content: bytes) -> Original:
        """Stores ``content``; a file under its hash that is not this content is replaced."""
        try:
            with files_lock(self._layout.files_lock):  # so that what lies there unfinished is known to be a crash's
                sha256 = self._content.add(content)
        except OSError as error:
            raise kind_of(error)(
                f"{name} cannot be kept: {error.strerror or error}.",
                where=str(self._layout.objects),
                remedy="Check that the folder can be written and the disk is not full.",
            ) from error
        return Original(name=display_name(name), sha256=sha256, size=len(content))


def display_name(name: str) -> str:
    """A file name as it is shown: without folders, as ``document_name`` spells it, 200 characters at most.

    It is the name that the document's chunks carry, so that both are always found by each other.
    """
    base = name.replace("\\", "/").rsplit("/", 1)[-1]
    return document_name(base)[:200].strip() or "unnamed"
