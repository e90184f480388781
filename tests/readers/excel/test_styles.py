"""What the styles of a workbook say of its cells."""

import pytest
from lxml import etree

from rulebook.readers.excel.styles import read_styles
from rulebook.readers.numbers import show_number


@pytest.mark.parametrize(
    ("font", "shown"),
    [
        ('<name val="ＭＳ Ｐゴシック"/>', "平成30年8月24日"),
        ('<name val="宋体"/>', "8月24日"),
        ('<charset val="134"/>', "8月24日"),
    ],
)
def test_formats_that_depend_on_the_language_of_excel_follow_the_fonts(font: str, shown: str):
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    parts = f'<fonts><font>{font}</font></fonts><cellXfs><xf numFmtId="28"/></cellXfs>'
    (style,) = read_styles(etree.fromstring(f'<styleSheet xmlns="{main}">{parts}</styleSheet>'))
    assert show_number(43336, style.number_format) == shown
