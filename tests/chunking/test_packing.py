"""Packing loses nothing, repeats nothing and stays within its limits."""

from __future__ import annotations

import re
import time
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from rulebook.chunking.packing import ChunkLimits, Draft, pack
from rulebook.chunking.pieces import Piece, prose_piece, table_pieces
from rulebook.chunking.statements import statements_of
from rulebook.model.document import Block, BlockKind, Flag, Table, TableCell, TableRow
from rulebook.model.text import Mark, RichText
from rulebook.text.tokens import count_tokens
from tests.chunking.blocks import HERE, blocks, paragraph, table
from tests.examples import some

limits = st.builds(
    lambda low, middle, high: ChunkLimits(min_tokens=low, target_tokens=low + middle, max_tokens=low + middle + high),
    st.integers(0, 30),
    st.integers(10, 100),
    st.integers(0, 200),
)


def pieces_of(found: list[Block]) -> list[Piece]:
    return [
        piece
        for group, block in enumerate(found)
        for piece in (table_pieces(block, group + 1) if block.table else (prose_piece(block, 0),))
    ]


def spelled(text: RichText) -> list[tuple[str, frozenset[Mark]]]:
    """The characters that are no white space, each with its marks."""
    return [
        (c, frozenset(s.mark for s in text.marks if s.start <= n < s.end))
        for n, c in enumerate(text.text)
        if not c.isspace()
    ]


def words(drafts: list[Draft]) -> list[tuple[str, frozenset[Mark]]]:
    return [character for draft in drafts for character in spelled(draft.text)]


@some
@given(st.lists(blocks, max_size=12), limits)
def test_every_character_comes_out_once_in_order_with_its_marks(found: list[Block], bounds: ChunkLimits) -> None:
    pieces = pieces_of(found)
    assert words(pack(pieces, bounds)) == [character for piece in pieces for character in spelled(piece.text)]


@some
@given(st.lists(blocks, max_size=12), limits)
def test_no_chunk_is_over_the_maximum_and_each_knows_its_size(found: list[Block], bounds: ChunkLimits) -> None:
    for draft in pack(pieces_of(found), bounds):
        assert draft.tokens == count_tokens(draft.text.text) <= bounds.max_tokens


@some
@given(st.lists(blocks, max_size=12), limits)
def test_a_thin_chunk_has_no_neighbour_it_could_have_joined(found: list[Block], bounds: ChunkLimits) -> None:
    drafts = pack(pieces_of(found), bounds)
    for a, b in pairwise(drafts):
        alike = a.flags - {Flag.CHANGED} == b.flags - {Flag.CHANGED}
        fits = count_tokens(f"{a.text.text}\n{b.text.text}") <= bounds.max_tokens
        assert not (alike and fits and min(a.tokens, b.tokens) < bounds.min_tokens)


@some
@given(st.lists(blocks, max_size=12), limits)
def test_shown_and_hidden_text_never_share_a_chunk(found: list[Block], bounds: ChunkLimits) -> None:
    pieces = pieces_of(found)
    for draft in pack(pieces, bounds):
        inside = {p.flags - {Flag.CHANGED} for p in pieces if p.flags - {Flag.CHANGED} == draft.flags - {Flag.CHANGED}}
        assert len(inside) == 1


@some
@given(st.lists(blocks, max_size=12), limits)
def test_statements_lie_in_the_content_in_order(found: list[Block], bounds: ChunkLimits) -> None:
    for draft in pack(pieces_of(found), bounds):
        starts = [statement.start for statement in draft.statements]
        assert starts == sorted(starts)
        for statement in draft.statements:
            assert 0 <= statement.start < statement.end <= len(draft.text.text)
            assert statement.text.strip()


@some
@given(st.lists(st.builds(paragraph, st.sampled_from(["一。二。", "Use bold. Do not."])), max_size=8), limits)
def test_a_statement_of_prose_is_the_text_it_points_to(found: list[Block], bounds: ChunkLimits) -> None:
    for draft in pack(pieces_of(found), bounds):
        for statement in draft.statements:
            assert draft.text.text[statement.start : statement.end] == statement.text


def test_a_long_paragraph_is_cut_at_the_ends_of_sentences() -> None:
    sentence = "見出しの末尾に句点を付けないこととし、番号は半角で書く。"
    drafts = pack([prose_piece(paragraph(sentence * 60), 0)], ChunkLimits())
    assert len(drafts) > 2
    assert all(draft.text.text.endswith("。") for draft in drafts)
    assert all(draft.tokens <= 320 for draft in drafts)


def test_a_sentence_without_any_border_is_cut_between_characters() -> None:
    drafts = pack([prose_piece(paragraph("規" * 3000), 0)], ChunkLimits())
    assert "".join(draft.text.text for draft in drafts) == "規" * 3000


