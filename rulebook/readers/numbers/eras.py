"""Years and weekdays in Japanese and Chinese."""

from __future__ import annotations

import datetime
from dataclasses import dataclass

_WEEKDAYS = "月火水木金土日"
_WEEKDAYS_ZH = "一二三四五六日"


@dataclass(frozen=True, slots=True)
class Era:
    begins: datetime.date
    names: tuple[str, str, str]
    """As ``g``, ``gg`` and ``ggg`` show it."""


_ERAS = (
    Era(datetime.date(2019, 5, 1), ("R", "令", "令和")),
    Era(datetime.date(1989, 1, 8), ("H", "平", "平成")),
    Era(datetime.date(1926, 12, 25), ("S", "昭", "昭和")),
    Era(datetime.date(1912, 7, 30), ("T", "大", "大正")),
    Era(datetime.date(1868, 1, 1), ("M", "明", "明治")),
)


def era_of(day: datetime.date) -> Era | None:
    """The Japanese era that holds a day, none before 1868."""
    return next((era for era in _ERAS if day >= era.begins), None)


def weekday(number: int, *, long: bool, chinese: bool) -> str:
    """The name of weekday ``number`` (0 is Monday): 土曜日, 土, 星期六, 周六."""
    if chinese:
        return ("星期" if long else "周") + _WEEKDAYS_ZH[number]
    return _WEEKDAYS[number] + ("曜日" if long else "")
