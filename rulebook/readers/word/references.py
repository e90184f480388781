"""Holds cross-references against what they point to: Word shows a stored number until somebody updates the fields."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from rulebook.model.document import ParseWarning
from rulebook.readers.word.fields import Field

_NUMBERED = frozenset({"\\r", "\\n", "\\w"})
_OTHERWISE = frozenset({"\\p", "\\f"})
"""Switches that show neither the number nor the words: ``above``, the mark of a note."""
_BROKEN = ("エラー!", "エラー!", "error!", "错误!", "錯誤!")
_NAMED = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class _Target:
    label: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reference:
    """``shown`` is what the file stores; ``by_number``: it stands for the number of its target, else for its words."""

    place: str
    target: str
    shown: str
    by_number: bool


class References:
    """The bookmarks and the fields that refer to them, gathered while reading."""

    def __init__(self) -> None:
        self._targets: dict[str, _Target] = {}
        self._references: list[_Reference] = []

    def put_target(self, name: str, label: str, text: str) -> None:
        """A bookmark in a paragraph with this number and text."""
        self._targets[name] = _Target(label=label, text=text)

    def refer(self, field: Field, place: str) -> None:
        """A field REF that was read to its end."""
        words = field.instruction.split()
        switches = {word.lower() for word in words[2:]}
        if len(words) > 1 and field.shown.strip() and not switches & _OTHERWISE:
            by_number = bool(switches & _NUMBERED)
            self._references.append(
                _Reference(place=place, target=words[1], shown=field.shown.strip(), by_number=by_number)
            )

    def warnings(self) -> Iterator[ParseWarning]:
        """One about all references whose target is gone, one about all that show an old number or old words."""
        broken = [r for r in self._references if _folded(r.shown).startswith(_BROKEN)]
        if broken:
            named = _listed([r.place for r in broken])
            message = f"{len(broken)} cross-references point to nothing and show an error instead ({named})."
            yield ParseWarning(code="reference_broken", place=broken[0].place, message=message)
        outdated = [(r, now) for r in self._references if r not in broken and (now := self._now(r))]
        if outdated:
            named = _listed([f"「{r.shown}」→「{now}」" for r, now in outdated])
            message = (
                f"{len(outdated)} cross-references show what their target is no longer called: {named}. "
                "The text keeps what the file shows; update the fields in Word (Ctrl+A, F9) and add it again."
            )
            yield ParseWarning(code="reference_outdated", place=outdated[0][0].place, message=message)

    def _now(self, reference: _Reference) -> str:
        """What an outdated reference would show today; empty for one that is right or cannot be told."""
        target = self._targets.get(reference.target)
        if target is None:
            return ""
        now = target.label.rstrip(".．") if reference.by_number else target.text
        whole = target.label if reference.by_number else f"{target.label}{target.text}"
        shown, current = _folded(reference.shown), _folded(whole)
        return "" if not current or shown in current or current in shown else now


def _listed(entries: list[str]) -> str:
    different = list(dict.fromkeys(entries))
    return ", ".join(different[:_NAMED]) + (" …" if len(different) > _NAMED else "")


def _folded(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).casefold().split()).strip(".")
