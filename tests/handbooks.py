"""Small real handbooks for tests: documents written on the spot, an engine over a temporary home."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rulebook.engine import Engine, open_engine
from rulebook.handbook.layout import HandbookLayout
from rulebook.handbook.parts import Part, part_store
from rulebook.model.decode import from_json
from rulebook.model.manifest import Manifest
from rulebook.settings import load_settings

RULES = {
    "記入規則.md": """# 3. 記入規則

## 3.2 見出しの書き方

見出しは「1.1」形式で記述する。見出しの末尾に句点を付けない。

## 5.1 表の書き方

表ヘッダーは太字+下線で記載する。表には必ず番号と題名を付け、本文から参照する。
""",
    "図表規則.md": """# 2. 図表

## 2.3 表ヘッダー

表ヘッダーは太字のみ（下線なし）とする。数値の列は右寄せ、文字の列は左寄せとする。

## 2.4 図の番号

図の番号は章ごとに振り、「図3-1」の形式で図の下に中央揃えで記載する。
""",
    "設計方針.md": """# 1. データベース

## 1.1 主キー

主キーには業務上の意味を持たない連番を用いる。COMP_NAME_KANJI のような列名は英大文字とする。

## 1.2 ログ

ログには個人情報を出力してはならない。障害時は ERROR レベルで記録する。
""",
}
CATEGORIES = {"記入規則.md": "write", "図表規則.md": "write", "設計方針.md": "design"}


def write_documents(folder: Path, documents: Mapping[str, str] = RULES) -> list[Path]:
    """The documents as files, in the mapping's order."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / name for name in documents]
    for path, text in zip(paths, documents.values(), strict=True):
        path.write_text(text, encoding="utf-8")
    return paths


def engine_at(home: Path, **sections: Mapping[str, Any]) -> Engine:
    """An engine with the deterministic encoder; ``sections`` are settings to change: ``retrieval={"top_k": 3}``."""
    settings = load_settings(home=home)
    changed = {"embedding": {"model": "hashing"}, **sections}
    updates = {name: getattr(settings, name).model_copy(update=dict(keys)) for name, keys in changed.items()}
    return open_engine(settings.model_copy(update=updates))


def part_path(home: Path, doc: str, part: Part, version: str = "v1") -> Path:
    """Where a part of a document of a published version lies."""
    layout = HandbookLayout(home)
    manifest = from_json(Manifest, json.loads((layout.versions / version / "manifest.json").read_bytes()))
    (source,) = (source for source in manifest.source_files if source.name == doc)
    return part_store(layout).path(source.parts[part])


def files_below(folder: Path) -> dict[str, int]:
    """The size of every file below a folder, by its path."""
    return {str(path.relative_to(folder)): path.stat().st_size for path in folder.rglob("*") if path.is_file()}
