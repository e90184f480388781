"""What the commands write: one JSON document or short tables on stdout, everything else on stderr."""

from __future__ import annotations

import io
import json
import os
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import zip_longest

from rulebook.errors import OutputFailed
from rulebook.model.json import JsonValue, to_json

_GAP = "  "


def use_utf8() -> None:
    """Both streams in UTF-8, whatever the locale says; a character that has no UTF-8 is written as its escape."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def say(message: str) -> None:
    """A message to the person: never part of the result."""
    print(message, file=sys.stderr, flush=True)


def put(text: str) -> None:
    """A line of the result. Raises ``OutputFailed``, and ends the program when whoever reads it has gone."""
    try:
        print(text, flush=True)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # else the end of the program tries again
        if isinstance(error, BrokenPipeError):  # as "| head" does, which is no fault
            raise SystemExit(1) from error
        raise OutputFailed(
            f"the result cannot be written: {error.strerror or error}.",
            remedy="Free some space, or write it elsewhere. What the command did before is done.",
        ) from error


def put_json(value: object) -> None:
    """The result as one JSON document."""
    put(json.dumps(to_json(value), ensure_ascii=False, indent=1))


def put_json_line(value: dict[str, JsonValue]) -> None:
    """One JSON document on one line."""
    put(json.dumps(value, ensure_ascii=False))


def put_table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Aligned columns; numbers at the right, East Asian characters counted as two."""
    texts = [[_cell(value) for value in row] for row in (header, *rows)]
    columns = list(zip_longest(*texts, fillvalue=""))
    widths = [max(_width(text) for text in column) for column in columns]
    numeric = [all(_is_number(text) for text in column[1:]) for column in columns]
    for row in texts:
        cells = [_padded(*parts) for parts in zip(row, widths, numeric, strict=True)]
        put(_GAP.join(cells).rstrip())


def shortened(text: str, width: int) -> str:
    """On one line and at most ``width`` wide; what was cut off is marked."""
    line, kept = " ".join(text.split()), ""
    if _width(line) <= width:
        return line
    for character in line:
        if _width(kept + character) > width - 1:
            break
        kept += character
    return f"{kept}…"


def _cell(value: object) -> str:
    if value is None:
        return "-"
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def _is_number(text: str) -> bool:
    return text == "-" or text.lstrip("+-").replace(".", "", 1).isdecimal()


def _width(text: str) -> int:
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in ("W", "F", "A") else 1 for c in text
    )


def _padded(text: str, width: int, right: bool) -> str:
    space = " " * (width - _width(text))
    return space + text if right else text + space
