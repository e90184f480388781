"""``rulebook parse``: documents read and cut, outside any handbook."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from rulebook.cli.inputs import InputFile, choose_category, collect
from rulebook.cli.options import AsJson, Home
from rulebook.cli.output import put, put_json, put_table, say
from rulebook.errors import DocumentError, RulebookError, UsageError
from rulebook.model.chunk import Category, ParsedDocument
from rulebook.model.json import JsonValue, error_to_json, to_json
from rulebook.parsing import isolated_reader
from rulebook.parsing.isolated import IsolatedReader
from rulebook.settings import load_settings


def parse(
    files: Annotated[list[Path], typer.Argument(help="Documents, or folders of documents.")],
    category: Annotated[Category | None, typer.Option(help="Category of all of them.")] = None,
    home: Home = None,
    as_json: AsJson = False,
) -> None:
    """Read documents and show their chunks; nothing is stored."""
    settings = load_settings(home=home)
    inputs = collect(files)
    for path in inputs.skipped:
        say(f"{path}: skipped, no type that is read.")
    with isolated_reader(settings.reading, settings.chunking) as reader:
        outcomes = []
        for number, item in enumerate(inputs.files, 1):
            say(f"reading {number}/{len(inputs.files)}  {item.name}")
            outcomes.append(_parsed(reader, item, category))
    if as_json:
        documents: list[JsonValue] = [_as_json(item, outcome) for item, outcome in outcomes]
        put_json({"documents": documents, "skipped": list(inputs.skipped)})
    else:
        for _, outcome in outcomes:
            if isinstance(outcome, ParsedDocument):
                _show(outcome)
    if all(isinstance(outcome, RulebookError) for _, outcome in outcomes):
        raise typer.Exit(1)


Outcome = ParsedDocument | RulebookError


def _parsed(reader: IsolatedReader, item: InputFile, category: Category | None) -> tuple[InputFile, Outcome]:
    """What came of one document; one that cannot be read is told at once and does not stop the others."""
    try:
        if not item.path.is_file():
            raise UsageError("there is no such file.", where=str(item.path), remedy="Check the path.")
        choice = category or choose_category(item, {}).category
        return item, reader.read(item.path, item.name, choice)
    except (DocumentError, UsageError) as error:
        say(f"rulebook: {error}")
        return item, error


def _as_json(item: InputFile, outcome: Outcome) -> JsonValue:
    if isinstance(outcome, ParsedDocument):
        return to_json(outcome)
    return {"doc": item.name, "error": error_to_json(outcome)}


def _show(document: ParsedDocument) -> None:
    report = document.report
    counts = Counter(warning.code for warning in report.warnings)
    put(f"{document.doc}  「{document.title}」  {document.doc_type.value}")
    put_table(
        ("chunks", "tokens", "headings", "tables", "sheets", "slides", "hidden", "warnings"),
        [
            (
                len(document.chunks),
                sum(chunk.token_count for chunk in document.chunks),
                report.headings,
                report.tables,
                report.sheets,
                report.slides,
                len(report.hidden),
                len(report.warnings),
            )
        ],
    )
    for code, count in sorted(counts.items()):
        put(f"  warning {code}: {count}")
    put("")
