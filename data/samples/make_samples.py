"""Makes the sample handbook: ``python data/samples/make_samples.py [FOLDER]``, by default beside this file.

The three documents are small, realistic and our own. They disagree on purpose: on the underline of table headers (also
in plain sight), on the length of table names and on the numbering of figures. Other places look like it and are not: a
date in a table and one in running text, a rule said twice in other words, an exception that is stated.
"""

from __future__ import annotations

import sys
from pathlib import Path

import design_policy
import table_rules
import writing_rules
from packing import write_package

DOCUMENTS = {
    "write/記入規則.docx": writing_rules.make,
    "write/図表規則.xlsx": table_rules.make,
    "design/設計方針.pptx": design_policy.make,
}


def make_samples(folder: Path) -> list[Path]:
    """Writes the documents below ``folder``; the same bytes every time."""
    written = []
    for name, make in DOCUMENTS.items():
        write_package(folder / name, make())
        written.append(folder / name)
    return written


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("handbook")
    for path in make_samples(target):
        print(path)
