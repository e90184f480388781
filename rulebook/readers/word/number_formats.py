"""Numbers written the way a list level asks for: decimal, roman, 一二三, ①, ア, イロハ …"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

_AIUEO = "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン"
_AIUEO_NARROW = "ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ"
_IROHA = "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン"
_IROHA_NARROW = "ｲﾛﾊﾆﾎﾍﾄﾁﾘﾇﾙｦﾜｶﾖﾀﾚｿﾂﾈﾅﾗﾑｳヰﾉｵｸﾔﾏｹﾌｺｴﾃｱｻｷﾕﾒﾐｼヱﾋﾓｾｽﾝ"
_GANADA = "가나다라마바사아자차카타파하"
_CHOSUNG = "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ"
_STEMS = "甲乙丙丁戊己庚辛壬癸"
_BRANCHES = "子丑寅卯辰巳午未申酉戌亥"
_ROMAN = tuple(zip((1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1),
                   ("m", "cm", "d", "cd", "c", "xc", "l", "xl", "x", "ix", "v", "iv", "i"), strict=True))  # fmt: skip
_SMALL = ("Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve",
          "Thirteen", "Fourteen", "Fifteen", "Sixteen", "Seventeen", "Eighteen", "Nineteen")  # fmt: skip
_TENS = ("", "", "Twenty", "Thirty", "Forty", "Fifty", "Sixty", "Seventy", "Eighty", "Ninety")
_IRREGULAR = {"One": "First", "Two": "Second", "Three": "Third", "Five": "Fifth", "Eight": "Eighth", "Nine": "Ninth",
              "Twelve": "Twelfth"}  # fmt: skip
_FULL_WIDTH = str.maketrans("0123456789", "０１２３４５６７８９")


@dataclass(frozen=True, slots=True, kw_only=True)
class Counting:
    """A way to count in words: ``digits`` 0-9, ``units`` for 10, 100, 1000, and the mark of 10,000.

    ``bare_tens``: 十 and not 一十 below twenty; ``bare_units``: 百 and 千 without 一 as well; ``says_zero``: 百零五;
    from ``digits_from`` on, digits stand side by side (一○○).
    """

    digits: str
    units: str
    ten_thousand: str
    bare_tens: bool = True
    bare_units: bool = False
    says_zero: bool = False
    digits_from: int = 10**8


def render(number_format: str, n: int) -> str | None:
    """``n`` as Word shows it in the format named as in the file (``upperRoman``), ``None`` for an unknown format.

    Numbers that a format has no sign for (0 as a letter, 21 in a circle) come out in decimal, as in Word.
    """
    if number_format in ("none", "bullet"):
        return ""
    writer = _WRITERS.get(number_format)
    if writer is None:
        return _padded(number_format, n)
    return str(n) if n < 0 else writer(n)


def _padded(pattern: str, n: int) -> str | None:
    """A format of its own such as ``001, 002, 003, ...``."""
    found = re.match(r"(0*1)\s*,\s*0*2\s*,", pattern)
    return f"{n:0{len(found[1])}d}" if found else None


def _roman(n: int) -> str:
    if not 0 < n < 32768:
        return str(n)
    out = ""
    for size, letters in _ROMAN:
        out += letters * (n // size)
        n %= size
    return out


def _letters(alphabet: str) -> Callable[[int], str]:
    """A … Z, then AA, BB …: Word repeats the letter."""

    def write(n: int) -> str:
        if not 0 < n <= len(alphabet) * 30:
            return str(n)
        return alphabet[(n - 1) % len(alphabet)] * ((n - 1) // len(alphabet) + 1)

    return write


def _round(signs: str) -> Callable[[int], str]:
    """The signs in turn, beginning again after the last."""
    return lambda n: signs[(n - 1) % len(signs)] if n else "0"


def _listed(first: str, count: int, zero: str = "0") -> Callable[[int], str]:
    """``count`` signs that follow each other in Unicode; decimal outside of them."""
    return lambda n: chr(ord(first) + n - 1) if 0 < n <= count else zero if n == 0 else str(n)


def _among(signs: str) -> Callable[[int], str]:
    return lambda n: signs[n - 1] if 0 < n <= len(signs) else str(n)


def _side_by_side(digits: str) -> Callable[[int], str]:
    return lambda n: "".join(digits[int(d)] for d in str(n))


def _counted(way: Counting) -> Callable[[int], str]:
    def write(n: int) -> str:
        if n >= way.digits_from:
            return "".join(way.digits[int(d)] for d in str(n))
        high, low = divmod(n, 10_000)
        if not high:
            return _below_ten_thousand(way, n) if n else way.digits[0]
        gap = way.digits[0] if way.says_zero and 0 < low < 1000 else ""
        return write(high) + way.ten_thousand + gap + (_below_ten_thousand(way, low) if low else "")

    return write


def _below_ten_thousand(way: Counting, n: int) -> str:
    out, gap = "", False
    for power in (3, 2, 1, 0):
        digit = n // 10**power % 10
        if not digit:
            gap = bool(out)
            continue
        if gap and way.says_zero:
            out += way.digits[0]
        gap = False
        is_bare = digit == 1 and power and (way.bare_units or (way.bare_tens and power == 1 and not out))
        out += ("" if is_bare else way.digits[digit]) + (way.units[power - 1] if power else "")
    return out


def _ordinal(n: int) -> str:
    ending = "th" if 10 <= n % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def _in_words(n: int) -> str:
    """``Twenty-One``; decimal from 100 on."""
    if n >= 100:
        return str(n)
    tens, ones = divmod(n, 10)
    return _SMALL[n] if n < 20 else _TENS[tens] + (f"-{_SMALL[ones]}" if ones else "")


def _ordinal_in_words(n: int) -> str:
    """``Twenty-First``; as ``100th`` from 100 on."""
    if n >= 100:
        return _ordinal(n)
    first, dash, last = _in_words(n).rpartition("-")
    regular = f"{last[:-1]}ieth" if last.endswith("y") else f"{last}th"
    return first + dash + _IRREGULAR.get(last, regular)


def _sexagenary(n: int) -> str:
    return _STEMS[(n - 1) % 10] + _BRANCHES[(n - 1) % 12] if n else "0"


_KANJI = "〇一二三四五六七八九"
_JAPANESE = Counting(digits=_KANJI, units="十百千", ten_thousand="万", bare_units=True)
_JAPANESE_LEGAL = Counting(digits="零壱弐参四伍六七八九", units="拾百阡", ten_thousand="萬", bare_tens=False)
_CHINESE = Counting(digits="○一二三四五六七八九", units="十百千", ten_thousand="万", digits_from=100)
_CHINESE_THOUSAND = Counting(digits="零一二三四五六七八九", units="十百千", ten_thousand="万", says_zero=True)
_CHINESE_LEGAL = Counting(
    digits="零壹贰叁肆伍陆柒捌玖", units="拾佰仟", ten_thousand="万", bare_tens=False, says_zero=True
)
_TRADITIONAL_LEGAL = Counting(
    digits="零壹貳參肆伍陸柒捌玖", units="拾佰仟", ten_thousand="萬", bare_tens=False, says_zero=True
)
_TAIWANESE_THOUSAND = Counting(digits="零一二三四五六七八九", units="十百千", ten_thousand="萬", says_zero=True)
_KOREAN = Counting(digits="영일이삼사오육칠팔구", units="십백천", ten_thousand="만", bare_units=True)

_WRITERS: dict[str, Callable[[int], str]] = {
    "decimal": str,
    "decimalHalfWidth": str,
    "decimalZero": lambda n: f"{n:02d}",
    "decimalFullWidth": lambda n: str(n).translate(_FULL_WIDTH),
    "decimalFullWidth2": lambda n: str(n).translate(_FULL_WIDTH),
    "numberInDash": lambda n: f"- {n} -",
    "hex": lambda n: f"{n:X}",
    "ordinal": _ordinal,
    "ordinalText": _ordinal_in_words,
    "cardinalText": _in_words,
    "chicago": _letters("*†‡§"),
    "lowerRoman": _roman,
    "upperRoman": lambda n: _roman(n).upper(),
    "lowerLetter": _letters("abcdefghijklmnopqrstuvwxyz"),
    "upperLetter": _letters("ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
    "aiueo": _round(_AIUEO_NARROW),
    "aiueoFullWidth": _round(_AIUEO),
    "iroha": _round(_IROHA_NARROW),
    "irohaFullWidth": _round(_IROHA),
    "ganada": _round(_GANADA),
    "chosung": _round(_CHOSUNG),
    "decimalEnclosedCircle": _listed("①", 20, "⓪"),
    "decimalEnclosedCircleChinese": _listed("①", 20, "⓪"),
    "decimalEnclosedParen": _listed("⑴", 20),
    "decimalEnclosedFullstop": _listed("⒈", 20),
    "ideographEnclosedCircle": _listed("㊀", 10),
    "ideographDigital": _side_by_side(_KANJI),
    "japaneseDigitalTenThousand": _side_by_side(_KANJI),
    "taiwaneseDigital": _side_by_side("○一二三四五六七八九"),
    "koreanDigital": _side_by_side("영일이삼사오육칠팔구"),
    "japaneseCounting": _counted(_JAPANESE),
    "japaneseLegal": _counted(_JAPANESE_LEGAL),
    "chineseCounting": _counted(_CHINESE),
    "taiwaneseCounting": _counted(_CHINESE),
    "chineseCountingThousand": _counted(_CHINESE_THOUSAND),
    "taiwaneseCountingThousand": _counted(_TAIWANESE_THOUSAND),
    "chineseLegalSimplified": _counted(_CHINESE_LEGAL),
    "ideographLegalTraditional": _counted(_TRADITIONAL_LEGAL),
    "koreanCounting": _counted(_KOREAN),
    "ideographTraditional": _among(_STEMS),
    "ideographZodiac": _among(_BRANCHES),
    "ideographZodiacTraditional": _sexagenary,
}
