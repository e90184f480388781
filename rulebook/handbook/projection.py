"""``manifests/vN.json``: the manifests with their ``active`` fields, for people and programs that read files."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable

from rulebook.errors import RulebookError
from rulebook.handbook.files import json_bytes, replace_bytes
from rulebook.handbook.layout import HandbookLayout
from rulebook.handbook.locking import files_lock
from rulebook.model.json import to_json
from rulebook.model.manifest import Manifest

_log = logging.getLogger(__name__)


def project_manifests(layout: HandbookLayout, manifests: Callable[[], Iterable[Manifest]]) -> None:
    """Writes those that differ from what ``manifests`` finds in the database, which is asked while no other process
    writes them: an older answer must not be written last.

    They are a copy: when one cannot be written, the version is active all the same, and the log says so.
    """
    try:
        with files_lock(layout.files_lock):
            for manifest in manifests():
                path, content = layout.manifests / f"{manifest.version}.json", json_bytes(to_json(manifest))
                if not path.is_file() or path.read_bytes() != content:
                    replace_bytes(path, content, layout.staging)
    except (OSError, RulebookError) as error:
        _log.warning("the manifests in %s are not up to date: %s", layout.manifests, error)
