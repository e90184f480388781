"""Texts of queries as vectors: one call of a model for all of them, and none for those it has just seen."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rulebook.encoders.base import Encoder
from rulebook.errors import EncoderUnavailable

Vector = NDArray[np.float32]

EncoderOf = Callable[[str, str], Encoder]
"""Name and revision of a model → its encoder; raises ``EncoderUnavailable``."""


class Model(NamedTuple):
    """A model as a manifest names it."""

    name: str
    revision: str


class AskedText(NamedTuple):
    """A text, and the model that is to make a vector of it."""

    model: Model
    text: str


class EncodedTexts:
    """Encodes texts as queries and keeps the vectors used last in memory, ``kept`` of them; safe for threads.

    What people type does not go to the database of the documents' vectors: it would grow with every query.
    """

    def __init__(self, encoder_of: EncoderOf, kept: int) -> None:
        self._encoder_of = encoder_of
        self._kept = kept
        self._vectors: OrderedDict[AskedText, Vector] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, asked: Iterable[AskedText]) -> dict[AskedText, Vector | EncoderUnavailable]:
        """The vector of each text, or why it has none; each model is called once for all its texts."""
        wanted = list(dict.fromkeys(asked))
        found: dict[AskedText, Vector | EncoderUnavailable] = dict(self._seen(wanted))
        unseen: dict[Model, list[AskedText]] = {}
        for one in wanted:
            if one not in found:
                unseen.setdefault(one.model, []).append(one)
        for model, group in unseen.items():
            found |= self._encoded(model, group)
        return found

    def _encoded(self, model: Model, asked: Sequence[AskedText]) -> Mapping[AskedText, Vector | EncoderUnavailable]:
        try:
            encoder = self._encoder_of(*model)
        except EncoderUnavailable as error:  # not on this machine: no text of it needs to be tried
            return dict.fromkeys(asked, error)
        try:
            rows = encoder.encode_queries([one.text for one in asked])
        except EncoderUnavailable as error:
            if len(asked) == 1:
                return {asked[0]: error}
            # a text that the model fails on must not cost the others their vectors
            return {one: found for single in asked for one, found in self._encoded(model, [single]).items()}
        vectors = {one: frozen(row) for one, row in zip(asked, rows, strict=True)}
        self._keep(vectors)
        return vectors

    def _seen(self, asked: Iterable[AskedText]) -> dict[AskedText, Vector]:
        with self._lock:
            found = {one: self._vectors[one] for one in asked if one in self._vectors}
            for one in found:
                self._vectors.move_to_end(one)
            return found

    def _keep(self, vectors: Mapping[AskedText, Vector]) -> None:
        with self._lock:
            self._vectors.update(vectors)
            while len(self._vectors) > self._kept:
                self._vectors.popitem(last=False)


def frozen(row: Vector) -> Vector:
    """A copy that cannot be changed: a row alone would keep the whole batch in memory."""
    vector = np.array(row, dtype=np.float32)
    vector.flags.writeable = False
    return vector
