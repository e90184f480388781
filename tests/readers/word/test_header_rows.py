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
