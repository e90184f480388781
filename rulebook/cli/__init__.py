"""The command line: it translates words into calls of the engine and results into text or JSON, nothing more."""

from rulebook.cli.entry import main

__all__ = ["main"]
