"""Letters that a symbol font shows as signs: ``ü`` in Wingdings is a tick."""

from __future__ import annotations

from rulebook.readers.symbols import UNKNOWN, is_symbol_font, sign


def in_font(text: str, font: str) -> str:
    """``text`` as ``font`` shows it, ``UNKNOWN`` for a sign without a known counterpart.

    A symbol font has signs for the first 256 characters only; others show in another font.
    """
    if not is_symbol_font(font):
        return text
    return "".join((sign(font, ord(c)) or UNKNOWN) if _has_sign(c) else c for c in text)


def _has_sign(character: str) -> bool:
    return not character.isspace() and (ord(character) < 0x100 or 0xF000 <= ord(character) <= 0xF0FF)
