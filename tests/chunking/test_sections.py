"""Sections: what stands under which headings, and that no heading is lost."""

from __future__ import annotations

from hypothesis import given

from rulebook.chunking.sections import iter_sections
from rulebook.model.document import Block, BlockKind
from rulebook.model.text import Mark, RichText
from tests.chunking.blocks import documents, heading, paragraph, table
from tests.examples import some


def outline(blocks: list[Block], deepest: int = 9) -> list[tuple[tuple[str, ...], str]]:
    return [(s.headings, "\n".join(p.text.text for p in s.pieces)) for s in iter_sections(blocks, deepest)]


def test_a_section_is_headed_by_the_path_above_it() -> None:
    blocks = [
        paragraph("序。"),
        heading("概要", 1, "1"),
        paragraph("甲。"),
        heading("目的", 2, "1.1"),
        paragraph("乙。"),
        heading("規則", 1, "2"),
        paragraph("丙。"),
    ]
    assert outline(blocks) == [
        ((), "序。"),
        (("1 概要",), "甲。"),
        (("1 概要", "1.1 目的"), "乙。"),
        (("2 規則",), "丙。"),
    ]


def test_headings_below_the_deepest_level_stay_in_the_text_with_what_follows_them() -> None:
    blocks = [heading("章", 1), heading("項", 2), heading("目", 3), paragraph("文。")]
    (section,) = iter_sections(blocks, 1)
    assert section.headings == ("章",)
    assert [piece.text.text for piece in section.pieces] == ["項\n目\n文。"]


def test_a_heading_right_before_a_table_goes_with_the_table() -> None:
    blocks = [heading("章", 1), paragraph("文。"), heading("表の題", 4), table([["項目", "値"]])]
    (section,) = iter_sections(blocks, 3)
    assert [piece.group for piece in section.pieces] == [0, 3, 3]


def test_a_caption_goes_with_its_table() -> None:
    blocks = [paragraph("文。"), paragraph("表1 余白", kind=BlockKind.CAPTION), table([["項目", "値"]])]
    (section,) = iter_sections(blocks)
    assert [piece.group for piece in section.pieces] == [0, 3, 3]


def test_a_heading_with_nothing_under_it_is_its_own_text() -> None:
    assert outline([heading("空", 1), heading("次", 1), paragraph("文。")]) == [(("空",), "空"), (("次",), "文。")]
    assert outline([heading("末", 1)]) == [(("末",), "末")]


def test_a_heading_over_sub_headings_only_is_no_section_of_its_own() -> None:
    assert outline([heading("章", 1), heading("節", 2), paragraph("文。")]) == [(("章", "節"), "文。")]


def test_a_skipped_level_does_not_shift_the_path() -> None:
    blocks = [heading("章", 1), heading("目", 4), paragraph("甲。"), heading("節", 2), paragraph("乙。")]
    assert outline(blocks) == [(("章", "目"), "甲。"), (("章", "節"), "乙。")]


def test_struck_words_leave_the_path_and_stay_in_the_text() -> None:
    title = RichText.join([RichText.of("旧名", Mark.STRIKE), RichText("新名")])
    gone = RichText.of("廃止", Mark.STRIKE)
    assert outline([heading(title, 1), paragraph("甲。"), heading(gone, 2), paragraph("乙。")]) == [
        (("新名",), "旧名新名\n甲。"),
        (("新名",), "廃止\n乙。"),
    ]


@some
@given(documents)
def test_every_block_is_in_a_section_or_in_a_path(blocks: list[Block]) -> None:
    sections = list(iter_sections(blocks, 3))
    said = {heading for section in sections for heading in section.headings}
    text = "\n".join(piece.text.text for section in sections for piece in section.pieces)
    for block in blocks:
        words = " ".join(block.text.text.split())
        assert words in " ".join(text.split()) or any(words in heading for heading in said)


def test_a_heading_over_an_empty_table_is_not_lost() -> None:
    assert outline([heading("表", 1), table([["", ""]]), heading("次", 1), paragraph("文。")]) == [
        (("表",), "表"),
        (("次",), "文。"),
    ]
