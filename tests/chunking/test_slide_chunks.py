"""One slide a chunk, or two where one alone says too little; the title is in the text and above it."""

from __future__ import annotations

import pytest

from rulebook.chunking import chunk
from rulebook.chunking.packing import ChunkLimits
from rulebook.model.chunk import RuleChunk
from rulebook.model.document import Block, BlockKind, DocType, Flag
from rulebook.model.place import NumberedRange
from rulebook.model.text import Mark, RichText
from tests.chunking.blocks import document, table

BODY = "表には必ず番号と題名を付け、本文から参照する。図の題名は図の下に置き、出典を明記する。"


def slide(
    number: int, title: str, *body: str | Block, level: int = 1, flags: frozenset[Flag] = frozenset()
) -> list[Block]:
    span = NumberedRange("slide", number, number)
    first = Block(kind=BlockKind.HEADING, span=span, text=RichText(title), level=level, flags=flags)
    rest = [
        item
        if isinstance(item, Block)
        else Block(kind=BlockKind.PARAGRAPH, span=span, text=RichText(item), flags=flags)
        for item in body
    ]
    return [first, *rest]


def section(number: int, name: str) -> list[Block]:
    """The heading of a section that begins with this slide."""
    return [Block(kind=BlockKind.HEADING, span=NumberedRange("slide", number, number), level=1, label=name)]


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
    assert (second.headings, second.content) == (("第2章 / 乙",), f"第2章\n乙\n{BODY}")


def test_the_statements_of_two_slides_are_led_by_the_title_of_their_own_slide() -> None:
    (found,) = deck(
        slide(1, "配色", "背景は白とする。"), slide(2, "余白", "上は10mmとする。", table([["辺", "値"], ["下", "5mm"]]))
    )
    assert found.headings == ("配色 / 余白",)
    assert [statement.text for statement in found.statements] == [
        "配色",
        "配色: 背景は白とする。",
        "余白",
        "余白: 上は10mmとする。",
        "余白: 辺 / 値",
        "余白: 辺: 下 / 値: 5mm",
    ]
    assert found.content == "配色\n背景は白とする。\n余白\n上は10mmとする。\n辺 | 値\n下 | 5mm"


def test_a_slide_alone_is_not_led_by_its_title() -> None:
    (found,) = deck(slide(1, "配色", BODY))
    assert found.statements[1].text == "表には必ず番号と題名を付け、本文から参照する。"


@pytest.mark.parametrize(
    ("first", "second", "heading"),
    [
        ("手順（1/2）", "手順（2/2）", "手順"),
        ("手順①", "手順②", "手順"),
        ("手順", "手順（続き）", "手順"),
        ("手順（１）", "手順（２）", "手順"),
        ("Rules", "Rules (cont.)", "Rules"),
        ("手順 1/2", "手順 2/2", "手順"),
    ],
)
def test_slides_of_one_subject_share_a_chunk_and_their_heading(first: str, second: str, heading: str) -> None:
    (found,) = deck(slide(1, first, BODY), slide(2, second, "続きの手順を示す。" * 5))
    assert found.headings == (heading,)
    assert first in found.content
    assert second in found.content
    assert found.statements[1].text.startswith("表には")


def test_titles_that_differ_by_a_number_in_the_words_are_different_subjects() -> None:
    assert len(deck(slide(1, "効果1", BODY), slide(2, "効果2", BODY))) == 2


def test_a_slide_that_only_goes_on_is_headed_by_the_title_before_it() -> None:
    first, second = deck(slide(1, "手順", *[BODY] * 8), slide(2, "（続き）", *[BODY] * 8))
    assert (first.headings, second.headings) == (("手順",), ("手順 （続き）",))


def test_the_sections_of_a_deck_stand_above_the_titles_and_make_no_chunk() -> None:
    chunks = deck(section(1, "書式"), *(slide(n, f"題{n}", BODY, level=2) for n in (1, 2)), slide(3, "丙", BODY))
    assert [found.headings for found in chunks] == [("書式", "題1"), ("書式", "題2"), ("丙",)]
    assert not any("書式" in found.content for found in chunks)


def test_a_slide_that_opens_a_section_goes_with_the_next_one_below_its_path() -> None:
    chunks = deck(slide(1, "第1章 図表"), slide(2, "表", BODY, level=2), slide(3, "図", BODY, level=2))
    assert [found.headings for found in chunks] == [("第1章 図表", "表"), ("第1章 図表", "図")]
    assert chunks[0].content == f"第1章 図表\n表\n{BODY}"
    assert chunks[0].statements[2].text == "表には必ず番号と題名を付け、本文から参照する。"


def test_a_slide_that_opens_a_section_goes_with_the_first_part_of_a_long_one() -> None:
    chunks = deck(slide(1, "甲", BODY), slide(2, "用語"), slide(3, "用語集", *[BODY] * 30, level=2))
    assert places(chunks)[:2] == ["slide!1", "slide!2-3"]
    assert {found.headings for found in chunks[1:]} == {("用語", "用語集")}


