"""What goes wrong with the parts of a package and with the ZIP archive that holds them."""

from __future__ import annotations

import io
import re
import struct
import warnings
import zipfile
from collections.abc import Callable
from random import Random
from typing import TypeAlias

from tests.packages import Parts, packed

PartsMutator: TypeAlias = Callable[[Parts, Random], Parts]
ArchiveMutator: TypeAlias = Callable[[Parts, Random], bytes]

_TARGETS = (
    "", "/", ".", "..", "../../../../etc/passwd", "/etc/passwd", "C:\\x.xml", "http://192.0.2.1/x", "file:///etc/passwd",
    "none.xml", "#x", "?", "\\\\192.0.2.1\\share\\x.xml", "%2e%2e/x.xml", "document.xml", "workbook.xml",
    "../slides/slide1.xml", "slide1.xml",
)  # fmt: skip


def _relation_parts(parts: Parts) -> list[str]:
    return [name for name in parts if name.endswith(".rels")]


def drop_part(parts: Parts, chance: Random) -> Parts:
    gone = chance.choice(list(parts))
    return {name: part for name, part in parts.items() if name != gone}


def swap_parts(parts: Parts, chance: Random) -> Parts:
    one, other = chance.choice(list(parts)), chance.choice(list(parts))
    return {**parts, one: parts[other], other: parts[one]}


def rename_part(parts: Parts, chance: Random) -> Parts:
    chosen = chance.choice(list(parts))
    new = chance.choice((chosen.upper(), chosen + " ", "x/" + chosen, chosen.replace("/", "\\"), "規則.xml", "a" * 300))
    return {new if name == chosen else name: part for name, part in parts.items()}


def redirect_relation(parts: Parts, chance: Random) -> Parts:
    """A relation that points nowhere, outside, to itself or to another part."""
    name = chance.choice(_relation_parts(parts) or list(parts))
    found = list(re.finditer(rb'Target="([^"]*)"', parts[name]))
    if not found:
        return parts
    at = chance.choice(found)
    target = chance.choice((*_TARGETS, *("/" + part for part in parts))).encode()
    mode = chance.choice((b"", b"", b' TargetMode="External"'))
    new = b'Target="' + target + b'"' + mode
    return {**parts, name: parts[name][: at.start()] + new + parts[name][at.end() :]}


def spoil_relation(parts: Parts, chance: Random) -> Parts:
    name = chance.choice(_relation_parts(parts) or list(parts))
    word = chance.choice((b"Type", b"Id", b"Target", b"Relationship", b"http://", b"rId1", b"officeDocument"))
    return {
        **parts,
        name: parts[name].replace(word, chance.choice((b"", b"rId2", b"X", b"theme")), chance.choice((1, 9))),
    }


def loop_relations(parts: Parts, chance: Random) -> Parts:
    """Every relation of a part points to that part, or to its first target."""
    name = chance.choice(_relation_parts(parts) or list(parts))
    folder, _, file = name.rpartition("_rels/")
    own = f'Target="/{folder}{file.removesuffix(".rels")}"'.encode()
    return {**parts, name: re.sub(rb'Target="[^"]*"', lambda _: own, parts[name])}


def spoil_types(parts: Parts, chance: Random) -> Parts:
    name = "[Content_Types].xml"
    if name not in parts:
        return parts
    word = chance.choice(
        (b"main+xml", b"application/", b"Override", b"PartName", b"Default", b'Extension="xml"', b"document")
    )
    return {**parts, name: parts[name].replace(word, chance.choice((b"", b"x", b"macroEnabled.main+xml", b"template")))}


def add_part(parts: Parts, chance: Random) -> Parts:
    name = chance.choice(
        ("word/vbaProject.bin", "xl/vbaProject.bin", "media/", "customXml/item1.xml", "規.xml", "word/media/a.emf")
    )
    return {**parts, name: chance.choice((b"", b"<a/>", b"\0" * 2_000_000, chance.randbytes(300), b"<a>" * 300))}


def other_order(parts: Parts, chance: Random) -> Parts:
    names = list(parts)
    chance.shuffle(names)
    return {name: parts[name] for name in names}


PARTS_MUTATORS: tuple[PartsMutator, ...] = (
    drop_part, swap_parts, rename_part, redirect_relation, redirect_relation, spoil_relation, loop_relations,
    spoil_types, add_part, other_order,
)  # fmt: skip


