"""Names and ids of documents: the same content under the same name gives the same id everywhere."""

from __future__ import annotations

import re
import unicodedata

_HASH_LENGTH = 8


def document_name(name: str) -> str:
    """A file name as it is shown and compared: NFC, without control and direction characters."""
    kept = (c for c in unicodedata.normalize("NFC", name) if unicodedata.category(c) not in ("Cc", "Cf", "Cs"))
    return "".join(kept).strip()


def slug(name: str) -> str:
    """A file name without its suffix for use in ids: letters and digits of any script stay, Latin ones in lower case,
    everything else becomes ``-``."""
    stem = re.sub(r"\.[^./\\]*\Z", "", unicodedata.normalize("NFC", name))
    words = re.sub(r"[\W_]+", "-", stem.lower())
    return words.strip("-") or "document"


def document_id(name: str, sha256: str) -> str:
    """``slug-1a2b3c4d``: the name and the first 8 digits of the content's SHA-256."""
    return f"{slug(name)}-{sha256[:_HASH_LENGTH]}"
