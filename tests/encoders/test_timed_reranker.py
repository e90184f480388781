"""A search has its answer within the time that is set, whatever the model does."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from rulebook.encoders.base import ModelIdentity
from rulebook.encoders.timed import REST_SECONDS, TimedReranker
from rulebook.errors import RerankerLoading, RerankerUnavailable

_SHORT = 0.2
_LONG = 30.0


class Gated:
    """Scores a passage by its length, as soon as its gate is open; notes the batches it was given."""

    identity = ModelIdentity(name="gated", revision="1", dimensions=0, chip="gated")

    def __init__(self) -> None:
        self.ready, self.gate, self.at_work = threading.Event(), threading.Event(), threading.Event()
        self.ready.set()
        self.gate.set()
        self.fault: RerankerUnavailable | None = None
        self.loaded = 0
        self.batches: list[list[str]] = []

    def load(self) -> None:
        self.loaded += 1
        self.ready.wait(_LONG)
        if self.fault is not None:
            raise self.fault

    def score(self, query: str, passages: Sequence[str]) -> NDArray[np.float32]:
        self.batches.append(list(passages))
        self.at_work.set()
        self.gate.wait(_LONG)
        if self.fault is not None:
            raise self.fault
        return np.array([len(passage) / 100 for passage in passages], dtype=np.float32)


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def model() -> Gated:
    return Gated()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def timed(model: Gated, clock: Clock) -> Iterator[Callable[..., TimedReranker]]:
    made: list[TimedReranker] = []

    def make(timeout_seconds: float = _SHORT, **more: int | bool) -> TimedReranker:
        made.append(TimedReranker(model, timeout_seconds=timeout_seconds, clock=clock, **more))
        return made[-1]

    yield make
    model.ready.set()
    model.gate.set()
    for reranker in made:
        reranker.close()
        reranker._worker.shutdown(wait=True)


def _score(reranker: TimedReranker) -> None:
    reranker.score("太字", ["表"])


def test_the_scores_are_the_models_in_the_order_of_the_passages_whatever_the_batches(timed, model):
    scores = timed(_LONG, batch_size=2).score("太字", ["aaaa", "a", "aaaaa", "aa", "aaa"])
    assert np.allclose(scores, [0.04, 0.01, 0.05, 0.02, 0.03])
    assert model.batches == [["a", "aa"], ["aaa", "aaaa"], ["aaaaa"]]  # neighbours by length


def test_no_passages_have_no_scores_and_load_nothing(timed, model):
    assert timed().score("太字", []).shape == (0,)
    assert model.loaded == 0


def test_what_takes_too_long_is_said_with_the_time_and_what_to_set(timed, model):
    model.gate.clear()
    started = time.monotonic()
    with pytest.raises(RerankerUnavailable, match=r"gated took longer than 0\.2 s") as caught:
        _score(timed())
    assert time.monotonic() - started < _LONG / 2
    assert "rerank.timeout_seconds" in caught.value.remedy


def test_while_late_work_goes_on_searches_are_told_at_once_and_nothing_piles_up(timed, model):
    reranker = timed()
    model.gate.clear()
    with pytest.raises(RerankerUnavailable, match="took longer"):
        _score(reranker)
    for _ in range(20):
        with pytest.raises(RerankerUnavailable, match="still busy"):
            _score(reranker)
    assert len(model.batches) == 1


def test_late_work_ends_with_its_batch_and_then_the_model_answers_again(timed, model):
    reranker = timed(batch_size=1)
    model.gate.clear()
    with pytest.raises(RerankerUnavailable, match="took longer"):
        reranker.score("太字", ["a", "aa", "aaa"])
    model.gate.set()
    late = reranker._late
    assert late is not None
    assert isinstance(late.exception(_LONG), RerankerUnavailable)
    assert model.batches == [["a"]]
    reranker._timeout = _LONG
    assert np.allclose(reranker.score("太字", ["aa"]), [0.02])


def test_a_search_that_had_no_turn_in_time_says_that_others_were_before_it(timed, model):
    reranker = timed(_LONG)
    model.gate.clear()
    first = threading.Thread(target=_score, args=[reranker])
    first.start()
    assert model.at_work.wait(_LONG)
    reranker._timeout = _SHORT
    with pytest.raises(RerankerUnavailable, match="busy with other searches"):
        _score(reranker)
    model.gate.set()
    first.join()
    assert len(model.batches) == 1


def test_no_time_out_waits(timed, model):
    model.gate.clear()
    threading.Timer(0.05, model.gate.set).start()
    assert timed(0).score("太字", ["a"]).shape == (1,)


def test_loading_does_not_count_against_the_time(timed, model):
    model.ready.clear()
    threading.Timer(0.05, model.ready.set).start()
    reranker = timed(0.001)
    reranker.load()
    reranker._timeout = _LONG
    _score(reranker)
    assert model.loaded == 1


def test_in_the_background_it_is_said_that_the_model_is_loading_and_the_next_search_has_it(timed, model):
    reranker = timed(_LONG, load_in_background=True)
    model.ready.clear()
    for _ in range(3):
        with pytest.raises(RerankerLoading, match="gated is being loaded"):
            _score(reranker)
    model.ready.set()
    reranker.load()
    _score(reranker)
    assert model.loaded == 1


def test_a_model_that_cannot_be_loaded_is_tried_again_after_a_minute_and_says_so(timed, model, clock):
    model.fault = RerankerUnavailable("its weights are damaged.")
    reranker = timed(_LONG)
    with pytest.raises(RerankerUnavailable, match="damaged"):
        _score(reranker)
    clock.now += 18
    with pytest.raises(RerankerUnavailable, match=r"left alone for another 42 s\. its weights are damaged"):
        _score(reranker)
    assert model.loaded == 1
    model.fault = None
    clock.now += REST_SECONDS
    _score(reranker)
    assert model.loaded == 2


def test_a_model_that_fails_is_left_alone_for_a_minute(timed, model, clock):
    reranker = timed(_LONG)
    _score(reranker)
    model.fault = RerankerUnavailable("out of memory.")
    for reason in ("^out of memory", "left alone for another 60 s", "left alone for another 60 s"):
        with pytest.raises(RerankerUnavailable, match=reason):
            _score(reranker)
    assert (len(model.batches), model.loaded) == (2, 1)
    model.fault = None
    clock.now += REST_SECONDS
    _score(reranker)


def test_one_overrun_may_be_a_busy_moment_two_in_a_row_are_a_failure(timed, model):
    reranker = timed()

    def overrun() -> None:
        model.gate.clear()
        reranker._timeout = _SHORT
        with pytest.raises(RerankerUnavailable, match="took longer"):
            _score(reranker)
        model.gate.set()
        assert reranker._late is not None
        reranker._late.exception(_LONG)
        reranker._timeout = _LONG

    overrun()
    _score(reranker)
    overrun()
    overrun()
    with pytest.raises(RerankerUnavailable, match=r"left alone for another 60 s\. It took longer .* 2 times in a row"):
        _score(reranker)


def test_a_closed_reranker_says_so(timed):
    reranker = timed()
    reranker.close()
    with pytest.raises(RerankerUnavailable, match="is closed"):
        _score(reranker)


def test_threads_share_one_model_and_one_loading(timed, model):
    reranker = timed(_LONG)
    found: list[NDArray[np.float32]] = []
    threads = [threading.Thread(target=lambda: found.append(reranker.score("太字", ["aa", "a"]))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert all(np.allclose(scores, [0.02, 0.01]) for scores in found)
    assert model.loaded == 1
