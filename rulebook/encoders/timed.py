"""A reranker that no search waits for longer than it may."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from typing import ParamSpec, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from rulebook.encoders.base import ModelIdentity, Reranker
from rulebook.errors import RerankerLoading, RerankerUnavailable

P = ParamSpec("P")
T = TypeVar("T")
Scores = NDArray[np.float32]

REST_SECONDS = 60.0
"""How long a reranker that failed is left alone."""

_OVERRUNS = 2
"""So many in a row are a failure; a single one may be a busy moment."""


class LoadableReranker(Reranker, Protocol):
    def load(self) -> None:
        """Makes the model ready. Raises ``RerankerUnavailable``."""
        ...


class TimedReranker:
    """Another reranker's scores, or ``RerankerUnavailable`` after ``timeout_seconds``; 0: however long it takes.

    The model works in one thread. What is too late there stops after the batch it is at; until then, and for a minute
    after a failure, searches are told at once and do not queue. Loading has no limit: searches wait for it, or with
    ``load_in_background`` are told at once that it goes on (``RerankerLoading``).
    """

    def __init__(
        self,
        reranker: LoadableReranker,
        *,
        timeout_seconds: float,
        batch_size: int = 16,
        load_in_background: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._reranker = reranker
        self._timeout = timeout_seconds or None
        self._batch_size = batch_size
        self._load_in_background = load_in_background
        self._rest = _Rest(clock)
        # its thread is no daemon: a process that ends while a daemon is inside of torch is aborted
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="rerank")
        self._closed = threading.Event()
        self._lock = threading.Lock()
        self._loading: Future[None] | None = None
        self._late: Future[Scores] | None = None
        self._overruns = 0

    @property
    def identity(self) -> ModelIdentity:
        return self._reranker.identity

    def score(self, query: str, passages: Sequence[str]) -> Scores:
        if not passages:
            return np.empty(0, dtype=np.float32)
        if (seconds := self._rest.remaining) > 0:
            raise self._refusal(f"is left alone for another {seconds:.0f} s. {self._rest.why}")
        loading = self._begun_loading()
        if self._load_in_background and not loading.done():
            raise RerankerLoading(f"{self.identity.name} is being loaded.", remedy="Search again in a moment.")
        self._await(loading)
        dropped = threading.Event()
        with self._lock:
            if self._late is not None and not self._late.done():
                raise self._refusal("is still busy with an earlier search.")
            work = self._submit(self._batch_by_batch, query, passages, dropped)
        try:
            scores = self._result(work, self._timeout)
        except TimeoutError:
            dropped.set()
            raise self._overrun(work) from None
        with self._lock:
            self._overruns = 0
        return scores

    def load(self) -> None:
        """Waits until the model is ready. Raises ``RerankerUnavailable``."""
        self._await(self._begun_loading())

    def close(self) -> None:
        """Drops what waits. What runs stops after the batch it is at, which the end of the process waits for."""
        self._closed.set()
        self._worker.shutdown(wait=False, cancel_futures=True)

    def _begun_loading(self) -> Future[None]:
        with self._lock:
            self._loading = self._loading or self._submit(self._reranker.load)
            return self._loading

    def _await(self, loading: Future[None]) -> None:
        try:
            self._result(loading, None)
        except RerankerUnavailable:
            with self._lock:
                if self._loading is loading:
                    self._loading = None  # to be tried again after the rest
            raise

    def _result(self, work: Future[T], timeout: float | None) -> T:
        try:
            return work.result(timeout)
        except CancelledError:
            raise self._refusal("is closed.") from None
        except RerankerUnavailable as error:
            self._rest.begin(str(error))
            raise

    def _overrun(self, work: Future[Scores]) -> RerankerUnavailable:
        if work.cancel():
            return self._refusal(f"was busy with other searches for longer than {self._timeout:g} s.")
        with self._lock:
            self._late = work
            self._overruns += 1
            if self._overruns >= _OVERRUNS:
                self._rest.begin(f"It took longer than {self._timeout:g} s {self._overruns} times in a row.")
        return self._refusal(
            f"took longer than {self._timeout:g} s.",
            remedy="Set a longer 'rerank.timeout_seconds', or a smaller 'rerank.window' or 'rerank.max_length'.",
        )

    def _batch_by_batch(self, query: str, passages: Sequence[str], dropped: threading.Event) -> Scores:
        # neighbours by length: a batch is padded to its longest text
        order = sorted(range(len(passages)), key=lambda n: len(passages[n]))
        scores = np.empty(len(passages), dtype=np.float32)
        for start in range(0, len(order), self._batch_size):
            if dropped.is_set() or self._closed.is_set():
                raise self._refusal("was stopped.")
            batch = order[start : start + self._batch_size]
            scores[batch] = self._reranker.score(query, [passages[n] for n in batch])
        return scores

    def _submit(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        if self._closed.is_set():
            raise self._refusal("is closed.")
        return self._worker.submit(work, *args, **kwargs)

    def _refusal(self, what: str, *, remedy: str = "") -> RerankerUnavailable:
        return RerankerUnavailable(f"{self.identity.name} {what}", remedy=remedy)


class _Rest:
    """The time for which a reranker is left alone, and why."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._until = clock()
        self.why = ""

    @property
    def remaining(self) -> float:
        """Seconds, 0 or below when it is over."""
        return self._until - self._clock()

    def begin(self, why: str) -> None:
        self.why = why
        self._until = self._clock() + REST_SECONDS
