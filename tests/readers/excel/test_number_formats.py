"""Numbers are read as Excel shows them."""

import pytest

from rulebook.readers.excel.numfmt import show_number, show_text


@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [
        (5, "General", "5"),
        (0.1 + 0.2, "General", "0.3"),
        (3, "@", "3"),
        (0.5, "0", "1"),
        (2.675, "0.00", "2.68"),
        (1234567.5, "#,##0", "1,234,568"),
        (7, "000", "007"),
        (12345678, "000-0000", "1234-5678"),
        (0, "#", ""),
        (0.256, "0.0%", "25.6%"),
        (1234567, '#,##0,"千円"', "1,235千円"),
        (1.1, '"第"0.00"版"', "第1.10版"),
        (3, "\\(0\\)", "(3)"),
        (5, "[$¥-411]#,##0", "¥5"),
        (-5, '#,##0;"▲"#,##0', "▲5"),
        (-5, "0", "-5"),
        (0, '#,##0;-#,##0;"-"', "-"),
        (120, '[>=100]"多"0;"少"0', "多120"),
        (0.00012, "0.00E+00", "1.20E-04"),
        (1.5, "# ?/?", "1 1/2"),
        (7, '"No."General', "No.7"),
    ],
)
def test_numbers_follow_their_format(value: float, code: str, shown: str):
    assert show_number(value, code) == shown


@pytest.mark.parametrize("code", [";;;", ";;", "0;0;"])
def test_a_format_can_blank_a_number(code: str):
    assert show_number(0, code) == ""


@pytest.mark.parametrize(
    ("serial", "code", "shown"),
    [
        (43336, "yyyy/mm/dd", "2018/08/24"),
        (43336, 'yyyy"年"m"月"d"日"', "2018年8月24日"),
        (43336, '[$-411]ggge"年"m"月"d"日"', "平成30年8月24日"),
        (43586, '[$-ja-JP-x-gannen]ggge"年"m"月"d"日"', "令和元年5月1日"),
        (43586, "[$-411]ge.m.d", "R1.5.1"),
        (43336, "[$-411]yyyy/mm/dd\\(aaa\\)", "2018/08/24(金)"),
        (43336, "d-mmm-yy", "24-Aug-18"),
        (0.75, "h:mm AM/PM", "6:00 PM"),
        (0.5, "hh:mm:ss", "12:00:00"),
        (43336.5, "m/d h:mm", "8/24 12:00"),
        (1.5, "[h]:mm", "36:00"),
        (1, "yyyy/m/d", "1900/1/1"),
        (-1, "yyyy/m/d", "-1"),
    ],
)
def test_dates_and_times_follow_their_format(serial: float, code: str, shown: str):
    assert show_number(serial, code) == shown


def test_the_1904_system_counts_from_1904():
    assert show_number(41874, "yyyy/m/d", date_1904=True) == "2018/8/24"


def test_the_text_section_frames_or_blanks_text():
    assert show_text("甲", "@") == "甲"
    assert show_text("甲", '"〔"@"〕"') == "〔甲〕"
    assert show_text("甲", ";;;") == ""
    assert show_text("甲", '0;-0;0;@"様"') == "甲様"
    assert show_text("甲", "0.00") == "甲"
