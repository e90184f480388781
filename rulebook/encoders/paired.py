"""The model of the default installation: two small models side by side, each good where the other is not."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from rulebook.encoders import embedded, universal
from rulebook.encoders.base import Encoder, ModelIdentity, Vectors
from rulebook.encoders.centring import Centre, Centres, centred, stored_centres
from rulebook.encoders.embedded import EmbeddedEncoder
from rulebook.encoders.universal import UniversalEncoder

NAME = "e5-small-q4+use-m3"

_SHARE_OF_E5 = 0.6
_CENTRED = "c1"
"""The state of the stored centres: part of the revision, since vectors from different centres cannot be compared."""


class PairedEncoder:
    """multilingual-e5-small and Universal Sentence Encoder multilingual, both centred.

    A row holds both vectors, weighted so that the cosine of two rows is 0.6 of e5's plus 0.4 of USE's: e5 tells texts
    of one language apart, USE finds across languages, and costs a tenth of e5's time.
    """

    def __init__(self) -> None:
        self._e5: Encoder = EmbeddedEncoder()
        self._use: Encoder = UniversalEncoder()

    @cached_property
    def identity(self) -> ModelIdentity:
        e5, use = self._e5.identity, self._use.identity
        return ModelIdentity(
            name=NAME,
            revision=f"{e5.revision}+{use.revision}+{_CENTRED}",
            dimensions=e5.dimensions + use.dimensions,
            chip="e5 + USE 内蔵",
        )

    def encode_passages(self, texts: Sequence[str]) -> Vectors:
        e5, use = self._centres
        return self._joined(
            self._e5.encode_passages(texts), e5.passages, self._use.encode_passages(texts), use.passages
        )

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        e5, use = self._centres
        return self._joined(self._e5.encode_queries(texts), e5.queries, self._use.encode_queries(texts), use.queries)

    @cached_property
    def _centres(self) -> tuple[Centres, Centres]:
        return stored_centres(embedded.NAME), stored_centres(universal.NAME)

    def _joined(self, e5: Vectors, e5_centre: Centre, use: Vectors, use_centre: Centre) -> Vectors:
        weighted = (
            np.sqrt(_SHARE_OF_E5) * centred(e5, e5_centre),
            np.sqrt(1 - _SHARE_OF_E5) * centred(use, use_centre),
        )
        return np.hstack(weighted).astype(np.float32)
