"""Options that every command takes, and the engine they open."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rulebook.engine import Engine

Home = Annotated[Path | None, typer.Option("--home", help="Folder of the handbook.", show_default="from rag.yaml")]
AsJson = Annotated[bool, typer.Option("--json", help="Write the result as one JSON document.")]


@contextmanager
def engine_at(home: Path | None) -> Iterator[Engine]:
    """The engine on ``home``, closed afterwards. It is imported only now: help and wrong usage are told at once."""
    from rulebook.engine import open_engine
    from rulebook.settings import load_settings

    engine = open_engine(load_settings(home=home))
    try:
        yield engine
    finally:
        engine.close()
