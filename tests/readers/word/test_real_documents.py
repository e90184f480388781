"""Real rule documents: what they are known to hold is there, once."""

from __future__ import annotations

import time
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from rulebook.model.document import Block, BlockKind, Document, Flag
from rulebook.readers.word import read

DB = "nablarch-standards/DB設計標準.docx"
GUIDE = "gif/465-1_データマネジメント実践ガイドブック（導入編）.docx"
FAQ = "openchain-reference/OpenChain_FAQ_Translation_JP-revised-by-imada-2-reviewed-by-sato2.docx"


@cache
def _timed(path: Path) -> tuple[Document, float]:
    """The document and the seconds of processor time that its reading took."""
    begun = time.process_time()
    return read(path, path.name), time.process_time() - begun


def _read(path: Path) -> Document:
    return _timed(path)[0]


def corpus(shared: Path, name: str) -> Document:
    return _read(shared / "corpus" / name)


def levels(found: Document) -> dict[int, int]:
    return dict(Counter(b.level for b in found.blocks if b.kind is BlockKind.HEADING))


def holding(found: Document, text: str) -> list[Block]:
    return [b for b in found.blocks if text in b.text.text or text in "\0".join(cells(b))]


def cells(block: Block) -> list[str]:
    return [] if block.table is None else [c.text.text for r in block.table.rows for c in r.cells]


@pytest.mark.parametrize(
    ("name", "headings", "numbered", "tables", "boxes", "notes", "comments"),
    [
        (DB, {1: 14, 2: 23, 3: 11, 4: 24}, 72, 8, 55, 0, 0),
        (GUIDE, {1: 8, 2: 22, 3: 25}, 55, 18, 0, 7, 0),
        (FAQ, {3: 4, 4: 33}, 0, 0, 0, 0, 21),
    ],
)
def test_headings_tables_boxes_and_notes_are_all_there(
    shared: Path,
    name: str,
    headings: dict[int, int],
    numbered: int,
    tables: int,
    boxes: int,
    notes: int,
    comments: int,
) -> None:
    found = corpus(shared, name)
    assert levels(found) == headings
    assert sum(1 for b in found.blocks if b.kind is BlockKind.HEADING and b.label) == numbered
    assert (found.report.headings, found.report.tables) == (sum(headings.values()), tables)
    assert (found.report.text_boxes, found.report.comments) == (boxes, comments)
    assert sum(1 for b in found.blocks if b.kind is BlockKind.FOOTNOTE) == notes


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        (DB, "命名事例：ユニーク・キー", BlockKind.TEXT_BOX),
        (DB, "シーケンス論理名に対応する物理名 ：　最大60桁", BlockKind.TEXT_BOX),
        (DB, "-2147483648から+2147483647", BlockKind.TABLE),
        (DB, "本システムのビュー内で一意に特定可能であること", BlockKind.LIST_ITEM),
        (DB, "カラム追加時の対応", BlockKind.HEADING),
        (
            GUIDE,
            "オープンデータ化を推進するための公開ルールやマニュアル等の整備・共有が不十分である。",
            BlockKind.TABLE,
        ),
        (GUIDE, "「包括的データ戦略」Ⅰ-２.（２）「実装についての基本的な考え方」", BlockKind.FOOTNOTE),
        (GUIDE, "データ連携・ＥＢＰＭ系/データ品質系", BlockKind.TABLE),
        (GUIDE, "目標（ＫＰＩ）に妥当性及び効果があるか", BlockKind.LIST_ITEM),
        (FAQ, "有料メンバー制の", BlockKind.PARAGRAPH),
        (FAQ, "で、他のプログラムが", BlockKind.PARAGRAPH),
        (FAQ, "コンプライアンスを履行するための責任者のアサイン", BlockKind.LIST_ITEM),
        (FAQ, "Specの表現に合わせました。", BlockKind.COMMENT),
    ],
)
def test_strings_that_must_be_found_stand_in_one_block_of_their_kind(
    shared: Path, name: str, text: str, kind: BlockKind
) -> None:
    assert [b.kind for b in holding(corpus(shared, name), text)] == [kind]


@pytest.mark.parametrize("text", ["良い状態で運営されている", "著しいギャップ", "一読することから初めて"])
def test_deleted_wording_is_in_the_report_and_nowhere_else(shared: Path, text: str) -> None:
    found = corpus(shared, FAQ)
    rules = [b for b in found.blocks if Flag.COMMENT not in b.flags]
    assert not any(text in b.text.text for b in rules)
    assert any(text in w.message for w in found.report.warnings if w.code == "tracked_deletion")
    assert found.report.tracked_changes == 289 + 367


def test_the_heading_number_is_rebuilt_and_names_the_place(shared: Path) -> None:
    (heading,) = holding(corpus(shared, DB), "カラム追加時の対応")
    assert (heading.label, heading.span.fragment) == ("5.2", "見出し!5.2")


def test_two_footnotes_with_the_same_words_are_two(shared: Path) -> None:
    found = holding(corpus(shared, GUIDE), "ＰＭＯ及びＰＪＭＯのタスク分担に関しては")
    assert [(b.kind, b.label) for b in found] == [(BlockKind.FOOTNOTE, "[5]"), (BlockKind.FOOTNOTE, "[6]")]


def test_page_headers_are_properties(shared: Path) -> None:
    found = corpus(shared, DB)
    assert any(kind == "header" and "サンプルシステム" in text for kind, text in found.properties)
    assert holding(found, "サンプルシステム") == []


def test_merged_cells_of_a_real_table_keep_their_spans(shared: Path) -> None:
    found = corpus(shared, GUIDE)
    tables = [b.table for b in found.blocks if b.table is not None]
    spans = [c for t in tables for r in t.rows for c in r.cells if c.row_span > 1 or c.column_span > 1]
    assert sum(1 for c in spans if c.column_span > 1) == 2
    assert sum(c.row_span - 1 for c in spans) + sum(1 for c in spans if c.row_span > 1) == 42


def test_every_line_of_the_contents_lists_is_a_heading_with_the_same_number(shared: Path) -> None:
    stale = {"DB_Design_Standards.docx": 1}  # its contents list was not updated after a change of a heading
    for path in sorted((shared / "corpus").rglob("*.docx")):
        unmatched = [w for w in _read(path).report.warnings if w.code == "contents_unmatched"]
        assert len(unmatched) == stale.get(path.name, 0), path.name


def test_no_real_document_needs_an_unknown_format_or_sign(shared: Path) -> None:
    for path in sorted((shared / "corpus").rglob("*.docx")):
        found = {w.code for w in _read(path).report.warnings}
        known = {"pictures_not_read", "contents_unmatched", "tracked_deletion", "reference_outdated"}
        known |= {"headings_inferred"}
        assert found <= known, path.name


def test_reading_takes_seconds_even_for_a_hundred_pages(shared: Path) -> None:
    for path in sorted((shared / "corpus").rglob("*.docx")):
        assert _timed(path)[1] < 4, path.name
