"""What differs between two versions: documents, their chunks, and the words of a changed chunk."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from itertools import takewhile

from rulebook.handbook.layout import HandbookLayout
from rulebook.handbook.parts import Part
from rulebook.handbook.text_edits import Edit, TextEdit, text_edits
from rulebook.handbook.version_files import read_document
from rulebook.model.chunk import RuleChunk
from rulebook.model.manifest import Manifest, SourceFile, Status

__all__ = [
    "ChunkChange",
    "DocumentChange",
    "Edit",
    "TextEdit",
    "VersionDifference",
    "compare_chunks",
    "compare_versions",
    "text_edits",
]

_ALIKE = 0.5
"""Two chunks that share less than this of their character pairs are two rules, not one that changed."""

_NEAR = 3
"""A changed chunk is looked for this many places around its old one, of those that have no equal, …"""

_NEAR_UNDER_HEADING = 25
"""… and this many around it under the same heading: a sheet may hold thousands of chunks under one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkChange:
    """A chunk that is in both versions and does not say the same.

    ``differs`` names in what, in this order: ``content``, ``headings``, ``marks``, ``table_header``, ``flags``,
    ``included``. Without ``content`` the texts are equal; with it, ``marks`` is not named, since they stand elsewhere.
    """

    before: RuleChunk
    after: RuleChunk
    edits: tuple[TextEdit, ...]
    differs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentChange:
    """A document that is not the same in both. ``reasons``: ``content``, ``category``, ``included`` (other hidden parts
    count as rules), ``reading`` (the file is the same, but it was read or cut another way); empty for one that is only
    in one version."""

    doc: str
    status: Status
    reasons: tuple[str, ...] = ()
    added: tuple[RuleChunk, ...] = ()
    removed: tuple[RuleChunk, ...] = ()
    changed: tuple[ChunkChange, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionDifference:
    """The documents that differ, by name; none for equal versions."""

    before: str
    after: str
    documents: tuple[DocumentChange, ...] = ()


def compare_versions(layout: HandbookLayout, before: Manifest, after: Manifest) -> VersionDifference:
    """What ``after`` has that ``before`` has not, and the other way round. Raises ``VersionDamaged``.

    Only documents that differ are read: one whose chunks are the same stored part in both cannot differ in them.
    """
    old, new = _Side(layout, before), _Side(layout, after)
    found = (_document_change(doc, old, new) for doc in sorted(old.files.keys() | new.files.keys()))
    documents = tuple(change for change in found if change)
    return VersionDifference(before=before.version, after=after.version, documents=documents)


class _Side:
    """One of the two versions: its documents, each read when it is asked for."""

    def __init__(self, layout: HandbookLayout, manifest: Manifest) -> None:
        self._layout = layout
        self._manifest = manifest
        self.files = {source.name: source for source in manifest.source_files}

    def chunks(self, doc: str) -> tuple[RuleChunk, ...]:
        """Numbered as in the whole version: after those of the documents before it in its category."""
        source = self.files[doc]
        before = takewhile(lambda other: other is not source, self._manifest.source_files)
        first = 1 + sum(other.chunk_count for other in before if other.type is source.type)
        return read_document(self._layout, self._manifest, source, first)


def _document_change(doc: str, old: _Side, new: _Side) -> DocumentChange | None:
    if doc not in old.files:
        return DocumentChange(doc=doc, status=Status.ADDED, added=new.chunks(doc))
    if doc not in new.files:
        return DocumentChange(doc=doc, status=Status.REMOVED, removed=old.chunks(doc))
    before, after = old.files[doc], new.files[doc]
    same = before.parts[Part.CHUNKS] == after.parts[Part.CHUNKS]
    added, removed, changed = ((), (), ()) if same else compare_chunks(old.chunks(doc), new.chunks(doc))
    reasons = _reasons(before, after)
    if not reasons and (added or removed or changed):
        reasons = ("reading",)
    if not reasons:
        return None
    return DocumentChange(
        doc=doc, status=Status.CHANGED, reasons=reasons, added=added, removed=removed, changed=changed
    )


def _reasons(before: SourceFile, after: SourceFile) -> tuple[str, ...]:
    differs = {
        "content": before.hash != after.hash,
        "category": before.type is not after.type,
        "included": before.included != after.included,
    }
    return tuple(reason for reason, holds in differs.items() if holds)


def compare_chunks(
    old: Sequence[RuleChunk], new: Sequence[RuleChunk]
) -> tuple[tuple[RuleChunk, ...], tuple[RuleChunk, ...], tuple[ChunkChange, ...]]:
    """The chunks of one document that were added, removed and changed, each in reading order.

    Chunks that say the same are the same, wherever they stand now. Of the others, those with the same words under
    other headings or with other marks belong together, then those that are alike and stand close to each other.
    """
    _, gone, came = _paired(old, new, _said)
    same_words, gone, came = _paired(gone, came, lambda chunk: chunk.content)
    alike, gone, came = _alike(gone, came)
    changed = sorted(same_words + alike, key=lambda pair: pair[1].position)
    return (
        tuple(came),
        tuple(gone),
        tuple(_change(*pair) for pair in changed),
    )


Pairs = list[tuple[RuleChunk, RuleChunk]]

_SAID = ("content", "headings", "marks", "table_header", "flags", "included")
"""Everything of a chunk that a rule can differ in."""


def _said(chunk: RuleChunk) -> tuple[Hashable, ...]:
    return tuple(getattr(chunk, name) for name in _SAID)


def _change(before: RuleChunk, after: RuleChunk) -> ChunkChange:
    differs = [name for name, old, new in zip(_SAID, _said(before), _said(after), strict=True) if old != new]
    if "content" in differs:
        differs = [name for name in differs if name != "marks"]
    edits = text_edits(before.content, after.content)
    return ChunkChange(before=before, after=after, edits=edits, differs=tuple(differs))


def _paired(
    old: Sequence[RuleChunk], new: Sequence[RuleChunk], key: Callable[[RuleChunk], Hashable]
) -> tuple[Pairs, list[RuleChunk], list[RuleChunk]]:
    """Pairs with equal keys, the first with the first; what is left of both sides, in order."""
    waiting: dict[Hashable, list[RuleChunk]] = defaultdict(list)
    for chunk in reversed(new):
        waiting[key(chunk)].append(chunk)
    pairs, left = [], []
    for chunk in old:
        same = waiting[key(chunk)]
        if same:
            pairs.append((chunk, same.pop()))
        else:
            left.append(chunk)
    used = {id(after) for _, after in pairs}
    return pairs, left, [chunk for chunk in new if id(chunk) not in used]


def _alike(old: Sequence[RuleChunk], new: Sequence[RuleChunk]) -> tuple[Pairs, list[RuleChunk], list[RuleChunk]]:
    """The most alike first; of equally alike pairs the one further up."""
    old_pairs, new_pairs = [_character_pairs(c.content) for c in old], [_character_pairs(c.content) for c in new]
    places: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for n, chunk in enumerate(new):
        places[chunk.headings].append(n)
    scored = []
    for o, chunk in enumerate(old):
        near = range(max(0, o - _NEAR), min(len(new), o + _NEAR + 1))
        for n in sorted({*near, *_around(places[chunk.headings], o)}):
            likeness = _likeness(old_pairs[o], new_pairs[n])
            if likeness >= _ALIKE:
                scored.append((-likeness, o, n))
    taken_old: set[int] = set()
    taken_new: set[int] = set()
    pairs = []
    for _, o, n in sorted(scored):
        if o not in taken_old and n not in taken_new:
            taken_old.add(o)
            taken_new.add(n)
            pairs.append((old[o], new[n]))
    return (
        pairs,
        [c for o, c in enumerate(old) if o not in taken_old],
        [c for n, c in enumerate(new) if n not in taken_new],
    )


def _around(places: Sequence[int], place: int) -> Sequence[int]:
    middle = bisect_left(places, place)
    return places[max(0, middle - _NEAR_UNDER_HEADING) : middle + _NEAR_UNDER_HEADING]


def _character_pairs(text: str) -> frozenset[str]:
    letters = "".join(text.split())
    return frozenset(letters[i : i + 2] for i in range(max(1, len(letters) - 1)))


def _likeness(a: frozenset[str], b: frozenset[str]) -> float:
    """The Dice coefficient: twice what both have over what each has."""
    return 2 * len(a & b) / (len(a) + len(b))
