"""The ten documents by name, each made in code; ``expected/`` holds what must be read of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from rulebook.parsing.parse import parse_file
from tests.golden.documents import (
    approval_form,
    chinese_coding,
    coding_standard,
    design_principles,
    diagram_rules,
    naming_rules,
    operation_guide,
    screen_standard,
    service_codes,
    writing_rules,
)
from tests.golden.rendering import rendered

DOCUMENTS: Mapping[str, Callable[[Path], bytes]] = {
    module.NAME: module.build
    for module in (
        writing_rules,
        diagram_rules,
        screen_standard,
        service_codes,
        design_principles,
        chinese_coding,
        coding_standard,
        operation_guide,
        naming_rules,
        approval_form,
    )
}
"""Name of the document → what makes its bytes, given a folder to work in."""


def expected_path(name: str) -> Path:
    return Path(__file__).parents[1] / "expected" / f"{name}.txt"


def read_anew(name: str, folder: Path) -> str:
    """The document made, parsed through the public door, and rendered."""
    path = folder / "stored"
    path.write_bytes(DOCUMENTS[name](folder))
    return rendered(parse_file(path, name))
