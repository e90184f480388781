"""An item of a list says what its list is about."""

from __future__ import annotations

import pytest

from rulebook.chunking import chunk
from rulebook.chunking.lists import list_leads
from rulebook.chunking.packing import ChunkLimits
from rulebook.chunking.statements import list_opening, statements_of
from rulebook.model.document import Block, BlockKind, Flag
from rulebook.model.text import Mark, RichText
from tests.chunking.blocks import document, heading, paragraph, table

OPENING = "表ヘッダーの書式は、次のとおりとする。"


def item(text: str, level: int = 0) -> Block:
    return Block(kind=BlockKind.LIST_ITEM, span=paragraph("").span, text=RichText(text), level=level, label="・")


def texts(blocks: list[Block]) -> list[str]:
    return [s.text for found in chunk(document(blocks), "d", None, ChunkLimits()) for s in found.statements]


def test_items_are_led_by_the_sentence_that_opens_their_list() -> None:
    assert texts([paragraph(f"表の規則を定める。{OPENING}"), item("太字にする。"), item("下線を付ける。")]) == [
        "表の規則を定める。",
        OPENING,
        "表ヘッダーの書式は、次のとおりとする: ・ 太字にする。",
        "表ヘッダーの書式は、次のとおりとする: ・ 下線を付ける。",
    ]


@pytest.mark.parametrize(
    "opening",
    [
        "必須項目：",
        "次の場合は除く。",
        "検索結果がない場合",
        "以下の条件を満たすこと",
        "下記を参照する。",
        "表头应符合以下要求。",
        "命名规则如下。",
        "Use the following names.",
        "The rules are as follows",
        "書式は以下とする。",
        "原則以下のとおりとする。",
        "请遵守以下规则",
        "See the list below.",
    ],
)
def test_openings_of_lists_in_three_languages(opening: str) -> None:
    assert list_opening(RichText(opening)) == opening.rstrip("。.：")


@pytest.mark.parametrize(
    "text",
    [
        "30字以下とする。",
        "10桁以下の値を使う。",
        "月次の処理を行う。",
        "第二次の改訂",
        "見出しを書く。",
        "",
        "长度在30个以下。",
        "甲社（以下「当社」という。）の規程",
        "容量は5MB以下とする。",
        "余白は10mm以下とする。",
        "同時に使うのは3名以下",
        "3つ以下とする。",
        "次に、保存する。",
        "Values below 10 are invalid.",
        "Following section 3, use bold.",
    ],
)
def test_what_opens_no_list(text: str) -> None:
    assert list_opening(RichText(text)) == ""


def test_a_withdrawn_opening_leads_nothing() -> None:
    assert list_opening(RichText.of(OPENING, Mark.STRIKE)) == ""


def test_nested_items_are_led_by_all_that_open_them() -> None:
    blocks = [paragraph("書式は次のとおり。"), item("見出し：", 0), item("太字", 1), item("本文は明朝", 0)]
    assert list_leads(blocks)[1:] == ["書式は次のとおり", "書式は次のとおり / 見出し", "書式は次のとおり"]


def test_a_typed_article_opens_a_list_and_is_no_item_of_one() -> None:
    blocks = [paragraph("次のとおり契約する。"), paragraph("第1条 次の業務を委託する。"), paragraph("1. 設計")]
    assert list_leads(blocks) == ["", "", "第1条 次の業務を委託する"]


def test_an_item_right_above_a_table_is_an_item_though_it_is_the_caption() -> None:
    assert list_leads([paragraph(OPENING), paragraph("(1) 桁数", kind=BlockKind.CAPTION)])[1] == OPENING.rstrip("。")


def test_typed_items_count_as_items_and_text_a_heading_or_a_table_ends_the_list() -> None:
    blocks = [
        paragraph(OPENING),
        paragraph("・太字"),
        paragraph("(2) 下線"),
        paragraph("本文に戻る。"),
        item("別の項目"),
    ]
    lead = OPENING.rstrip("。")
    assert list_leads(blocks) == ["", lead, lead, "", ""]
    assert list_leads([paragraph(OPENING), heading("節"), item("項目")])[2] == ""
    assert list_leads([paragraph(OPENING), table([["項目", "値"]]), item("項目")])[2] == ""


def test_remarks_beside_the_text_do_not_end_a_list() -> None:
    blocks = [paragraph(OPENING), item("太字"), paragraph("要確認", Flag.COMMENT), item("下線")]
    assert list_leads(blocks)[2:] == ["", OPENING.rstrip("。")]


def test_an_opening_shares_a_chunk_with_the_first_item_and_stands_beside_later_ones() -> None:
    long = "見出しの末尾に句点を付けないこととし、番号は半角で書く。"
    before = [paragraph(long) for _ in range(30)]
    chunks = chunk(document([*before, paragraph(OPENING), *(item(long) for _ in range(30))]), "d", None, ChunkLimits())
    (holder,) = [found for found in chunks if OPENING in found.content]
    assert f"{OPENING}\n・ {long}" in holder.content
    assert {found.table_header for found in chunks[chunks.index(holder) + 1 :]} == {OPENING.rstrip("。")}


def test_items_inside_one_text_are_led_by_its_opening_line() -> None:
    found = statements_of(RichText("次の値を使う。\n・0：無\n・1：有\nそれ以外は使わない。"))
    assert [s.text for s in found] == [
        "次の値を使う。",
        "次の値を使う: ・0：無",
        "次の値を使う: ・1：有",
        "それ以外は使わない。",
    ]
