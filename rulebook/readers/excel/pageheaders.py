"""What a sheet prints at the top and bottom of its pages."""

from __future__ import annotations

import re

from lxml import etree

from rulebook.readers.excel.xml import SHEET

_CODE = re.compile(r'&(?:"[^"]*"|K(?:[0-9A-Fa-f]{6}|\d\d[+-]\d{3})|\d+|.)', re.DOTALL)


def page_headers(root: etree._Element) -> tuple[tuple[str, str], ...]:
    """``("header", text)`` and ``("footer", text)``, codes for page numbers, dates and fonts left out."""
    found = []
    for element in root.iterfind(f"{SHEET}headerFooter/*"):
        text = " ".join(_CODE.sub(lambda m: "&" if m[0] == "&&" else " ", element.text or "").split())
        if re.search(r"\w", text):
            found.append(("header" if "Header" in str(element.tag) else "footer", text))
    return tuple(found)
