"""What holds for the chunks of every document: nothing lost, nothing twice, within the limits, the same everywhere."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import docx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.chunking import chunk
from rulebook.chunking.packing import ChunkLimits
from rulebook.chunking.sections import heading_text
from rulebook.model.chunk import RuleChunk
from rulebook.model.document import Block, BlockKind, DocType, Flag
from rulebook.model.text import Mark
from rulebook.text.tokens import count_tokens
from tests.chunking.blocks import blocks, document, documents, heading, paragraph, rich_texts, table
from tests.examples import some
from tests.readers.excel.workbooks import grid, squared_paper

LIMITS = ChunkLimits(max_tokens=90, target_tokens=60, min_tokens=12)
SECTIONED = st.sampled_from([DocType.WORD, DocType.EXCEL, DocType.MARKDOWN, DocType.PDF])
lists = st.builds(
    lambda text, level: Block(kind=BlockKind.LIST_ITEM, span=paragraph("").span, text=text, level=level, label="・"),
    rich_texts,
    st.integers(0, 2),
)
openings = st.builds(paragraph, st.sampled_from(["次のとおりとする。", "余白は以下の表による。", "※注意する。"]))
notes = st.builds(paragraph, rich_texts, kind=st.sampled_from([BlockKind.FOOTNOTE, BlockKind.CAPTION]))
written = st.lists(st.one_of(blocks, lists, openings, notes), max_size=25)


def cut(found: list[Block], doc_type: DocType = DocType.MARKDOWN, limits: ChunkLimits = LIMITS) -> list[RuleChunk]:
    return list(chunk(document(found, doc_type), "d", None, limits))


def spelled(text: str) -> Counter[str]:
    return Counter(c for c in text if not c.isspace())


def kind(found: RuleChunk) -> set[Flag]:
    return set(found.flags) - {Flag.CHANGED}


@some
@given(written, SECTIONED)
def test_every_character_of_the_text_is_in_exactly_one_chunk(found: list[Block], doc_type: DocType) -> None:
    chunks = cut(found, doc_type)
    text = "".join(block.text.text for block in found if block.kind is not BlockKind.HEADING)
    text += "".join(block.label for block in found if block.kind is BlockKind.LIST_ITEM)
    text += "".join(cell.text.text for b in found if b.table for row in b.table.rows for cell in row.cells)
    headings = "".join(heading_text(block) for block in found if block.kind is BlockKind.HEADING)
    headings += "".join(block.text.text for block in found if block.kind is BlockKind.HEADING)
    content = spelled("".join(c.content for c in chunks))
    assert not spelled(text) - content
    more = content - spelled(text)
    del more["|"]
    # a heading is said in the path, and once in the text where sections were joined or it has nothing under it
    assert not more - spelled(headings)


@some
@given(st.lists(st.one_of(lists, openings, st.builds(paragraph, rich_texts)), max_size=20))
def test_the_order_of_the_text_is_kept(found: list[Block]) -> None:
    whole = "".join(f"{block.label}{block.text.text}" for block in found)
    assert "".join("".join(c.content.split()) for c in cut(found)) == "".join(whole.split())


@some
@given(written, SECTIONED)
def test_statements_and_marks_lie_inside_the_content(found: list[Block], doc_type: DocType) -> None:
    for one in cut(found, doc_type):
        assert all(0 <= m.start < m.end <= len(one.content) for m in one.marks)
        starts = [s.start for s in one.statements]
        assert starts == sorted(starts)
        for statement in one.statements:
            assert 0 <= statement.start < statement.end <= len(one.content)
            place = one.content[statement.start : statement.end]
            assert place.strip() == place or " | " in place
            assert statement.text.strip()


@some
@given(
    st.lists(st.builds(paragraph, st.sampled_from(["一。二。", "番号を付け、\n題名を書く。", "Use it."])), max_size=9)
)
def test_a_statement_says_the_words_it_points_to(found: list[Block]) -> None:
    for one in cut(found):
        for statement in one.statements:
            assert statement.text == one.content[statement.start : statement.end].replace("\n", "")


@some
@given(written, SECTIONED)
def test_no_chunk_is_over_the_maximum_and_a_thin_one_could_not_be_joined(found: list[Block], doc_type: DocType) -> None:
    chunks = cut(found, doc_type)
    for one in chunks:
        assert one.token_count == count_tokens(one.content) <= LIMITS.max_tokens
    for a, b in pairwise(chunks):
        together = count_tokens(f"{a.content}\n{b.content}") <= LIMITS.max_tokens
        thin = min(a.token_count, b.token_count) < LIMITS.min_tokens
        assert not (thin and together and a.headings == b.headings and kind(a) == kind(b)) or _apart(found, a, b)


def _apart(found: list[Block], a: RuleChunk, b: RuleChunk) -> bool:
    """Whether two sections of one name stand apart, with a heading of their own each."""
    return sum(heading_text(block) == (a.headings or ("",))[-1] for block in found) > 1


@some
@given(st.lists(st.tuples(st.integers(1, 4), st.lists(st.integers(1, 40), max_size=4)), min_size=1, max_size=12))
def test_a_chunk_says_every_heading_that_its_text_stands_under(outline: list[tuple[int, list[int]]]) -> None:
    found: list[Block] = []
    above: dict[str, list[str]] = {}
    path: list[tuple[int, str]] = []
    for number, (level, sizes) in enumerate(outline):
        path = [*((depth, title) for depth, title in path if depth < level), (level, f"題{number}号")]
        found.append(heading(f"題{number}号", level))
        for n, size in enumerate(sizes):
            text = f"文{number}の{n}"
            above[text] = [title for _, title in path]
            rows = [["項目", "値"], *([f"{text}項", "値"] for _ in range(size))]
            found.append(table(rows) if size % 3 == 0 else paragraph(f"{text}。" + "番号を付ける。" * size))
    for one in cut(found):
        told = "\n".join([*one.headings, one.content])
        for text, titles in above.items():
            if text in one.content:
                assert all(title in told for title in titles)


@some
@given(documents)
def test_struck_text_is_no_part_of_any_statement(found: list[Block]) -> None:
    struck = [m for one in cut(found) for m in one.marks if m.mark is Mark.STRIKE]
    for one in cut(found):
        for statement in one.statements:
            whole = [m for m in struck if m in one.marks and m.start <= statement.start and statement.end <= m.end]
            assert not whole


def test_headings_over_the_maximum_lose_no_text() -> None:
    long = "規則の名前" * 200
    chunks = cut([heading(long, 1), paragraph("番号を付ける。"), heading(long, 1)], limits=ChunkLimits())
    assert chunks[0].content == "番号を付ける。"
    assert chunks[0].headings == (long,)
    assert "".join(one.content for one in chunks[1:]) == long
    assert all(one.token_count <= 512 for one in chunks)


SCRIPT = """
import json, sys
from pathlib import Path
from rulebook.model.json import to_json
from rulebook.parsing.parse import parse_file
for path, name in zip(sys.argv[1::2], sys.argv[2::2]):
    chunks = [to_json(c) for c in parse_file(Path(path), name).chunks]
    sys.stdout.buffer.write(json.dumps(chunks, ensure_ascii=False, sort_keys=True).encode() + b"\\n")
