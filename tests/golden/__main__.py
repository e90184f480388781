"""Writes the golden files anew and names those that changed."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.golden.documents import DOCUMENTS, expected_path, read_anew


def main() -> None:
    for name in DOCUMENTS:
        with tempfile.TemporaryDirectory() as folder:
            text = read_anew(name, Path(folder))
        path = expected_path(name)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"changed: {path}")


main()
