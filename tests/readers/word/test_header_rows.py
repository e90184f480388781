"""How many rows name the columns: what the file declares, else only what is plain to see."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.readers.word.files import cell, document, only_table, p, row, run, table

REPEATED = "<w:tblHeader/>"
GREY = '<w:shd w:val="clear" w:color="auto" w:fill="D9D9D9"/>'
SOLID = '<w:shd w:val="solid" w:color="C0C0C0" w:fill="auto"/>'
WHITE = '<w:shd w:val="clear" w:color="auto" w:fill="auto"/>'
BANDED = (
    '<w:style w:type="table" w:styleId="B"><w:name w:val="Banded"/>'
    '<w:tblStylePr w:type="firstRow"><w:rPr><w:b/></w:rPr></w:tblStylePr></w:style>'
    '<w:style w:type="table" w:styleId="G"><w:name w:val="Table Grid"/></w:style>'
)


def headers(tmp_path: Path, *rows: str, properties: str = "") -> int:
    found = only_table(document(tmp_path, table(*rows, properties=properties), {"styles": BANDED})).table
    assert found is not None
    return found.header_rows


def bold(text: str) -> str:
    return cell(p(run(text, "<w:b/>")))


def centred(text: str) -> str:
    return cell(p(text, '<w:jc w:val="center"/>'))


def test_rows_marked_to_repeat_are_the_header(tmp_path: Path) -> None:
    rows = [row("a", "b", properties=REPEATED), row("c", "d", properties=REPEATED), row("1", "2")]
    assert headers(tmp_path, *rows) == 2


def test_a_repeat_mark_further_down_says_nothing(tmp_path: Path) -> None:
    assert headers(tmp_path, row("1", "2"), row("a", "b", properties=REPEATED)) == 0


def test_where_all_rows_are_marked_the_look_decides(tmp_path: Path) -> None:
    grey = row(cell("項目", GREY), cell("値", GREY), properties=REPEATED)
    assert headers(tmp_path, grey, row("1", "2", properties=REPEATED)) == 1


@pytest.mark.parametrize("fill", [GREY, SOLID])
def test_a_shaded_first_row_is_a_header(tmp_path: Path, fill: str) -> None:
    assert headers(tmp_path, row(cell("項目", fill), cell("値", fill)), row(cell("1", WHITE), cell("2", WHITE))) == 1


def test_a_bold_first_row_is_a_header(tmp_path: Path) -> None:
    assert headers(tmp_path, row(bold("項目"), bold("値")), row("1", "2")) == 1


def test_bold_in_one_cell_only_is_no_header(tmp_path: Path) -> None:
    assert headers(tmp_path, row(bold("項目"), "値"), row(bold("氏名"), "全角")) == 0


def test_a_table_that_is_shaded_all_over_has_no_header_to_see(tmp_path: Path) -> None:
    rows = [row(cell(a, GREY), cell(b, GREY)) for a, b in ("12", "34")]
    assert headers(tmp_path, *rows) == 0


def test_a_first_row_with_a_sentence_is_no_header(tmp_path: Path) -> None:
    assert headers(tmp_path, row(bold("項目"), bold("全角で記入する。")), row("1", "2")) == 0


def test_a_table_of_one_row_has_no_header(tmp_path: Path) -> None:
    assert headers(tmp_path, row(bold("項目"), bold("値"))) == 0


def test_a_title_over_the_whole_table_is_no_header(tmp_path: Path) -> None:
    title = cell(p(run("別表", "<w:b/>")), '<w:gridSpan w:val="2"/>')
    assert headers(tmp_path, row(title), row("1", "2")) == 0


def test_a_stacked_header_counts_with_the_rows_its_titles_reach_into(tmp_path: Path) -> None:
    first = row(
        cell(p(run("項目", "<w:b/>")), '<w:vMerge w:val="restart"/>'),
        cell(p(run("桁", "<w:b/>")), '<w:gridSpan w:val="2"/>'),
    )
    second = row(cell("", "<w:vMerge/>"), bold("最小"), bold("最大"))
    assert headers(tmp_path, first, second, row("氏名", "1", "60")) == 2


def test_a_plain_header_of_two_rows_is_told_by_its_spans(tmp_path: Path) -> None:
    first = row(cell("項目", '<w:vMerge w:val="restart"/>'), cell("桁", '<w:gridSpan w:val="2"/>'))
    second = row(cell("", "<w:vMerge/>"), "最小", "最大")
    assert headers(tmp_path, first, second, row("氏名", "1", "60")) == 2


@pytest.mark.parametrize("first_look", [REPEATED, ""])
def test_a_header_of_two_rows_of_which_only_the_first_is_marked_or_bold_has_both(
    tmp_path: Path, first_look: str
) -> None:
    first = row(
        cell(p(run("項目", "<w:b/>")), '<w:vMerge w:val="restart"/>'),
        cell(p(run("桁", "<w:b/>")), '<w:gridSpan w:val="2"/>'),
        properties=first_look,
    )
    second = row(cell("", "<w:vMerge/>"), "最小", "最大")
    assert headers(tmp_path, first, second, row("氏名", "1", "60"), row("住所", "1", "80")) == 2


def test_a_name_of_all_rows_in_the_first_column_makes_no_deeper_header(tmp_path: Path) -> None:
    start, go_on = '<w:vMerge w:val="restart"/>', "<w:vMerge/>"
    body = [row(cell("", go_on), f"項目{n}", "全角") for n in range(4)]
    first = row(cell(p(run("申請者", "<w:b/>")), start), bold("項目"), bold("値"), properties=REPEATED)
    assert headers(tmp_path, first, *body) == 1


def test_a_blank_corner_needs_no_shade(tmp_path: Path) -> None:
    assert headers(tmp_path, row("", cell("全角", GREY), cell("半角", GREY)), row("氏名", "○", "×")) == 1


@pytest.mark.parametrize(
    "titles",
    [
        ("用語", "意味"),
        ("№", "項目", "説 明"),
        ("序号", "规则", "备注"),
        ("Term", "Description"),
        ("欄位", "說明："),
        ("", "項目", "例"),
    ],
)
def test_words_that_usually_stand_over_columns_make_a_plain_row_a_header(
    tmp_path: Path, titles: tuple[str, ...]
) -> None:
    assert headers(tmp_path, row(*titles), row(*["値"] * len(titles)), row(*["全角"] * len(titles))) == 1


@pytest.mark.parametrize(
    "rows",
    [
        [row("番号", "必須"), row("氏名", "任意")],
        [row("説明", "全角で書く"), row("備考", "半角で書く")],
        [row("項目", "内容"), row("名称", "説明")],
        [row("備考"), row("全角")],
    ],
    ids=["a rule", "a rule about a column", "more than one such row", "a single column"],
)
def test_such_words_prove_nothing_where_they_may_be_values(tmp_path: Path, rows: list[str]) -> None:
    assert headers(tmp_path, *rows) == 0


def test_a_blank_corner_with_names_beside_and_below_makes_a_cross_table(tmp_path: Path) -> None:
    assert headers(tmp_path, row("", "全角", "半角"), row("氏名", "○", "×"), row("住所", "○", "○")) == 1


@pytest.mark.parametrize(
    "rows",
    [
        [row("", "全角", "半角"), row("", "○", "×"), row("住所", "○", "○")],
        [row("", "全角", ""), row("氏名", "○", "×"), row("住所", "○", "○")],
        [row("", "全角", "半角"), row("氏名", "○", "×")],
    ],
    ids=["a name is missing", "a title is missing", "one row only"],
)
def test_other_blank_corners_prove_nothing(tmp_path: Path, rows: list[str]) -> None:
    assert headers(tmp_path, *rows) == 0


def test_a_heavy_line_below_the_first_row_makes_it_a_header(tmp_path: Path) -> None:
    line = '<w:tcBorders><w:top w:val="double"/></w:tcBorders>'
    assert headers(tmp_path, row("版数", "日付"), row(cell("1.0", line), cell("4/1", line)), row("1.1", "5/1")) == 1


def test_a_blank_corner_with_a_diagonal_makes_a_cross_table(tmp_path: Path) -> None:
    corner = cell("", '<w:tcBorders><w:tl2br w:val="single"/></w:tcBorders>')
    assert headers(tmp_path, row(corner, "全角", "半角"), row("氏名", "○", "×")) == 1


def test_a_centred_first_row_is_a_header_only_where_no_other_row_is_centred(tmp_path: Path) -> None:
    first, other = row(centred("項目"), centred("値")), row("氏名", centred("全角"))
    assert headers(tmp_path, first, other, other) == 1
    assert headers(tmp_path, first, other, first) == 0


@pytest.mark.parametrize(
    ("style", "look", "expected"),
    [
        ("B", '<w:tblLook w:val="04A0" w:firstRow="1"/>', 1),
        ("B", '<w:tblLook w:val="0020"/>', 1),
        ("B", '<w:tblLook w:val="0000"/>', 0),
        ("B", '<w:tblLook w:val="0020" w:firstRow="0"/>', 0),
        ("G", '<w:tblLook w:val="04A0" w:firstRow="1"/>', 0),
    ],
)
def test_a_table_style_counts_where_it_dresses_up_first_rows(
    tmp_path: Path, style: str, look: str, expected: int
) -> None:
    properties = f'<w:tblStyle w:val="{style}"/>{look}'
    assert headers(tmp_path, row("項目", "値"), row("氏名", "全角"), properties=properties) == expected
