"""Bytes of a text file into text, whichever of the usual encodings it is in."""

from __future__ import annotations

import codecs
import re

from rulebook.errors import DamagedFile

_KANA = re.compile("[ぁ-ゖァ-ヺー]")
_WIDE = re.compile("[^\x00-\x7f]")
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def decode(content: bytes, doc: str) -> tuple[str, str]:
    """The text and the name of the encoding it was read in; line ends are ``\\n``.

    UTF-8 unless a byte order mark says otherwise or the bytes are none; then the Japanese encoding that gives kana,
    else GB 18030. Raises ``DamagedFile`` when nothing fits.
    """
    for encoding in _candidates(content):
        text = _strict(content, encoding)
        if text is not None:
            return text.replace("\r\n", "\n").replace("\r", "\n"), encoding
    raise DamagedFile(
        "the text is in no encoding that rulebook knows.", where=doc, remedy="Save the file as UTF-8 and add it again."
    )


def _candidates(content: bytes) -> list[str]:
    marked = [encoding for bom, encoding in _BOMS if content.startswith(bom)]
    if marked:
        return marked
    if b"\x1b$B" in content or b"\x1b$@" in content:
        return ["iso2022_jp", "utf-8"]
    japanese = [e for e in ("cp932", "euc_jp") if _share_of_kana(_strict(content, e)) > 0.1]
    return ["utf-8", *japanese, "gb18030", "cp932"]


def _strict(content: bytes, encoding: str) -> str | None:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        return None


def _share_of_kana(text: str | None) -> float:
    wide = _WIDE.findall(text or "")
    return sum(bool(_KANA.match(c)) for c in wide) / len(wide) if wide else 0.0
