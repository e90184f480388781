"""Facts about real workbooks, checked against independent counts."""

import re
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from openpyxl import load_workbook

from rulebook.model.document import BlockKind, Document, Flag
from rulebook.readers.excel import read
from tests.readers.excel.workbooks import all_text, section_of

_FOLDER = "corpus/nablarch-standards"


@pytest.fixture(scope="module")
def batch_design(shared: Path) -> Document:
    path = shared / _FOLDER / "システム機能設計書(バッチ)_サンプル.xlsx"
    return read(path, path.name)


@pytest.fixture(scope="module")
def screen_standard(shared: Path) -> Document:
    path = shared / _FOLDER / "UI標準(画面).xlsx"
    return read(path, path.name)


def _folded(text: str) -> str:
    return re.sub(r"\s+", "", text)


def test_counts_agree_with_the_facts(batch_design):
    report = batch_design.report
    assert (report.sheets, report.text_boxes, report.comments, report.hidden) == (12, 123, 45, ())


def _rule_texts(document: Document) -> list[str]:
    """What the cells and shapes show, sheet names and comments left out."""
    texts = []
    for block in document.blocks:
        if block.table is not None:
            texts += [cell.text.text for row in block.table.rows for cell in row.cells]
        elif Flag.COMMENT not in block.flags and (block.kind is not BlockKind.HEADING or block.level > 1):
            texts.append(block.text.text)
    return texts


@pytest.mark.parametrize(
    "text",
    [
        "口座振替結果ファイルのデータ順。",
        "【CM099012：システム共通情報取得：請求年月取得】を使用して取得した値",
        "口座振替結果ワークテーブル.請求番号 = 口座振替請求テーブル.請求番号  ※内部結合",
        "PJ関係者限り",
        "バッチ取引の起動条件があれば記述する。",
        "「種別」がテーブルの場合は、「DBアクセス種別」を必ず記載する。",
    ],
)
def test_what_must_be_findable_is_there(batch_design, text):
    assert _folded(text) in _folded(all_text(batch_design))


@pytest.mark.parametrize("reading", ["ヘンコウビ", "タントウシャ", "シュウリョウ"])
def test_furigana_is_nowhere(batch_design, reading):
    assert reading not in all_text(batch_design)


def test_every_cell_that_another_library_reads_is_in_the_blocks_as_often(shared, batch_design):
    path = shared / _FOLDER / "システム機能設計書(バッチ)_サンプル.xlsx"
    wanted: Counter[str] = Counter()
    with closing(load_workbook(path, data_only=True, read_only=True)) as workbook:
        for sheet in workbook.worksheets:
            wanted.update(_folded(v) for row in sheet.iter_rows(values_only=True) for v in row if isinstance(v, str))
    joined = _folded("".join(_rule_texts(batch_design)))
    assert [text for text, count in wanted.items() if text and joined.count(text) < count] == []


def test_rules_stand_under_the_headings_a_reader_sees(screen_standard):
    assert section_of(screen_standard, "左→右、上→下のZ型とする。").headings == (
        "5",
        "5. 画面の基本設計指針",
        "5.3. フォーカス",
        "5.3.1. フォーカス移動順(タブインデックス)",
    )
    assert section_of(screen_standard, "垂直スクロールは、画面の情報を俯瞰").headings[-1] == "5.2.2. 垂直(縦)スクロール"


def test_a_value_that_covers_several_rows_reaches_each_of_them(screen_standard):
    section = section_of(screen_standard, "本システムでは非対応とする。")
    assert section.headings[-1] == "2.1.2. 対応OS・ブラウザ一覧"
    statements = [s.text for p in section.pieces for s in p.statements]
    for device in ("タブレット", "スマートフォン"):
        (statement,) = [s for s in statements if s.startswith(f"端末区分: {device} / 対応OS")]
        assert statement.endswith(": 本システムでは非対応とする。")
    assert (
        "端末区分: PC / 対応OS: Microsoft Windows10 / 対応ブラウザ: Google Chrome / バージョン: 最新(※1)" in statements
    )


def test_tables_side_by_side_keep_their_titles_and_the_marks_beside_their_rows(batch_design):
    section = section_of(batch_design, "1000000004")
    assert section.headings[1:] == ("(3) 出力データイメージ", "≪債権管理テーブル≫")
    assert any(re.match(r"\(c\) / .*1000000004", s.text) for p in section.pieces for s in p.statements)


def test_a_sentence_broken_by_hand_is_one_statement(screen_standard):
    section = section_of(screen_standard, "上述したライブラリの採用は")
    (statement,) = [s.text for p in section.pieces for s in p.statements if s.text.startswith("上述した")]
    assert statement.endswith(
        "主目的としているため、本システムで利用するライブラリのバージョンについては、原則、バージョンアップを行わない方針とする。"
    )
