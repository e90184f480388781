"""Headings of a document that marks none as such, told by typed numbers and by bold lines."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rulebook.model.document import Block, BlockKind, Flag
from rulebook.model.place import SectionPlace
from rulebook.model.text import Mark
from rulebook.readers.word.places import Places

_LONGEST = 50
_DEEPEST = 9
_FEWEST = {"division": 1, "bold": 2, "number": 3}
"""Lines of a kind that a document must have before they count."""
_DIVISION = re.compile(r"第 ?[0-9〇一二三四五六七八九十百]+ ?([編篇部章節节款条條])(?:の[0-9一二三四五六七八九十]+)?")
_ARTICLE = re.compile(r"第 ?[0-9〇一二三四五六七八九十百]+ ?[条條]")
_ORDER = "編篇部章節节款条條"
_NUMBER = re.compile(r"([0-9]+(?:\.(?:[0-9]+|[A-Z]))+)\.?(?: ?\([^()]{1,20}\))?")
_TITLED = re.compile(r"[(〔【\[][^()]{1,30}[)〕】\]]")
_CAPTION = re.compile(r"(?:図表|表|図|图|圖|table|figure|fig\.) ?[0-9A-Z一二三四五六七八九十]", re.IGNORECASE)
_NO_TITLE = tuple("。.、,:;")
_RULE = re.compile(
    r".*(?:こと|する|ない|ます|です|ください|下さい|である|せよ|べき|不可|厳禁|を参照|に従う|とおり)\Z"
    r"|(?:必须|禁止|严禁|不得|不要|不可|必須|嚴禁)[^事项項]|(?:do not|don't|never|always|must) .*"
)
"""A line that is worded so states a rule and is no title of what follows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """A block that may be a heading: ``kind`` ``division`` (第１章), ``bold`` or ``number`` (``1.2.3`` alone), how deep
    it stands among those of its kind, and its ``number``."""

    at: int
    kind: str
    depth: int = 0
    number: str = ""


def infer_headings(blocks: Sequence[Block], opening: str) -> list[Block]:
    """The blocks with the lines that look like headings as headings, and every place named by them.

    Only for a document without any heading; ``opening`` names what stands before the first one. Typed divisions
    (第１章, 第２条（目的）) come before bold lines, these before bare numbers (``1.2.3``); each kind needs some lines.
    """
    whole, blocks = blocks, list(_split(blocks))
    lines = list(_lines(blocks))
    count = Counter(line.kind for line in lines)
    lines = [line for line in lines if count[line.kind] >= _FEWEST[line.kind]]
    if not lines:
        return list(whole)
    levels = _levels(lines)
    places, out = Places(opening), []
    for at, block in enumerate(blocks):
        if at in levels:
            places.enter(levels[at], block.label, block.text.text)
            marks = tuple(span for span in block.text.marks if span.mark is not Mark.BOLD)
            text = replace(block.text, marks=marks)
            block = replace(block, kind=BlockKind.HEADING, span=places.prose, text=text, level=levels[at])
        out.append(_placed(block, places.prose.label))
    return out


def _split(blocks: Sequence[Block]) -> Iterator[Block]:
    """The blocks, and of those whose first line is a number or a division, that line apart."""
    for block in blocks:
        end = block.text.text.find("\n")
        first = replace(block, text=block.text.slice(0, max(end, 0)).strip())
        line = _folded(first)
        division = _DIVISION.match(line)
        heads = _NUMBER.fullmatch(line) is not None or (division is not None and _is_division(line, division))
        if end > 0 and _is_prose(block) and heads:
            yield first
            yield replace(block, kind=BlockKind.PARAGRAPH, label="", level=0, text=block.text.slice(end).strip())
        else:
            yield block


def _lines(blocks: Sequence[Block]) -> Iterator[_Line]:
    prose = [_is_prose(block) for block in blocks]
    bold = [is_prose and _is_bold_title(block) for is_prose, block in zip(prose, blocks, strict=True)]
    too_bold = sum(bold) * 3 > sum(prose)
    for at, block in enumerate(blocks):
        text = _folded(block)
        behind = _folded(blocks[at + 1]) if at + 1 < len(blocks) else ""
        division = _DIVISION.match(text)
        if not prose[at] or at + 1 == len(blocks) or "\n" in block.text.text:
            continue
        if division is not None and _is_division(text, division):
            yield _Line(at=at, kind="division", depth=_ORDER.index(division[1]))
        elif _TITLED.fullmatch(text) and _ARTICLE.match(behind):
            yield _Line(at=at, kind="division", depth=_ORDER.index("条"))
        elif number := _NUMBER.fullmatch(text):
            yield _Line(at=at, kind="number", number=number[1])
        elif bold[at] and not bold[at + 1] and not too_bold:
            yield _Line(at=at, kind="bold", depth=_folded_label(block).count("."))


def _is_prose(block: Block) -> bool:
    """Paragraphs and list items that show; a title inside a table too, unless it numbers the table."""
    if block.kind is BlockKind.CAPTION:
        return block.span.fragment.startswith("表!") and not _CAPTION.match(_folded(block))
    return block.kind in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM) and Flag.HIDDEN not in block.flags


def _is_bold_title(block: Block) -> bool:
    text = _folded(block)
    stands_out = block.kind is BlockKind.CAPTION or not block.text.without(Mark.BOLD).strip()
    worded = text.endswith(_NO_TITLE) or _RULE.match(text.lower())
    return stands_out and 1 < len(text) <= _LONGEST and not worded and any(map(str.isalnum, text))


def _is_division(text: str, division: re.Match[str]) -> bool:
    """A chapter with its title; an article only where its title stands alone on the line and not its wording."""
    rest = text[division.end() :].strip()
    if division[1] in "条條":
        return not rest or _TITLED.fullmatch(rest) is not None
    worded = rest.endswith(_NO_TITLE) or _RULE.match(rest.lower())
    return len(text) <= _LONGEST and not worded and (not rest or text[division.end()] in " (「")


def _levels(lines: Sequence[_Line]) -> dict[int, int]:
    """Place → level: the depths that occur, counted from 1, kind after kind; a number stands below what it goes on
    from, as 1.2.3 below 1.2, and else below no number."""
    kinds = list(_FEWEST)
    steps = sorted({(kinds.index(line.kind), line.depth) for line in lines})
    levels, above = {}, list[str]()
    for line in lines:
        above = [number for number in above if line.number.startswith(f"{number}.")]
        levels[line.at] = min(steps.index((kinds.index(line.kind), line.depth)) + len(above) + 1, _DEEPEST)
        above += [line.number] if line.number else []
    return levels


def _placed(block: Block, label: str) -> Block:
    """The block with all its places under the section ``label``."""
    if not isinstance(block.span, SectionPlace):
        return block
    span = replace(block.span, label=label)
    if block.table is None:
        return replace(block, span=span)
    rows = tuple(replace(row, span=span) for row in block.table.rows)
    return replace(block, span=span, table=replace(block.table, rows=rows))


def _folded(block: Block) -> str:
    return " ".join(unicodedata.normalize("NFKC", f"{block.label} {block.text.text}").split())


def _folded_label(block: Block) -> str:
    return unicodedata.normalize("NFKC", block.label).strip(".")
