"""Titles of columns: a row names all it is about, and a repeated header stays short."""

from __future__ import annotations

from rulebook.chunking.rows import column_titles, header_line, name_text, row_text, standing_cells, table_title
from rulebook.model.document import Table, TableCell, TableRow
from rulebook.model.text import RichText
from rulebook.text.tokens import count_tokens
from tests.chunking.blocks import HERE


def cell(text: str, row: int, column: int, columns: int = 1) -> TableCell:
    return TableCell(text=RichText(text), row=row, column=column, column_span=columns)


def made(*rows: tuple[TableCell, ...], header_rows: int = 1) -> Table:
    return Table(rows=tuple(TableRow(cells=row, span=HERE) for row in rows), header_rows=header_rows)


def statements(found: Table, index: int) -> list[str]:
    standing = standing_cells(found)[index]
    return [s.text for s in row_text(found.rows[index].cells, standing, column_titles(found), ())[1]]


def test_a_value_over_several_columns_has_the_titles_of_all_of_them() -> None:
    found = made((cell("項目", 0, 0), cell("上", 0, 1), cell("下", 0, 2)), (cell("余白", 1, 0), cell("10mm", 1, 1, 2)))
    assert statements(found, 1) == ["項目: 余白 / 上・下: 10mm"]


def test_a_remark_over_all_columns_has_no_title() -> None:
    found = made((cell("項目", 0, 0), cell("値", 0, 1)), (cell("※必須のみ示す", 1, 0, 2),))
    assert statements(found, 1) == ["※必須のみ示す"]


def test_what_stands_over_the_whole_header_is_the_tables_title_and_no_columns() -> None:
    found = made(
        (cell("帳票の規則", 0, 0, 2),),
        (cell("項目", 1, 0), cell("値", 1, 1)),
        (cell("余白", 2, 0), cell("10mm", 2, 1)),
        header_rows=2,
    )
    assert table_title(found) == ("帳票の規則",)
    assert header_line(column_titles(found)) == "項目 | 値"


def test_a_long_stacked_header_says_a_common_title_once() -> None:
    common = "官民データ活用推進基本法の規定への該当を確認した結果"
    top = (cell("番号", 0, 0), cell(common, 0, 1, 12))
    below = tuple(cell(f"区分{n}", 1, n) for n in range(1, 13))
    line = header_line(column_titles(made(top, below, header_rows=2)))
    assert line.split(" | ") == ["番号", f"{common} 区分1", *(f"区分{n}" for n in range(2, 13))]


def test_titles_too_long_to_repeat_are_shortened_and_keep_their_columns() -> None:
    titles = {n: (f"{n}番目の確認項目（該当・非該当・要確認・未回答のいずれかを選んで記入する欄）",) for n in range(20)}
    line = header_line(titles)
    assert count_tokens(line) <= 170
    assert len(line.split(" | ")) == 20
    assert all(part.startswith(f"{n}番目") and part.endswith("…") for n, part in enumerate(line.split(" | ")))


def test_a_long_row_is_named_by_the_short_cells_in_front() -> None:
    long = "機能の概要を記入する。" * 25
    found = made(
        (cell("No", 0, 0), cell("項目", 0, 1), cell("規則", 0, 2), cell("必須", 0, 3)),
        (cell("3", 1, 0), cell("概要", 1, 1), cell(long, 1, 2), cell("○", 1, 3)),
    )
    texts = statements(found, 1)
    assert texts[:3] == ["No: 3", "3 / 項目: 概要", "3 / 概要 / 規則: 機能の概要を記入する。"]
    assert texts[-1] == "3 / 概要 / 必須: ○"
    assert name_text(standing_cells(found)[1]) == "3 / 概要"


def test_a_mark_for_the_same_as_above_states_the_value_above_and_shows_itself() -> None:
    rows = [("命名", "必須"), ("書式", "〃"), ("改行", "同上"), ("文字", "任意"), ("〃", "〃")]
    body = [(cell(a, n, 0), cell(b, n, 1)) for n, (a, b) in enumerate(rows, 1)]
    found = made((cell("項目", 0, 0), cell("要否", 0, 1)), *body)
    told = [statements(found, n)[0] for n in range(2, 6)]
    assert told == [
        "項目: 書式 / 要否: 必須",
        "項目: 改行 / 要否: 必須",
        "項目: 文字 / 要否: 任意",
        "項目: 文字 / 要否: 任意",
    ]
    assert row_text(found.rows[2].cells, standing_cells(found)[2], column_titles(found), ())[0].text == "書式 | 〃"


def test_a_mark_for_the_same_as_above_in_a_long_row_states_the_value_above() -> None:
    long = "用語は一覧に載せたものだけを用いる。" * 20
    found = made(
        (cell("項目", 0, 0), cell("規則", 0, 1), cell("要否", 0, 2)),
        (cell("命名", 1, 0), cell("略さない", 1, 1), cell("必須", 1, 2)),
        (cell("用語", 2, 0), cell(long, 2, 1), cell("〃", 2, 2)),
    )
    assert statements(found, 2)[-1] == "用語 / 要否: 必須"


def test_a_mark_for_the_same_as_above_stays_where_nothing_as_wide_stands_above() -> None:
    found = made(
        (cell("項目", 0, 0), cell("上", 0, 1), cell("下", 0, 2)),
        (cell("〃", 1, 0), cell("10mm", 1, 1, 2)),
        (cell("余白", 2, 0), cell("〃", 2, 1), cell("12mm", 2, 2)),
    )
    assert [statements(found, n)[0] for n in (1, 2)] == ["項目: 〃 / 上・下: 10mm", "項目: 余白 / 上: 〃 / 下: 12mm"]


def test_a_colon_in_a_cell_of_its_own_is_no_value() -> None:
    found = made((cell("件名", 0, 0), cell("：", 0, 1), cell("請求のお知らせ", 0, 2)), header_rows=0)
    assert statements(found, 0) == ["件名 / 請求のお知らせ"]
