"""Office files with the same bytes whenever and wherever they are made."""

from __future__ import annotations

import io
import re
import zipfile

_DAY = (2026, 4, 1, 0, 0, 0)
_STAMP = rb"2026-04-01T00:00:00Z"


def settled(content: bytes) -> bytes:
    """The package with its parts in the order of their names, all of one day, also where it names days itself.

    Workbooks inside it, as behind charts, are settled too.
    """
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as source, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as target:
        for name in sorted(source.namelist()):
            part = source.read(name)
            if name == "docProps/core.xml":
                part = re.sub(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", _STAMP, part)
            elif name.endswith(".xlsx"):
                part = settled(part)
            entry = zipfile.ZipInfo(name, _DAY)
            entry.compress_type = zipfile.ZIP_DEFLATED
            target.writestr(entry, part)
    return stream.getvalue()
