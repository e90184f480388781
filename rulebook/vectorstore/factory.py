"""Picks the vector store that the configuration names."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rulebook.errors import SettingsError
from rulebook.vectorstore.base import VectorStoreAdapter


class StorageAdapterFactory:
    """``create`` gives the adapter for a configuration."""

    @staticmethod
    def create(config: Mapping[str, Any]) -> VectorStoreAdapter:
        """The adapter named by ``config["vector_store"]["adapter"]``; Chroma's folder is
        ``config["vector_store"]["chroma"]["persist_dir"]``. Raises ``SettingsError`` for any other name."""
        store = config["vector_store"]
        if store["adapter"] == "memory":
            from rulebook.vectorstore.memory import MemoryAdapter

            return MemoryAdapter()
        if store["adapter"] == "chroma":
            from rulebook.vectorstore.chroma import ChromaAdapter

            return ChromaAdapter(Path(store["chroma"]["persist_dir"]))
        raise SettingsError(
            f"there is no vector store '{store['adapter']}'.", remedy="Set vector_store.adapter to chroma or memory."
        )
