"""How models are run: batches that fit, and devices that are there."""

from __future__ import annotations

import pytest

from rulebook.encoders.running import device_for_torch, in_batches, running
from rulebook.settings import load_settings


def _room_for(limit: int, message: str = "CUDA out of memory"):
    tried: list[int] = []

    def run(size: int) -> list[int]:
        tried.append(size)
        if size > limit:
            raise RuntimeError(message)
        return tried

    return run


def test_what_fits_runs_once():
    assert in_batches(_room_for(8), 8) == [8]


def test_what_does_not_fit_runs_one_by_one_once():
    assert in_batches(_room_for(1), 8) == [8, 1]
    with pytest.raises(RuntimeError, match="out of memory"):
        in_batches(_room_for(0), 8)


def test_a_fault_that_is_not_for_want_of_memory_is_not_tried_again():
    tried: list[int] = []

    def run(size: int) -> None:
        tried.append(size)
        raise RuntimeError("mat1 and mat2 shapes cannot be multiplied")

    with pytest.raises(RuntimeError, match="shapes"):
        in_batches(run, 8)
    assert tried == [8]


def test_the_choice_of_a_device_is_left_to_the_library_without_asking_torch():
    assert device_for_torch("auto") is None


def test_the_settings_say_how_a_model_is_run():
    settings = load_settings()
    for section in (settings.embedding, settings.rerank):
        found = running(section)
        assert (found.batch_size, found.max_length, found.device) == (
            section.batch_size,
            section.max_length,
            section.device,
        )
