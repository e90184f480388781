"""What differs between two versions: documents, their chunks, and the words of a changed chunk."""

from __future__ import annotations

import difflib
import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rulebook.handbook.layout import HandbookLayout
from rulebook.handbook.version_files import read_chunks
from rulebook.model.chunk import Category, RuleChunk
from rulebook.model.manifest import Manifest, SourceFile, Status
from rulebook.store.versions import version_number

_ALIKE = 0.5
"""Two chunks that share less than this of their character pairs are two rules, not one that changed."""

_NEAR = 3
"""A changed chunk is looked for this many places around its old one, or under the same heading."""


class Edit(StrEnum):
    EQUAL = "equal"
    REMOVED = "removed"
    ADDED = "added"


@dataclass(frozen=True, slots=True, kw_only=True)
class TextEdit:
    """A run of text: what both have, only the old one, or only the new one. All but the added runs, joined, are the
    old text; all but the removed ones the new text."""

    edit: Edit
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkChange:
    """A chunk that is in both versions with other words, headings or marks; equal texts differ in the latter two."""

    before: RuleChunk
    after: RuleChunk
    edits: tuple[TextEdit, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentChange:
    """A document that is not the same in both. ``reasons``: ``content``, ``category``, ``reading`` (the file is the
    same, but it was read or cut another way); empty for one that is only in one version."""

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
    """What ``after`` has that ``before`` has not, and the other way round. Raises ``VersionDamaged``."""
    old, new = _chunks_by_document(layout, before), _chunks_by_document(layout, after)
    old_files = {s.name: s for s in before.source_files}
    new_files = {s.name: s for s in after.source_files}
    changes = []
    for doc in sorted(old_files.keys() | new_files.keys()):
        if doc not in old_files:
            changes.append(DocumentChange(doc=doc, status=Status.ADDED, added=tuple(new[doc])))
        elif doc not in new_files:
            changes.append(DocumentChange(doc=doc, status=Status.REMOVED, removed=tuple(old[doc])))
        else:
            change = _document_change(old_files[doc], new_files[doc], old[doc], new[doc])
            changes += [change] if change else []
    return VersionDifference(before=before.version, after=after.version, documents=tuple(changes))


def _chunks_by_document(layout: HandbookLayout, manifest: Manifest) -> dict[str, list[RuleChunk]]:
    folder = layout.version(version_number(manifest.version))
    found: dict[str, list[RuleChunk]] = defaultdict(list)
    for category in Category:
        if category.collection in manifest.collections:
            for chunk in read_chunks(folder, category):
                found[chunk.doc].append(chunk)
    return found


def _document_change(
    old_file: SourceFile, new_file: SourceFile, old: Sequence[RuleChunk], new: Sequence[RuleChunk]
) -> DocumentChange | None:
    added, removed, changed = compare_chunks(old, new)
    reasons = []
    if old_file.hash != new_file.hash:
        reasons.append("content")
    if old_file.type is not new_file.type:
        reasons.append("category")
    if not reasons and (added or removed or changed):
        reasons.append("reading")
    if not reasons:
        return None
    return DocumentChange(
        doc=old_file.name,
        status=Status.CHANGED,
        reasons=tuple(reasons),
        added=added,
        removed=removed,
        changed=changed,
    )


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
        tuple(ChunkChange(before=b, after=a, edits=text_edits(b.content, a.content)) for b, a in changed),
    )


Pairs = list[tuple[RuleChunk, RuleChunk]]


def _said(chunk: RuleChunk) -> Hashable:
    """Everything of a chunk that a rule can differ in."""
    return (chunk.headings, chunk.content, chunk.marks, chunk.table_header, chunk.flags)


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
        for n in sorted({*near, *places[chunk.headings]}):
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


def _character_pairs(text: str) -> frozenset[str]:
    letters = "".join(text.split())
    return frozenset(letters[i : i + 2] for i in range(max(1, len(letters) - 1)))


def _likeness(a: frozenset[str], b: frozenset[str]) -> float:
    """The Dice coefficient: twice what both have over what each has."""
    return 2 * len(a & b) / (len(a) + len(b))


def text_edits(before: str, after: str) -> tuple[TextEdit, ...]:
    """From ``before`` to ``after`` in words of Latin letters and digits, and single characters of other scripts."""
    old, new = _units(before), _units(after)
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    edits = []
    for tag, o1, o2, n1, n2 in matcher.get_opcodes():
        if tag == "equal":
            edits.append(TextEdit(edit=Edit.EQUAL, text="".join(old[o1:o2])))
            continue
        if o1 < o2:
            edits.append(TextEdit(edit=Edit.REMOVED, text="".join(old[o1:o2])))
        if n1 < n2:
            edits.append(TextEdit(edit=Edit.ADDED, text="".join(new[n1:n2])))
    return tuple(edits)


def _units(text: str) -> list[str]:
    return re.findall(r"[A-Za-z0-9_]+|[ァ-ヴー]+|.", text, re.DOTALL)
