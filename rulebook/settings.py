"""The configuration: a packaged default, a file over it, the environment over both, checked once and then frozen."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, model_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict
from pydantic_settings import SettingsError as EnvironmentFault

from rulebook.errors import SettingsError

_DEFAULT = Path(__file__).with_name("rag.yaml")

Device = Annotated[str, StringConstraints(pattern=r"^(auto|cpu|cuda(:\d{1,2})?|mps)$")]
"""What torch calls a device; whether it is there is not known before a model is loaded."""


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class Reading(_Section):
    max_seconds: float = Field(gt=0)
    max_memory_mb: int = Field(ge=256)


class Chunking(_Section):
    max_tokens: int = Field(ge=64, le=4096)
    target_tokens: int = Field(ge=32)
    min_tokens: int = Field(ge=0)

    @model_validator(mode="after")
    def _ordered(self) -> Chunking:
        if not self.min_tokens < self.target_tokens <= self.max_tokens:
            raise ValueError("min_tokens < target_tokens <= max_tokens must hold")
        return self


class Embedding(_Section):
    model: str
    batch_size: int = Field(ge=1)
    max_length: int = Field(ge=64, le=8192)
    device: Device


class Rerank(_Section):
    enabled: bool
    model: str
    window: int = Field(ge=1)
    similarity_weight: float = Field(ge=0, le=1)
    batch_size: int = Field(ge=1)
    max_length: int = Field(ge=64, le=8192)
    device: Device
    timeout_seconds: float = Field(ge=0, le=3600)


class ChapterTopK(_Section):
    overview: int = Field(ge=1)
    database: int = Field(ge=1)
    other: int = Field(ge=1)


class Bm25(_Section):
    k1: float = Field(ge=0)
    b: float = Field(ge=0, le=1)
    heading_b: float = Field(ge=0, le=1)


class Retrieval(_Section):
    channel_top_k: int = Field(ge=1)
    rrf_k: int = Field(ge=1)
    top_k: int = Field(ge=1)
    chapter_top_k: ChapterTopK
    heading_weight: float = Field(ge=0)
    bm25: Bm25
    synonym_weight: float = Field(ge=0)
    vocabulary: Path | None
    context_weight: float = Field(ge=0, le=1)
    context_similarity: float = Field(ge=0, le=1)
    query_cache: int = Field(ge=0)
    context_tokens: int = Field(ge=100)


class VectorStore(_Section):
    adapter: Literal["chroma", "memory"]
    exact_below: int = Field(ge=0)


class Sessions(_Section):
    expire_after_days: int = Field(ge=0, le=36500)


class Store(_Section):
    wait_seconds: float = Field(ge=0, le=3600)


class Settings(BaseSettings):
    """Everything that can be set, validated. The keys are explained in the packaged ``rag.yaml``."""

    model_config = SettingsConfigDict(
        env_prefix="RULEBOOK_", env_nested_delimiter="__", extra="forbid", frozen=True, case_sensitive=False
    )

    home: Path
    reading: Reading
    chunking: Chunking
    embedding: Embedding
    rerank: Rerank
    retrieval: Retrieval
    vector_store: VectorStore
    sessions: Sessions
    store: Store

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The environment wins over what the files (given as arguments) say."""
        return env_settings, init_settings


def load_settings(file: Path | None = None, *, home: Path | None = None) -> Settings:
    """The settings in force.

    ``file`` is laid over the packaged default; without it the file named by ``RULEBOOK_CONFIG``, or else
    ``config/rag.yaml`` below the working folder when there is one. ``home`` wins over all.
    Raises ``SettingsError`` naming the file and the key.
    """
    named = file or (Path(os.environ["RULEBOOK_CONFIG"]) if os.environ.get("RULEBOOK_CONFIG") else None)
    found = named or (Path("config/rag.yaml") if Path("config/rag.yaml").is_file() else None)
    values = _read(_DEFAULT)
    if found is not None:
        values = _laid_over(values, _read(found))
    try:
        settings = Settings(**values)
    except EnvironmentFault as error:
        raise SettingsError(
            f"a variable RULEBOOK_… cannot be read: {error}.", where="environment", remedy="Correct or unset it."
        ) from error
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        raise SettingsError(
            f"the key '{key}' is not allowed so: {first['msg']}.",
            where=f"{found} or environment" if found else "environment",
            remedy=f"The keys and their meaning are in {_DEFAULT.name} of the package.",
        ) from error
    return settings.model_copy(update={"home": home}) if home is not None else settings


def _read(path: Path) -> dict[str, Any]:
    try:
        values = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise SettingsError(
            f"the configuration cannot be read: {error}.", where=str(path), remedy="Correct the file or remove it."
        ) from error
    if values is None:
        return {}
    if not isinstance(values, dict) or not all(isinstance(key, str) for key in values):
        raise SettingsError("the configuration is no mapping of keys.", where=str(path), remedy="Write 'key: value'.")
    return values


def _laid_over(base: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    """``base`` with the keys of ``over`` in their place, section by section."""
    merged = dict(base)
    for key, value in over.items():
        below = merged.get(key)
        merged[key] = _laid_over(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return merged
