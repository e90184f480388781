"""A search as the query part of an address and back, so that it can be kept, sent and opened again."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeVar

from rulebook.errors import UsageError
from rulebook.model.chunk import Category
from rulebook.model.search import Agent, Mode, Query, QueryContext

Choice = TypeVar("Choice", bound=StrEnum)


def to_address(query: Query) -> dict[str, str]:
    """What differs from a plain search, in a fixed order."""
    context = query.context
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
    return {name: str(value) for name, value in parts.items() if value}


def from_address(address: Mapping[str, str]) -> Query | None:
    """The search that an address names, ``None`` when it names none. Raises ``UsageError`` for a value that is not
    allowed: another search than the one asked for would be worse."""
    text = address.get("q", "").strip()
    if not text:
        return None
    top_k = address.get("top_k", "")
    if top_k and not (top_k.isascii() and top_k.isdigit()):
        raise _wrong("top_k", top_k)
    return Query(
        text=text,
        version=address.get("version"),
        agent=_choice(Agent, address, "agent"),
        category=_choice(Category, address, "category"),
        mode=_choice(Mode, address, "mode") or Mode.HYBRID,
        top_k=int(top_k) if top_k else None,
        rerank=address.get("rerank") != "off",
        context=QueryContext(
            chapter=address.get("chapter", ""),
            element_ids=split_ids(address.get("element_ids", "")),
            element_type=address.get("element_type", ""),
            description=address.get("description", ""),
            direction=address.get("direction", ""),
            passage=address.get("passage", ""),
        ),
    )


def split_ids(text: str) -> tuple[str, ...]:
    """``E001, E002、E003`` as its ids."""
    return tuple(part.strip() for part in text.replace("、", ",").split(",") if part.strip())


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
