"""Behind all fault kinds: every word of a document is found, and found once.

Each place that a format has for text gets a word of its own, 語001, 語002 …; whatever place a reader forgets, or
reads twice, shows as a word that is missing or doubled.
"""

from __future__ import annotations

import itertools
import re
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from openpyxl import Workbook
from openpyxl.comments import Comment
from pptx.util import Inches

from rulebook.chunking.packing import ChunkLimits
from rulebook.model.chunk import ParsedDocument
from tests.faults.documents import NUMBERED_HEADINGS, complete, deck, parsed
from tests.faults.sheet_shapes import anchored, drawing, group, shape
from tests.faults.slide_parts import discussed
from tests.packages import save
from tests.pdfs import Text, pdf
from tests.readers.excel.workbooks import GREY, box, grid, saved, squared_paper
from tests.readers.slides.decks import BLANK, TITLE_AND_BODY, TITLE_ONLY, slide_of
from tests.readers.slides.decks import box as slide_box
from tests.readers.word.files import (
    cell,
    item,
    level,
    new_text_box,
    numbering,
    p,
    row,
    run,
    styled,
    table,
    text_box,
    word_file,
)

LIMITS = [ChunkLimits(), ChunkLimits(min_tokens=0), ChunkLimits(max_tokens=60, target_tokens=40, min_tokens=10)]


