"""How many hits a chapter wants when its writer names no number."""

from __future__ import annotations

import re

from rulebook.settings import Retrieval

_OVERVIEW = re.compile("概要|概説|はじめに|overview|introduction|简介", re.IGNORECASE)
_DATABASE = re.compile("DB|データベース|テーブル|データモデル|database|table|数据库", re.IGNORECASE)


def default_top_k(chapter: str, settings: Retrieval) -> int:
    """By the words of the chapter's title: overview before database before any other; without a title ``top_k``."""
    if not chapter.strip():
        return settings.top_k
    if _OVERVIEW.search(chapter):
        return settings.chapter_top_k.overview
    return settings.chapter_top_k.database if _DATABASE.search(chapter) else settings.chapter_top_k.other
