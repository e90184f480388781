"""Lines joined into the paragraphs they were wrapped from."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rulebook.model.text import RichText
from rulebook.readers.pdf.lines import Line
from rulebook.readers.pdf.wide import is_wide, no_space_between

_ENDS = re.compile(r"[。．.!?！？:：;；…」』]$")
_LABEL = re.compile(
    r"[・●○■□◆◇▪•‣※*➢❑❒❖✓✗☑–—⚫⚪◦⦿▸►∙⁃◎▶➔-]\s*(?=\S)"
    r"|[\(（\[【〔]?(?:(?:[0-9０-９]{1,3}|[一二三四五六七八九十]{1,3})(?:[.．](?![0-9])|[)）\]】〕]|、)"
    r"|(?:[a-zA-Zａ-ｚＡ-Ｚ]|[ivxIVX]{2,4})(?:[.．](?=\s|[^\x00-\x7f])|[)）](?!\s*[=;{.])))\s*(?=\S)"
    r"|[①-⑳㈠-㈩ⅰ-ⅹⅠ-Ⅹ]\s*(?=\S)"
    r"|第[0-9０-９一二三四五六七八九十百]+[条章節项項編款]\s*"
)
_LEAD = re.compile(r"[^\s：:。、]{1,6}[：:]")
"""A word that opens a remark: 例：, 注：, 説明：."""
_LOOSER = 1.22
"""A line further below than this share of the usual distance opens a paragraph."""
_CLOSE = 1.4
"""Distance in sizes of type at which a sentence goes on whatever is usual."""
_WIDEST = 2.6
"""Distance of two lines of one paragraph in sizes of type, at most."""
_INDENT = 2.2
"""How far the first line of a paragraph is set in, in sizes of type, at most."""
_LONG = 0.7
"""Share of its column from which on a line that ends in mid-sentence goes on."""
_ENOUGH = 3
"""Distances of one kind that tell the usual one of their part of a page."""


@dataclass(frozen=True, slots=True)
class Pitches:
    """The usual distance of lines of one paragraph: by the region and the size of type in half points, and by size."""

    by_region: Mapping[tuple[int, int], float]
    by_size: Mapping[int, float]

    def of(self, line: Line) -> float:
        """That of the line's own region where it has enough lines, else of the document, else a guess by size."""
        own = self.by_region.get((line.region, _half_points(line)))
        return own or self.by_size.get(_half_points(line), 1.7 * line.size)


def label_of(text: str) -> str:
    """The bullet or number that a list item begins with; empty for any other text."""
    found = _LABEL.match(text)
    return found.group() if found else ""


def paragraphs_in(lines: Sequence[Line]) -> list[RichText]:
    """The paragraphs of one region's lines, by their own distances."""
    return [joined(group) for group in groups_of(lines, usual_pitches(lines))]


def groups_of(lines: Sequence[Line], pitches: Pitches) -> Iterator[list[Line]]:
    """The lines of each paragraph, in order; a sentence goes on over the end of a column or page."""
    group: list[Line] = []
    for line in lines:
        if group and not goes_on(group[-1], line, pitches):
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def joined(lines: Sequence[Line]) -> RichText:
    """The lines as running text: a space between Latin words, none in Japanese or Chinese; hyphens of line ends go."""
    text = lines[0].text
    for line in lines[1:]:
        text = run_on(text, line.text)
    return _plain_hyphens(text)


def usual_pitches(lines: Sequence[Line]) -> Pitches:
    """The most frequent distances between full lines and the ones below them."""
    by_region: dict[tuple[int, int], Counter[float]] = {}
    by_size: dict[int, Counter[float]] = {}
    for line, following in pairwise(lines):
        distance = line.base - following.base
        if (
            line.region == following.region
            and line.page == following.page
            and 0 < distance <= _WIDEST * line.size
            and _is_full(line, following)
        ):
            size, rounded = _half_points(line), round(distance * 2) / 2
            by_region.setdefault((line.region, size), Counter())[rounded] += 1
            by_size.setdefault(size, Counter())[rounded] += 1
    return Pitches(
        {key: _usual(count) for key, count in by_region.items() if count.total() >= _ENOUGH},
        {size: _usual(count) for size, count in by_size.items()},
    )