def test_thin_slides_of_one_section_are_headed_by_it_and_both_titles() -> None:
    (found,) = deck(
        section(1, "書式"), slide(1, "配色", "白とする。", level=2), slide(2, "余白", "10mmとする。", level=2)
    )
    assert found.headings == ("書式", "配色 / 余白")


def test_a_thin_slide_joins_a_neighbour_of_its_own_section() -> None:
    slides = [
        slide(1, "甲", BODY, level=2),
        slide(2, "乙", "短い。", level=2),
        section(3, "様式"),
        slide(3, "丙", BODY, level=2),
    ]
    chunks = deck(section(1, "書式"), *slides)
    assert [found.headings for found in chunks] == [("書式", "甲 / 乙"), ("様式", "丙")]


def test_the_text_of_a_slide_without_title_does_not_pass_for_that_of_the_other_in_its_chunk() -> None:
    span = NumberedRange("slide", 2, 2)
    untitled = [Block(kind=BlockKind.HEADING, span=span, level=1, label="スライド 2"), *slide(2, "x", BODY)[1:]]
    (found,) = deck(slide(1, "規則集"), untitled)
    assert (found.headings, found.content) == (("規則集 / スライド 2",), f"規則集\n{BODY}")
    assert found.statements[1].text.startswith("表には")


def test_a_blank_slide_is_no_section() -> None:
    span = NumberedRange("slide", 1, 1)
    blank = [Block(kind=BlockKind.HEADING, span=span, level=1, label="スライド 1")]
    (found,) = deck(blank, slide(2, "甲", BODY))
    assert found.headings == ("甲",)


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


def item(number: int, text: str, level: int = 0, kind: BlockKind = BlockKind.LIST_ITEM) -> Block:
    span = NumberedRange("slide", number, number)
    return Block(kind=kind, span=span, text=RichText(text), level=level, label="•")


def test_the_items_of_a_list_are_led_by_what_opens_it() -> None:
    opening = "書式は次のとおりとする。"
    chunks = deck(slide(1, "書式", opening, item(1, "余白は10mmとする。"), item(1, "行間は1.5とする。")))
    assert [statement.text for statement in chunks[0].statements[2:]] == [
        "書式は次のとおりとする: • 余白は10mmとする。",
        "書式は次のとおりとする: • 行間は1.5とする。",
    ]
    assert chunks[0].content.count("次のとおり") == 1


def test_a_part_that_begins_in_a_list_repeats_what_opens_it_beside_the_text() -> None:
    items = [item(1, f"項目{n}には{BODY}") for n in range(30)]
    first, second, *_ = deck(slide(1, "書式", "書式は次のとおりとする。", *items))
    assert (first.table_header, second.table_header) == ("", "書式は次のとおりとする")


def test_a_list_ends_at_a_free_text_box_and_with_its_slide() -> None:
    opened = slide(1, "禁止", "次の語を禁じる。", item(1, "等"))
    free = Block(kind=BlockKind.TEXT_BOX, span=NumberedRange("slide", 1, 1), text=RichText("推奨"))
    (found,) = deck(
        [*opened, free, item(1, "別途"), item(1, "適宜", kind=BlockKind.TEXT_BOX)], slide(2, "乙", item(2, "丙"))
    )
    led = [statement.text for statement in found.statements if "次の語を禁じる:" in statement.text]
    assert led == ["禁止: 次の語を禁じる: • 等"]


def test_a_struck_title_heads_nothing_and_stays_in_the_text() -> None:
    span = NumberedRange("slide", 2, 2)
    struck = Block(kind=BlockKind.HEADING, span=span, level=2, text=RichText.of("旧い題", Mark.STRIKE))
    chunks = deck(slide(1, "書式", BODY), [struck, *slide(2, "x", BODY)[1:]], slide(3, "余白", BODY, level=2))
    assert [found.headings for found in chunks] == [("書式",), ("書式", "余白")]
    assert chunks[0].content == f"書式\n{BODY}\n旧い題\n{BODY}"


def test_a_table_before_the_first_heading_is_kept_and_heads_nothing() -> None:
    lone = table([["用語", "意味"], ["帳票", "画面から出力する書類をいう。" * 5]])
    chunks = deck([lone], slide(2, "表の書き方", BODY, BODY), slide(3, "図", BODY, level=2))
    assert "帳票 | 画面から出力する" in chunks[0].content
    assert [found.headings for found in chunks] == [(), ("表の書き方",), ("表の書き方", "図")]


def test_a_table_alone_is_a_deck_of_its_own() -> None:
    (found,) = deck([table([["用語", "意味"], ["帳票", "書類"]])])
    assert (found.headings, found.content) == ((), "用語 | 意味\n帳票 | 書類")


def test_notes_of_two_slides_of_one_title_share_a_chunk() -> None:
    notes = [beside(n, f"{n}枚目を口頭で補足する。", Flag.NOTES) for n in (1, 2)]
    chunks = deck(slide(1, "甲", BODY, notes[0]), slide(2, "甲", "短い。", notes[1]))
    assert [(c.flags, c.content) for c in chunks][1:] == [
        ((Flag.NOTES,), "1枚目を口頭で補足する。\n2枚目を口頭で補足する。")
    ]
