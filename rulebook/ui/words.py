"""The interface's text in three languages, by key."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import yaml

from rulebook.ui.escape import plain

LANGUAGES = {"ja": "日本語", "en": "English", "zh": "中文"}
"""Code and own name of each language; the first is the default."""

_FOLDER = Path(__file__).with_name("catalogue")


class Words:
    """The texts of one language. What a key lacks is an error at once, never a blank on a page."""

    def __init__(self, language: str, texts: Mapping[str, str]) -> None:
        self.language = language
        self._texts = texts

    def __contains__(self, key: str) -> bool:
        return key in self._texts

    def __call__(self, key: str, **values: object) -> str:
        """The text of ``key`` with ``values`` in its places, as it stands: for tables, ``st.text`` and the like."""
        return self._texts[key].format(**values)

    def key(self, name: str) -> str:
        """The key of a selector whose options are translated: Streamlit keeps a choice by its label, so a choice made
        in another language would be unknown."""
        return f"{name}_{self.language}"

    def md(self, key: str, **values: object) -> str:
        """The same for labels and messages, which are Markdown: the values stay plain text."""
        return self._texts[key].format(**{n: plain(v) if isinstance(v, str) else v for n, v in values.items()})


@cache
def words_of(language: str) -> Words:
    """The catalogue of ``language``, one of ``LANGUAGES``."""
    source = yaml.safe_load((_FOLDER / f"{language}.yaml").read_text(encoding="utf-8"))
    return Words(language, {f"{part}.{key}": text for part, texts in source.items() for key, text in texts.items()})