def _usual(distances: Counter[float]) -> float:
    """The most frequent one, of equally frequent ones the smallest."""
    return min(distances, key=lambda distance: (-distances[distance], distance))


def goes_on(line: Line, following: Line, pitches: Pitches) -> bool:
    """Whether ``following`` is the next line of the paragraph of ``line``."""
    if line.page == following.page and line.region == following.region:
        if not 0 < line.base - following.base <= _farthest(line, pitches):
            return False
    elif _ENDS.search(line.text.text) or not _is_alike(line, following):
        return False
    if line.text.text.endswith("\u00ad"):
        return True
    if line.text.text.endswith(("。", "！", "？")):
        return False
    same = abs(line.size - following.size) <= 0.08 * max(line.size, following.size)
    if not same or _opens(line, following) or _are_rows(line, following):
        return False
    return _is_full(line, following) or _breaks_off(line, following)


def _farthest(line: Line, pitches: Pitches) -> float:
    """How far below the next line of a paragraph may stand; lines of items may be set closer than those of prose."""
    usual = _LOOSER * pitches.of(line)
    return usual if _ENDS.search(line.text.text) else max(usual, _CLOSE * line.size)


def _are_rows(line: Line, following: Line) -> bool:
    """Whether both have words under each other behind white space, as rows of a table without lines do."""
    return any(abs(a - b) <= 0.3 * line.size for a in line.tabs for b in following.tabs)


def _breaks_off(line: Line, following: Line) -> bool:
    """Whether a long line of Japanese or Chinese stops in mid-sentence and the next one stands flush with it: authors
    end lines by hand too."""
    text, size = line.text.text, line.size
    if line.right - line.left < _LONG * (line.column[1] - line.left):
        return False
    if _ENDS.search(text) or _LEAD.match(following.text.text) or not any(map(is_wide, text)):
        return False
    indent = line.left - following.left
    flush = indent <= 0.5 * size if label_of(text) else -0.5 * size <= indent <= _INDENT * size
    return flush and (is_wide(text[-1]) or is_wide(following.text.text[:1]))


def _is_alike(line: Line, following: Line) -> bool:
    """Whether two parts of a page, or two pages, can be columns of one text."""
    first, second = (column[1] - column[0] for column in (line.column, following.column))
    starts = following.left - following.column[0] <= 0.5 * following.size
    return starts and abs(first - second) <= 0.2 * max(first, second)


def _opens(line: Line, following: Line) -> bool:
    """Whether a list item begins. A number at the head of a line that stands flush below a line of running text is a
    part of its sentence."""
    if not label_of(following.text.text):
        return False
    flush = abs(line.left - following.left) <= 0.5 * line.size
    if flush and not label_of(line.text.text) and not _ENDS.search(line.text.text) and _is_full(line, following):
        return following.text.text[0] in "・●○■□◆◇▪•‣※➢⚫⚪◦◎"
    return True


def _is_full(line: Line, following: Line) -> bool:
    """Whether the line ended because the next word did not fit."""
    return line.right + following.first_width > line.column[1] - 0.25 * line.size


def _half_points(line: Line) -> int:
    return round(line.size * 2)


def run_on(text: RichText, following: RichText) -> RichText:
    """Both as running text: a line, and the next one."""
    before, after = text.text[-1:], following.text[:1]
    if not before or not after:
        return text if before else following
    if before == "\u00ad":
        word = text.text.rsplit(None, 1)[-1]
        # a hyphen of an address or before a capital or number is the author's own
        own = "/" in word or not after.islower()
        return RichText.join([text.slice(0, len(text.text) - 1), RichText("-" if own else ""), following])
    address = re.search(r"\w+://\S*$", text.text) and not is_wide(after) and before in "/-_?&=.%"
    compound = re.search(r"\w-$", text.text) and after.isalnum()
    space = "" if no_space_between(before, after) or address or compound else " "
    return RichText.join([text, RichText(space), following])


def _plain_hyphens(text: RichText) -> RichText:
    parts: list[RichText] = []
    at = 0
    for found in re.finditer("\u00ad", text.text):
        parts += [text.slice(at, found.start()), RichText("-")]
        at = found.end()
    return RichText.join([*parts, text.slice(at)]) if parts else text
