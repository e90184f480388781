"""What a build would have to do: every document against the active version."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulebook.model.manifest import Manifest, Plan, SourceFile

if TYPE_CHECKING:
    from rulebook.encoders.base import ModelIdentity
    from rulebook.handbook.originals import Original
    from rulebook.model.chunk import Category
    from rulebook.settings import Chunking

READING_VERSION = "2"
"""Raised whenever a reader or a chunker gives other chunks for the same file, so that a build reads it again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildInput:
    """One document of the version to build; ``included`` are the places of hidden parts that count as rules, sorted."""

    original: Original
    category: Category
    key: str
    included: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return self.original.name


def rebuild_key(sha256: str, category: Category, chunking: Chunking) -> str:
    """What the chunks of a document depend on; equal keys mean equal chunks."""
    parts = (sha256, category.value, READING_VERSION, chunking.model_dump_json())
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]


def make_plan(inputs: Sequence[BuildInput], active: Manifest | None, model: ModelIdentity) -> Plan:
    """The plan over ``inputs``, which are all the documents of the new version.

    Vectors of another model, or of another revision of it, do not compare, so all documents count as changed then.
    """
    before: Mapping[str, SourceFile] = {s.name: s for s in active.source_files} if active else {}
    built_with = {(e.embedding_model, e.embedding_revision) for e in active.collections.values()} if active else set()
    other_model = bool(built_with - {(model.name, model.revision)})
    added, changed, unchanged = [], [], []
    reasons: dict[str, str] = {}
    for item in sorted(inputs, key=lambda i: i.name):
        source = before.get(item.name)
        if source is None:
            added.append(item.name)
        elif reason := _reason(item, source, other_model):
            changed.append(item.name)
            reasons[item.name] = reason
        else:
            unchanged.append(item.name)
    names = {item.name for item in inputs}
    return Plan(
        added=tuple(added),
        changed=tuple(changed),
        unchanged=tuple(unchanged),
        removed=tuple(sorted(set(before) - names)),
        reasons=reasons,
    )


def _reason(item: BuildInput, source: SourceFile, other_model: bool) -> str:
    if source.hash != f"sha256:{item.original.sha256}":
        return "content"
    if source.type is not item.category:
        return "category"
    if source.key != item.key:
        return "reading"
    if source.included != item.included:
        return "included"
    return "model" if other_model else ""