class Words:
    """Hands out words that no text holds twice, and remembers them."""

    def __init__(self) -> None:
        self.given: list[str] = []
        self.latin = False
        self._numbers: Iterator[int] = itertools.count(1)

    def __call__(self) -> str:
        number = next(self._numbers)
        latin = "word" + "".join(chr(97 + number // unit % 26) for unit in (676, 26, 1))
        self.given.append(latin if self.latin else f"語{number:03}")
        return self.given[-1]


def of_word(folder: Path, words: Words) -> Path:
    hide, strike = "<w:vanish/>", "<w:strike/>"
    note = '<w:r><w:{0}Reference w:id="2"/></w:r>'
    parts = {
        "styles": NUMBERED_HEADINGS,
        **numbering(level(0, "decimal", "%1"), level(1, "decimal", "%1.%2"), level(2, "decimal", "%1.%2.%3")),
        "footnotes": f'<w:footnote w:id="2">{p(words())}{table(row(words(), words()))}</w:footnote>',
        "endnotes": f'<w:endnote w:id="2">{p(words())}</w:endnote>',
        "comments": f'<w:comment w:id="2" w:author="甲">{p(words())}{p(words())}</w:comment>',
    }
    body = [p(words()), styled("H1", words()), p(words()), styled("H2", words()), styled("H3", words()), p(words())]
    body += [styled("H4", words()), item(words(), 1), item(words(), 1, 1), styled("H1", words()), styled("H1", words())]
    body += [p("".join(run(words()) + note.format(kind) for kind in ("footnote", "endnote", "comment")))]
    body += [
        p(run(words()) + made(p(words()) + table(row(words(), words())) + p(words())))
        for made in (text_box, new_text_box)
    ]
    body += [
        p(run(words(), hide) + run(words()) + run(words(), strike)),
        p(run(words(), hide), f"<w:rPr>{hide}</w:rPr>"),
    ]
    body += [p(f"<w:ins>{run(words())}</w:ins><w:moveTo>{run(words())}</w:moveTo>")]
    body += [p(f"<w:hyperlink>{run(words())}</w:hyperlink><w:smartTag>{run(words())}</w:smartTag>")]
    body += [
        p(f"<w:sdt><w:sdtContent>{run(words())}</w:sdtContent></w:sdt>"),
        f"<w:sdt><w:sdtContent>{p(words())}</w:sdtContent></w:sdt>",
    ]
    body += [p(f'<w:fldSimple w:instr="DOCPROPERTY x">{run(words())}</w:fldSimple>')]
    inner = table(row(words(), words()))
    merged = cell(words(), '<w:gridSpan w:val="2"/>')
    body += [
        table(
            row(words(), words(), properties="<w:tblHeader/>"),
            row(cell(p(words()) + inner + p(words())), words()),
            row(merged),
        )
    ]
    body += [table(row(words(), words()), row(words(), words(), properties="<w:hidden/>")), p(words())]
    body += [table(*(row(words(), f"{words()}の項目は必ず入力する。") for _ in range(40)))]
    return complete(word_file(folder, "".join(body), parts))


def of_excel(folder: Path, words: Words) -> Path:
    book, sheet = squared_paper(words())
    box(sheet, "B2:M3", words())
    for place in ("B5", "C6", "D7", "C8", "D9", "D10", "B12", "C13", "AZ13", "C90"):
        prefix = {"B5": "1. ", "C6": "1.1. ", "C8": "1.2. ", "B12": "2. "}.get(place, "")
        sheet[place] = f"{prefix}{words()}"
    grid(sheet, 15, "B:E F:I J:M", [[words() for _ in range(3)] for _ in range(5)])
    grid(sheet, 15, "T:W X:AA", [[words() for _ in range(2)] for _ in range(3)])
    box(sheet, "B22:E23", words(), GREY)
    box(sheet, "F22:M22", words(), GREY)
    grid(sheet, 23, "F:I J:M", [[words(), words()]])
    grid(sheet, 24, "B:E F:I J:M", [[words() for _ in range(3)] for _ in range(40)], header=0)
    sheet["C13"].comment = Comment(words(), "甲")
    sheet["B24"].comment = Comment(words(), "甲")
    sheet.row_dimensions[26].hidden = True
    sheet.row_dimensions[90].hidden = True
    sheet.column_dimensions["AZ"].hidden = True
    plain = book.create_sheet(words())
    for _ in range(4):
        plain.append([words(), words(), None, words()])
    old = book.create_sheet(words())
    old["A1"], old["B5"] = words(), words()
    old.sheet_state = "veryHidden"
    shapes = (
        anchored(shape(words()), 8, 30, 9, 40),
        anchored(group(shape(words(), 3), group(shape(words(), 4))), 12, 30, 14, 40),
    )
    return saved(book, folder, drawing(*shapes))


def of_slides(folder: Path, words: Words) -> Path:
    show = deck()
    for layout in (TITLE_AND_BODY, TITLE_ONLY, BLANK, TITLE_AND_BODY):
        slide = slide_of(show, layout, words() if layout != BLANK else "")
        for left, top in ((1, 3), (5, 3), (1, 5)):
            slide_box(slide, words(), left, top)
        slide.shapes.add_group_shape().shapes.add_textbox(
            Inches(5), Inches(5), Inches(2), Inches(1)
        ).text_frame.text = words()
        made = slide.shapes.add_table(2, 2, Inches(1), Inches(6), Inches(4), Inches(1)).table
        for line, column in itertools.product(range(2), range(2)):
            made.cell(line, column).text = words()
        slide.notes_slide.notes_text_frame.text = f"{words()}\n{words()}"
        if layout == TITLE_AND_BODY:
            slide.placeholders[1].text_frame.text = f"{words()}\n{words()}"
    slide._element.set("show", "0")
    path = folder / "方針.pptx"
    show.save(str(path))
    return patched(path, discussed(words(), words()))


def of_markdown(folder: Path, words: Words) -> Path:
    text = f"""---
title: 題
---
{words()}

# {words()}

{words()} **{words()}** ~~{words()}~~ `{words()}` <u>{words()}</u> [{words()}](https://example.com)
{words()}

- {words()}
  1. {words()}

     {words()}
- [ ] {words()}

## {words()}

> {words()}

| {words()} | {words()} |
|---|---|
| {words()} | {words()}<br>{words()} |

```
{words()}
```

    {words()}

### {words()}

<div>{words()}<p>{words()}</p></div>

<!-- {words()} -->

## {words()}
"""
    return save(folder, "規程.md", text.encode())


def of_pdf(folder: Path, words: Words) -> Path:
    """Pages with a running head and a number, headings, prose, a list and two columns; its words are Latin ones."""
    words.latin = True
    pages = []
    for number in range(1, 4):
        page = [Text("Rules of writing", 815, size=8), Text(f"{number} / 3", 30, left=280, size=8)]
        page += [Text(f"{number} {words()}", 770, size=18), Text(f"{words()} holds for {words()} and", 740)]
        page += [Text(f"{words()} too.", 726), Text(f"- {words()} first", 700), Text(f"- {words()} second", 686)]
        page += [
            Text(f"{words()} stands in its column.", 640 - 14 * line, left) for left in (72, 320) for line in range(8)
        ]
        pages.append(page)
    return save(folder, "rules.pdf", pdf(pages))


def patched(path: Path, patch: Callable[[str, bytes], bytes]) -> Path:
    """The package with each of its parts passed through ``patch``."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: patch(name, archive.read(name)) for name in archive.namelist()}
    return save(path.parent, path.name, parts)


def found_in(document: ParsedDocument, words: Words) -> tuple[list[str], list[str]]:
    """The words that are lost, and those that stand more than once in the contents.

    A heading may stand over its text instead of in it.
    """
    text = "\n".join(chunk.content for chunk in document.chunks)
    paths = "\n".join(heading for chunk in document.chunks for heading in chunk.headings)
    counts = Counter({word: text.count(word) for word in words.given})
    lost = [word for word in words.given if not counts[word] and word not in paths]
    return lost, [word for word in words.given if counts[word] > 1]


FORMATS = {"word": of_word, "excel": of_excel, "slides": of_slides, "markdown": of_markdown, "pdf": of_pdf}


@pytest.mark.parametrize("limits", LIMITS, ids=["default", "nothing joined", "small chunks"])
@pytest.mark.parametrize("made", FORMATS.values(), ids=FORMATS.keys())
def test_every_word_is_found_and_none_twice(
    tmp_path: Path, made: Callable[[Path, Words], Path], limits: ChunkLimits
) -> None:
    words = Words()
    document = parsed(made(tmp_path, words), limits)
    assert found_in(document, words) == ([], [])
    assert max(chunk.token_count for chunk in document.chunks) <= limits.max_tokens


@pytest.mark.parametrize("made", FORMATS.values(), ids=FORMATS.keys())
def test_every_statement_stands_where_it_says(tmp_path: Path, made: Callable[[Path, Words], Path]) -> None:
    """A statement's own words are those of the content between its offsets."""
    document = parsed(made(tmp_path, Words()), ChunkLimits())
    for chunk in document.chunks:
        for statement in chunk.statements:
            shown = re.findall(r"語\d{3}", chunk.content[statement.start : statement.end])
            assert not shown or any(word in statement.text for word in shown)


def test_the_check_sees_a_lost_and_a_doubled_word(tmp_path: Path) -> None:
    book, words = Workbook(), Words()
    book.active["A1"] = f"{words()}と{words()}"
    book.active["A3"] = words.given[1]
    words()
    assert found_in(parsed(saved(book, tmp_path)), words) == ([words.given[2]], [words.given[1]])
