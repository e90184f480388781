"""Where the weights of a sentence-transformers model lie on this machine, and which weights they are. No network."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulebook.encoders.optional import imported, is_installed

HUB_IDS = {"bge-m3": "BAAI/bge-m3", "bge-reranker-v2-m3": "BAAI/bge-reranker-v2-m3"}
_WHOLE_FILE = 1 << 20
_SAMPLES, _SAMPLE_SIZE = 16, 1 << 16


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFiles:
    """A model's folder. ``revision`` is the hub's commit where the folder says it, else a fingerprint of the files."""

    name: str
    folder: Path
    revision: str


def short_name(name: str) -> str:
    """``BAAI/bge-m3`` and ``bge-m3`` are one model; other names stay as they are."""
    return next((short for short, hub_id in HUB_IDS.items() if name == hub_id), name)


def find_model(name: str) -> ModelFiles | None:
    """The files of ``name``: a folder, a short name or a hub id in the local cache. None when they are not here."""
    folder = Path(name) if name and Path(name).is_dir() else _cached_folder(HUB_IDS.get(name, name))
    if folder is None or not (folder / "config.json").is_file() or not _has_weights(folder):
        return None
    commit = folder.name[:12] if folder.parent.name == "snapshots" else ""
    return ModelFiles(name=short_name(name), folder=folder, revision=commit or _fingerprint(folder))


def embedding_dimensions(folder: Path) -> int:
    """Length of the model's vectors as its configuration says: that of the last module that names one."""
    dimensions = int(_json(folder / "config.json").get("hidden_size", 0))
    modules = folder / "modules.json"
    for module in json.loads(modules.read_text("utf-8")) if modules.is_file() else ():
        settings = _json(folder / module["path"] / "config.json") if module["path"] else {}
        for key in ("embedding_dimension", "word_embedding_dimension", "out_features"):
            dimensions = int(settings.get(key, dimensions))
    return dimensions


def _cached_folder(hub_id: str) -> Path | None:
    if not is_installed("huggingface_hub"):
        return None
    try:
        config = imported("huggingface_hub").try_to_load_from_cache(hub_id, "config.json")
    except ValueError:  # not the form of a hub id
        return None
    return Path(config).parent if isinstance(config, str) else None


def _has_weights(folder: Path) -> bool:
    """A download that was broken off leaves links to nothing, or none."""
    shards = [path for path in folder.iterdir() if path.suffix in (".safetensors", ".bin")]
    return bool(shards) and all(path.is_file() for path in shards)


def _json(path: Path) -> dict[str, Any]:
    return dict(json.loads(path.read_text("utf-8"))) if path.is_file() else {}


def _fingerprint(folder: Path) -> str:
    """Hash of names, sizes and contents; of large files evenly spaced samples, since a training moves every weight."""
    digest = hashlib.sha256()
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        size = path.stat().st_size
        digest.update(f"{path.relative_to(folder).as_posix()}\0{size}\0".encode())
        with path.open("rb") as file:
            for n in range(_SAMPLES if size > _WHOLE_FILE else 1):
                file.seek(n * (size - _SAMPLE_SIZE) // (_SAMPLES - 1) if size > _WHOLE_FILE else 0)
                digest.update(file.read(_SAMPLE_SIZE if size > _WHOLE_FILE else _WHOLE_FILE))
    return f"files-{digest.hexdigest()[:12]}"
