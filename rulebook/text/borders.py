"""Where a text without any end of a sentence is best cut: between phrases, else between words, else between letters."""

from __future__ import annotations

import re
import unicodedata

_PHRASE = re.compile(r"[、，,;；\s|]")
# hiragana before anything else: the end of a phrase, since particles and endings close it and a stem opens the next
_AFTER_PARTICLE = re.compile(r"[ぁ-ゟ](?=[^ぁ-ゟ\W])|[的了](?=[一-鿿])|[)）」』】](?=\w)")
_SCRIPTS = ("[A-Za-zÀ-ɏＡ-Ｚａ-ｚ0-9０-９_.\\-/]", "[゠-ヿｦ-ﾟ]", "[ぁ-ゟ㐀-鿿々]")
_JOINERS = "\u200d\ufe0e\ufe0f"


def word_border(text: str, limit: int) -> int:
    """The best place in ``text[:limit]`` to cut at, from 1 to ``limit``: the last one of the best kind in its second
    half.

    The kinds are: behind a comma or a blank; behind a particle or a bracket; between scripts; inside a run of kanji or
    kana. Latin words, numbers and what makes one sign of several characters stay whole unless nothing else is there.
    """
    half = (limit + 1) // 2
    for ends in (_ends(_PHRASE, text, limit), _ends(_AFTER_PARTICLE, text, limit), _script_changes(text, limit)):
        last = max((end for end in ends if half <= end <= limit), default=0)
        if last:
            return last
    inside = (at for at in range(limit, 0, -1) if not _is_whole(text[at - 1], text[at : at + 1]))
    return next(inside, limit)


def _ends(border: re.Pattern[str], text: str, limit: int) -> list[int]:
    return [match.end() for match in border.finditer(text, 0, limit + 1)]


def _script_changes(text: str, limit: int) -> list[int]:
    kinds = [_script(character) for character in text[: limit + 1]]
    return [at for at in range(1, len(kinds)) if kinds[at] != kinds[at - 1] and not _is_whole(text[at - 1], text[at])]


def _script(character: str) -> int:
    return next((n for n, script in enumerate(_SCRIPTS) if re.match(script, character)), len(_SCRIPTS))


def _is_whole(before: str, after: str) -> bool:
    """Whether two neighbours are parts of one word or of one sign."""
    if not after:
        return False
    latin = _script(before) == 0 and _script(after) == 0
    return latin or after in _JOINERS or before == "\u200d" or bool(unicodedata.combining(after)) or _is_tone(after)


def _is_tone(character: str) -> bool:
    return 0x1F3FB <= ord(character) <= 0x1F3FF
