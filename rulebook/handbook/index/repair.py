"""The vector index of a published version examined and made anew; its own files are the truth for both."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path
from uuid import uuid4

from filelock import FileLock, Timeout

from rulebook.errors import RulebookError, StoreError
from rulebook.handbook import vector_index
from rulebook.handbook.layout import HandbookLayout, VersionFolder
from rulebook.handbook.version_files import Collection, read_collections
from rulebook.model.manifest import Manifest
from rulebook.store.versions import version_number

IN_USE = "in use by another process, not examined"


def index_trouble(folder: VersionFolder, manifest: Manifest) -> str:
    """What is wrong with a version's vector index, ``""`` when it is sound.

    It is opened in a process of its own: some damage to its files ends the process that reads them.
    """
    if not folder.chroma.is_dir():
        return "its folder is missing"
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        try:
            return pool.submit(_examine_index, folder.path, manifest).result()
        except BrokenProcessPool:
            return "reading it ends the process"


def _examine_index(path: Path, manifest: Manifest) -> str:
    folder = VersionFolder(path)
    try:
        with _owned(folder):
            _verified(folder.chroma, read_collections(folder, manifest), version_number(manifest.version))
    except Timeout:
        return IN_USE
    except RulebookError as error:
        return error.what
    return ""


def _owned(folder: VersionFolder) -> FileLock:
    """The lock of the one process that may open the index, as a search takes it."""
    return FileLock(folder.chroma.with_suffix(".lock"), timeout=0)


def _verified(chroma: Path, collections: Sequence[Collection], n: int) -> None:
    adapter = vector_index.new_adapter("chroma", chroma)
    try:
        vector_index.verify(adapter, collections, n)
    finally:
        adapter.close()


def rebuild_index(layout: HandbookLayout, manifest: Manifest, n: int) -> None:
    """Makes the index of ``vN`` anew from its vectors, aside, and puts it in the place of the old one.

    The caller holds the build lock. Raises ``StoreError`` when a process has the old one open.
    """
    folder, staged = layout.version(n), layout.staging / uuid4().hex
    collections = read_collections(folder, manifest)
    try:
        with _owned(folder):
            fresh = staged / "chroma"
            adapter = vector_index.new_adapter("chroma", fresh)
            try:
                vector_index.fill(adapter, collections, n)
            finally:
                adapter.close()
            _verified(fresh, collections, n)
            if folder.chroma.exists():
                folder.chroma.rename(staged / "damaged")
            fresh.rename(folder.chroma)
    except Timeout as error:
        raise StoreError(
            f"the vector index of v{n} is open in another process.",
            where=str(folder.path),
            remedy="Close the workbench and the service, then repair again.",
        ) from error
    finally:
        shutil.rmtree(staged, ignore_errors=True)
