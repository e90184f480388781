"""Dates and times as Excel shows them, Japanese eras included."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass

_TOKEN = re.compile(
    r'"[^"]*"?|\\.|_.|\*.|\[[^\]]*\]|AM/PM|A/P|[yY]+|[mM]+|[dD]+|[hH]+|[sS]+|[gG]+|[eE]+|[aA]{3,4}|\.0+|.', re.DOTALL
)
_BESIDE = re.compile(r'"[^"]*"?|\\.|_.|\*.|\[(?![hHmMsS]+\])[^\]]*\]|general|e[+-]', re.IGNORECASE)
_MONTHS = ["January", "February", "March", "April", "May", "June"]
_MONTHS += ["July", "August", "September", "October", "November", "December"]
_DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
_DAYS_JA = "月火水木金土日"


@dataclass(frozen=True, slots=True)
class _Era:
    begins: datetime.date
    names: tuple[str, str, str]
    """As ``g``, ``gg`` and ``ggg`` show it."""


_ERAS = (
    _Era(datetime.date(2019, 5, 1), ("R", "令", "令和")),
    _Era(datetime.date(1989, 1, 8), ("H", "平", "平成")),
    _Era(datetime.date(1926, 12, 25), ("S", "昭", "昭和")),
    _Era(datetime.date(1912, 7, 30), ("T", "大", "大正")),
    _Era(datetime.date(1868, 1, 1), ("M", "明", "明治")),
)


@dataclass(frozen=True, slots=True)
class _Moment:
    at: datetime.datetime
    serial: float
    code: str

    @property
    def japanese(self) -> bool:
        return "-411]" in self.code or "ja-JP" in self.code

    @property
    def half_days(self) -> bool:
        return re.search("AM/PM|A/P", self.code, re.IGNORECASE) is not None


def is_date(code: str) -> bool:
    """Whether a format shows a date or time: it has a letter of one outside its literals, and no place for digits."""
    bare = _BESIDE.sub("", code)
    return re.search(r"[ymdhsge]|aaa", bare, re.IGNORECASE) is not None and "#" not in bare


def show_date(serial: float, code: str, date_1904: bool) -> str | None:
    """The day and time of a serial number in this format; ``None`` where there is no such day."""
    at = _moment(serial, code, date_1904)
    if at is None:
        return None
    tokens = _TOKEN.findall(code)
    return "".join(_show(i, tokens, _Moment(at, serial, code)) for i in range(len(tokens)))


def _moment(serial: float, code: str, date_1904: bool) -> datetime.datetime | None:
    if serial < 0:
        return None
    # day 60 of the 1900 system is a 29 February that never was, so days before it count from one day later
    start = datetime.datetime(1904, 1, 1) if date_1904 else datetime.datetime(1899, 12, 31 if serial < 60 else 30)
    try:
        at = start + datetime.timedelta(days=serial)
        rounds_up = at.microsecond >= 500_000 and not re.search(r"s\.0", code, re.IGNORECASE)
        return at + datetime.timedelta(microseconds=500_000 if rounds_up else 0)
    except OverflowError:
        return None


def _show(index: int, tokens: list[str], moment: _Moment) -> str:
    token = tokens[index]
    letter, width = token[0].lower(), len(token)
    if token.upper() in ("AM/PM", "A/P"):
        return token.upper().split("/")[moment.at.hour >= 12]
    if letter == '"':
        return token.strip('"')
    if letter in "\\_*" and width > 1:
        return token[1:] if letter == "\\" else ""
    if letter == "[":
        return _elapsed(token, moment)
    if letter == "a" and width > 2:
        return _DAYS_JA[moment.at.weekday()] + ("曜日" if width > 3 else "")
    if letter == "m" and _is_minute(index, tokens):
        return f"{moment.at.minute:0{width}d}"
    if letter in "hs":
        return _time(letter, min(width, 2), moment)
    if token.startswith(".0"):
        return f".{moment.at.microsecond:06d}"[:width]
    return _calendar(letter, token, moment)


def _time(letter: str, width: int, moment: _Moment) -> str:
    hour = (moment.at.hour % 12 or 12) if moment.half_days else moment.at.hour
    return f"{hour if letter == 'h' else moment.at.second:0{width}d}"


def _calendar(letter: str, token: str, moment: _Moment) -> str:
    at, width = moment.at, len(token)
    if letter == "y":
        return f"{at.year:04d}" if width > 2 else f"{at.year % 100:02d}"
    if letter == "m":
        name = _MONTHS[at.month - 1]
        return (str(at.month), f"{at.month:02d}", name[:3], name, name[0])[min(width, 5) - 1]
    if letter == "d":
        name = f"{_DAYS_JA[at.weekday()]}曜日" if moment.japanese else _DAYS[at.weekday()]
        short = name[:1] if moment.japanese else name[:3]
        return (str(at.day), f"{at.day:02d}", short, name)[min(width, 4) - 1]
    return _era(letter, width, moment) if letter in "ge" else token


def _era(letter: str, width: int, moment: _Moment) -> str:
    era = next((e for e in _ERAS if moment.at.date() >= e.begins), None)
    if era is None:
        return str(moment.at.year) if letter == "e" else ""
    if letter == "g":
        return era.names[min(width, 3) - 1]
    year = moment.at.year - era.begins.year + 1
    return "元" if year == 1 and "gannen" in moment.code else f"{year:0{min(width, 2)}d}"


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
