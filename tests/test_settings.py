"""The configuration is checked once, and every fault is told with its key."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from pydantic import BaseModel

from rulebook import settings as module
from rulebook.errors import SettingsError
from rulebook.settings import Settings, load_settings


def test_the_defaults_hold_without_any_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    found = load_settings()
    assert (found.retrieval.rrf_k, found.retrieval.top_k, found.retrieval.channel_top_k) == (60, 5, 30)
    assert found.home == Path("data/handbook")


def test_a_file_changes_only_the_keys_it_names(tmp_path: Path) -> None:
    file = tmp_path / "rag.yaml"
    file.write_text("retrieval:\n  rrf_k: 40\n", encoding="utf-8")
    found = load_settings(file)
    assert (found.retrieval.rrf_k, found.retrieval.top_k) == (40, 5)


def test_the_file_in_the_working_folder_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "rag.yaml").write_text("home: elsewhere\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert load_settings().home == Path("elsewhere")


def test_the_environment_wins_over_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "rag.yaml"
    file.write_text("retrieval:\n  rrf_k: 40\n  top_k: 7\n", encoding="utf-8")
    monkeypatch.setenv("RULEBOOK_RETRIEVAL__RRF_K", "20")
    found = load_settings(file)
    assert (found.retrieval.rrf_k, found.retrieval.top_k) == (20, 7)


def test_the_home_that_is_asked_for_wins_over_all(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RULEBOOK_HOME", "from-environment")
    assert load_settings(home=tmp_path).home == tmp_path


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("retrieval:\n  rrf_kk: 40\n", "retrieval.rrf_kk"),
        ("retrieval:\n  rrf_k: 0\n", "retrieval.rrf_k"),
        ("chunking:\n  target_tokens: 900\n", "chunking"),
        ("vector_store:\n  adapter: redis\n", "vector_store.adapter"),
        ("retrieval:\n  bm25:\n    k1: .inf\n", "retrieval.bm25.k1"),
        ("rerank:\n  device: gpu\n", "rerank.device"),
        ("rerank:\n  timeout_seconds: -1\n", "rerank.timeout_seconds"),
        ("embedding:\n  device: cuda:x\n", "embedding.device"),
        ("embedding:\n  max_length: 8193\n", "embedding.max_length"),
    ],
)
def test_a_wrong_key_or_value_is_named(tmp_path: Path, text: str, key: str) -> None:
    file = tmp_path / "rag.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError, match=f"'{key}'"):
        load_settings(file)


@pytest.mark.parametrize("content", [b"retrieval: [", b"- a\n- b\n", b"\xff\xfe\x00"])
def test_a_file_that_is_no_configuration_is_named(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "rag.yaml"
    file.write_bytes(content)
    with pytest.raises(SettingsError, match=r"rag\.yaml"):
        load_settings(file)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"nothing\.yaml"):
        load_settings(tmp_path / "nothing.yaml")


def test_every_key_stands_in_the_packaged_default_with_its_meaning() -> None:
    text = module._DEFAULT.read_text(encoding="utf-8")
    assert set(_keys(Settings)) == set(_leaves(yaml.safe_load(text)))
    for key in _keys(Settings):
        line = next(line for line in text.splitlines() if line.strip().startswith(f"{key.rsplit('.', 1)[-1]}:"))
        assert "#" in line or key.startswith("retrieval.chapter_top_k."), f"{key} has no explanation"


def _keys(model: type[BaseModel], prefix: str = "") -> list[str]:
    found = []
    for name, field in model.model_fields.items():
        kind = field.annotation
        nested = isinstance(kind, type) and issubclass(kind, BaseModel)
        found += _keys(kind, f"{prefix}{name}.") if nested else [f"{prefix}{name}"]
    return found


def _leaves(values: dict[str, object], prefix: str = "") -> list[str]:
    found = []
    for name, value in values.items():
        found += _leaves(value, f"{prefix}{name}.") if isinstance(value, dict) else [f"{prefix}{name}"]
    return found
