"""A search, or two side by side, as the query part of an address and back, so that it can be sent and opened again."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeVar

from rulebook.errors import UsageError
from rulebook.model.chunk import Category
from rulebook.model.search import Agent, Mode, Query, QueryContext
from rulebook.ui.search_conditions import LIMITS, Asked, Conditions

Choice = TypeVar("Choice", bound=StrEnum)

_SECOND = "second"
"""The key that says that there is a second set of conditions, and the start of the keys of all its parts."""

_WEIGHT = "similarity_weight"


def to_address(asked: Asked) -> dict[str, str]:
    """What differs from a plain search, in a fixed order, then the second set of conditions."""
    query, context = asked.query, asked.query.context
    parts = {
        "q": query.text,
        "agent": query.agent or "",
        "category": query.category or "",
        "mode": "" if query.mode is Mode.HYBRID else query.mode,
        "top_k": str(query.top_k or ""),
        "rerank": "" if query.rerank else "off",
        "version": query.version or "",
        "chapter": context.chapter,
        "element_ids": ",".join(context.element_ids),
        "element_type": context.element_type,
        "description": context.description,
        "direction": context.direction,
        "passage": context.passage,
    }
    parts |= _second_parts(asked.second) if asked.second is not None else {}
    return {name: str(value) for name, value in parts.items() if value}


def from_address(address: Mapping[str, str]) -> Asked | None:
    """What an address asks for, ``None`` when it names no search. Raises ``UsageError`` for a value that is not
    allowed: another search than the one asked for would be worse."""
    text = address.get("q", "").strip()
    if not text:
        return None
    query = Query(
        text=text,
        version=address.get("version"),
        agent=_choice(Agent, address, "agent"),
        category=_choice(Category, address, "category"),
        mode=_choice(Mode, address, "mode") or Mode.HYBRID,
        top_k=_number(address, "top_k"),
        rerank=_switch(address, "rerank", absent=True),
        context=QueryContext(
            chapter=address.get("chapter", ""),
            element_ids=split_ids(address.get("element_ids", "")),
            element_type=address.get("element_type", ""),
            description=address.get("description", ""),
            direction=address.get("direction", ""),
            passage=address.get("passage", ""),
        ),
    )
    return Asked(query=query, second=_second_in(address))


def split_ids(text: str) -> tuple[str, ...]:
    """``E001, E002、E003`` as its ids."""
    return tuple(part.strip() for part in text.replace("、", ",").split(",") if part.strip())


def _second_parts(second: Conditions) -> dict[str, str]:
    parts = {
        "agent": second.agent or "",
        "category": second.category or "",
        "mode": "" if second.mode is Mode.HYBRID else second.mode,
        "rerank": "" if second.rerank else "off",
        **{name: str(getattr(second, name) or "") for name in LIMITS},
        _WEIGHT: "" if second.similarity_weight is None else str(second.similarity_weight),
    }
    return {_SECOND: "on", **{f"{_SECOND}_{name}": value for name, value in parts.items()}}


def _second_in(address: Mapping[str, str]) -> Conditions | None:
    if not _switch(address, _SECOND, absent=False):
        return None
    return Conditions(
        agent=_choice(Agent, address, f"{_SECOND}_agent"),
        category=_choice(Category, address, f"{_SECOND}_category"),
        mode=_choice(Mode, address, f"{_SECOND}_mode") or Mode.HYBRID,
        rerank=_switch(address, f"{_SECOND}_rerank", absent=True),
        **{name: _number(address, f"{_SECOND}_{name}") for name in LIMITS},
        similarity_weight=_share(address, f"{_SECOND}_{_WEIGHT}"),
    )


def _number(address: Mapping[str, str], name: str) -> int | None:
    value = address.get(name)
    if not value:
        return None
    highest = LIMITS[name.removeprefix(f"{_SECOND}_")]
    if not (value.isascii() and value.isdigit() and len(value) < 9 and 1 <= int(value) <= highest):
        raise _wrong(name, value)
    return int(value)


def _share(address: Mapping[str, str], name: str) -> float | None:
    value = address.get(name)
    if not value:
        return None
    try:
        share = float(value)
    except ValueError as error:
        raise _wrong(name, value) from error
    if not 0 <= share <= 1:
        raise _wrong(name, value)
    return share


def _switch(address: Mapping[str, str], name: str, *, absent: bool) -> bool:
    value = address.get(name)
    if not value:
        return absent
    if value not in ("on", "off"):
        raise _wrong(name, value)
    return value == "on"


def _choice(kind: type[Choice], address: Mapping[str, str], name: str) -> Choice | None:
    value = address.get(name)
    if not value:
        return None
    try:
        return kind(value)
    except ValueError as error:
        raise _wrong(name, value) from error


def _wrong(name: str, value: str) -> UsageError:
    return UsageError(f"the address says {name}={value}, which is not allowed.", remedy="Set the search up again.")
