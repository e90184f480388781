"""Lines of program text, which keep their line ends and their indentation."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulebook.model.text import RichText
from rulebook.readers.pdf.lines import Line
from rulebook.readers.pdf.wide import is_wide

_OPENS = re.compile(
    r"//|/\*|\*/|\*\s|@[A-Z]\w+|[{}]|\)+[;{,]?$|</?[A-Za-z][\w:-]*[\s/>]|#include\b|--\s"
    r"|(?:public|private|protected|static|final|class|interface|enum|import|package|return|throw|new|def|func|var|let|const|case)\s|default:"
    r"|(?:if|for|while|switch|catch|synchronized)\s*\(|(?:try|else|do|finally)\s*\{?$|\.\w+\("
)
_CLOSES = re.compile(r"[;{}]$|\)\s*[;{]?$|^[)\]}]|//.*$")
_SIGNS = re.compile(r"[(){}=;]|\.\w+|->")
_LATIN_SHARE = 0.85


def is_code(line: Line) -> bool:
    """Whether the line looks like program text: set in letters of one width, or written like it."""
    text = line.text.text
    if line.mono and len(text) > 1:
        return True
    if text.startswith(("//", "/*")):
        return "://" not in text[:8]
    opens = _OPENS.match(text) is not None
    if opens and text.endswith("{"):
        return True
    return (opens or text.endswith((";", "{", "}"))) and _is_latin(text.split("//")[0])


def may_be_code(line: Line, first: Line) -> bool:
    """Whether a line below ``first``, program text itself, is it too: written alike, or Latin and no further left."""
    if is_code(line):
        return True
    text = line.text.text.split("//")[0]
    flush = line.left >= first.left - 1 and abs(line.size - first.size) < 0.5
    return _is_latin(text) and (
        _CLOSES.search(line.text.text) is not None or (flush and _SIGNS.search(text) is not None)
    )


def code_text(lines: Sequence[Line]) -> RichText:
    """The lines as written, indented by how far each begins to the right of the leftmost."""
    left = min(line.left for line in lines)
    rows = []
    for line in lines:
        indent = round((line.left - left) / (0.5 * line.size)) if line.size else 0
        rows.append(RichText.join([RichText(" " * min(indent, 40)), line.text]))
    return RichText.join(rows, "\n")


def _is_latin(text: str) -> bool:
    letters = [c for c in text if not c.isspace()]
    return not letters or sum(not is_wide(c) for c in letters) >= _LATIN_SHARE * len(letters)
