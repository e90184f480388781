"""Packages that may be missing: found without importing them, imported with a hint."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from types import ModuleType


def is_installed(module: str) -> bool:
    """Whether the top-level ``module`` could be imported; nothing is imported."""
    return find_spec(module) is not None


def installed_version(distribution: str) -> str:
    """The installed version, or "missing"."""
    try:
        return version(distribution)
    except PackageNotFoundError:
        return "missing"


def imported(module: str) -> ModuleType:
    """The module; raises ``ImportError``. Written so, type checking needs no package that may be missing."""
    return import_module(module)
