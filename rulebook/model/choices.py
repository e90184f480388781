"""Choices that come from outside as text."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeVar

from rulebook.errors import UsageError

E = TypeVar("E", bound=StrEnum)


def choice(kind: type[E], value: str) -> E:
    """The member of ``kind`` with that value. Raises ``UsageError`` naming the values there are."""
    try:
        return kind(value)
    except ValueError as error:
        raise UsageError(
            f"'{value}' is no {kind.__name__.lower()}.", remedy=f"Use {', '.join(member.value for member in kind)}."
        ) from error
