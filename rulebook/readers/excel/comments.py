"""Comments on cells, old notes and threaded ones."""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.model.document import ParseWarning
from rulebook.model.text import RichText
from rulebook.readers.excel.strings import string_runs, with_marks
from rulebook.readers.excel.workbook import optional_part
from rulebook.readers.excel.xml import SHEET, THREADED, cell_position, plain
from rulebook.readers.package import Package


@dataclass(frozen=True, slots=True, kw_only=True)
class Comment:
    row: int
    column: int
    text: RichText


def read_comments(
    package: Package, relations: dict[str, tuple[str, str]], warnings: list[ParseWarning]
) -> tuple[Comment, ...]:
    """The comments of a sheet by row and column. A thread is one comment, its replies one below the other; the copy of
    it that Excel keeps as an old note is left out."""
    threads: dict[tuple[int, int], list[RichText]] = {}
    notes: dict[tuple[int, int], RichText] = {}
    for kind, part in relations.values():
        if kind == "threadedComment" and (root := optional_part(package, part, warnings)) is not None:
            for entry in root.iterfind(f"{THREADED}threadedComment"):
                text = RichText(plain(entry.findtext(f"{THREADED}text") or "")).strip()
                if (place := cell_position(entry.get("ref", ""))) is not None and text:
                    threads.setdefault(place, []).append(text)
        elif kind == "comments" and (root := optional_part(package, part, warnings)) is not None:
            for entry in root.iterfind(f"{SHEET}commentList/{SHEET}comment"):
                body = entry.find(f"{SHEET}text")
                place = cell_position(entry.get("ref", ""))
                if place is not None and body is not None:
                    notes[place] = with_marks(string_runs(body), ()).strip()
    found = {**notes, **{place: RichText.join(texts, "\n") for place, texts in threads.items()}}
    return tuple(Comment(row=r, column=c, text=text) for (r, c), text in sorted(found.items()) if text)
