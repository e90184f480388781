"""The directory of an Office file's ZIP package: refuses what no office program writes, before anything is unpacked."""

from __future__ import annotations

import re
import struct
import zipfile
import zlib
from pathlib import Path

from rulebook.errors import DamagedFile, DocumentError, EncryptedFile, UnsafeFile
from rulebook.readers.limits import Limits, size, too_much

BROKEN = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, ValueError, OverflowError, NotImplementedError,
)  # fmt: skip
"""What ``zipfile`` raises on damaged archives."""
_HEAD = 256
_BEFORE_XML = b"\xef\xbb\xbf\xff\xfe\0 \t\r\n"
"""Byte order marks, the zeros of wide encodings, white space."""


class Archive:
    """An open package whose directory has passed the rules."""

    def __init__(self, path: Path, doc: str, limits: Limits) -> None:
        """Raises ``DamagedFile``, ``EncryptedFile``, ``UnsafeFile`` or ``LimitExceeded``."""
        self.doc = doc
        try:
            self._zip = zipfile.ZipFile(path)
        except BROKEN as error:
            # the list of an Office file's parts stands at its end
            what = (
                "it begins like an Office file, but its end is missing or unreadable, as when it arrived only in part"
            )
            raise damaged(doc, what) from error
        try:
            entries = self._zip.infolist()
            _check_names(entries, doc, limits)
            _check_packing(entries, doc)
            _check_sizes(entries, doc, limits)
            self._check_overlap(entries)
        except BROKEN as error:
            self._zip.close()
            raise damaged(doc, f"its directory is not readable ({error})") from error
        except DocumentError:
            self._zip.close()
            raise
        self.names = tuple(entry.filename for entry in entries)
        self._stored = {name.casefold(): name for name in self.names}

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.close()

    def stored(self, part: str) -> str | None:
        """The name of a part as the package spells it: names are equal in either case (ISO 29500-2, 6.2.2)."""
        return self._stored.get(part.casefold())

    def begins_like_xml(self, part: str) -> bool:
        """Whether a part may be XML, whatever its name: readers go by relations, not by names."""
        try:
            with self._zip.open(part) as stream:
                head = stream.read(_HEAD)
        except (KeyError, RuntimeError, *BROKEN):
            return False  # nobody can read it as XML
        return head.lstrip(_BEFORE_XML).startswith((b"<", "<?xml".encode("cp037")))

    def content(self, part: str) -> bytes:
        """The content of a part; the directory's rules bound its size. Raises ``DamagedFile`` where it cannot be
        unpacked."""
        try:
            return self._zip.read(part)
        except (KeyError, RuntimeError, *BROKEN) as error:
            raise damaged(self.doc, f"the part {part} cannot be unpacked ({error})") from error

    def _check_overlap(self, entries: list[zipfile.ZipInfo]) -> None:
        """Two entries over the same bytes make a small file endless; Python before 3.11.8 does not notice."""
        stream, limit = self._zip.fp, self._zip.start_dir
        for entry in sorted(entries, key=lambda e: e.header_offset, reverse=True):
            if stream is None:
                return
            stream.seek(entry.header_offset)
            header = stream.read(30)
            if len(header) < 30 or not header.startswith(b"PK\x03\x04"):
                raise damaged(self.doc, f"the entry {entry.filename} does not begin where the directory says")
            name_length, extra_length = struct.unpack("<HH", header[26:30])
            if entry.header_offset + 30 + name_length + extra_length + entry.compress_size > limit:
                raise _unsafe(self.doc, f"the entry {entry.filename} overlaps another one")
            limit = entry.header_offset


def damaged(doc: str, what: str) -> DamagedFile:
    """The file is broken or was cut short on its way."""
    return DamagedFile(
        f"the file is damaged: {what}.",
        where=doc,
        remedy="Get the file again or open it in Office, let it repair the file, and save it.",
    )


def _unsafe(doc: str, what: str) -> UnsafeFile:
    return UnsafeFile(
        f"{what}. No office program writes this.",
        where=doc,
        remedy="If you trust where it comes from, open it in Office and save it as a new file.",
    )


def _check_names(entries: list[zipfile.ZipInfo], doc: str, limits: Limits) -> None:
    if len(entries) > limits.entries:
        raise too_much("entries", doc, "entries in the package", str(len(entries)), str(limits.entries))
    seen: set[str] = set()
    for entry in entries:
        name = entry.filename
        if ".." in re.split(r"[/\\]", name) or name.startswith(("/", "\\")) or re.match(r"[A-Za-z]:", name):
            raise _unsafe(doc, f"the entry {name!r} points outside of the package")
        if "\0" in entry.orig_filename:
            raise _unsafe(doc, f"the name of the entry {name!r} holds a zero byte")
        if name.casefold() in seen:
            raise _unsafe(doc, f"the package holds the part {name} twice")
        seen.add(name.casefold())


def _check_packing(entries: list[zipfile.ZipInfo], doc: str) -> None:
    for entry in entries:
        if entry.flag_bits & 0x1:
            raise EncryptedFile(
                f"the entry {entry.filename} is protected by a password.",
                where=doc,
                remedy="Save the document without a password and add it again.",
            )
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise _unsafe(doc, f"the entry {entry.filename} is packed with method {entry.compress_type}")


def _check_sizes(entries: list[zipfile.ZipInfo], doc: str, limits: Limits) -> None:
    for entry in entries:
        found = entry.file_size
        if found > limits.part_bytes:
            what = f"unpacked size of the part {entry.filename}"
            raise too_much("part_bytes", doc, what, size(found), size(limits.part_bytes))
        ratio = found / max(entry.compress_size, 1)
        if found > limits.ratio_from_bytes and ratio > limits.ratio:
            what = f"expansion of the part {entry.filename}"
            raise too_much("ratio", doc, what, f"{ratio:.0f} times", f"{limits.ratio}")
    total = sum(entry.file_size for entry in entries)
    if total > limits.unpacked_bytes:
        raise too_much("unpacked_bytes", doc, "unpacked size of all parts", size(total), size(limits.unpacked_bytes))