def _written(parts: Parts, write: Callable[[zipfile.ZipFile], None], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    stream = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(stream, "w", method) as archive:
        warnings.simplefilter("ignore")
        for name, part in parts.items():
            archive.writestr(zipfile.ZipInfo(name), part, method)
        write(archive)
    return stream.getvalue()


def double_entry(parts: Parts, chance: Random) -> bytes:
    name = chance.choice(list(parts))
    return _written(
        parts, lambda archive: archive.writestr(zipfile.ZipInfo(chance.choice((name, name.upper()))), b"<a/>")
    )


def climbing_entry(parts: Parts, chance: Random) -> bytes:
    name = chance.choice(
        ("../x.xml", "/x.xml", "C:/x.xml", "a/../../x.xml", "..\\x.xml", "a//b.xml", "./x.xml", "x\0y.xml")
    )
    return _written(parts, lambda archive: archive.writestr(zipfile.ZipInfo(name), b"<a/>"))


def folders(parts: Parts, chance: Random) -> bytes:
    def write(archive: zipfile.ZipFile) -> None:
        archive.writestr(zipfile.ZipInfo("word/"), b"")
        archive.writestr(zipfile.ZipInfo(chance.choice(("xl/", "ppt/slides/", "x" * 200 + "/"))), b"")

    return _written(parts, write)


def other_packing(parts: Parts, chance: Random) -> bytes:
    return packed(parts, chance.choice((zipfile.ZIP_STORED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)))


def archive_comment(parts: Parts, chance: Random) -> bytes:
    def write(archive: zipfile.ZipFile) -> None:
        archive.comment = chance.choice((b"x" * 65_535, b"PK\x05\x06" + b"\0" * 18, b"PK\x06\x07" + b"\xff" * 40))

    return _written(parts, write)


def japanese_names(parts: Parts, chance: Random) -> bytes:
    """An entry named in cp932 without the mark for UTF-8, as old Japanese tools do."""
    content = _written(parts, lambda archive: archive.writestr(zipfile.ZipInfo("word/media/AAAA.xml"), b"<a/>"))
    return content.replace(b"AAAA.xml", "規則".encode("cp932") + b".xml", chance.choice((1, 2)))


def streamed(parts: Parts, _: Random) -> bytes:
    """Sizes behind the data (data descriptors), as programs write that cannot seek."""

    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return False

        def seek(self, *_: int) -> int:
            raise io.UnsupportedOperation

        def tell(self) -> int:
            raise io.UnsupportedOperation

    stream = Pipe()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(zipfile.ZipInfo(name), part, zipfile.ZIP_DEFLATED)
    return stream.getvalue()


def zip64(parts: Parts, _: Random) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            with archive.open(zipfile.ZipInfo(name), "w", force_zip64=True) as entry:
                entry.write(part)
    return stream.getvalue()


_LOCAL, _CENTRAL, _END = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"
_FIELDS = {
    _LOCAL: {4: 2, 6: 2, 8: 2, 10: 4, 14: 4, 18: 4, 22: 4, 26: 2, 28: 2},
    _CENTRAL: {6: 2, 8: 2, 10: 2, 12: 4, 16: 4, 20: 4, 24: 4, 28: 2, 30: 2, 32: 2, 34: 2, 38: 4, 42: 4},
    _END: {4: 2, 6: 2, 8: 2, 10: 2, 12: 4, 16: 4, 20: 2},
}
"""Where the fields of each record begin, and their sizes in bytes."""


def spoil_header(parts: Parts, chance: Random) -> bytes:
    """A field of a local header, of the directory or of its end with another value: a size, checksum, flag, offset."""
    content = bytearray(packed(parts))
    for _ in range(chance.choice((1, 1, 2, 4))):
        signature = chance.choice((_LOCAL, _CENTRAL, _CENTRAL, _END))
        places = [found.start() for found in re.finditer(re.escape(signature), bytes(content))]
        offset, size = chance.choice(list(_FIELDS[signature].items()))
        at = chance.choice(places) + offset
        old = int.from_bytes(content[at : at + size], "little")
        new = chance.choice((0, 1, old ^ 1, old + 1, old * 2, 0xFFFF, 0xFFFFFFFF, 0x7FFFFFFF, chance.getrandbits(32)))
        content[at : at + size] = (new & ((1 << (8 * size)) - 1)).to_bytes(size, "little")
    return bytes(content)


def encrypted_entry(parts: Parts, chance: Random) -> bytes:
    content = bytearray(packed(parts))
    for signature, offset in ((_LOCAL, 6), (_CENTRAL, 8)):
        if chance.random() < 0.8:
            content[content.index(signature) + offset] |= 1
    return bytes(content)


def doubled_archive(parts: Parts, chance: Random) -> bytes:
    other = packed(dict.fromkeys(parts, b"<a/>"))
    return packed(parts) + other if chance.random() < 0.5 else other + packed(parts)


def zip64_directory(parts: Parts, chance: Random) -> bytes:
    """A ZIP64 end record with numbers that do not fit the archive."""
    content = packed(parts)
    end = content.rindex(_END)
    number = chance.choice((0, 1, 2**32, 2**63, 2**64 - 1))
    record = struct.pack("<4sQHHIIQQQQ", b"PK\x06\x06", 44, 45, 45, 0, 0, number, number, number, number)
    locator = struct.pack("<4sIQI", b"PK\x06\x07", 0, chance.choice((end, number)), 1)
    return content[:end] + record + locator + content[end:]


ARCHIVE_MUTATORS: tuple[ArchiveMutator, ...] = (
    double_entry, climbing_entry, folders, other_packing, archive_comment, japanese_names, streamed, zip64,
    spoil_header, spoil_header, spoil_header, encrypted_entry, doubled_archive, zip64_directory,
)  # fmt: skip
