"""What the person has put together for the next version: dropped files, and documents to leave out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import streamlit as st

from rulebook.handbook.categories import suggest_category
from rulebook.handbook.manager import BuildRequest
from rulebook.handbook.originals import Original
from rulebook.model.chunk import Category
from rulebook.model.manifest import Manifest, SourceFile

_KEY = "build_draft"
_NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """A dropped file. ``known`` says that its category is that of the active version, else it was suggested, and
    ``hint`` is the word of the name that spoke for it; ``used`` says whether the file takes part. ``unreadable`` is the
    code of the error that a first look at the file gave, empty when it looked sound.
    """

    original: Original
    category: Category
    known: bool = False
    hint: str = ""
    used: bool = True
    unreadable: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """Dropped files by name, names of the active version's documents to leave out, and names that were dropped twice
    with different content: the later file counts."""

    dropped: Mapping[str, Dropped] = field(default_factory=dict)
    left_out: frozenset[str] = frozenset()
    replaced: tuple[str, ...] = ()

    @classmethod
    def of(cls, request: BuildRequest) -> Draft:
        """The draft that a build was asked for with."""
        return cls(
            dropped={o.name: Dropped(original=o, category=request.categories[o.name]) for o in request.originals},
            left_out=request.remove,
        )

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
        before = self.dropped[name]
        after = replace(before, category=category or before.category, used=before.used if used is None else used)
        return replace(self, dropped={**self.dropped, name: after})

    def keeping(self, name: str, kept: bool) -> Draft:
        """With the choice whether a document of the active version stays."""
        return replace(self, left_out=self.left_out - {name} if kept else self.left_out | {name})

    def cleared(self) -> Draft:
        """Without the dropped files."""
        return replace(self, dropped={}, replaced=())

    def kept(self, active: Manifest | None) -> tuple[SourceFile, ...]:
        """The documents of the active version that no dropped file replaces."""
        used = {name for name, dropped in self.dropped.items() if dropped.used}
        return tuple(s for s in active.source_files if s.name not in used) if active else ()

    def request(self, active: Manifest | None, *, skip_failed: bool) -> BuildRequest:
        """The build that the draft stands for. A dropped file that is not used leaves its document as it was."""
        used = {name: dropped for name, dropped in self.dropped.items() if dropped.used}
        return BuildRequest(
            originals=tuple(d.original for d in used.values()),
            categories={name: d.category for name, d in used.items()},
            keep_others=True,
            remove=self.left_out & {source.name for source in self.kept(active)},
            skip_failed=skip_failed,
        )


def current_draft() -> Draft:
    """The draft of this browser session."""
    draft: Draft = st.session_state.get(_KEY, Draft())
    return draft


def keep_draft(draft: Draft) -> None:
    st.session_state[_KEY] = draft
