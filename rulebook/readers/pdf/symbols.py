"""Characters of symbol fonts in Unicode: a PDF may give them by their place in the font."""

from __future__ import annotations

from rulebook.readers.symbols import UNKNOWN, sign

_PRIVATE = range(0xF000, 0xF100)
_FAMILIES = {"symbol": "symbol", "wingdings2": "wingdings 2", "wingdings3": "wingdings 3", "webdings": "webdings"}


def readable(character: str, font: str) -> str:
    """``character`` where it says what it shows, else what ``font`` shows at its place, else ``UNKNOWN``.

    Characters that an organisation made itself (U+E000 to U+EFFF) stay as they are.
    """
    code = ord(character)
    if code not in _PRIVATE:
        return character
    name = font.casefold().replace(" ", "").replace("-", "")
    # fonts of other names that use these places are made after Wingdings
    family = next((family for start, family in _FAMILIES.items() if name.startswith(start)), "wingdings")
    return sign(family, code) or UNKNOWN
