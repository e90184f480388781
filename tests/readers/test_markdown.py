"""Markdown: structure from the signs, every word kept, nothing invented."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.errors import NoText
from rulebook.model.document import Block, BlockKind, Document, Flag
from rulebook.model.text import Mark, MarkSpan
from rulebook.readers.markdown import read
from tests.examples import some

Parsed = Callable[[str | bytes], Document]


@pytest.fixture
def parsed(tmp_path: Path) -> Parsed:
    def of(source: str | bytes) -> Document:
        path = tmp_path / "規則.md"
        path.write_bytes(source if isinstance(source, bytes) else source.encode())
        return read(path, "規則.md")

    return of


def shown(document: Document) -> list[tuple[str, str, int, str]]:
    return [(b.kind.value, b.text.text, b.level, b.label) for b in document.blocks]


def cells(block: Block) -> list[list[str]]:
    assert block.table is not None
    return [[cell.text.text for cell in row.cells] for row in block.table.rows]


def test_headings_of_both_kinds_and_the_lines_they_stand_on(parsed: Parsed) -> None:
    document = parsed("# 一 #\n\n二\n---\n\n### 三\n本文\n")
    assert shown(document) == [
        ("heading", "一", 1, ""),
        ("heading", "二", 2, ""),
        ("heading", "三", 3, ""),
        ("paragraph", "本文", 0, ""),
    ]
    assert [b.span.fragment for b in document.blocks] == ["line!1", "line!3-4", "line!6", "line!7"]
    assert (document.title, document.report.headings) == ("一", 3)


def test_lists_keep_their_depth_their_signs_and_their_shown_numbers(parsed: Parsed) -> None:
    assert shown(parsed("3. 三\n3. 四\n   - 内\n\n     続き\n* [ ] 済\n")) == [
        ("list_item", "三", 0, "3."),
        ("list_item", "四", 0, "4."),
        ("list_item", "内", 1, "-"),
        ("paragraph", "続き", 0, ""),
        ("list_item", "[ ] 済", 0, "*"),
    ]


def test_marks_become_spans_and_signs_go(parsed: Parsed) -> None:
    (block,) = parsed("**太字** と <u>下線</u> と ~~旧~~ と `a_b` と *斜体*").blocks
    assert block.text.text == "太字 と 下線 と 旧 と a_b と 斜体"
    assert block.text.marks == (
        MarkSpan(0, 2, Mark.BOLD),
        MarkSpan(5, 7, Mark.UNDERLINE),
        MarkSpan(10, 11, Mark.STRIKE),
    )


def test_links_keep_their_words_and_where_they_lead(parsed: Parsed) -> None:
    (block,) = parsed("[設計](../設計.md)、[上](#上)、<https://a.example>、![図](a.png)").blocks
    assert block.text.text == "設計 (../設計.md)、上、https://a.example、図"


def test_a_picture_without_words_is_a_warning(parsed: Parsed) -> None:
    document = parsed("規則\n\n![](flow.png)\n")
    assert [(w.code, w.place) for w in document.report.warnings] == [("picture_without_text", "line!3")]


def test_a_table_has_its_first_row_as_header(parsed: Parsed) -> None:
    (block,) = parsed("| 項目 | 値 |\n|---|---|\n| 余白 | **10mm** |\n").blocks
    assert cells(block) == [["項目", "値"], ["余白", "10mm"]]
    assert block.table.header_rows == 1
    assert block.table.rows[1].span.fragment == "line!3"


def test_cells_beyond_the_header_are_kept_with_a_warning(parsed: Parsed) -> None:
    document = parsed("| 項目 | 値 |\n|---|---|\n| 余白 | 10mm | 例外 \\| あり |\n")
    assert cells(document.blocks[0])[1] == ["余白", "10mm", "例外 | あり"]
    assert [w.code for w in document.report.warnings] == ["row_too_long"]


def test_code_is_kept_as_written(parsed: Parsed) -> None:
    (block,) = parsed("```sql\nselect *\n  from t -- **x**\n```\n").blocks
    assert block.text.text == "select *\n  from t -- **x**"


@pytest.mark.parametrize(
    ("info", "title"),
    [
        ("sql", None),
        ("java:Main.java", "Main.java"),
        ('ts {1,3} title="規則の例"', "規則の例"),
        ("js {2} 悪い例", "悪い例"),
    ],
)
def test_the_title_of_code_is_kept_and_its_language_does_not_show(parsed: Parsed, info: str, title: str | None) -> None:
    blocks = parsed(f"```{info}\na\n```\n").blocks
    assert [(b.kind.value, b.text.text) for b in blocks] == [
        *([("caption", title)] if title else []),
        ("paragraph", "a"),
    ]


def test_a_line_end_is_a_space_in_latin_text_and_a_line_in_japanese(parsed: Parsed) -> None:
    one, two, three = parsed("wrapped\nline\n\n例：\n次の行\n\n途中、\n続き\n").blocks
    assert [b.text.text for b in (one, two, three)] == ["wrapped line", "例：\n次の行", "途中、続き"]


def test_placeholders_in_angle_brackets_are_words_and_html_tags_are_not(parsed: Parsed) -> None:
    (block,) = parsed("名前は <env>-<name> とし、<span class='x'>必ず</span>小文字<br>にする。").blocks
    assert block.text.text == "名前は <env>-<name> とし、必ず小文字\nにする。"


def test_blocks_of_html_give_their_words_and_comments_stand_apart(parsed: Parsed) -> None:
    table = "<table><tr><td>長さ</td><td>32</td></tr></table>"
    document = parsed(f"<details><summary>制約</summary>\n{table}\n<!-- 確認中 -->\n</details>\n")
    assert [(b.kind.value, b.text.text) for b in document.blocks] == [
        ("paragraph", "制約"),
        ("table", ""),
        ("comment", "確認中"),
    ]
    assert cells(document.blocks[1]) == [["長さ", "32"]]
    assert document.blocks[2].flags == {Flag.COMMENT}
    assert (document.report.comments, document.report.tables) == (1, 1)


def test_a_table_in_html_keeps_its_spans_its_titles_and_its_marks(parsed: Parsed) -> None:
    source = """<table>
