"""Vectors with their texts, behind one adapter."""

from rulebook.vectorstore.base import VectorHit, VectorStoreAdapter
from rulebook.vectorstore.factory import StorageAdapterFactory

__all__ = ["StorageAdapterFactory", "VectorHit", "VectorStoreAdapter"]
