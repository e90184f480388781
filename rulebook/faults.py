"""Defects of our own: the trace goes to a file for whoever looks for the cause, people are told where it is."""

from __future__ import annotations

import tempfile
import traceback
from pathlib import Path


def write_trace(error: Exception) -> Path:
    """A new file with the trace of ``error``."""
    with tempfile.NamedTemporaryFile(
        "w", prefix="rulebook-fault-", suffix=".log", delete=False, encoding="utf-8", errors="backslashreplace"
    ) as log:
        log.write("".join(traceback.format_exception(error)))
    return Path(log.name)
