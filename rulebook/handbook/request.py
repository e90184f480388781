"""What the next version shall hold, as somebody asked for it, and the documents that this comes to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulebook.errors import UsageError
from rulebook.handbook.inclusion import included_places
from rulebook.handbook.originals import Original
from rulebook.handbook.planning import BuildInput, rebuild_key
from rulebook.model.chunk import Category
from rulebook.model.manifest import Manifest, SourceFile
from rulebook.settings import Chunking


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildRequest:
    """What the next version shall hold.

    ``originals`` are stored uploads with their ``categories`` by name. With ``keep_others`` the documents of the active
    version that are not named stay; those in ``remove`` do not. With ``skip_failed`` a document that cannot be read
    does not stop the others: one that the active version has keeps its old text, a new one is left out, both are
    reported. ``included`` are by document the places of hidden parts that shall count as rules; a document that it
    does not name keeps those of the active version.
    """

    originals: tuple[Original, ...]
    categories: Mapping[str, Category]
    keep_others: bool = False
    remove: frozenset[str] = frozenset()
    skip_failed: bool = False
    included: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def inputs_of(request: BuildRequest, active: Manifest | None, chunking: Chunking) -> list[BuildInput]:
    """All documents of the new version, by name.

    Raises ``UsageError`` for a name given twice, given and removed at once, removed without being there, without a
    category, or with an inclusion without being a document of the new version.
    """
    included = included_places(request.included, active)
    names = [original.name for original in request.originals]
    kept = [s for s in active.source_files if request.keep_others and s.name not in names] if active else []
    _check_names(request, names, kept)
    found = [_given(original, request, included, chunking) for original in request.originals]
    found += [_kept(source, included, chunking) for source in kept if source.name not in request.remove]
    for name in sorted(set(request.included) - {item.name for item in found}):
        raise UsageError(f"{name} is no document of the new version.", remedy="Name a document that it will hold.")
    return sorted(found, key=lambda item: item.name)


def _check_names(request: BuildRequest, names: list[str], kept: list[SourceFile]) -> None:
    for name in sorted({n for n in names if names.count(n) > 1}):
        raise UsageError(f"two documents are called {name}.", remedy="Rename one of them: a name is one document.")
    for name in sorted(request.remove & set(names)):
        raise UsageError(f"{name} is given and removed at once.", remedy="Do one of both.")
    for name in sorted(request.remove - {s.name for s in kept}):
        raise UsageError(f"{name} is not in the active version.", remedy="'rulebook versions' lists its documents.")


def _given(
    original: Original, request: BuildRequest, included: Mapping[str, tuple[str, ...]], chunking: Chunking
) -> BuildInput:
    category = request.categories.get(original.name)
    if category is None:
        raise UsageError(f"{original.name} has no category.", remedy="Give it one: write, design or ref.")
    key = rebuild_key(original.sha256, category, chunking)
    return BuildInput(original=original, category=category, key=key, included=included.get(original.name, ()))


def _kept(source: SourceFile, included: Mapping[str, tuple[str, ...]], chunking: Chunking) -> BuildInput:
    return BuildInput(
        original=Original(name=source.name, sha256=source.sha256, size=0),
        category=source.type,
        key=rebuild_key(source.sha256, source.type, chunking),
        included=included.get(source.name, ()),
    )