def test_a_huge_paragraph_is_cut_in_time_that_grows_with_it() -> None:
    def seconds(times: int) -> float:
        piece = prose_piece(paragraph("表には番号を付け、本文から参照する。" * times), 0)
        start = time.process_time()
        pack([piece], ChunkLimits())
        return time.process_time() - start

    small = min(seconds(1000) for _ in range(2))
    assert seconds(4000) < 12 * small + 0.5


def test_rows_of_a_table_that_is_cut_repeat_its_header() -> None:
    rows = [["項目", "値"], *([f"項目{n}", "必ず記入すること"] for n in range(60))]
    drafts = pack(list(table_pieces(table(rows), 1)), ChunkLimits())
    assert len(drafts) > 1
    assert [draft.table_header for draft in drafts] == ["", *["項目 | 値"] * (len(drafts) - 1)]
    assert drafts[1].text.text.startswith("項目")
    assert "項目 | 値" not in drafts[1].text.text


def test_text_with_tracked_changes_shares_a_chunk_with_the_text_around_it() -> None:
    found = [paragraph("前の文。"), paragraph("直した文。", Flag.CHANGED), paragraph("後の文。")]
    (draft,) = pack(pieces_of(found), ChunkLimits())
    assert draft.flags == {Flag.CHANGED}


def test_struck_sentences_make_no_statement_but_stay_in_the_text() -> None:
    text = RichText.join([RichText.of("旧規則。", Mark.STRIKE), RichText("新規則。")])
    assert [s.text for s in statements_of(text)] == ["新規則。"]
    (draft,) = pack([prose_piece(paragraph(text), 0)], ChunkLimits())
    assert draft.text == text


def test_nothing_packs_to_nothing() -> None:
    assert pack([], ChunkLimits()) == []


def test_only_white_space_is_ever_dropped_at_a_cut() -> None:
    text = "alpha beta, " * 400
    drafts = pack([prose_piece(paragraph(text), 0)], ChunkLimits())
    assert re.sub(r"\s", "", "".join(d.text.text for d in drafts)) == re.sub(r"\s", "", text)


def test_empty_columns_in_front_of_a_row_stay_where_the_row_is_cut() -> None:
    row = ["", "", "太字のみとする。" * 40]
    drafts = pack(
        table_pieces(table([["節", "書く", "書かない"], row]), 1), ChunkLimits(max_tokens=60, target_tokens=40)
    )
    contents = [draft.text.text for draft in drafts]
    assert any(line.startswith(" |  | 太字") for content in contents for line in content.split("\n"))
    for draft in drafts:
        assert {draft.text.text[s.start : s.end] for s in draft.statements} <= {
            "太字のみとする。",
            "節 | 書く | 書かない",
        }


def test_a_row_over_the_maximum_is_cut_between_its_cells_and_its_parts_name_it() -> None:
    value = "上下左右とも余白は十ミリメートルとし帳票の種類によらず統一する"
    row = ["3", "余白", *[value] * 8]
    header = ["No", "項目", *(f"規則{n}" for n in range(8))]
    drafts = pack(table_pieces(table([header, row]), 1), ChunkLimits(max_tokens=70, target_tokens=50, min_tokens=5))
    parts = [draft for draft in drafts if value in draft.text.text]
    assert len(parts) > 2
    assert sum(draft.text.text.count(value) for draft in drafts) == 8
    assert {draft.table_header for draft in parts[1:]} == {" | ".join(header) + "\n3 / 余白"}
    texts = [s.text for draft in parts for s in draft.statements]
    assert texts[-1] == f"3 / 余白 / 規則7: {value}"


def test_a_sentence_without_any_border_is_cut_behind_particles_and_never_within_a_latin_word() -> None:
    text = "画面項目の名称はFORMAT_IDの値により帳票定義のLAYOUT_NAMEと同じ文字列にするものとし" * 60
    text = text.replace("、", "")
    drafts = pack([prose_piece(paragraph(text), 0)], ChunkLimits())
    assert len(drafts) > 3
    for draft in drafts[:-1]:
        assert re.search(r"[ぁ-ゟ]\Z", draft.text.text)


def test_a_merged_value_stands_beside_every_part_that_it_reaches_into() -> None:
    def row(number: int) -> TableRow:
        cells = [TableCell(text=RichText(f"規則{number}を必ず守ること"), row=number, column=1)]
        if number == 1:
            cells.insert(0, TableCell(text=RichText("帳票"), row=1, column=0, row_span=119))
        return TableRow(cells=tuple(cells), span=HERE)

    header = TableRow(
        cells=tuple(TableCell(text=RichText(t), row=0, column=n) for n, t in enumerate("区規")), span=HERE
    )
    made = Table(rows=(header, *(row(number) for number in range(1, 120))), header_rows=1)
    drafts = pack(table_pieces(Block(kind=BlockKind.TABLE, span=HERE, table=made), 1), ChunkLimits())
    assert len(drafts) > 2
    assert [draft.table_header for draft in drafts] == ["", *["区 | 規\n帳票"] * (len(drafts) - 1)]
    assert all(s.text.startswith("区: 帳票 / 規: ") for draft in drafts[1:] for s in draft.statements)
