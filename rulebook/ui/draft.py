"""What a person puts together for the next version: dropped files, documents to leave out, hidden parts to include."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from rulebook.handbook.categories import suggest_category
from rulebook.handbook.manager import BuildRequest
from rulebook.handbook.originals import Original
from rulebook.model.chunk import Category
from rulebook.model.manifest import Manifest, SourceFile

_NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """A dropped file. ``known`` says that its category is that of the active version, else it was suggested, and
    ``hint`` is the word of the name that spoke for it; ``used`` says whether the file shall take part. ``unreadable``
    is the code of the error that a first look at the file gave, empty when it looked sound; ``lost`` says that what was
    stored of it is gone or was altered since.
    """

    original: Original
    category: Category
    known: bool = False
    hint: str = ""
    used: bool = True
    unreadable: str = ""
    lost: bool = False

    @property
    def takes_part(self) -> bool:
        return self.used and not self.lost


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """Dropped files by name, names of the active version's documents to leave out, by document the places of hidden
    parts that shall count, and names that were dropped twice with different content: the later file counts.

    ``build`` is the id of the build that the draft was last handed to, empty before the first; ``dismissed`` says that
    what it came to was read. A change of a file that is not in the draft (any more) is no change.
    """

    dropped: Mapping[str, Dropped] = field(default_factory=dict)
    left_out: frozenset[str] = frozenset()
    included: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    skip_failed: bool = False
    replaced: tuple[str, ...] = ()
    build: str = ""
    dismissed: bool = False

    @classmethod
    def of(cls, request: BuildRequest) -> Draft:
        """The draft that a build was asked for with."""
        return cls(
            dropped={o.name: Dropped(original=o, category=request.categories[o.name]) for o in request.originals},
            left_out=request.remove,
            included=request.included,
            skip_failed=request.skip_failed,
        )

    @property
    def holds_nothing(self) -> bool:
        return not (self.dropped or self.left_out or self.included)

    def adding(
        self, originals: Iterable[Original], active: Manifest | None, unreadable: Mapping[str, str] = _NOTHING
    ) -> Draft:
        """With more files; ``unreadable`` are error codes by name. A document that the active version has keeps its
        category, a new one gets a suggestion."""
        known = {s.name: s.type for s in active.source_files} if active else {}
        dropped, replaced = dict(self.dropped), []
        for original in originals:
            code = unreadable.get(original.name, "")
            before = dropped.get(original.name)
            if before is not None:
                replaced += [original.name] if before.original.sha256 != original.sha256 else []
                dropped[original.name] = replace(before, original=original, used=True, unreadable=code)
            else:
                suggestion = suggest_category(original.name)
                dropped[original.name] = Dropped(
                    original=original,
                    category=known.get(original.name, suggestion.category),
                    known=original.name in known,
                    hint=suggestion.word,
                    unreadable=code,
                )
        return replace(self, dropped=dropped, replaced=tuple(replaced))

    def changing(self, name: str, *, category: Category | None = None, used: bool | None = None) -> Draft:
        """With another choice for one dropped file; ``None`` leaves a choice as it is."""
        before = self.dropped.get(name)
        if before is None:
            return self
        after = replace(before, category=category or before.category, used=before.used if used is None else used)
        return replace(self, dropped={**self.dropped, name: after})

    def keeping(self, name: str, kept: bool) -> Draft:
        """With the choice whether a document of the active version stays."""
        return replace(self, left_out=self.left_out - {name} if kept else self.left_out | {name})

    def including(self, doc: str, places: Iterable[str] | None) -> Draft:
        """With the hidden parts of a document that shall count; ``None`` for those of the active version."""
        others = {name: kept for name, kept in self.included.items() if name != doc}
        return replace(self, included=others if places is None else {**others, doc: tuple(sorted(set(places)))})

    def without(self, seen: Draft) -> Draft:
        """Without the dropped files that ``seen`` has too; one that came, or came anew, since then stays."""
        left = {n: d for n, d in self.dropped.items() if n not in seen.dropped or not _same_file(d, seen.dropped[n])}
        return replace(self, dropped=left, replaced=tuple(name for name in self.replaced if name in left))

    def without_built(self, request: BuildRequest) -> Draft:
        """What is left once ``request`` was built: what it did not ask for, or asked for differently."""
        built = {o.name: (o.sha256, request.categories[o.name]) for o in request.originals}
        return Draft(
            dropped={n: d for n, d in self.dropped.items() if built.get(n) != (d.original.sha256, d.category)},
            left_out=self.left_out - request.remove,
            included={doc: places for doc, places in self.included.items() if not _asked(request, doc, places)},
        )

    def looked_over(self, is_stored: Callable[[Original], bool]) -> Draft:
        """With each file marked whose content is not there as it was dropped."""
        return replace(self, dropped={n: replace(d, lost=not is_stored(d.original)) for n, d in self.dropped.items()})

    def same_files(self, other: Draft) -> bool:
        """Whether both have the same dropped files, whatever was chosen for them."""
        return self.dropped.keys() == other.dropped.keys() and not self.without(other).dropped

    def kept(self, active: Manifest | None) -> tuple[SourceFile, ...]:
        """The documents of the active version that no dropped file replaces."""
        used = {name for name, dropped in self.dropped.items() if dropped.takes_part}
        return tuple(s for s in active.source_files if s.name not in used) if active else ()

    def request(self, active: Manifest | None) -> BuildRequest:
        """The build that the draft stands for. A dropped file that takes no part leaves its document as it was; what
        was chosen for a document that the version will not have is left aside."""
        used = {name: dropped for name, dropped in self.dropped.items() if dropped.takes_part}
        kept = {source.name for source in self.kept(active)}
        return BuildRequest(
            originals=tuple(d.original for d in used.values()),
            categories={name: d.category for name, d in used.items()},
            keep_others=True,
            remove=self.left_out & kept,
            skip_failed=self.skip_failed,
            included={d: p for d, p in self.included.items() if d in used or d in kept - self.left_out},
        )


def _same_file(one: Dropped, other: Dropped) -> bool:
    return one.original.sha256 == other.original.sha256


def _asked(request: BuildRequest, doc: str, places: tuple[str, ...]) -> bool:
    return doc in request.included and set(request.included[doc]) == set(places)
