"""Numbers and marks at the beginning of a line, as typed: ``2.3.1.``, ``第3章``, ``(4-1)``, ``①``, ``■``, ``・``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from unicodedata import normalize


class LabelKind(StrEnum):
    CHAPTER = "chapter"
    DECIMAL = "decimal"
    SYMBOL = "symbol"
    BRACKET = "bracket"
    PARENTHESIS = "parenthesis"
    CIRCLE = "circle"
    BULLET = "bullet"
    NOTE = "note"


NUMBERED = (LabelKind.DECIMAL, LabelKind.CHAPTER)
"""The kinds that count chapters and sections."""


@dataclass(frozen=True, slots=True)
class Label:
    """``text`` is the label as typed, ``rest`` what follows it; ``depth`` counts from 1 (``2.3.1`` has depth 3)."""

    kind: LabelKind
    depth: int
    text: str
    rest: str


_D = "[0-9０-９]"
_KANJI = "[一二三四五六七八九十]"
_KANA = "[ア-ン]"
_ROW = rf"{_D}{{1,3}}(?:[.．\-－]{_D}{{1,3}}){{0,6}}"
_INNER = rf"(?:{_ROW}|[a-zA-Zａ-ｚＡ-Ｚ]|[ivxIVX]{{1,4}}|{_KANA}|{_KANJI}{{1,3}})"
_ROUND = rf"[(（][\s　]*{_INNER}[\s　]*[)）]|(?:{_D}{{1,2}}|[a-zA-Z]|{_KANA})[)）]"
_REMARK = rf"[(（]?[※＊*]{_D}{{0,2}}[)）]?|[(（]?注{_D}{{0,2}}[)）]|[注例]{_D}{{0,2}}[:：)）]"
_RINGED = "[①-⑳㉑-㉟㊱-㊿❶-❿⓵-⓾]"
_SIGN = "[■◆□◇▼▽●◎★☆▶►▲▣]"
_DOT = "[・･•◦▪➢⇒→○〇*＊]"

_CHAPTERS = {"編": 1, "部": 1, "章": 2, "節": 3, "款": 4, "項": 4, "条": 5}
_CHAPTER = re.compile(rf"第(?:{_D}{{1,3}}|[一二三四五六七八九十百]+)([編部章節款項条])[\s　.．:：]*(.*)", re.DOTALL)
_CHAPTER_EN = re.compile(r"((?:Chapter|Section|Part|Appendix)\s+(?:\d{1,3}|[A-Z])\b[.:]?)\s*(.*)", re.DOTALL)
_DECIMAL = re.compile(rf"({_ROW})([.．、]?)([\s　]*)(.*)", re.DOTALL)
_PARENTHESIS = re.compile(rf"({_ROUND})[\s　]*(.*)", re.DOTALL)
_CIRCLE = re.compile(rf"({_RINGED})[\s　]*(.*)", re.DOTALL)
_SYMBOL = re.compile(rf"({_SIGN})[\s　]*(.*)", re.DOTALL)
_BULLET = re.compile(rf"({_DOT}|[-－‐–—](?!{_D}))[\s　]*(\S.*)", re.DOTALL)
_NOTE = re.compile(rf"({_REMARK})[\s　]*(.*)", re.DOTALL)
_BRACKET = re.compile(
    r"(?:【[^【】]+】|＜[^＜＞]+＞|<{1,2}[^<>]+>{1,2}|《[^《》]+》|≪[^≪≫]+≫|〈[^〈〉]+〉|〔[^〔〕]+〕|\[[^\[\]]+\]).{0,12}"
)
_UNITS = re.compile(r"[%％:：/年月日時分秒円個件回台名人倍行列桁文字点歳本枚頁通つ~～〜,、\-－+=]")
_WIDE = re.compile(r"[^\x00-\x7f]")
_ALONE = re.compile(
    rf"{_ROW}[.．]?|{_ROUND}|{_REMARK}|[注例]|{_RINGED}|{_SIGN}|{_DOT}|[\-－–—]|[a-zA-Z][.]|第{_D}+[章節項条]"
)


def is_label_alone(text: str) -> bool:
    """Whether a cell holds a number or mark only, its text standing in the next cell."""
    return _ALONE.fullmatch(text.strip()) is not None


def read_label(text: str) -> Label | None:
    """The label that a line begins with, ``None`` when it begins with its words."""
    text = text.strip()
    for read in (_chapter, _decimal, _note, _parenthesis, _simple):
        label = read(text)
        if label is not None:
            return label
    return None


def _chapter(text: str) -> Label | None:
    if match := _CHAPTER.match(text):
        # "第3条の規定により" goes on in the sentence
        if match[2] and re.match(r"[のにはをがとで、]", match[2]) and text[match.start(2) - 1] == match[1]:
            return None
        return Label(LabelKind.CHAPTER, _CHAPTERS[match[1]], text[: match.start(2)].strip(), match[2])
    if match := _CHAPTER_EN.match(text):
        return Label(LabelKind.CHAPTER, 2, match[1], match[2])
    return None


def _decimal(text: str) -> Label | None:
    match = _DECIMAL.match(text)
    if match is None or not match[4]:
        return None
    number, stop, gap, rest = match.groups()
    depth = len(re.split(r"[.．\-－]", number))
    if not stop and not gap and (depth == 1 or _UNITS.match(rest) or not _WIDE.match(rest)):
        return None  # "3版", "1.5倍"
    if not stop and depth == 1 and _UNITS.match(rest):
        return None  # "5 件"
    if (rest[0].isdigit() and not gap) or (re.search(r"[\-－]", number) and not (gap or stop)):
        return None
    return Label(LabelKind.DECIMAL, depth, text[: match.start(4)].strip(), rest)


def _note(text: str) -> Label | None:
    match = _NOTE.match(text)
    return Label(LabelKind.NOTE, 1, match[1], match[2]) if match else None


def _parenthesis(text: str) -> Label | None:
    match = _PARENTHESIS.match(text)
    if match is None or not match[2]:
        return None
    depth = len(re.split(r"[-－.．]", match[1]))
    return Label(LabelKind.PARENTHESIS, depth, match[1], match[2])


def _simple(text: str) -> Label | None:
    for kind, pattern in ((LabelKind.CIRCLE, _CIRCLE), (LabelKind.SYMBOL, _SYMBOL), (LabelKind.BULLET, _BULLET)):
        match = pattern.match(text)
        if match and match[2]:
            return Label(kind, 1, match[1], match[2])
    if _BRACKET.fullmatch(text) and _WIDE.search(text):
        return Label(LabelKind.BRACKET, 1, "", text)
    return None


def signature(label: Label) -> tuple[str, int, str]:
    """What lines of one series share: kind, depth and the shape of the number (``(1)`` and ``(a)`` differ)."""
    shape = normalize("NFKC", label.text)
    shape = re.sub(r"\d+", "1", shape)
    shape = re.sub(r"[a-z]+", "a", re.sub(r"[A-Z]+", "A", shape))
    shape = re.sub(r"[ア-ン]", "ア", re.sub(r"[一二三四五六七八九十]+", "一", shape))
    return label.kind.value, label.depth, "" if label.kind is LabelKind.DECIMAL else shape
