"""Values of the model out of plain JSON, checked field by field."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from typing import Any, TypeVar, cast

from pydantic import TypeAdapter, ValidationError

T = TypeVar("T")


def from_json(kind: type[T], source: object) -> T:
    """The value that ``to_json`` wrote; unknown fields are ignored.

    Raises ``ValueError`` naming the first field that is missing or of the wrong type.
    """
    try:
        value: T = _adapter(cast(Hashable, kind)).validate_python(source)
        return value
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise ValueError(f"{kind.__name__}.{place}: {first['msg']}") from error


@cache
def _adapter(kind: Hashable) -> TypeAdapter[Any]:
    return TypeAdapter(cast(type[Any], kind))
