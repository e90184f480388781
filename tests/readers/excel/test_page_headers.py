"""Page headers and footers hold for the whole document and are its properties."""

from rulebook.readers.excel import read
from tests.packages import save, workbook


def test_page_headers_are_properties_without_their_codes(tmp_path):
    texts = (
        '<oddHeader>&amp;L社外秘 &amp;&amp; 限定&amp;C&amp;"MS ゴシック,太字"&amp;14規程&amp;K01+000改訂</oddHeader>'
        "<oddFooter>&amp;C&amp;P / &amp;N</oddFooter>"
    )
    data = '<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>'
    path = save(tmp_path, "a.xlsx", workbook(f"{data}<headerFooter>{texts}</headerFooter>", sheets=2))
    assert read(path, path.name).properties == (("header", "社外秘 & 限定 規程 改訂"),)
