"""Which rulebook is at work."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def installed_release() -> str:
    """``0.9.0``; ``unknown`` when it is run from its folder without having been installed."""
    try:
        return version("rulebook")
    except PackageNotFoundError:
        return "unknown"
