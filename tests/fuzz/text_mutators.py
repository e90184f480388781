"""What an odd author or editor does to a text file or a PDF, which is text for the most part."""

from __future__ import annotations

import re
from random import Random

from tests.fuzz.bytes_mutators import BytesMutator

_MARKS = (
    b"#", b"##### ", b"> " * 60, b"- " * 40, b"    " * 30, b"```", b"~~~~", b"|", b"|---" * 300 + b"|", b"**",
    b"[" * 300, b"](", b"![", b"<div>" * 200, b"<!--", b"-->", b"&#x110000;", b"&#0;", b"---\n", b"<script>", b"\\",
    b"_" * 99, b"`" * 50, b"\0", b"\r", b"\x0c", "\u202e".encode(), "\ufeff".encode(), "\u3000".encode(), b"$$",
    b"[^1]: [^1]",
)  # fmt: skip
_PDF_WORDS = (
    b"endobj", b"endstream", b"stream\n", b"<<", b">>", b"[", b"]", b"(", b")", b"R", b"/Kids[2 0 R]", b"/Parent 2 0 R",
    b"/Filter/FlateDecode", b"/Encrypt 1 0 R", b"/Length -1", b"/Count 99999999", b"/JS(app.alert(1))", b"BT", b"Tj",
)  # fmt: skip


def insert_mark(content: bytes, chance: Random) -> bytes:
    at = chance.randrange(len(content) + 1)
    return content[:at] + chance.choice(_MARKS) + content[at:]


def mark_every_line(content: bytes, chance: Random) -> bytes:
    mark = chance.choice((b"> ", b"- ", b"\t", b"| ", b"# ", b"1. "))
    return b"\n".join(mark * chance.choice((1, 30)) + line for line in content.split(b"\n"))


def move_line(content: bytes, chance: Random) -> bytes:
    lines = content.split(b"\n")
    lines.insert(chance.randrange(len(lines)), lines.pop(chance.randrange(len(lines))))
    return b"\n".join(lines)


def drop_line(content: bytes, chance: Random) -> bytes:
    lines = content.split(b"\n")
    del lines[chance.randrange(len(lines))]
    return b"\n".join(lines)


def repeat_line(content: bytes, chance: Random) -> bytes:
    lines = content.split(b"\n")
    at = chance.randrange(len(lines))
    lines[at:at] = [lines[at]] * chance.choice((1, 5, 500))
    return b"\n".join(lines)


def other_encoding(content: bytes, chance: Random) -> bytes:
    encoding = chance.choice(("utf-16", "utf-16-le", "utf-32", "cp932", "euc_jp", "iso2022_jp", "gb18030", "utf-8-sig"))
    return content.decode("utf-8", "replace").encode(encoding, "replace")


def insert_pdf_word(content: bytes, chance: Random) -> bytes:
    at = chance.randrange(len(content) + 1)
    return content[:at] + chance.choice(_PDF_WORDS) + content[at:]


def pdf_number(content: bytes, chance: Random) -> bytes:
    """One of the numbers made extreme: lengths, object numbers, offsets, coordinates."""
    numbers = list(re.finditer(rb"(?<![\w.])-?\d+(\.\d+)?", content))
    if not numbers:
        return content
    found = chance.choice(numbers)
    new = chance.choice(
        (b"0", b"-1", b"99999999", b"4294967296", b"1e308", b"0.0000001", b"2", b"-99999999999999999999")
    )
    return content[: found.start()] + new + content[found.end() :]


TEXT_MUTATORS: tuple[BytesMutator, ...] = (
    insert_mark, mark_every_line, move_line, drop_line, repeat_line, other_encoding,
)  # fmt: skip
PDF_MUTATORS: tuple[BytesMutator, ...] = (insert_pdf_word, pdf_number, drop_line, move_line, repeat_line)
