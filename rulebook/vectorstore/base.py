"""What every vector store offers; the handbook and the search know no more of it than this."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
Metadata = Mapping[str, str | int | float | bool]


@dataclass(frozen=True, slots=True)
class VectorHit:
    """A stored text near the query. ``score`` is the cosine similarity, 1 for the same direction."""

    id: str
    document: str
    metadata: Metadata
    score: float


class VectorStoreAdapter(ABC):
    """Named collections of texts with their vectors.

    Vectors are stored as given and compared by cosine. Every method raises ``CollectionNotFound`` for a collection that
    is not there and ``VectorStoreError`` for what the store refuses.
    """

    @abstractmethod
    def create_collection(self, name: str) -> None:
        """An empty collection; ``VectorStoreError`` when the name is taken or not allowed."""

    @abstractmethod
    def delete_collection(self, name: str) -> None: ...

    @abstractmethod
    def upsert(
        self,
        collection: str,
        ids: Sequence[str],
        embeddings: Vectors,
        documents: Sequence[str],
        metadatas: Sequence[Metadata],
    ) -> None:
        """Stores the rows; a row whose id is there already is replaced. All or, on an error in the rows, none.

        A store may keep what it is given without copying it: the caller does not change it afterwards.
        """

    @abstractmethod
    def query(
        self, collection: str, query_embedding: Sequence[float], top_k: int, where: Metadata | None = None
    ) -> list[VectorHit]:
        """The ``top_k`` nearest rows, best first, equal scores by id; ``where`` keeps rows with those values.

        Rows with equal vectors have equal scores, also where ``top_k`` cuts between them.
        """

    @abstractmethod
    def count(self, collection: str) -> int: ...

    @abstractmethod
    def vectors(self, collection: str, ids: Sequence[str]) -> Vectors:
        """The stored vectors of ``ids``, in their order, for verification; ``VectorStoreError`` when one is missing."""

    @abstractmethod
    def close(self) -> None:
        """Gives files and threads back; the adapter is not used afterwards."""
