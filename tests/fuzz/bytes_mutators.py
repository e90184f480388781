"""What disks, lines and editors do to the bytes of a file."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeAlias

BytesMutator: TypeAlias = Callable[[bytes, Random], bytes]

_EXTREMES = (0, 1, 0x7F, 0x80, 0xFF, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)


def _at(content: bytes, chance: Random) -> int:
    return chance.randrange(len(content) + 1)


def flip_bits(content: bytes, chance: Random) -> bytes:
    changed = bytearray(content)
    for _ in range(chance.choice((1, 1, 2, 8, 64))):
        if changed:
            changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def cut_end(content: bytes, chance: Random) -> bytes:
    return content[: _at(content, chance)]


def cut_piece(content: bytes, chance: Random) -> bytes:
    at = _at(content, chance)
    return content[:at] + content[at + chance.choice((1, 4, 40, 400)) :]


def insert_noise(content: bytes, chance: Random) -> bytes:
    at = _at(content, chance)
    return content[:at] + chance.randbytes(chance.choice((1, 4, 40, 400))) + content[at:]


def repeat_piece(content: bytes, chance: Random) -> bytes:
    at, length = _at(content, chance), chance.choice((1, 4, 40, 400, 4000))
    return content[:at] + content[at : at + length] * chance.choice((2, 3, 50)) + content[at + length :]


def swap_pieces(content: bytes, chance: Random) -> bytes:
    first, second, third = sorted(_at(content, chance) for _ in range(3))
    return content[:first] + content[second:third] + content[first:second] + content[third:]


def blank_piece(content: bytes, chance: Random) -> bytes:
    at, length = _at(content, chance), chance.choice((1, 4, 40, 400))
    return (content[:at] + bytes([chance.choice((0, 32, 255))]) * length + content[at + length :])[: len(content)]


def extreme_number(content: bytes, chance: Random) -> bytes:
    at, size = _at(content, chance), chance.choice((1, 2, 4))
    number = (chance.choice(_EXTREMES) & ((1 << (8 * size)) - 1)).to_bytes(size, "little")
    return content[:at] + number + content[at + size :]


def add_tail(content: bytes, chance: Random) -> bytes:
    return content + chance.choice((b"\0" * 70_000, content, b"PK\x05\x06" + b"\0" * 18, b"\r\n", b"%PDF-1.7"))


def add_head(content: bytes, chance: Random) -> bytes:
    return chance.choice((b"\xef\xbb\xbf", b"\xff\xfe", b"MZ" + b"\0" * 60, b"\n", b"#!/bin/sh\n")) + content


BYTES_MUTATORS: tuple[BytesMutator, ...] = (
    flip_bits, cut_end, cut_piece, insert_noise, repeat_piece, swap_pieces, blank_piece, extreme_number,
    add_tail, add_head,
)  # fmt: skip
