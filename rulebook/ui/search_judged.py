"""A hit as the answer to a judged query: its evidence, and what can be guessed of the query."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulebook.model.judged import Gold
from rulebook.model.search import Hit, Query
from rulebook.text.keywords import terms

KINDS = ("keyword", "semantic", "crosslingual", "passage", "identifier", "vague")
LANGS = ("ja", "en", "zh")
GRADES = (3, 2, 1)

SHORT = 200
"""Characters of a text that is taken whole: a longer one holds more than the answer, and is cut otherwise by the next
version."""

_PASSAGE = 60
_KANA, _HAN, _LATIN = re.compile("[ぁ-ゟ゠-ヿｦ-ﾟ]"), re.compile("[㐀-鿿]"), re.compile("[A-Za-z]")
_IDENTIFIER = re.compile(r"(?=\S*[\d_])[A-Za-z0-9_.\-/]{3,}")


def language_of(text: str, interface: str) -> str:
    """The language of a query by its letters; Chinese characters alone are the interface's language where it is one
    that writes with them, unless Japanese has no such characters."""
    if _KANA.search(text):
        return "ja"
    if _HAN.search(text):
        japanese = all(_in_japanese_use(character) for character in text)
        return "zh" if interface == "zh" or not japanese else "ja"
    return "en" if _LATIN.search(text) else "und"


def kind_of(query: Query, hit: Hit | None, lang: str) -> str:
    """One of ``KINDS``, from how the query looks and what it shares with the hit that answers it."""
    if hit is not None and language_of(hit.content, lang) not in (lang, "und"):
        return "crosslingual"
    if query.context.passage or len(query.text) > _PASSAGE:
        return "passage"
    if _IDENTIFIER.fullmatch(query.text):
        return "identifier"
    if hit is not None and not frozenset(terms(query.text)) & frozenset(terms(hit.content)):
        return "semantic"
    return "keyword"


def likely_statements(query: str, hit: Hit) -> list[int]:
    """The statement that shares most terms with the query, the first of equals; none for a text that is short enough to
    be taken whole, or where none shares any."""
    if len(hit.content) <= SHORT or not hit.statements:
        return []
    asked = frozenset(terms(query))
    shared = [len(asked & frozenset(terms(_own(hit, n)))) for n in range(len(hit.statements))]
    return [shared.index(max(shared))] if max(shared) else []


def evidence_of(hit: Hit, chosen: Sequence[int]) -> tuple[str, ...]:
    """The text of the chosen statements as it stands in the chunk, neighbours as one; without any the whole text."""
    if not chosen:
        return (hit.content,)
    runs: list[list[int]] = []
    for number in sorted(set(chosen)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return tuple(hit.content[hit.statements[run[0]].start : hit.statements[run[-1]].end] for run in runs)


def golds_of(hit: Hit, chosen: Sequence[int], grade: int) -> tuple[Gold, ...]:
    """What is saved of the hit: each piece of evidence answers alone."""
    where = " › ".join([*hit.headings, hit.place])
    return tuple(Gold(doc=hit.doc, evidence=part, grade=grade, where=where) for part in evidence_of(hit, chosen))


def _own(hit: Hit, number: int) -> str:
    statement = hit.statements[number]
    return hit.content[statement.start : statement.end]


def _in_japanese_use(character: str) -> bool:
    """Whether the character set of Japanese Windows has it: simplified ones it has not."""
    try:
        character.encode("cp932")
    except UnicodeEncodeError:
        return False
    return True
