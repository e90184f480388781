"""Numbers in Chinese numerals, as the ``[DBNum1]`` to ``[DBNum3]`` of a number format ask for."""

from __future__ import annotations

import re
from dataclasses import dataclass

_ASKED = re.compile(r"\[DBNum([123])\]", re.IGNORECASE)
_CHINESE = re.compile(r"\[\$[^\]]*-(?:0?[48C]04|1004|1404|zh)", re.IGNORECASE)
_PLAIN = "0123456789"


@dataclass(frozen=True, slots=True)
class Numerals:
    """Digits 0 to 9, the units ten, hundred, thousand, and ten thousand with its powers.

    ``one`` says that a 1 before a unit is written, ``zero`` that a gap between digits is.
    """

    digits: str
    units: str
    myriads: str
    one: bool
    zero: bool

    @property
    def wide(self) -> bool:
        """Whether these are full-width digits, which dates show without units."""
        return self.digits[1] == "１"

    def spelled(self, shown: str) -> str:
        """A number digit by digit: ``2024`` → ``二〇二四``; what is no digit stays."""
        return shown.translate(str.maketrans(_PLAIN, self.digits))

    def counted(self, shown: str, one: bool | None = None) -> str:
        """A number with its units: ``2024`` → ``二千二十四``. Decimals are spelled; ``one`` overrides the own one."""
        sign = "-" if shown.startswith("-") else ""
        whole, point, decimals = shown.removeprefix("-").partition(".")
        if not whole.isdecimal() or len(whole) > 16 or not (decimals or "0").isdecimal():
            return self.spelled(shown)
        counted = self._whole(whole.lstrip("0"), self.one if one is None else one) or self.digits[0]
        return f"{sign}{counted}{point}{self.spelled(decimals)}"

    def _whole(self, digits: str, one: bool) -> str:
        out, gap = "", False
        for at, digit in enumerate(digits):
            power = len(digits) - at - 1
            if digit == "0":
                gap = True
            else:
                out += self.digits[0] if gap and self.zero else ""
                gap = False
                unit = self.units[power % 4 - 1] if power % 4 else ""
                out += unit if unit and digit == "1" and not one else self.digits[int(digit)] + unit
            if power and power % 4 == 0 and digits[max(at - 3, 0) : at + 1].strip("0"):
                out += self.myriads[power // 4 - 1]
        return out


_JAPANESE = {
    "1": Numerals("〇一二三四五六七八九", "十百千", "万億兆", one=False, zero=False),
    "2": Numerals("〇壱弐参四伍六七八九", "拾百阡", "萬億兆", one=True, zero=False),
    "3": Numerals("０１２３４５６７８９", "十百千", "万億兆", one=False, zero=False),
}
_OTHERS = {
    "1": Numerals("〇一二三四五六七八九", "十百千", "万亿兆", one=True, zero=True),
    "2": Numerals("零壹贰叁肆伍陆柒捌玖", "拾佰仟", "万亿兆", one=True, zero=True),
    "3": Numerals("０１２３４５６７８９", "十百千", "万亿兆", one=True, zero=True),
}


def is_chinese(code: str) -> bool:
    """Whether a format names a Chinese-speaking region, as ``[$-804]`` does."""
    return _CHINESE.search(code) is not None


def numerals(code: str) -> Numerals | None:
    """The numerals that a format asks for; the Japanese ones unless it names a Chinese-speaking region."""
    asked = _ASKED.search(code)
    if asked is None:
        return None
    return (_OTHERS if is_chinese(code) else _JAPANESE)[asked[1]]
