"""Words of Japanese text, as Sudachi's core dictionary cuts and spells them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from sudachipy import Dictionary, Morpheme  # type: ignore[import-untyped]

from rulebook.text.normalise import HAN, KATAKANA

# Sudachi takes 49,149 bytes at most; a character has up to four.
_LONGEST = 12_000
_LONGEST_LOAN = 40
"""No word of a dictionary is longer; what is, is an identifier or noise."""
_PIECE = re.compile(rf"[^\r\n]{{1,{_LONGEST - 1}}}(?:[。、,.\s]|(?=[\r\n])|$)|[^\r\n]{{1,{_LONGEST}}}")
_JAPANESE = re.compile(f"[ぁ-ゟ{KATAKANA}{HAN}]")
_ONE_HAN = re.compile(f"[{HAN}]")
_FINAL_LONG_VOWEL = re.compile(f"(?<=[{KATAKANA}]{{3}})ー$")
_NO_WORDS = frozenset({"助詞", "助動詞", "接続詞", "連体詞", "感動詞", "補助記号", "記号", "空白"})
# Light verbs, formal nouns, words of asking and pointing, prefixes that add nothing; and the particles of Chinese.
_STOP_LIST = """
    為る 有る 居る 成る 出来る 下さる 頂く 御座る 行く 来る 言う 因る よる おく つく 無い 良い
    こと 事 物 為 様 よう 所 時 訳 筈 方 内 際 等
    此れ 其れ 何れ 何 何方 何処 どこ 何時 いつ 誰 如何 如何に どう そう こう 尚 御 第
    的 了 是 在 与 也 就 这 那 吗 呢 吧 怎 么
"""
_STOP_WORDS = frozenset(_STOP_LIST.split())


def content_words(text: str) -> Iterator[tuple[str, int, int]]:
    """``(word, start, end)`` of the words of folded ``text`` that hold kana or Chinese characters, in order.

    Words come in Sudachi's normalised form (打合せ → 打ち合わせ, サーバ → サーバー → サーバ); a compound is followed by
    its parts. Particles, auxiliaries, symbols and stop words are left out. Lines are cut one by one, so a line gives
    the same words wherever it stands.
    """
    tokenizer = _dictionary().tokenizer(mode="C")  # costs a microsecond, and one must not be shared between threads
    for piece in _PIECE.finditer(text):
        if not _JAPANESE.search(piece.group()):
            continue
        for morpheme in tokenizer.tokenize(piece.group()):
            yield from _words(morpheme, piece.start())


@lru_cache(maxsize=50_000)
def loan_word(word: str) -> str:
    """The Japanese word that Sudachi holds for a Latin one (table → テーブル), or ""."""
    if len(word) > _LONGEST_LOAN:
        return ""
    morphemes = _dictionary().tokenizer(mode="C").tokenize(word)
    spelled = _spelled(morphemes[0].normalized_form()) if len(morphemes) == 1 else ""
    return spelled if _JAPANESE.search(spelled) else ""


def _words(morpheme: Morpheme, offset: int) -> Iterator[tuple[str, int, int]]:
    start, end = morpheme.begin(), morpheme.end()
    if morpheme.part_of_speech()[0] in _NO_WORDS or not _JAPANESE.search(morpheme.surface()):
        return
    # one character is too little to guess okurigana from, least of all in Chinese text: 入 stays 入
    normalised = morpheme.surface() if _ONE_HAN.fullmatch(morpheme.surface()) else morpheme.normalized_form()
    if normalised not in _STOP_WORDS:
        yield _spelled(normalised), offset + start, offset + end
    if end - start > 2:  # shorter words have no parts worth the call
        for part in morpheme.split("A", add_single=False):
            yield from _words(part, offset)


def _spelled(word: str) -> str:
    """Lower case, and ヘッダー as ヘッダ: from the fourth character on, the last long vowel is house style."""
    return _FINAL_LONG_VOWEL.sub("", word.casefold())


@cache
def _dictionary() -> Dictionary:
    return Dictionary(dict="core")
