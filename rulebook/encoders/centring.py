"""Vectors seen from the middle of the cloud that a model puts all its texts into.

Small models give any two texts a high cosine, since all their vectors share one large part, and that part is another
one for queries than for passages. Taking it away leaves what tells texts apart. (Mu, Viswanath: All-but-the-Top, ICLR
2018; of the two steps there, only the removal of the mean helps here: docs/retrieval.md.)
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib import resources
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from rulebook.encoders.base import Encoder, Vectors, as_vectors
from rulebook.errors import EncoderUnavailable

Centre = NDArray[np.float32]
_FOLDER = resources.files("rulebook.encoders") / "centres"


@dataclass(frozen=True, eq=False)
class Centres:
    """The middle of a model's queries and that of its passages."""

    queries: Centre
    passages: Centre


def measured_centres(encoder: Encoder) -> Centres:
    """The means over the reference texts: everyday questions and rules in Japanese, Chinese and English."""
    texts = json.loads((_FOLDER / "reference_texts.json").read_text(encoding="utf-8"))
    return Centres(
        encoder.encode_queries(texts["queries"]).mean(axis=0), encoder.encode_passages(texts["passages"]).mean(axis=0)
    )


def stored_centres(name: str) -> Centres:
    """The measured ones of the model ``name``, as they are shipped: a query must not wait for 144 texts.

    Raises ``EncoderUnavailable`` where their file is missing or damaged.
    """
    try:
        with resources.as_file(_FOLDER / f"{name}.npz") as path, np.load(path, allow_pickle=False) as stored:
            return Centres(stored["queries"], stored["passages"])
    except (OSError, ValueError, KeyError, BadZipFile) as error:
        raise EncoderUnavailable(
            f"the centres of {name} cannot be read: {error}.", remedy="Install rulebook again with pip."
        ) from error


def store_centres(name: str, centres: Centres) -> None:
    """Writes what ``stored_centres`` reads; for whoever changes a model or the reference texts."""
    with resources.as_file(_FOLDER / f"{name}.npz") as path:
        np.savez(path, queries=centres.queries, passages=centres.passages)


def centred(vectors: Vectors, centre: Centre) -> Vectors:
    """Each row's direction from ``centre``, of length 1."""
    return as_vectors(vectors - centre) if len(vectors) else vectors
