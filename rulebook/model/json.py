"""Values of the model as plain JSON; places inside a document (``SourceSpan``) are never written."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from rulebook.errors import RulebookError
from rulebook.model.chunk import RuleChunk
from rulebook.model.place import CellRange, NumberedRange, SectionPlace

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

JsonValue: TypeAlias = "bool | int | float | str | list[JsonValue] | dict[str, JsonValue] | None"

_PLACES = (CellRange, NumberedRange, SectionPlace)


def to_json(value: object) -> JsonValue:
    """``value`` in plain JSON types: dataclasses as objects in the order of their fields, enums as their value, tuples
    as lists, frozensets as sorted lists, a ``RuleChunk`` with its ``evidence_key``.

    Raises ``TypeError`` for a type that the model does not use.
    """
    if isinstance(value, Enum):
        return to_json(value.value)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, tuple | list):
        return [to_json(item) for item in value]
    if isinstance(value, frozenset):
        return [to_json(item) for item in sorted(value)]
    if isinstance(value, Mapping):
        return {str(key): to_json(item) for key, item in value.items()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return _object(value)
    raise TypeError(f"{type(value).__name__} has no JSON form in rulebook")


def error_to_json(error: RulebookError) -> dict[str, JsonValue]:
    """``{"code", "message"}``: what the doors show of an error."""
    return {"code": error.code, "message": str(error)}


def _object(value: DataclassInstance) -> dict[str, JsonValue]:
    found: dict[str, JsonValue] = {}
    for field in dataclasses.fields(value):
        part = getattr(value, field.name)
        if not isinstance(part, _PLACES):
            found[field.name] = to_json(part)
    if isinstance(value, RuleChunk):
        found["evidence_key"] = value.evidence_key
    return found
