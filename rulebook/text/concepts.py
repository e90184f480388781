"""Words for one concept across languages and registers: what a query says and what the rule says may be two of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import cast

import yaml

from rulebook.errors import SettingsError
from rulebook.text.identifiers import latin_words
from rulebook.text.morphemes import content_words
from rulebook.text.normalise import HAN, fold

_PACKAGED = Path(__file__).with_name("vocabulary.yaml")
_ALL_HAN = re.compile(f"[{HAN}]{{2,}}")

Key = frozenset[str]
"""The keyword terms that all stand in a text which uses a form."""


@dataclass(frozen=True, slots=True)
class Concept:
    """One concept by its forms, each as a key, in the order of the vocabulary."""

    keys: tuple[Key, ...]


class Vocabulary:
    """Concepts, found by the terms of a text."""

    def __init__(self, concepts: Iterable[Sequence[str]]) -> None:
        """``concepts`` are the forms of each; a form without a keyword term is left out, and so is a concept of which
        fewer than two keys remain."""
        self._meant: dict[Key, list[Concept]] = {}
        for forms in concepts:
            keys = tuple(dict.fromkeys(key for form in forms if (key := form_key(form))))
            if len(keys) > 1:
                concept = Concept(keys)
                for key in keys:
                    self._meant.setdefault(key, []).append(concept)
        self._by_term: dict[str, list[Key]] = {}
        for key in self._meant:
            self._by_term.setdefault(min(key), []).append(key)

    def concepts_in(self, terms: Set[str]) -> dict[Concept, float]:
        """The concepts that have a form all of whose terms are among ``terms``, in a fixed order, with how sure each is
        meant: 1 over the number of concepts that share the form.

        Of two forms the one that holds the other's terms wins: what is said of a 主キー is not meant of any キー.
        """
        keys = [key for term in sorted(terms) for key in self._by_term.get(term, ()) if key <= terms]
        found: dict[Concept, float] = {}
        for key in keys:
            if not any(key < other for other in keys):
                meant = self._meant[key]
                for concept in meant:
                    found[concept] = max(found.get(concept, 0), 1 / len(meant))
        return found


def form_key(form: str) -> Key:
    """The terms by which a form is recognised wherever it stands: its smallest words, each by its first spelling. Where
    it is Chinese it is the pairs of characters, since the Japanese dictionary cuts Chinese by its neighbours."""
    text = fold(form).text
    if _ALL_HAN.fullmatch(text) and not _may_be_japanese(text):
        return frozenset(text[at : at + 2] for at in range(len(text) - 1))
    words: dict[tuple[int, int], str] = {}
    for term, start, end in [*content_words(text), *latin_words(text)]:
        words.setdefault((start, end), term)
    return frozenset(term for span, term in words.items() if not any(_inside(other, span) for other in words))


def _may_be_japanese(text: str) -> bool:
    """Whether Japanese systems of old could spell it: simplified characters were not among theirs."""
    try:
        text.encode("cp932")
    except UnicodeEncodeError:
        return False
    return True


def _inside(span: tuple[int, int], other: tuple[int, int]) -> bool:
    return span != other and other[0] <= span[0] and span[1] <= other[1]


@cache
def vocabulary(added: Path | None = None) -> Vocabulary:
    """The packaged vocabulary, with the concepts of the file ``added``, which is written like it; a file is read once.

    Raises ``SettingsError`` for a file that cannot be read or is no list of lists of words.
    """
    own = [] if added is None else _read(added)
    return Vocabulary([*_read(_PACKAGED), *own])


def _read(path: Path) -> list[list[str]]:
    try:
        # the base loader leaves every word as it is written: "no" is a word, and so is "1.1"
        found = yaml.load(path.read_text(encoding="utf-8"), Loader=getattr(yaml, "CBaseLoader", yaml.BaseLoader))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise SettingsError(
            f"the vocabulary cannot be read: {error}.", where=str(path), remedy="Correct the file or its name."
        ) from error
    if found is None:  # a file with comments only
        return []
    for number, concept in enumerate(found if isinstance(found, list) else [found], 1):
        if not isinstance(concept, list) or not all(isinstance(form, str) for form in concept):
            raise SettingsError(
                f"entry {number} of the vocabulary is no list of words.",
                where=str(path),
                remedy="Write one concept a line: - [見出し行, ヘッダー行, header row]",
            )
    return cast(list[list[str]], found)
