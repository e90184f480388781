"""Values of the model as plain JSON and back; places inside a document (``SourceSpan``) are never written."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from rulebook.errors import RulebookError
from rulebook.model.chunk import Category, ParsedDocument, RuleChunk, Statement
from rulebook.model.document import DocType, Flag, ParseReport, ParseWarning
from rulebook.model.place import CellRange, NumberedRange, SectionPlace
from rulebook.model.text import Mark, MarkSpan

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

JsonValue: TypeAlias = "bool | int | float | str | list[JsonValue] | dict[str, JsonValue] | None"
JsonObject: TypeAlias = Mapping[str, JsonValue]

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


def chunk_from_json(source: JsonObject) -> RuleChunk:
    """The chunk that ``to_json`` wrote; unknown fields are ignored. Raises ``ValueError`` naming a field that is
    missing or of the wrong type."""
    category = source.get("category")
    return RuleChunk(
        chunk_id=_text(source, "chunk_id"),
        doc=_text(source, "doc"),
        doc_id=_text(source, "doc_id"),
        doc_type=DocType(_text(source, "doc_type")),
        content=_text(source, "content"),
        headings=_texts(source, "headings"),
        source_uri=_text(source, "source_uri"),
        position=_number(source, "position"),
        token_count=_number(source, "token_count"),
        category=None if category is None else Category(_text(source, "category")),
        marks=tuple(
            MarkSpan(_number(m, "start"), _number(m, "end"), Mark(_text(m, "mark"))) for m in _objects(source, "marks")
        ),
        table_header=_text(source, "table_header"),
        statements=tuple(
            Statement(start=_number(s, "start"), end=_number(s, "end"), text=_text(s, "text"))
            for s in _objects(source, "statements")
        ),
        flags=tuple(Flag(flag) for flag in _texts(source, "flags")),
    )


def report_from_json(source: JsonObject) -> ParseReport:
    """The parse report that ``to_json`` wrote; raises as ``chunk_from_json``."""
    return ParseReport(
        headings=_number(source, "headings"),
        tables=_number(source, "tables"),
        sheets=_number(source, "sheets"),
        slides=_number(source, "slides"),
        text_boxes=_number(source, "text_boxes"),
        comments=_number(source, "comments"),
        tracked_changes=_number(source, "tracked_changes"),
        hidden=_texts(source, "hidden"),
        warnings=tuple(
            ParseWarning(code=_text(w, "code"), place=_text(w, "place"), message=_text(w, "message"))
            for w in _objects(source, "warnings")
        ),
    )


def parsed_from_json(source: JsonObject) -> ParsedDocument:
    """The parsed document that ``to_json`` wrote; raises as ``chunk_from_json``."""
    report = source.get("report")
    if not isinstance(report, Mapping):
        raise _wrong("report", "an object", report)
    return ParsedDocument(
        doc=_text(source, "doc"),
        doc_id=_text(source, "doc_id"),
        doc_type=DocType(_text(source, "doc_type")),
        title=_text(source, "title"),
        sha256=_text(source, "sha256"),
        chunks=tuple(chunk_from_json(chunk) for chunk in _objects(source, "chunks")),
        report=report_from_json(report),
    )


def _object(value: DataclassInstance) -> dict[str, JsonValue]:
    found: dict[str, JsonValue] = {}
    for field in dataclasses.fields(value):
        part = getattr(value, field.name)
        if not isinstance(part, _PLACES):
            found[field.name] = to_json(part)
    if isinstance(value, RuleChunk):
        found["evidence_key"] = value.evidence_key
    return found


def _text(source: JsonObject, name: str) -> str:
    value = source.get(name)
    if not isinstance(value, str):
        raise _wrong(name, "a text", value)
    return value


def _number(source: JsonObject, name: str) -> int:
    value = source.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise _wrong(name, "a whole number", value)
    return value


def _texts(source: JsonObject, name: str) -> tuple[str, ...]:
    value = source.get(name)
    if not isinstance(value, list):
        raise _wrong(name, "a list of texts", value)
    texts = tuple(item for item in value if isinstance(item, str))
    if len(texts) != len(value):
        raise _wrong(name, "a list of texts", value)
    return texts


def _objects(source: JsonObject, name: str) -> list[JsonObject]:
    value = source.get(name)
    if not isinstance(value, list):
        raise _wrong(name, "a list of objects", value)
    objects: list[JsonObject] = [item for item in value if isinstance(item, Mapping)]
    if len(objects) != len(value):
        raise _wrong(name, "a list of objects", value)
    return objects


def _wrong(name: str, wanted: str, found: object) -> ValueError:
    shown = "nothing" if found is None else type(found).__name__
    return ValueError(f"the field {name!r} should hold {wanted}, found {shown}")
