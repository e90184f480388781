"""The door of the chunking: from a document to chunks that can be found, shown and cited."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.chunking import chunk
from rulebook.chunking.packing import ChunkLimits
from rulebook.model.chunk import Category
from rulebook.model.document import Block, DocType, Flag
from rulebook.model.text import Mark, RichText
from rulebook.text.tokens import count_tokens
from tests.chunking.blocks import document, documents, heading, paragraph, table
from tests.examples import some

SENTENCE = "見出しの末尾に句点を付けないこととし、番号は半角で書く。"


def test_chunks_are_numbered_in_reading_order_and_named_by_their_document() -> None:
    blocks = [
        heading("見出し", 1, "3.2", line=4),
        paragraph(SENTENCE, line=5),
        heading("表", 1, line=7),
        paragraph("次。", line=8),
    ]
    first, second = chunk(document(blocks), "規則-1a2b3c4d", Category.WRITE, ChunkLimits())
    assert (first.position, first.chunk_id, first.evidence_key) == (1, "規則-1a2b3c4d#chunk-1", "規則-1a2b3c4d#chunk-1")
    assert (first.headings, first.source_uri) == (("3.2 見出し",), "規則.md#line!5")
    assert (first.category, first.doc_type, first.doc) == (Category.WRITE, DocType.MARKDOWN, "規則.md")
    assert (second.position, second.content) == (2, "次。")


def test_marks_lie_on_the_words_of_the_content() -> None:
    text = RichText.join([RichText("表ヘッダーは"), RichText.of("太字", Mark.BOLD), RichText("とする。")])
    (found,) = chunk(document([paragraph("前の文。"), paragraph(text)]), "d", None, ChunkLimits())
    (mark,) = found.marks
    assert found.content[mark.start : mark.end] == "太字"


def test_text_before_the_first_heading_is_headed_by_the_documents_own_title() -> None:
    named = document([paragraph(SENTENCE)], title="記入規則")
    assert chunk(named, "d", None, ChunkLimits())[0].headings == ("記入規則",)


def test_the_file_name_is_no_heading_unless_the_front_matter_gives_the_same_title() -> None:
    plain = document([paragraph(SENTENCE)], title="規則")
    assert chunk(plain, "d", None, ChunkLimits())[0].headings == ()
    titled = replace(plain, properties=(("title", "規則"),))
    assert chunk(titled, "d", None, ChunkLimits())[0].headings == ("規則",)


def test_a_section_up_to_the_maximum_stays_whole_and_a_longer_one_is_cut_near_the_target() -> None:
    def sizes(times: int) -> list[int]:
        blocks = [heading("章"), *(paragraph(SENTENCE) for _ in range(times))]
        return [c.token_count for c in chunk(document(blocks), "d", None, ChunkLimits())]

    one = count_tokens(SENTENCE)
    assert len(sizes(500 // (one + 1))) == 1
    assert len(sizes(1000 // one)) > 2
    assert max(sizes(1000 // one)) <= 320


def test_a_table_up_to_the_maximum_stays_whole() -> None:
    rows = [["項目", "値"], *([f"項目{n}", "必ず記入する"] for n in range(35))]
    blocks = [heading("章"), *(paragraph(SENTENCE) for _ in range(8)), table(rows)]
    chunks = chunk(document(blocks), "d", None, ChunkLimits())
    assert [c.content.count("必ず記入する") for c in chunks] == [0, 35]
    assert chunks[1].table_header == ""


@pytest.mark.parametrize("flag", [Flag.HIDDEN, Flag.NOTES, Flag.COMMENT])
def test_hidden_text_notes_and_comments_do_not_interrupt_the_text_around_them(flag: Flag) -> None:
    blocks = [heading("章"), paragraph("前。"), paragraph("脇。", flag), paragraph("後。")]
    shown, beside = chunk(document(blocks), "d", None, ChunkLimits())
    assert (shown.content, shown.flags) == ("前。\n後。", ())
    assert (beside.content, beside.flags, beside.headings) == ("脇。", (flag,), ("章",))
    assert beside.searchable is (flag is not Flag.HIDDEN)


def test_word_headings_below_level_three_stay_in_the_text() -> None:
    blocks = [heading("章", 1), heading("節", 2), heading("項", 3), heading("目", 4), paragraph(SENTENCE * 2)]
    (word,) = chunk(document(blocks, DocType.WORD), "d", None, ChunkLimits())
    assert (word.headings, word.content) == (("章", "節", "項"), f"目\n{SENTENCE * 2}")
    (markdown,) = chunk(document(blocks), "d", None, ChunkLimits())
    assert markdown.headings == ("章", "節", "項", "目")


def test_an_empty_document_has_no_chunks() -> None:
    assert chunk(document([]), "d", None, ChunkLimits()) == ()


@some
@given(documents, st.sampled_from([DocType.WORD, DocType.EXCEL, DocType.PPT, DocType.MARKDOWN, DocType.PDF]))
def test_every_word_of_a_document_is_in_its_chunks(blocks: list[Block], doc_type: DocType) -> None:
    chunks = chunk(document(blocks, doc_type), "d", None, ChunkLimits(max_tokens=80, target_tokens=50, min_tokens=10))
    content, said = Counter[str](), {heading for found in chunks for heading in found.headings}
    for found in chunks:
        content.update(c for c in found.content if not c.isspace())
        assert found.token_count <= 80
    texts = [block.text.text for block in blocks if block.kind != "heading"]
    texts += [cell.text.text for b in blocks if b.table for row in b.table.rows for cell in row.cells]
    assert not Counter(c for text in texts for c in text if not c.isspace()) - content
    for block in (b for b in blocks if b.kind == "heading"):
        words = "".join(block.text.text.split())
        inside = any(words in "".join(found.content.split()) for found in chunks)
        assert inside or any(words in "".join(heading.split()) for heading in said)


@some
@given(documents)
def test_chunking_the_same_document_twice_gives_the_same_chunks(blocks: list[Block]) -> None:
    assert chunk(document(blocks), "d", None, ChunkLimits()) == chunk(document(blocks), "d", None, ChunkLimits())
