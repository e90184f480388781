"""The way in: commands, exit status, and what is said when something goes wrong."""

from __future__ import annotations

import logging
import sys

import typer

from rulebook.cli import (
    backing_up,
    building,
    checking,
    evaluating,
    feedback,
    judged,
    parsing,
    searching,
    sessions,
    versions,
)
from rulebook.cli.output import say, use_utf8
from rulebook.errors import RulebookError, UsageError
from rulebook.faults import write_trace

app = typer.Typer(
    name="rulebook",
    help="Turns office documents into a versioned, searchable rule handbook.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command()(parsing.parse)
app.command()(building.build)
app.command()(building.update)
app.add_typer(versions.group, name="versions")
app.command()(versions.show)
app.command()(versions.compare)
app.command()(versions.activate)
app.command()(versions.retire)
app.add_typer(sessions.group, name="session")
app.command()(searching.search)
app.add_typer(evaluating.group, name="eval")
app.add_typer(feedback.group, name="feedback")
app.add_typer(judged.group, name="judged")
app.command()(checking.doctor)
app.command()(backing_up.backup)
app.command()(backing_up.restore)

_WRONG_USAGE = 2
_STATUS: dict[type[RulebookError], int] = {UsageError: _WRONG_USAGE}
"""Exit status by kind of error; every other one means that the request could not be fulfilled."""

_INTERRUPTED = 130


def main() -> None:
    """Runs the command of ``sys.argv`` and ends the process with its status."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Runs one command and gives its exit status: 0 done, 1 could not be fulfilled, 2 wrong usage."""
    use_utf8()
    logging.basicConfig(format="%(message)s", stream=sys.stderr)
    try:
        app(arguments, prog_name="rulebook")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    except RulebookError as error:
        say(f"rulebook: {error}")
        return _STATUS.get(type(error), 1)
    except KeyboardInterrupt:
        say("rulebook: interrupted. Nothing was published.")
        return _INTERRUPTED
    except Exception as error:
        say(f"rulebook: unexpected fault ({type(error).__name__}). The details are in {write_trace(error)}; report it.")
        return 1
    return 0
