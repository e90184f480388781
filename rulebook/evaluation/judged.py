"""Judged queries as people write them down: one JSON object a line."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable
from pathlib import Path

from rulebook.errors import UsageError
from rulebook.model.decode import from_json
from rulebook.model.json import to_json
from rulebook.model.judged import JudgedQuery, fault_of


def load_judged(path: Path) -> tuple[JudgedQuery, ...]:
    """The queries of a JSONL file, one object a line, in its order; blank lines and unknown fields are ignored.

    Raises ``UsageError`` naming the line that is no query, has an id for the second time, or a gold without text or
    with a grade other than 1, 2, 3; and for a file without any query.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise UsageError(f"the judged queries cannot be read: {error}.", where=str(path)) from error
    return read_judged(content, str(path))


def read_judged(content: bytes, where: str) -> tuple[JudgedQuery, ...]:
    """The same for the content of a JSONL file, a byte order mark before it or not; errors name the file ``where``."""
    try:
        lines = content.decode("utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        raise UsageError(f"the judged queries cannot be read: {error}.", where=where) from error
    found: dict[str, JudgedQuery] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            item = _judged(line)
            if item.id in found:
                raise ValueError(f"the id {item.id} stands in an earlier line")
        except ValueError as error:
            raise UsageError(
                f"{error}.", where=f"{where}, line {number}", remedy="Correct or remove the line."
            ) from error
        found[item.id] = item
    if not found:
        raise UsageError("the file holds no judged query.", where=where, remedy="Write one JSON object a line.")
    return tuple(found.values())


def _judged(line: str) -> JudgedQuery:
    try:
        source = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"not JSON: {error}") from error
    item = from_json(JudgedQuery, source)
    fault = fault_of(item)
    if fault is not None:
        raise ValueError(fault)
    return item


def normalised(text: str) -> str:
    """NFKC without any white space: how evidence and chunks are compared."""
    return "".join(unicodedata.normalize("NFKC", text).split())


def judged_lines(queries: Iterable[JudgedQuery]) -> str:
    """The queries as ``load_judged`` reads them, one JSON object a line."""
    return "".join(f"{json.dumps(to_json(query), ensure_ascii=False)}\n" for query in queries)
