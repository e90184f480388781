"""Numbers are read as Office programs show them."""

import pytest

from rulebook.readers.numbers import blanks_numbers, blanks_text, show_number, show_stored, show_text

_ERA = '[$-411]ggge"年"m"月"d"日"'
_FIRST_YEAR = f'[<43586]{_ERA};[>=43831]{_ERA};"令和元年"m"月"d"日"'


@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [
        (5, "General", "5"),
        (0.1 + 0.2, "General", "0.3"),
        (1 / 3, "General", "0.333333333"),
        (12.3456789012, "General", "12.3456789"),
        (0.00001, "General", "0.00001"),
        (1.5e-10, "General", "1.5E-10"),
        (1e20, "General", "1E+20"),
        (1234567890123, "General", "1234567890123"),
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
        (-1, '[<0]"▲"0;0', "▲1"),
        (3, '[=1]"○";[=0]"×"', "3"),
        (-5, "0.00;@", "-5.00"),
        (0.00012, "0.00E+00", "1.20E-04"),
        (12345, "##0.0E+0", "12.3E+3"),
        (9.99, "0.0E+0", "1.0E+1"),
        (1.5, "# ?/?", "1 1/2"),
        (2.25, "# ?/4", "2 1/4"),
        (0.6, "# ??/100", "60/100"),
        (1500000, '0.0,,"M"', "1.5M"),
        (3, 'G/標準"件"', "3件"),
        (5, '_ ¥* #,##0_ ;_ ¥* -#,##0_ ;_ ¥* "-"_ ;_ @_ ', "¥5"),
        (7, '"No."General', "No.7"),
    ],
)
def test_numbers_follow_their_format(value: float, code: str, shown: str):
    assert show_number(value, code) == shown


@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [
        (2024, "[DBNum1]General", "二千二十四"),
        (2024, "[DBNum1]0", "二〇二四"),
        (1000, "[DBNum1]General", "千"),
        (0, "[DBNum1]General", "〇"),
        (10000, "[DBNum1]General", "一万"),
        (1234567, "[DBNum1]General", "百二十三万四千五百六十七"),
        (100000000, "[DBNum1]General", "一億"),
        (12.5, "[DBNum1]General", "十二.五"),
        (2024, "[DBNum2]General", "弐阡弐拾四"),
        (123, "[DBNum3]0", "１２３"),
        (10, "[DBNum1][$-804]General", "一十"),
        (1001, "[DBNum1][$-804]General", "一千〇一"),
        (123, "[DBNum2][$-804]General", "壹佰贰拾叁"),
        (3, '"第"[DBNum1]General"条"', "第三条"),
    ],
)
def test_chinese_numerals_are_counted_without_a_place_for_digits_and_spelled_with_one(value, code, shown):
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
        (45444, "[$-411]ge.m.d;@", "R6.6.1"),
        (45444, '[$-411]rr"年"', "令和06年"),
        (45444, 'e"年"m"月"', "2024年6月"),
        (43336, '[DBNum1][$-411]ggge"年"m"月"d"日"', "平成三十年八月二十四日"),
        (43336, '[DBNum1][$-804]yyyy"年"m"月"d"日"', "二〇一八年八月二十四日"),
        (43336, '[DBNum3][$-411]ggge"年"m"月"d"日"', "平成３０年８月２４日"),
        (45444, "[$-804]yyyy/m/d dddd", "2024/6/1 星期六"),
        (45444, "[$-409]dddd, mmmm dd, yyyy", "Saturday, June 01, 2024"),
        (45444, "[$-F800]dddd, mmmm dd, yyyy", "2024年6月1日"),
        (0.75, '上午/下午h"时"mm"分"', "下午6时00分"),
        (0.75, '[$-411]AM/PM h"時"', "午後 6時"),
        (0.25, "d h:mm", "0 6:00"),
        (60, "yyyy/m/d", "1900/2/29"),
        (43600, _FIRST_YEAR, "令和元年5月15日"),
        (45444, _FIRST_YEAR, "令和6年6月1日"),
        (43500, _FIRST_YEAR, "平成31年2月4日"),
        (43600, '[$-ja-JP-x-gannen,80]ggge"年"m"月"d"日";@', "令和元年5月15日"),
        (45444, "[$-30411]dddd", "土曜日"),
        (0.75, "h:mm am/pm", "6:00 PM"),
        (0.5, "[mm]:ss", "720:00"),
        (1, "yyyy/m/d", "1900/1/1"),
        (-1, "yyyy/m/d", "-1"),
    ],
)
def test_dates_and_times_follow_their_format(serial: float, code: str, shown: str):
    assert show_number(serial, code) == shown


def test_the_1904_system_counts_from_1904():
    assert show_number(41874, "yyyy/m/d", date_1904=True) == "2018/8/24"
    assert show_number(-0.5, "h:mm", date_1904=True) == "-12:00"


def test_the_text_section_frames_or_blanks_text():
    assert show_text("甲", "@") == "甲"
    assert show_text("甲", '"〔"@"〕"') == "〔甲〕"
    assert show_text("甲", ";;;") == ""
    assert show_text("甲", '0;-0;0;@"様"') == "甲様"
    assert show_text("甲", "0.00") == "甲"


@pytest.mark.parametrize(
    ("code", "numbers", "text"),
    [
        (";;;", True, True),
        (";;", True, False),
        ("0;0;", False, False),
        ("General", False, False),
        (";;;@", True, False),
    ],
)
def test_a_format_blanks_what_it_never_shows(code: str, numbers: bool, text: bool):
    assert (blanks_numbers(code), blanks_text(code)) == (numbers, text)


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        ("3", "General", "3"),
        ("0.1", "General", "0.1"),
        ("0.30000000000000004", "", "0.3"),
        ("1234.5", "#,##0.00", "1,234.50"),
        ("0.256", "0.0%", "25.6%"),
        ("-5", "0;▲0", "▲5"),
        ("-5", "0_ ", "-5"),
        ("0", '0;-0;"なし"', "なし"),
        ("12.5", "0.##", "12.5"),
        ("12", "0.##", "12."),
        ("5", '"第"0"回"', "第5回"),
        ("45383", "yyyy/m/d", "2024/4/1"),
        ("45383", 'yyyy"年"mm"月"', "2024年04月"),
        ("45383", "mmm-yy", "Apr-24"),
        ("1500", "[$¥-411]#,##0", "¥1,500"),
        ("1500000", '#,##0,"千円"', "1,500千円"),
        ("7", "000", "007"),
        ("5", "0;;", "5"),
        ("-5", "0;;", ""),
        ("5", 'General"件"', "5件"),
        ("0.5", "0.00E+00", "5.00E-01"),
        ("#N/A", "0.0", "#N/A"),
        ("nan", "0", "nan"),
    ],
)
def test_a_number_as_a_file_writes_it_down_follows_its_format(value: str, code: str, text: str) -> None:
    assert show_stored(value, code) == text
