"""Programs inside an Office file: named in the report, never read and never run."""

from __future__ import annotations

import zipfile
from pathlib import Path, PurePosixPath

from rulebook.model.document import ParseWarning

_PROGRAM = "vbaproject.bin"


def macro_warnings(path: Path) -> tuple[ParseWarning, ...]:
    """One warning that names the macros of the file at ``path``, which the guard has accepted; none where it has none.

    Old macro sheets of Excel are named too: their formulas are programs.
    """
    if not zipfile.is_zipfile(path):
        return ()
    with zipfile.ZipFile(path) as package:
        found = [name for name in package.namelist() if _is_program(name)]
    if not found:
        return ()
    message = (
        f"the file holds macros ({', '.join(found)}). They were not run; what they do or show is not in the handbook."
    )
    return (ParseWarning(code="macros_not_run", place=found[0], message=message),)


def _is_program(name: str) -> bool:
    part = PurePosixPath(name.casefold())
    return part.name == _PROGRAM or "macrosheets" in part.parts
