"""One slide a chunk, or two where one alone says too little; the title is in the text and above it."""

from __future__ import annotations

from rulebook.chunking import chunk
from rulebook.chunking.packing import ChunkLimits
from rulebook.model.chunk import RuleChunk
from rulebook.model.document import Block, BlockKind, DocType, Flag
from rulebook.model.place import NumberedRange
from rulebook.model.text import RichText
from tests.chunking.blocks import document, table

BODY = "表には必ず番号と題名を付け、本文から参照する。図の題名は図の下に置き、出典を明記する。"


def slide(number: int, title: str, *body: str | Block, flags: frozenset[Flag] = frozenset()) -> list[Block]:
    span = NumberedRange("slide", number, number)
    first = Block(kind=BlockKind.HEADING, span=span, text=RichText(title), level=1, flags=flags)
    rest = [
        item
        if isinstance(item, Block)
        else Block(kind=BlockKind.PARAGRAPH, span=span, text=RichText(item), flags=flags)
        for item in body
    ]
    return [first, *rest]


def beside(number: int, text: str, flag: Flag, kind: BlockKind = BlockKind.SPEAKER_NOTES) -> Block:
    span = NumberedRange("slide", number, number)
    return Block(kind=kind, span=span, text=RichText(text), flags=frozenset({flag}))


def deck(*slides: list[Block]) -> list[RuleChunk]:
    blocks = [block for one in slides for block in one]
    return list(chunk(document(blocks, DocType.PPT), "d", None, ChunkLimits()))


def places(chunks: list[RuleChunk]) -> list[str]:
    return [found.source_uri.split("#")[1] for found in chunks]


def test_title_and_body_are_both_in_the_text() -> None:
    (found,) = deck(slide(1, "表の書き方", BODY))
    assert (found.content, found.headings) == (f"表の書き方\n{BODY}", ("表の書き方",))


def test_full_slides_stand_alone() -> None:
    assert places(deck(slide(1, "甲", BODY), slide(2, "乙", BODY), slide(3, "丙", BODY))) == [
        "slide!1",
        "slide!2",
        "slide!3",
    ]


def test_a_thin_slide_goes_with_the_next_one_whose_title_stands_in_the_text() -> None:
    first, second = deck(slide(1, "甲", BODY), slide(2, "第2章"), slide(3, "乙", BODY))
    assert places([first, second]) == ["slide!1", "slide!2-3"]
    assert (second.headings, second.content) == (("第2章",), f"第2章\n乙\n{BODY}")


def test_a_thin_slide_at_the_end_goes_with_the_one_before_it() -> None:
    assert places(deck(slide(1, "甲", BODY), slide(2, "以上"))) == ["slide!1-2"]


def test_a_chunk_never_holds_more_than_two_slides() -> None:
    chunks = deck(*(slide(n, f"題{n}") for n in range(1, 6)))
    assert len(chunks) == 3
    assert max(len(found.content.split("\n")) for found in chunks) == 2


def test_two_slides_with_one_title_are_one_chunk() -> None:
    (found,) = deck(slide(1, "手順", BODY), slide(2, "手順", "続きの手順。" * 5))
    assert (found.headings, found.source_uri) == (("手順",), "規則.md#slide!1-2")


def test_a_slide_over_the_maximum_is_cut_and_keeps_its_title_as_heading() -> None:
    chunks = deck(slide(1, "長い規則", *[BODY] * 30))
    assert len(chunks) > 2
    assert {found.headings for found in chunks} == {("長い規則",)}
    assert [found.content.count("長い規則") for found in chunks] == [1, *[0] * (len(chunks) - 1)]


def test_a_body_and_a_table_that_fit_together_stay_together() -> None:
    (found,) = deck(slide(1, "余白", BODY, table([["辺", "値"], ["上", "10mm"]])))
    assert found.content.endswith("辺 | 値\n上 | 10mm")


def test_hidden_slides_do_not_share_a_chunk_with_shown_ones() -> None:
    chunks = deck(slide(1, "甲", BODY), slide(2, "秘", "短い。", flags=frozenset({Flag.HIDDEN})), slide(3, "乙", BODY))
    assert [(found.searchable, found.source_uri[-1]) for found in chunks] == [(True, "1"), (False, "2"), (True, "3")]


def test_notes_comments_and_hidden_shapes_follow_their_slide_apart() -> None:
    chunks = deck(
        slide(
            1, "甲", BODY, beside(1, "口頭で補足。", Flag.NOTES), beside(1, "要確認", Flag.COMMENT, BlockKind.COMMENT)
        ),
        slide(2, "乙", BODY, beside(2, "隠し", Flag.HIDDEN, BlockKind.TEXT_BOX)),
    )
    assert [found.flags for found in chunks] == [(), (Flag.COMMENT,), (Flag.NOTES,), (), (Flag.HIDDEN,)]
    assert [found.headings for found in chunks] == [("甲",), ("甲",), ("甲",), ("乙",), ("乙",)]


def test_the_number_of_a_slide_without_title_is_its_heading_and_no_text() -> None:
    span = NumberedRange("slide", 4, 4)
    untitled = [Block(kind=BlockKind.HEADING, span=span, level=1, label="スライド 4"), *slide(4, "x", BODY)[1:]]
    (found,) = deck(untitled)
    assert (found.headings, found.content) == (("スライド 4",), BODY)


def test_a_table_that_is_cut_repeats_its_header_beside_the_text() -> None:
    rows = [["項目", "値"], *([f"項目{n}", "必ず記入すること"] for n in range(80))]
    chunks = deck(slide(1, "一覧", table(rows)))
    assert len(chunks) > 1
    assert {found.table_header for found in chunks[1:]} == {"項目 | 値"}
