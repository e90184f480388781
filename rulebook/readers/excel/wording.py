"""Words around data validations in the language of the sheet."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

_KANA, _CHINESE = re.compile(r"[ぁ-ヿ]"), re.compile(r"[一-鿿]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """``name`` introduces a validation, ``kinds`` say what a limit counts, ``between`` and ``outside`` take both."""

    name: str
    prompt: str
    messages: Mapping[str, str]
    kinds: Mapping[str, str]
    between: str
    outside: str


_JAPANESE = Wording(
    name="入力規則",
    prompt="入力時メッセージ",
    messages={"stop": "エラー", "warning": "警告", "information": "情報"},
    kinds={
        "whole": "整数",
        "decimal": "数値",
        "date": "日付",
        "time": "時刻",
        "textLength": "文字数",
        "custom": "条件",
    },
    between="{}～{}",
    outside="{}～{}以外",
)
_SIMPLIFIED = Wording(
    name="数据验证",
    prompt="输入信息",
    messages={"stop": "错误", "warning": "警告", "information": "信息"},
    kinds={
        "whole": "整数",
        "decimal": "数值",
        "date": "日期",
        "time": "时间",
        "textLength": "文本长度",
        "custom": "条件",
    },
    between="{}～{}",
    outside="{}～{}以外",
)
_ENGLISH = Wording(
    name="Data validation",
    prompt="Input message",
    messages={"stop": "Error", "warning": "Warning", "information": "Information"},
    kinds={
        "whole": "whole number",
        "decimal": "number",
        "date": "date",
        "time": "time",
        "textLength": "text length",
        "custom": "condition",
    },
    between="{} to {}",
    outside="not {} to {}",
)


def wording_for(texts: Iterable[str]) -> Wording:
    """Japanese where any text has kana, else Chinese where any has Chinese characters, else English."""
    chinese = False
    for text in texts:
        if _KANA.search(text):
            return _JAPANESE
        chinese = chinese or _CHINESE.search(text) is not None
    return _SIMPLIFIED if chinese else _ENGLISH
