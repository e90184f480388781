"""The vector index of a published version examined and made anew; its own files are the truth for both."""

from __future__ import annotations

import shutil
from pathlib import Path
from uuid import uuid4

from filelock import Timeout

from rulebook.errors import StoreError
from rulebook.handbook.files import flush_folder
from rulebook.handbook.index.content import contents_of
from rulebook.handbook.index.opening import build_index, index_lock
from rulebook.handbook.index.probe import probe
from rulebook.handbook.layout import HandbookLayout
from rulebook.handbook.version_files import read_collections
from rulebook.model.manifest import Manifest
from rulebook.store.versions import version_number

IN_USE = "in use by another process, not examined"


def index_trouble(layout: HandbookLayout, manifest: Manifest) -> str:
    """What is wrong with a version's vector index, ``""`` when it is sound, ``IN_USE`` when nobody may look.

    Raises ``VersionDamaged`` when the vectors that it should hold cannot be read.
    """
    n = version_number(manifest.version)
    chroma = layout.version(n).chroma
    if not chroma.is_dir():
        return "its folder is missing"
    contents = contents_of(read_collections(layout, manifest), n)
    try:
        with index_lock(chroma):
            return probe(chroma, contents)
    except Timeout:
        return IN_USE
    except OSError as error:
        return f"it cannot be examined: {error.strerror or error}"


def rebuild_index(layout: HandbookLayout, manifest: Manifest) -> None:
    """Makes the index of ``vN`` anew from its vectors, aside, and puts it in the place of the old one.

    A crash leaves the old one, the whole new one, or none: then the exact search answers, and the next repair makes it.
    The caller holds the build lock. Raises ``StoreError`` when a process has the old one open, or a file cannot be
    written, ``VectorStoreError`` when the index does not come out sound, and ``VersionDamaged``.
    """
    n = version_number(manifest.version)
    folder, staged = layout.version(n), layout.staging / uuid4().hex
    collections = read_collections(layout, manifest)
    try:
        with index_lock(folder.chroma):
            build_index(staged / "chroma", collections, n)
            _swap(staged / "chroma", folder.chroma, aside=staged / "damaged")
    except Timeout as error:
        raise StoreError(
            f"the vector index of v{n} is open in another process.",
            where=str(folder.path),
            remedy="Close the workbench and the service, then repair again.",
        ) from error
    except OSError as error:
        raise StoreError(
            f"the vector index of v{n} cannot be replaced: {error.strerror or error}.",
            where=str(error.filename or folder.path),
            remedy="Check the space on the disk and the rights of the folder.",
        ) from error
    finally:
        shutil.rmtree(staged, ignore_errors=True)


def _swap(fresh: Path, place: Path, aside: Path) -> None:
    if place.exists():
        place.rename(aside)
    fresh.rename(place)
    flush_folder(place.parent)
