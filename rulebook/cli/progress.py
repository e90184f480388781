"""How far a build is, as lines on stderr."""

from __future__ import annotations

import time

from rulebook.cli.output import say
from rulebook.model.manifest import Progress, Stage

_WORDS = {
    Stage.STORE: "storing",
    Stage.READ: "reading",
    Stage.ENCODE: "encoding",
    Stage.INDEX: "indexing",
    Stage.VERIFY: "verifying",
    Stage.PUBLISH: "publishing",
}

_EVERY_SECONDS = 2.0


class ProgressLines:
    """A line for every document that is read and every new stage; in between one every two seconds."""

    def __init__(self) -> None:
        self._stage: Stage | None = None
        self._said_at = 0.0

    def __call__(self, progress: Progress) -> None:
        soon = time.monotonic() - self._said_at < _EVERY_SECONDS
        ended = progress.done == progress.total
        if progress.stage is self._stage and progress.stage is not Stage.READ and soon and not ended:
            return
        self._stage, self._said_at = progress.stage, time.monotonic()
        say(_line(progress))


def _line(progress: Progress) -> str:
    line = f"{_WORDS[progress.stage]} {progress.done}/{progress.total}"
    if progress.doc:
        line += f"  {progress.doc}"
    if progress.seconds_left is not None and progress.seconds_left >= 1:
        line += f"  ({_duration(progress.seconds_left)} left)"
    return line


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
