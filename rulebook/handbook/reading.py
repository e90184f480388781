"""The documents of a version that is being built: read one after the other, a bad one does not stop the others."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from rulebook.errors import DocumentError
from rulebook.handbook.inclusion import with_included
from rulebook.handbook.originals import Original
from rulebook.handbook.planning import BuildInput
from rulebook.model.chunk import Category, ParsedDocument
from rulebook.model.manifest import FailedDocument, Progress, SourceFile, Stage

OnProgress = Callable[[Progress], None]
"""Called between the steps of a build; it may raise ``BuildCancelled``."""


class Parser(Protocol):
    """Reads and cuts one stored document; raises a ``DocumentError`` of its kind for one that cannot be read."""

    def __call__(self, path: Path, doc: str, category: Category) -> ParsedDocument: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The documents that a version will hold, read anew or reused, and those that could not be read."""

    read: tuple[tuple[BuildInput, ParsedDocument], ...]
    reused: tuple[SourceFile, ...] = ()
    failed: tuple[FailedDocument, ...] = ()

    @property
    def names(self) -> frozenset[str]:
        """The names of the documents that the version will hold."""
        return frozenset([item.name for item, _ in self.read] + [source.name for source in self.reused])


def read_documents(
    parse: Parser, path_of: Callable[[Original], Path], inputs: Sequence[BuildInput], on_progress: OnProgress
) -> Reading:
    """Reads ``inputs`` in their order; one that fails is noted."""
    read, failed = [], []
    started = time.monotonic()
    for index, item in enumerate(inputs):
        left = seconds_left(started, index, len(inputs))
        on_progress(Progress(stage=Stage.READ, done=index, total=len(inputs), doc=item.name, seconds_left=left))
        try:
            parsed = parse(path_of(item.original), item.name, item.category)
            read.append((item, with_included(parsed, item.included)))
        except DocumentError as error:
            failed.append(FailedDocument(doc=item.name, code=error.code, message=str(error)))
    return Reading(read=tuple(read), failed=tuple(failed))


def seconds_left(started: float, done: int, total: int) -> float | None:
    """At the pace so far; ``None`` before there is a pace."""
    return (time.monotonic() - started) / done * (total - done) if done else None
