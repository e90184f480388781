"""Which lines of a text belong together: items of a list do not, a line that was wrapped does."""

from __future__ import annotations

import re
from itertools import pairwise

# How items of a list begin: with a bullet, or a number or letter and its stop.
_ITEM = re.compile(
    r"[・･▼▽►▶➢✓✔•‣◦▪\-–—−*＊※＋+→⇒#＃]|[●○◎◆◇■□▲△](?![をがはの、])"  # ○を記入する is no item
    r"|[（(]?(?:[0-9０-９]{1,3}|[a-zA-Zａ-ｚＡ-Ｚ]|[ivxIVX]{1,4}|[一二三四五六七八九十]{1,3}|[ア-ン])[)）.．:：](?![0-9])"
    r"|(?:[0-9０-９]{1,3}|[一二三四五六七八九十]{1,3})、"
    r"|[①-⓿㈠-㈩Ⅰ-ⅿ]|第[0-9０-９一二三四五六七八九十百]+[条章項号节節款]"
)
_HEAD = '一-鿿々ァ-ヺーA-Za-zＡ-Ｚａ-ｚ0-9０-９「『“”"（('
# A line that begins so goes on from the line before: particles and what stands behind them, never the head of a clause.
_GOES_ON = re.compile(
    rf"を|[はがにでとのへもや](?=[{_HEAD}])|にて|により|による|によっ|に(?:お|つ)い|に対|として|という|といっ|とする"
    rf"|(?:より(?![詳具])|から|まで)(?=[{_HEAD}])|だけで|した(?=[{_HEAD}])|され[るた]|する(?:こと|場合|ため)|[、，。）」』]"
)
# Nothing ends in these particles and conditions; もの, こと, ごと, あと, すべて are words.
_UNFINISHED = re.compile(
    r"(?:[、，をがはへに]|(?<!も)の|(?<![こごもあ])と|(?<=[一-鿿ァ-ヺ])や|(?<![べ全])て|れば|ので|[なた]ら|場合|とき)\Z"
)
_CONDITION = re.compile(r"(?:場合|とき)は?\Z")
_LABEL = re.compile(r"【|[^\s：:]{1,3}[：:]")
_LATIN_PROSE = re.compile(r"(?:[(\"“]?[A-Za-z][A-Za-z'’/-]*[,;)\"”]*\s+){4,}[(\"“]?[A-Za-z][A-Za-z'’/-]*[,)\"”]?\Z")
_LATIN_GOES_ON = re.compile(r"[a-z]+[,.)]?(?: [A-Za-z(“\"'’-]+|\.?\Z)")
_STOPS = "。｡！？!?．；：:"


def opens_list_item(line: str) -> bool:
    """Whether a line begins as items of a list do: with a bullet, a number or a letter and its stop."""
    return bool(_ITEM.match(line.lstrip()))


def goes_on(line: str, following: str) -> bool:
    """Whether the sentence of ``line`` visibly goes on in ``following``: the line ends in a comma, a particle or a
    condition, or the next one begins with a particle, or Latin prose goes on in small letters. Items of a list, labels
    and conditions in a row are lines of their own."""
    line, following = line.strip(), following.strip()
    if not line or not following or opens_list_item(following) or _LABEL.match(following):
        return False
    if _CONDITION.search(line) and _CONDITION.search(following):
        return False
    japanese = not following.isascii() or not line.isascii()
    if japanese and (_UNFINISHED.search(line) or (_GOES_ON.match(following) and line[-1] not in _STOPS)):
        return True
    return bool(_LATIN_PROSE.search(line) and _LATIN_GOES_ON.match(following))


def on_one_line(text: str) -> str:
    """``text`` without line ends: a wrapped Japanese or Chinese line closes up with the one it goes on in, all other
    white space is one blank. What a condition (…場合) is followed by stays apart from it."""
    lines = [words for line in text.splitlines() if (words := " ".join(line.split()))]
    joined = lines[:1]
    for before, line in pairwise(lines):
        apart = before.endswith(("場合", "とき")) and not _GOES_ON.match(line)
        closed = not apart and not before[-1].isascii() and not line[0].isascii() and goes_on(before, line)
        joined.append(line if closed else f" {line}")
    return "".join(joined)
