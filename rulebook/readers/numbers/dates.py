"""Dates and times as Excel shows them, Japanese eras and Chinese numerals included."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass

from rulebook.readers.numbers.eras import era_of, weekday
from rulebook.readers.numbers.numerals import Numerals, is_chinese, numerals

_TOKEN = re.compile(
    r'"[^"]*"?|\\.|_.|\*.|\[[^\]]*\]|[aA][mM]/[pP][mM]|[aA]/[pP]|午前/午後|上午/下午'
    r"|[yY]+|[mM]+|[dD]+|[hH]+|[sS]+|[gG]+|[eE]+|[rR]+|[aA]{3,4}|\.0+|.",
    re.DOTALL,
)
_BESIDE = re.compile(r'"[^"]*"?|\\.|_.|\*.|\[(?![hHmMsS]+\])[^\]]*\]|general|e[+-]', re.IGNORECASE)
_HALVES = re.compile("AM/PM|A/P|午前/午後|上午/下午", re.IGNORECASE)
_JAPANESE = re.compile(r"\[\$[^\]]*-(?:[0-9A-F]*0?411\b|ja)", re.IGNORECASE)
_SYSTEM = {"[$-F800]": 'yyyy"年"m"月"d"日"', "[$-F400]": "h:mm:ss"}
"""Formats that follow the settings of the computer: the Japanese ones."""
_MONTHS = ["January", "February", "March", "April", "May", "June"]
_MONTHS += ["July", "August", "September", "October", "November", "December"]
_DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]


@dataclass(frozen=True, slots=True)
class _Moment:
    at: datetime.datetime
    day: int
    serial: float
    code: str
    numerals: Numerals | None

    @property
    def japanese(self) -> bool:
        return _JAPANESE.search(self.code) is not None

    @property
    def chinese(self) -> bool:
        return is_chinese(self.code)

    @property
    def half_days(self) -> bool:
        return _HALVES.search(self.code) is not None


def is_date(code: str) -> bool:
    """Whether a format shows a date or time: it has a letter of one outside its literals, and no place for digits."""
    bare = _BESIDE.sub("", code)
    letters = "[ymdhsge]|aaa|(?<![a-z])r{1,2}(?![a-z])"
    return re.search(letters, bare, re.IGNORECASE) is not None and "#" not in bare


def show_date(serial: float, code: str, date_1904: bool) -> str | None:
    """The day and time of a serial number in this format; ``None`` where there is no such day."""
    code = next((format_ for name, format_ in _SYSTEM.items() if name in code.upper()), code)
    if serial < 0 and date_1904:
        shown = show_date(-serial, code, date_1904)
        return f"-{shown}" if shown else None
    moment = _moment(serial, code, date_1904)
    if moment is None:
        return None
    tokens = _TOKEN.findall(code)
    return "".join(_show(i, tokens, moment) for i in range(len(tokens)))


def _moment(serial: float, code: str, date_1904: bool) -> _Moment | None:
    if serial < 0:
        return None
    # day 60 of the 1900 system is a 29 February that never was, so days before it count from one day later
    start = datetime.datetime(1904, 1, 1) if date_1904 else datetime.datetime(1899, 12, 31 if serial < 60 else 30)
    try:
        at = start + datetime.timedelta(days=serial)
        rounds_up = at.microsecond >= 500_000 and not re.search(r"s\.0", code, re.IGNORECASE)
        at += datetime.timedelta(microseconds=500_000 if rounds_up else 0)
    except OverflowError:
        return None
    day = at.day
    if not date_1904 and at.year == 1899:  # day 0 is shown as 0 January 1900
        at, day = at.replace(year=1900, month=1), 0
    elif not date_1904 and 60 <= serial < 61:
        day = 29
    return _Moment(at, day, serial, code, numerals(code))


def _show(index: int, tokens: list[str], moment: _Moment) -> str:
    token = tokens[index]
    letter, width = token[0].lower(), len(token)
    if _HALVES.fullmatch(token):
        return _half(token, moment)
    if letter == '"':
        return token.strip('"')
    if letter in "\\_*" and width > 1:
        return token[1:] if letter == "\\" else ""
    if letter == "[":
        return _elapsed(token, moment)
    if letter == "a" and width > 2:
        name = weekday(moment.at.weekday(), long=width > 3, chinese=moment.chinese)
        return name.removeprefix("周")
    if letter == "m" and _is_minute(index, tokens):
        return _number(moment.at.minute, width, moment)
    if letter in "hs":
        return _time(letter, min(width, 2), moment)
    if token.startswith(".0"):
        return f".{moment.at.microsecond:06d}"[:width]
    return _calendar(letter, token, moment)


def _number(value: int, width: int, moment: _Moment) -> str:
    """``value`` with leading zeros up to ``width``; in Chinese numerals as it is read aloud."""
    shown = f"{value:0{width}d}"
    if moment.numerals is None:
        return shown
    if shown.startswith("0") or moment.numerals.wide:
        return moment.numerals.spelled(shown)
    return moment.numerals.counted(shown, one=False)


def _half(token: str, moment: _Moment) -> str:
    named = token.upper()
    if named == "AM/PM" and (moment.japanese or moment.chinese):
        named = "午前/午後" if moment.japanese else "上午/下午"
    return named.split("/")[moment.at.hour >= 12]


def _time(letter: str, width: int, moment: _Moment) -> str:
    hour = (moment.at.hour % 12 or 12) if moment.half_days else moment.at.hour
    return _number(hour if letter == "h" else moment.at.second, width, moment)


def _calendar(letter: str, token: str, moment: _Moment) -> str:
    at, width = moment.at, len(token)
    if letter == "y":
        year = f"{at.year:04d}" if width > 2 else f"{at.year % 100:02d}"
        return moment.numerals.spelled(year) if moment.numerals else year
    if letter == "m":
        name = _MONTHS[at.month - 1]
        return (_number(at.month, min(width, 2), moment), name[:3], name, name[0])[max(min(width, 5) - 2, 0)]
    if letter == "d":
        return _number(moment.day, width, moment) if width < 3 else _weekday(moment, long=width > 3)
    return _era(letter, width, moment) if letter in "ger" else token


def _weekday(moment: _Moment, *, long: bool) -> str:
    number = moment.at.weekday()
    if moment.japanese or moment.chinese:
        return weekday(number, long=long, chinese=moment.chinese)
    return _DAYS[number] if long else _DAYS[number][:3]


def _era(letter: str, width: int, moment: _Moment) -> str:
    era = era_of(moment.at.date())
    japanese = moment.japanese or re.search("g", _BESIDE.sub("", moment.code), re.IGNORECASE) is not None
    if era is None or (letter == "e" and not japanese):
        return "" if letter == "g" else str(moment.at.year)
    if letter == "g":
        return era.names[min(width, 3) - 1]
    name = era.names[2] if letter == "r" and width > 1 else ""
    year = moment.at.year - era.begins.year + 1
    if year == 1 and "gannen" in moment.code:
        return f"{name}元"
    return name + _number(year, 2 if letter == "r" else min(width, 2), moment)


def _is_minute(index: int, tokens: list[str]) -> bool:
    """``m`` means minutes right behind hours or right before seconds, months elsewhere."""
    if len(tokens[index]) > 2:
        return False
    before = next((u for token in reversed(tokens[:index]) if (u := _unit(token))), "")
    behind = next((u for token in tokens[index + 1 :] if (u := _unit(token))), "")
    return before == "h" or behind == "s"


def _unit(token: str) -> str:
    """The letter of a date or time token, "" for others."""
    letters = set(token.strip("[]").lower())
    return letters.pop() if len(letters) == 1 and letters <= set("ymdhsge") else ""


def _elapsed(token: str, moment: _Moment) -> str:
    """``[h]``, ``[m]``, ``[s]``: all hours, minutes or seconds since day 0; other brackets show nothing."""
    unit = _unit(token)
    if unit not in ("h", "m", "s"):
        return ""
    seconds = round(moment.serial * 86_400)
    return f"{seconds // {'h': 3600, 'm': 60, 's': 1}[unit]:0{len(token) - 2}d}"
