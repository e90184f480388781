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


def test_a_line_end_is_a_space_in_latin_text_and_a_line_in_japanese(parsed: Parsed) -> None:
    one, two, three = parsed("wrapped\nline\n\n例：\n次の行\n\n途中、\n続き\n").blocks
    assert [b.text.text for b in (one, two, three)] == ["wrapped line", "例：\n次の行", "途中、続き"]


def test_placeholders_in_angle_brackets_are_words_and_html_tags_are_not(parsed: Parsed) -> None:
    (block,) = parsed("名前は <env>-<name> とし、<span class='x'>必ず</span>小文字<br>にする。").blocks
    assert block.text.text == "名前は <env>-<name> とし、必ず小文字\nにする。"


def test_blocks_of_html_give_their_words_and_comments_stand_apart(parsed: Parsed) -> None:
    table = "<table><tr><td>長さ</td><td>32</td></tr></table>"
    document = parsed(f"<details><summary>制約</summary>\n{table}\n<!-- 確認中 -->\n</details>\n")
    assert shown(document) == [("paragraph", "制約\n長さ | 32", 0, ""), ("comment", "確認中", 0, "")]
    assert document.blocks[1].flags == {Flag.COMMENT}
    assert document.report.comments == 1


def test_scripts_and_styles_are_left_out_with_a_warning(parsed: Parsed) -> None:
    document = parsed("<style>\n.x { color: red }\n</style>\n\n規則\n")
    assert shown(document) == [("paragraph", "規則", 0, "")]
    assert [w.code for w in document.report.warnings] == ["html_left_out"]


def test_front_matter_is_properties_and_its_title_the_document_title(parsed: Parsed) -> None:
    document = parsed("---\ntitle: 記入規則\nkeywords: [表, 図]\nreviewed: 2024-04-01\n---\n本文\n")
    assert document.properties == (("title", "記入規則"), ("keywords", "表, 図"), ("reviewed", "2024-04-01"))
    assert document.title == "記入規則"
    assert [b.span.fragment for b in document.blocks] == ["line!6"]


@pytest.mark.parametrize(
    "matter", ["title: [open", "- a\n- b", "a: &x [1]\nb: *x", "a: " + "[" * 3000, "a:\n\t- b"], ids=range(5)
)
def test_front_matter_that_is_not_understood_stays_in_the_text_with_a_warning(parsed: Parsed, matter: str) -> None:
    document = parsed(f"---\n{matter}\n---\n本文\n")
    assert matter in document.blocks[0].text.text
    assert document.blocks[-1].text.text == "本文"
    assert [w.code for w in document.report.warnings] == ["front_matter"]
    assert document.properties == ()


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
