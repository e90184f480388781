"""From a stored file to its chunks: guarded, read and cut in a process that the file may end."""

from __future__ import annotations

from rulebook.chunking.packing import ChunkLimits
from rulebook.parsing.isolated import IsolatedReader
from rulebook.readers.limits import MIB, Limits
from rulebook.settings import Chunking, Reading


def isolated_reader(reading: Reading, chunking: Chunking) -> IsolatedReader:
    """The reader of untrusted files within the configured limits."""
    limits = Limits(wall_seconds=reading.max_seconds, memory_bytes=reading.max_memory_mb * MIB)
    return IsolatedReader(limits, ChunkLimits(**chunking.model_dump()))
