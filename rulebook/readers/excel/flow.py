"""Whether a line of text goes on in the row below it, told by its words."""

from __future__ import annotations

import re
from unicodedata import east_asian_width

from rulebook.model.text import RichText

_ENDED = re.compile(r"[。．.!?！？：:;；][」』）)】\]\"'”’]*$")
_COMMA = re.compile(r"[、，]$|[^\s・]・$")
_LATIN_COMMA = re.compile(r"^[^={}$<>|\\\";]*(?:[a-z]+ ){3}[^={}$<>|\\\";]*[a-z)],$")
_PARTICLE = re.compile(r"[をはがに]$|[^ぁ-ん]へ$|(?:までに|ことで)$")
_LOOSE_PARTICLE = re.compile(r"[のとでもや]$|(?:から|より|ので|ため|という)$")
_NO_PARTICLE = re.compile(r"(?:こと|もの|まで|とも|など)$")
_PREDICATE = re.compile(r"[うくぐすつぬぶむるたいだ]$|(?:こと|もの|もと)$")
_GOING_ON = re.compile(
    r"[ぁぃぅぇぉゃゅょっァィゥェォャュョッー、。，．）」』】]|を|にて|にお|に対|によ|に関|に従|とし|とす|とな|である|です|ます"
    r"|する|した|して|しな|され|から|まで|より|のみ|(?:が|は|に|で|と)、"
)
_CODE = re.compile(r"#|//|/\*|\*[\s/]|--")
_WIDE_LETTER = re.compile(r"[ぁ-んァ-ヴ一-龥々]")
_OPEN, _CLOSE = "「『（(【", "」』）)】"


def goes_on_for_sure(text: str, following: str) -> bool:
    """Whether ``text`` stops so much in mid-sentence that ``following`` can only be the rest of it."""
    text, following = text.rstrip(), following.strip()
    if not text or not following or _ENDED.search(text) or _CODE.match(text.lstrip()) or _CODE.match(following):
        return False
    if _COMMA.search(text) or _LATIN_COMMA.search(text) or _PARTICLE.search(text):
        return True
    return _surplus(text) > 0 > _surplus(following) and not _ENDED.search(_after_last_opening(text))


def goes_on_from_edge(text: str, following: str, *, stops: bool) -> bool:
    """Whether ``following`` is the rest of a sentence that was broken because ``text`` had reached the edge.

    False where both might be whole: before a bracket, between lines without a full stop, behind a predicate unless the
    sentences before ``text`` have their full ``stops``.
    """
    text, following = text.rstrip(), following.strip()
    if not text or not following or _ENDED.search(text) or _CODE.match(text.lstrip()) or _CODE.match(following):
        return False
    if goes_on_for_sure(text, following) or _GOING_ON.match(following):
        return True
    if re.search(r"[a-z,–—-]$", text):
        return following[:1].islower()
    if _LOOSE_PARTICLE.search(text) and not _NO_PARTICLE.search(text):
        return True
    whole = (_PREDICATE.search(text) is not None and not stops) or not _WIDE_LETTER.match(following)
    return not whole and _WIDE_LETTER.search(text[-1]) is not None and "。" in following


def are_parallel(text: str, following: str) -> bool:
    """Whether two lines begin or end alike, as the items of a list without marks do."""
    text, following = text.strip(), following.strip()
    return text[:4] == following[:4] or text[-4:] == following[-4:]


def as_one_line(upper: RichText, lower: RichText) -> RichText:
    """Both as one line of text; a space between words that are written with spaces."""
    first, second = upper.strip(), lower.strip()
    wide = any(east_asian_width(c) in "WF" for c in (*first.text[-1:], *second.text[:1]))
    return RichText.join([first, second], "" if wide else " ")


def _surplus(text: str) -> int:
    """How many brackets more it opens than it closes."""
    return sum(text.count(c) for c in _OPEN) - sum(text.count(c) for c in _CLOSE)


def _after_last_opening(text: str) -> str:
    return text[max(text.rfind(c) for c in _OPEN) + 1 :]
