"""rulebook: office documents as a versioned, searchable rule handbook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulebook.engine import Engine, open_engine
    from rulebook.settings import Settings, load_settings

__all__ = ["Engine", "Settings", "load_settings", "open_engine"]


def __getattr__(name: str) -> Any:
    """The engine is imported when it is asked for: the process that reads untrusted files starts without it."""
    from importlib import import_module

    if name in ("Engine", "open_engine"):
        return getattr(import_module("rulebook.engine"), name)
    if name in ("Settings", "load_settings"):
        return getattr(import_module("rulebook.settings"), name)
    raise AttributeError(f"module 'rulebook' has no attribute {name!r}")
