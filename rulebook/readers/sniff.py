"""What a file is by its first bytes, whatever its name says."""

from __future__ import annotations

import codecs
import errno
import struct
from enum import StrEnum
from pathlib import Path
from stat import S_ISREG

_HEAD = 4096


class Content(StrEnum):
    EMPTY = "empty"
    ZIP = "zip"
    OLE = "ole"
    """A compound file: an Office file before 2007, or an encrypted one of today."""
    PDF = "pdf"
    RTF = "rtf"
    HTML = "html"
    XML = "xml"
    """A document as one XML file: flat Office formats, Excel 2003."""
    TEXT = "text"
    BINARY = "binary"


class OleKind(StrEnum):
    """What a compound file holds."""

    ENCRYPTED = "encrypted"
    RIGHTS = "rights"
    """Encrypted by rights management: only the people it names can open it."""
    OLD = "old"
    OTHER = "other"


def sniff(path: Path) -> Content:
    """The kind of content, from the first 4 KB. Raises ``OSError`` when the file cannot be opened or is none: a folder,
    a pipe or a device, which would keep the reader waiting."""
    if not S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, "it is no file, but a folder, a pipe or a device")
    with path.open("rb") as file:
        head = file.read(_HEAD)
    if not head:
        return Content.EMPTY
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return Content.ZIP
    if head.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        return Content.OLE
    if b"%PDF-" in head[:1024]:
        return Content.PDF
    if head.startswith(b"{\\rtf"):
        return Content.RTF
    return _text_or_not(head)


def _text_or_not(head: bytes) -> Content:
    text = head.decode("utf-16", "ignore") if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else ""
    if not text:
        # text of the encodings we read holds no zero byte and next to no control characters but white space
        odd = sum(byte < 32 and byte not in b"\t\n\v\f\r\x1b" for byte in head)
        if 0 in head or odd * 50 > len(head):
            return Content.BINARY
        text = head.decode("utf-8-sig", "replace")
    opening = text.lstrip("\ufeff \t\r\n").lower()
    if opening.startswith(("<!doctype html", "<html")):
        return Content.HTML
    if opening.startswith("<?xml"):
        return Content.HTML if "<html" in opening else Content.XML
    return Content.TEXT


_SECTOR_SHIFTS = (9, 12)
"""Sectors of a compound file have 512 or 4,096 bytes; a header that says otherwise is damaged."""


def ole_kind(path: Path) -> OleKind:
    """What a compound file holds, from the names in its directory."""
    names = _ole_names(path.read_bytes())
    if names & {"DRMEncryptedDataSpace", "DRMEncryptedTransform", "\tDRMContent"}:
        return OleKind.RIGHTS
    if names & {"EncryptedPackage", "EncryptionInfo"}:
        return OleKind.ENCRYPTED
    return OleKind.OLD if names & {"WordDocument", "Workbook", "Book", "PowerPoint Document"} else OleKind.OTHER


def _ole_names(content: bytes) -> set[str]:
    """Names in the directory of a compound file ([MS-CFB] 2.6): entries of 128 bytes in a chain of sectors.

    A damaged chain ends the walk; the names found so far are returned.
    """
    names: set[str] = set()
    try:
        (shift,) = struct.unpack_from("<H", content, 30)
        (sector,) = struct.unpack_from("<I", content, 48)
        if shift not in _SECTOR_SHIFTS:
            return set()
        size = 1 << shift
        seen: set[int] = set()
        while sector not in seen and sector < 0xFFFFFFFA:
            seen.add(sector)
            start = (sector + 1) * size
            for entry in range(start, min(start + size, len(content)), 128):
                (length,) = struct.unpack_from("<H", content, entry + 64)
                names.add(content[entry : entry + max(min(length, 64) - 2, 0)].decode("utf-16-le", "ignore"))
            sector = _next_sector(content, sector, size)
    except struct.error:
        pass
    return names - {""}


def _next_sector(content: bytes, sector: int, size: int) -> int:
    per_table = size // 4
    # the first 109 sectors of the allocation table are listed in the header, enough for 6.8 MB before the directory
    if sector // per_table >= 109:
        return 0xFFFFFFFE
    (table,) = struct.unpack_from("<I", content, 76 + 4 * (sector // per_table))
    (following,) = struct.unpack_from("<I", content, (table + 1) * size + 4 * (sector % per_table))
    return int(following)
