"""Office files that are the same bytes whenever they are made."""

from __future__ import annotations

import io
import re
import zipfile
from datetime import datetime
from pathlib import Path

WRITTEN = datetime(2026, 4, 1, 9, 0, 0)
"""The date that the sample documents carry."""

_ZIP_TIME = (2026, 4, 1, 9, 0, 0)
_MODIFIED = re.compile(rb"(<dcterms:(created|modified)[^>]*>)[^<]*")


def write_package(path: Path, package: bytes) -> None:
    """Writes an Office package with the date of every part, and that in its properties, set to ``WRITTEN``."""
    path.parent.mkdir(parents=True, exist_ok=True)
    stamp = WRITTEN.strftime("%Y-%m-%dT%H:%M:%SZ").encode()
    with zipfile.ZipFile(io.BytesIO(package)) as source, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            content = source.read(name)
            if name == "docProps/core.xml":
                content = _MODIFIED.sub(rb"\g<1>" + stamp, content)
            entry = zipfile.ZipInfo(name, _ZIP_TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 0  # the same on every system
            target.writestr(entry, content)
