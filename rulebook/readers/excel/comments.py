"""Comments on cells, old notes and threaded ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from lxml import etree

from rulebook.model.document import ParseWarning
from rulebook.model.text import RichText
from rulebook.readers.excel.optional import optional_part
from rulebook.readers.excel.strings import string_runs, with_marks
from rulebook.readers.excel.xml import SHEET, THREADED, cell_position, plain
from rulebook.readers.package import Package


@dataclass(frozen=True, slots=True, kw_only=True)
class Comment:
    row: int
    column: int
    text: RichText


def read_comments(
    package: Package,
    relations: Mapping[str, tuple[str, str]],
    people: Mapping[str, str],
    warnings: list[ParseWarning],
) -> tuple[Comment, ...]:
    """The comments of a sheet by row and column; ``people`` are the names of authors by id.

    A thread is one comment, its replies one below the other, each behind its author's name; the copy of it that Excel
    keeps as an old note is left out. An old note names its author itself.
    """
    found: dict[str, dict[tuple[int, int], RichText]] = {"comments": {}, "threadedComment": {}}
    for kind, part in relations.values():
        root = optional_part(package, part, warnings) if kind in found else None
        if root is not None:
            found[kind] |= _notes(root) if kind == "comments" else _threads(root, people)
    joined = found["comments"] | found["threadedComment"]
    return tuple(Comment(row=r, column=c, text=text) for (r, c), text in sorted(joined.items()) if text)


def _notes(root: etree._Element) -> dict[tuple[int, int], RichText]:
    notes = {}
    for entry in root.iterfind(f"{SHEET}commentList/{SHEET}comment"):
        body, place = entry.find(f"{SHEET}text"), cell_position(entry.get("ref", ""))
        if place is not None and body is not None:
            notes[place] = with_marks(string_runs(body), ()).strip()
    return notes


def _threads(root: etree._Element, people: Mapping[str, str]) -> dict[tuple[int, int], RichText]:
    threads: dict[tuple[int, int], list[RichText]] = {}
    for entry in root.iterfind(f"{THREADED}threadedComment"):
        text = plain(entry.findtext(f"{THREADED}text") or "").strip()
        author = people.get(entry.get("personId", ""), "")
        if (place := cell_position(entry.get("ref", ""))) is not None and text:
            threads.setdefault(place, []).append(RichText(f"{author}: {text}" if author else text))
    return {place: RichText.join(texts, "\n") for place, texts in threads.items()}


def read_people(
    package: Package, relations: Mapping[str, tuple[str, str]], warnings: list[ParseWarning]
) -> dict[str, str]:
    """The authors of threads by id, from the relations of the workbook part."""
    people = {}
    for kind, part in relations.values():
        root = optional_part(package, part, warnings) if kind == "person" else None
        for person in root.iterfind(f"{THREADED}person") if root is not None else ():
            people[person.get("id", "")] = plain(person.get("displayName") or "")
    return people
