"""Sections too short to stand alone join a neighbour under the same heading, and say what they were about."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given

from rulebook.chunking.cut import cut_sections
from rulebook.chunking.packing import ChunkLimits
from rulebook.chunking.sections import iter_sections
from rulebook.chunking.thin import Joined, join_thin
from rulebook.model.document import Block, Flag
from rulebook.model.place import CellRange, SectionPlace
from tests.chunking.blocks import document, documents, heading, paragraph, table
from tests.examples import some

LONG = "この章では、帳票の余白と文字の大きさについて、システム全体で守るべき標準を定める。例外は個別に承認を得ること。"


def join(blocks: list[Block], limits: ChunkLimits | None = None) -> list[Joined]:
    return join_thin(list(iter_sections(blocks)), limits or ChunkLimits())


def shown(rows: list[Joined]) -> list[tuple[tuple[str, ...], str]]:
    return [(row.headings, "\n".join(piece.text.text for piece in row.pieces)) for row in rows]


def test_short_siblings_become_one_under_their_common_heading_each_with_its_own_title() -> None:
    blocks = [
        heading("PDFの場合", 1),
        heading("帳票サイズ", 2),
        paragraph("「Ａ４」とする。"),
        heading("用紙方向", 2),
        paragraph("「縦方向」とする。"),
    ]
    (row,) = join(blocks)
    assert shown([row]) == [(("PDFの場合",), "帳票サイズ\n「Ａ４」とする。\n用紙方向\n「縦方向」とする。")]
    assert [s.text for p in row.pieces for s in p.statements] == [
        "帳票サイズ: 「Ａ４」とする。",
        "用紙方向: 「縦方向」とする。",
    ]


def test_the_short_opening_of_a_chapter_joins_its_first_section_whose_heading_stands_in_its_text() -> None:
    blocks = [heading("余白", 1), paragraph("余白を定める。"), heading("上", 2), paragraph(LONG)]
    places = ["1", "1", "1.1", "1.1"]
    (row,) = join([replace(b, span=SectionPlace("見出し", p)) for b, p in zip(blocks, places, strict=True)])
    assert shown([row]) == [(("余白",), f"余白を定める。\n上\n{LONG}")]
    assert [s.text for p in row.pieces for s in p.statements][:2] == [
        "余白を定める。",
        f"上: {LONG.partition('。')[0]}。",
    ]
    assert [piece.span.fragment for piece in row.pieces] == ["見出し!1", "見出し!1.1", "見出し!1.1"]


def test_sections_of_different_chapters_stay_apart() -> None:
    blocks = [heading("甲", 1), paragraph("短い。"), heading("乙", 1), paragraph("短い。")]
    assert shown(join(blocks)) == [(("甲",), "短い。"), (("乙",), "短い。")]


def test_the_deepest_common_heading_is_joined_first() -> None:
    blocks = [heading("章", 1)]
    for number in (1, 2):
        blocks.append(heading(f"節{number}", 2))
        for item in (1, 2, 3, 4):
            blocks += [heading(f"項{number}{item}", 3), paragraph("必ず記入すること。")]
    assert [row.headings for row in join(blocks)] == [("章", "節1"), ("章", "節2")]


def test_hidden_sections_do_not_join_shown_ones() -> None:
    blocks = [heading("章", 1), heading("甲", 2), paragraph("短い。"), heading("乙", 2), paragraph("秘。", Flag.HIDDEN)]
    assert len(join(blocks)) == 2


def test_what_would_be_over_the_target_stays_apart() -> None:
    blocks = [heading("章", 1), heading("甲", 2), paragraph("短い。"), heading("乙", 2), paragraph(LONG * 10)]
    assert len(join(blocks)) == 2


def test_headings_without_text_of_their_own_are_said_once() -> None:
    blocks = [heading("章", 1), heading("甲", 2), heading("乙", 2), paragraph("短い。")]
    assert shown(join(blocks)) == [(("章",), "甲\n乙\n短い。")]


@some
@given(documents)
def test_joining_keeps_every_piece_in_order_and_every_heading(blocks: list[Block]) -> None:
    sections = list(iter_sections(blocks))
    rows = join(blocks)
    before = [piece.text.text for section in sections for piece in section.pieces]
    after = [piece.text.text for row in rows for piece in row.pieces]
    rest = iter(after)
    assert all(text in rest for text in before)
    said = "\n".join([*after, *(heading for row in rows for heading in row.headings)])
    assert all(heading in said for section in sections for heading in section.headings)


def test_a_chunk_of_one_joined_section_alone_is_headed_by_that_section() -> None:
    rows = [["No", "規則"], ["1", LONG]]
    blocks = [heading("記入規則", 1), heading("日付", 2), paragraph("西暦。")]
    blocks += [heading("強調", 2), paragraph(LONG), table(rows)]
    cuts = list(cut_sections(document(blocks), ChunkLimits(), 9))
    assert [cut.headings for cut in cuts] == [("記入規則",), ("記入規則", "強調")]
    assert [cut.draft.text.text.split("\n")[0] for cut in cuts] == ["日付", "No | 規則"]


def test_blocks_side_by_side_on_a_sheet_stay_apart_under_headings_of_their_own() -> None:
    def on_sheet(blocks: list[Block], top: int, left: int) -> list[Block]:
        return [replace(b, span=CellRange("規則", top + n, left, top + n, left + 1)) for n, b in enumerate(blocks)]

    first, second = [heading("表A", 2), paragraph("短い。")], [heading("表B", 2), paragraph("短い。")]
    sheet = on_sheet([heading("規則", 1)], 1, 1)
    beside = [*sheet, *on_sheet(first, 3, 1), *on_sheet(second, 3, 5)]
    assert [row.headings for row in join(beside)] == [("規則", "表A"), ("規則", "表B")]
    below = [*sheet, *on_sheet(first, 3, 1), *on_sheet(second, 8, 5)]
    assert [row.headings for row in join(below)] == [("規則",)]