"""


def parsed_apart(files: list[tuple[Path, str]], cwd: Path, **environment: str) -> bytes:
    """The chunks of the files as JSON, from a process of its own."""
    root = Path(__file__).parents[2]
    names = [part for path, name in files for part in (str(path), name)]
    return subprocess.run(
        [sys.executable, "-c", SCRIPT, *names],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(root), **environment},
        capture_output=True,
        check=True,
    ).stdout


@pytest.fixture(scope="module")
def originals(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("originals")
    return [word_file(folder / "記入規則.docx"), workbook_file(folder / "帳票規則.xlsx")]


def word_file(path: Path) -> Path:
    made = docx.Document()
    for chapter in ("表の規則", "図の規則"):
        made.add_heading(chapter, 1)
        made.add_paragraph("書式は次のとおりとする。番号を付け、本文から参照する。" * 12)
        for text in ("太字にする。", "下線を付ける。"):
            made.add_paragraph(text, style="List Bullet")
        table = made.add_table(rows=3, cols=2)
        for number, cell in enumerate(cell for row in table.rows for cell in row.cells):
            cell.text = f"{chapter}の値{number}"
    made.save(str(path))
    return path


def workbook_file(path: Path) -> Path:
    book, sheet = squared_paper()
    sheet["B2"] = "帳票の余白を定める。"
    rows: list[list[object]] = [
        ["No", "規則"],
        *([n, f"帳票{n}の余白は{n}mmとし、すべての頁で揃える。"] for n in range(1, 40)),
    ]
    grid(sheet, 4, "B:C D:T", rows)
    book.save(path)
    return path


def test_the_same_files_give_the_same_bytes_in_any_process(originals: list[Path], tmp_path: Path) -> None:
    files = [(path, path.name) for path in originals]
    first = parsed_apart(files, tmp_path, PYTHONHASHSEED="1", LC_ALL="C", TZ="UTC")
    second = parsed_apart(files, originals[0].parent, PYTHONHASHSEED="4711", LC_ALL="C.UTF-8", TZ="Asia/Tokyo")
    assert first.count(b"evidence_key") > 4
    assert first == second


def test_another_file_name_changes_names_and_ids_alone(originals: list[Path], tmp_path: Path) -> None:
    renamed = [Path(shutil.copy(path, tmp_path / f"copy{n}{path.suffix}")) for n, path in enumerate(originals)]

    def told(files: list[Path]) -> list[list[dict[str, object]]]:
        named = ("doc", "doc_id", "chunk_id", "evidence_key", "source_uri")
        lines = parsed_apart([(path, path.name) for path in files], tmp_path).splitlines()
        return [[{k: v for k, v in c.items() if k not in named} for c in json.loads(line)] for line in lines]

    assert told(originals) == told(renamed)