<thead><tr><th>区分</th><th colspan="2">桁数</th></tr></thead>

<tr><td rowspan=2>氏名</td><td>姓</td><td><b>20</b></td></tr>

<tr><td>名</td><td><del>20</del><br>10<sup>2</sup></td></tr>
</table>

後の段落
"""
    table, after = parsed(source).blocks
    assert cells(table) == [["区分", "桁数"], ["氏名", "姓", "20"], ["名", "20\n10²"]]
    assert table.table is not None
    assert table.table.header_rows == 1
    assert [(c.row, c.column, c.row_span, c.column_span) for row in table.table.rows for c in row.cells] == [
        (0, 0, 1, 1), (0, 1, 1, 2), (1, 0, 2, 1), (1, 1, 1, 1), (1, 2, 1, 1), (2, 1, 1, 1), (2, 2, 1, 1),
    ]  # fmt: skip
    assert table.table.rows[1].cells[2].text.marks == (MarkSpan(0, 2, Mark.BOLD),)
    assert table.table.rows[2].cells[1].text.marks == (MarkSpan(0, 2, Mark.STRIKE),)
    assert (table.span.fragment, table.table.rows[2].span.fragment) == ("line!1-7", "line!6")
    assert after.text.text == "後の段落"


def test_headings_lists_and_code_in_html_are_what_they_show_as(parsed: Parsed) -> None:
    source = '<h2>命名</h2>\n<ol start="3"><li>英字</li><li><s>数字</s></li></ol>\n<pre>a = 1\n  b = 2</pre>\n'
    document = parsed(source)
    assert shown(document) == [
        ("heading", "命名", 2, ""),
        ("list_item", "英字", 0, "3."),
        ("list_item", "数字", 0, "4."),
        ("paragraph", "a = 1\n  b = 2", 0, ""),
    ]
    assert document.blocks[2].text.marks == (MarkSpan(0, 2, Mark.STRIKE),)


def test_words_of_pictures_links_and_boxes_in_html_are_kept(parsed: Parsed) -> None:
    source = '<p><img src="a.png" alt="流れ図"> <a href="rules.md">規約</a> <input type="checkbox" checked>済</p>'
    document = parsed(f"{source}\n\n<img src='b.png'>\n")
    assert document.blocks[0].text.text == "流れ図 規約 (rules.md) [x] 済"
    assert [(w.code, w.place) for w in document.report.warnings] == [("picture_without_text", "line!3")]


def test_readings_above_words_are_no_words(parsed: Parsed) -> None:
    inline, block = parsed(
        "<ruby>括弧<rt>かっこ</rt></ruby>は全角。\n\n<p><ruby>閾値<rt>いきち</rt></ruby></p>\n"
    ).blocks
    assert [inline.text.text, block.text.text] == ["括弧は全角。", "閾値"]
    unclosed = parsed("<div><ruby>閾<rt>いき</ruby>値<p><ruby>項<rt>こう<p>後</div>\n\n空の <rt> の後\n")
    assert [b.text.text for b in unclosed.blocks] == ["閾値", "項", "後", "空の  の後"]


def test_a_power_stays_a_power(parsed: Parsed) -> None:
    (block,) = parsed("最大 2<sup>63</sup>-1、H<sub>2</sub>O、1<sup>st</sup>").blocks
    assert block.text.text == "最大 2⁶³-1、H₂O、1st"


def test_elements_of_documentation_tools_are_no_words_and_placeholders_are(parsed: Parsed) -> None:
    document = parsed("<page-title/>\n\n名は <system-name> とする。<copy-button />\n")
    assert [b.text.text for b in document.blocks] == ["名は <system-name> とする。"]


def test_footnotes_stand_apart_under_their_signs(parsed: Parsed) -> None:
    document = parsed("規則[^1]と例外[^例]。\n\n[^1]: 注記です\n[^例]: 一行目\n    二行目 **太字**\n\n後\n")
    assert shown(document) == [
        ("paragraph", "規則[^1]と例外[^例]。", 0, ""),
        ("footnote", "注記です", 0, "[^1]"),
        ("footnote", "一行目\n二行目 太字", 0, "[^例]"),
        ("paragraph", "後", 0, ""),
    ]


def test_scripts_and_styles_are_left_out_with_a_warning(parsed: Parsed) -> None:
    document = parsed("<style>\n.x { color: red }\n</style>\n\n規則\n")
    assert shown(document) == [("paragraph", "規則", 0, "")]
    assert [w.code for w in document.report.warnings] == ["html_left_out"]


def test_front_matter_is_properties_and_its_title_the_document_title(parsed: Parsed) -> None:
    document = parsed("---\ntitle: 記入規則\nkeywords: [表, 図]\nreviewed: 2024-04-01\n---\n本文\n")
    assert document.properties[:3] == (("title", "記入規則"), ("keywords", "表, 図"), ("reviewed", "2024-04-01"))
    assert document.title == "記入規則"
    assert [b.span.fragment for b in document.blocks] == ["line!6"]


@pytest.mark.parametrize("matter", ["title: [open", "a: &x [1]\nb: *x", "a: " + "[" * 3000, "a:\n\t- b"], ids=range(4))
def test_front_matter_that_is_not_understood_stays_in_the_text_with_a_warning(parsed: Parsed, matter: str) -> None:
    document = parsed(f"---\n{matter}\n---\n本文\n")
    assert matter in document.blocks[0].text.text
    assert document.blocks[-1].text.text == "本文"
    assert [w.code for w in document.report.warnings] == ["front_matter"]
    assert document.properties == (("summary", "本文"),)


@pytest.mark.parametrize(
    ("field", "wanted"),
    [
        ("category: rules", "write, design, ref"),
        ("category: [write]", "write, design, ref"),
        ("keywords: {a: b}", "list of words"),
        ("covers: []", "list of words"),
        ("when_to_retrieve: [[a]]", "list of words"),
        ("summary: [a, b]", "one text"),
        ("title:", "one text"),
    ],
)
def test_a_field_of_the_front_matter_that_holds_something_else_is_named(
    parsed: Parsed, field: str, wanted: str
) -> None:
    (warning,) = parsed(f"---\n{field}\n---\n本文\n").report.warnings
    name = field.partition(":")[0]
    assert (warning.code, warning.place) == ("front_matter_field", "line!1-3")
    assert f"`{name}`" in warning.message
    assert wanted in warning.message


def test_a_valid_front_matter_gives_no_warning(parsed: Parsed) -> None:
    matter = (
        "title: 題\nsummary: 要約。\nkeywords: 表, 図\ncovers:\n  - 表\nwhen_to_retrieve: 表を書くとき\ncategory: write"
    )
    assert parsed(f"---\n{matter}\n---\n本文\n").report.warnings == ()


def test_the_summary_of_the_front_matter_is_text_of_the_document(parsed: Parsed) -> None:
    first, _ = parsed("---\ntitle: 題\nsummary: 番号は必ず付ける。\n---\n本文\n").blocks
    assert (first.text.text, first.span.fragment) == ("番号は必ず付ける。", "line!3")


def test_what_the_front_matter_does_not_say_is_filled_in_from_the_text(parsed: Parsed) -> None:
    document = parsed("---\ncovers: 表\n---\n# 表の命名\n表には番号を付ける。例外はない。\n## 図の命名\n### 深い\n")
    assert document.properties == (("covers", "表"), ("summary", "表には番号を付ける。"), ("keywords", "命名"))
    assert ("covers", "表, 図") in parsed("# 表\n## 図\n### 深い\n").properties


def test_front_matter_in_toml_is_properties_too(parsed: Parsed) -> None:
    document = parsed('+++\ntitle = "記入規則"\nkeywords = ["表", "図"]\ndate = 2024-04-01\n+++\n本文\n')
    assert document.properties[:3] == (("title", "記入規則"), ("keywords", "表, 図"), ("date", '"2024-04-01"'))
    assert shown(document) == [("paragraph", "本文", 0, "")]
    broken = parsed("+++\ntitle =\n+++\n本文\n")
    assert "title =" in broken.blocks[0].text.text
    assert [w.code for w in broken.report.warnings] == ["front_matter"]


@pytest.mark.parametrize(
    ("source", "first"),
    [
        ("---\n\n# 規則\n\n本文。\n\n---\n\n後\n", ("heading", "規則", 1, "")),
        ("---\n\n注意: 番号は必ず付ける。\n\n---\n\n後\n", ("paragraph", "注意: 番号は必ず付ける。", 0, "")),
        ("---\n- 一\n- 二\n---\n後\n", ("list_item", "一", 0, "-")),
        ("---\n---\n後\n", ("paragraph", "後", 0, "")),
    ],
)
def test_text_between_two_rules_at_the_head_of_a_file_is_no_front_matter(
    parsed: Parsed, source: str, first: tuple[str, str, int, str]
) -> None:
    document = parsed(source)
    assert shown(document)[0] == first
    assert document.blocks[-1].text.text == "後"
    assert document.report.warnings == ()


@pytest.mark.parametrize(
    "source",
    [
        "| 項目 | 値 |\n| 余白 | 10mm |\n",
        "| 項目 | 値 | 備考 |\n|---|---|\n| 余白 | 10mm | 例外 |\n",
        "用語2\n:   説明2\n",
        "・一つ目\n・二つ目\n　・内側\n",
        "１．表には番号を付ける\n（１）例外\n① 丸\n",
        "[[用語集|別名]] と ==重要== と :warning: と 10:30:00\n",
        "> [!NOTE]\n> 必ず守る。\n",
        "!!! note\n    必ず守る。\n",
        "＃ 見出し\n",
    ],
)
def test_signs_that_are_no_markdown_stay_as_they_are_written_line_by_line(parsed: Parsed, source: str) -> None:
    (block,) = parsed(source).blocks
    assert block.text.text.split() == source.replace(">", "").split()
    assert block.text.text.count("\n") == source.count("\n") - 1


def test_an_item_that_is_set_in_too_deep_stays_a_line(parsed: Parsed) -> None:
    assert parsed("- 親A\n      - 子B\n").blocks[0].text.text == "親A\n- 子B"


def test_hard_line_ends_of_both_kinds_are_lines(parsed: Parsed) -> None:
    assert parsed("一  \ntwo\\\nthree\n").blocks[0].text.text == "一\ntwo\nthree"


@pytest.mark.parametrize("formula", ["$a_b*c*d$", "$$\\sum_{i=1}^n a*b*c \\\\ d$$", "$$\na*b*c\n- d\n$$"])
def test_formulas_are_kept_as_they_are_written(parsed: Parsed, formula: str) -> None:
    (block,) = parsed(f"{formula}\n").blocks
    assert block.text.text == formula


def test_amounts_of_money_are_no_formulas(parsed: Parsed) -> None:
    assert parsed("$5 は**可**、$6 は*不可*\n").blocks[0].text.text == "$5 は可、$6 は不可"


def test_cells_keep_breaks_lists_and_bars(parsed: Parsed) -> None:
    (table,) = parsed(
        "| a | b |\n|---|---|\n| x<br>y<br/>z | `c\\|d` |\n| <ul><li>一</li><li>二</li></ul> | `<br>` と `\\n` |\n"
    ).blocks
    assert cells(table)[1:] == [["x\ny\nz", "c|d"], ["一\n二", "<br> と \\n"]]


def test_code_keeps_backslashes_and_tags(parsed: Parsed) -> None:
    assert parsed("```\na\\nb <br> **c**\n```\n").blocks[0].text.text == "a\\nb <br> **c**"


def test_names_of_headings_for_links_do_not_show(parsed: Parsed) -> None:
    document = parsed("# 表 {#table .wide}\n\n## 型 {名前}\n")
    assert [b.text.text for b in document.blocks] == ["表", "型 {名前}"]


@pytest.mark.parametrize("remark", ["[//]: # (確認中)", "[comment]: <> (確認中)", '[//]: # "確認中"'])
def test_remarks_written_as_links_that_lead_nowhere_do_not_show(parsed: Parsed, remark: str) -> None:
    document = parsed(f"規則\n\n{remark}\n")
    assert [(b.kind, b.text.text) for b in document.blocks][1:] == [(BlockKind.COMMENT, "確認中")]


def test_a_rule_between_two_lines_is_no_front_matter(parsed: Parsed) -> None:
    assert shown(parsed("前\n\n---\n\n後\n")) == [("paragraph", "前", 0, ""), ("paragraph", "後", 0, "")]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-8"])
def test_unicode_is_read_with_and_without_its_mark(parsed: Parsed, encoding: str) -> None:
    document = parsed("# 表の書き方\r\n\r\n番号を付ける。".encode(encoding))
    assert [b.text.text for b in document.blocks] == ["表の書き方", "番号を付ける。"]
    assert document.report.warnings == ()


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("cp932", "表の見出しは太字とし、必ず番号を付ける。"),
        ("euc_jp", "表の見出しは太字とし、必ず番号を付ける。"),
        ("iso2022_jp", "表の見出しは太字とし、必ず番号を付ける。"),
        ("gb18030", "表格标题必须加粗，并且按顺序编号。"),
    ],
)
def test_older_encodings_are_recognised_and_reported(parsed: Parsed, encoding: str, text: str) -> None:
    document = parsed(text.encode(encoding))
    assert document.blocks[0].text.text == text
    assert [(w.code, encoding in w.message) for w in document.report.warnings] == [("encoding", True)]


def test_lines_nested_deeper_than_the_parser_goes_are_not_lost(parsed: Parsed) -> None:
    document = parsed("> " * 150 + "深い規則\n\n[参照]: https://a.example\n")
    assert "深い規則" in document.blocks[0].text.text
    assert document.blocks[1].text.text == "[参照]: https://a.example"


@pytest.mark.parametrize("source", ["\n\n  \n", "---\ntitle: 題\n---\n", "* * *\n"])
def test_a_file_without_words_is_refused(parsed: Parsed, source: str) -> None:
    with pytest.raises(NoText):
        parsed(source)


@some
@given(st.lists(st.sampled_from(["# ", "- ", "> ", "| ", "`", "**", "\n", "\n\n", "規則", "abc", "1. ", "<b>", "---"])))
def test_every_word_of_any_text_comes_back_once(tmp_path_factory: pytest.TempPathFactory, parts: list[str]) -> None:
    words = [f"{part}{n}" if part in ("規則", "abc") else part for n, part in enumerate(parts)]
    path = tmp_path_factory.mktemp("md") / "a.md"
    path.write_text("必ず\n\n" + "".join(words), encoding="utf-8")
    document = read(path, "a.md")
    found = "\n".join(
        "\n".join(" ".join(row) for row in cells(b)) if b.table else f"{b.label} {b.text.text}" for b in document.blocks
    )
    for word in words:
        if word.startswith(("規則", "abc")):
            assert found.count(word) == 1 or any(other != word and word in other for other in words)


def test_real_documents_keep_their_headings(shared: Path) -> None:
    path = shared / "corpus/sprint-guide/rhythm.md"
    document = read(path, path.name)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert document.report.headings == sum(line.startswith("#") for line in lines)
    assert BlockKind.LIST_ITEM in {block.kind for block in document.blocks}
