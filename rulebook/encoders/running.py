"""How a model of sentence-transformers is run: in batches of how many, cut where, on which device."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from rulebook.encoders.optional import imported
from rulebook.settings import Embedding, Rerank

T = TypeVar("T")

USUAL_LENGTH = 1024


class NoSuchDevice(Exception):
    """The device that is set is not on this machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """``batch_size`` texts or pairs go through the model at a time, each cut at ``max_length`` of the model's tokens.

    ``device`` is ``auto``, or what torch calls it: ``cpu``, ``cuda``, ``cuda:1``, ``mps``.
    """

    batch_size: int = 16
    max_length: int = USUAL_LENGTH
    device: str = "auto"


def running(section: Embedding | Rerank) -> Running:
    """As a section of the settings says."""
    return Running(batch_size=section.batch_size, max_length=section.max_length, device=section.device)


def device_for_torch(device: str) -> str | None:
    """``device`` as sentence-transformers takes it, ``None`` for its own choice. Raises ``NoSuchDevice``."""
    if device == "auto":
        return None
    kind, _, number = device.partition(":")
    there = _devices(kind)
    if int(number or 0) >= there:
        found = f"{there} of the kind '{kind}'" if there else f"none of the kind '{kind}'"
        raise NoSuchDevice(f"the device '{device}' that is set is not there, this machine has {found}")
    return device


def in_batches(run: Callable[[int], T], size: int) -> T:
    """What ``run`` returns with batches of ``size``; where memory runs out, with single texts, once."""
    try:
        return run(size)
    except (RuntimeError, MemoryError) as error:
        if size == 1 or not is_out_of_memory(error):
            raise
    return run(1)  # not while the error is handled: its frames hold the memory of the first attempt


def is_out_of_memory(error: BaseException) -> bool:
    """torch says so in words only, but for CUDA."""
    return isinstance(error, MemoryError) or "memory" in str(error).lower()


def _devices(kind: str) -> int:
    torch = imported("torch")
    if kind == "cuda":
        return int(torch.cuda.device_count()) if torch.cuda.is_available() else 0
    if kind == "mps":
        return int(torch.backends.mps.is_available())
    return 1
