"""PDF with a text layer: read as the page shows it; what is not read is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.errors import DamagedFile, EncryptedFile, NoText
from rulebook.model.document import Block, BlockKind, Document, Flag
from rulebook.model.text import Mark, MarkSpan
from rulebook.readers.pdf import read
from rulebook.readers.pdf.symbols import readable
from tests.pdfs import Item, Outline, Stroke, Text, grid, pdf


def document_of(folder: Path, content: bytes) -> Document:
    path = folder / "rules.pdf"
    path.write_bytes(content)
    return read(path, "rules.pdf")


def texts(document: Document) -> list[str]:
    return [block.text.text for block in document.blocks]


def headings(document: Document) -> list[tuple[str, int]]:
    return [(b.text.text, b.level) for b in document.blocks if b.kind is BlockKind.HEADING]


def rows(block: Block) -> list[list[str]]:
    assert block.table is not None
    return [[cell.text.text for cell in row.cells] for row in block.table.rows]


def prose(top: float, *lines: str, left: float = 72, size: float = 10) -> list[Item]:
    return [Text(line, top - 1.4 * size * n, left=left, size=size) for n, line in enumerate(lines)]


WRAPPED = "Every table carries a number and a title, and the text refers to the table by"
WIDE = "表には必ず番号と見出しを付け、本文からはその番号で参照する。番号は章ごとに一から"


# Paragraphs


def test_a_wrapped_paragraph_reads_on_and_a_new_one_begins_behind_its_end(tmp_path: Path) -> None:
    page = prose(700, WRAPPED, "that number alone.", "Figures have their title below.")
    document = document_of(tmp_path, pdf([page]))
    assert texts(document) == [f"{WRAPPED} that number alone.", "Figures have their title below."]
    assert {block.span.fragment for block in document.blocks} == {"page!1"}


def test_the_distance_of_lines_is_the_pages_own(tmp_path: Path) -> None:
    """Lines set far apart are one paragraph all the same, unless the next one stands further below than usual."""
    lines = [WIDE, "始める。図は別に数え、その見出しは図の下に置くものとし、注記を付けるときも同", "じ番号を使う。"]
    page = [Text(line, 700 - 24 * n) for n, line in enumerate([*lines, *lines])]
    page[3:] = [Text(line, 570 - 24 * n) for n, line in enumerate(lines)]
    assert texts(document_of(tmp_path, pdf([page]))) == ["".join(lines)] * 2


def test_a_sentence_goes_on_among_items_that_are_set_closer(tmp_path: Path) -> None:
    items = ["・表には番号を付け、題を添えるものとし、注記を入れるときも番号を使い、参照には番号だけを", "書くこと。"]
    page = [Text(WIDE, 700), Text("始める。", 687), *(Text(line, 650 - 10 * n) for n, line in enumerate(items * 6))]
    assert texts(document_of(tmp_path, pdf([page])))[0] == f"{WIDE}始める。"


def test_no_space_is_put_between_lines_of_japanese_and_one_between_latin_words(tmp_path: Path) -> None:
    document = document_of(tmp_path, pdf([prose(700, WIDE, "始める。")]))
    assert texts(document) == [f"{WIDE}始める。"]


@pytest.mark.parametrize(("typed", "shown"), [("", "表は2008年"), (" ", "表は 2008年")])
def test_between_japanese_and_latin_a_space_is_one_that_is_typed(tmp_path: Path, typed: str, shown: str) -> None:
    page = [Text("表は" + ("\u00a0" if typed else ""), 700), Text("2008", 700, left=96), Text("年", 700, left=122)]
    assert texts(document_of(tmp_path, pdf([page]))) == [shown]


def test_a_hyphen_of_a_line_end_goes_and_one_of_an_address_stays(tmp_path: Path) -> None:
    page = [
        *prose(
            700, "The title of a table stands above it and says in few words what the reader docu-", "ments with it."
        ),
        *prose(
            600, "The list of words is kept at http://example.com/rules/words-and-abbreviations-of-the-", "house.html"
        ),
    ]
    assert texts(document_of(tmp_path, pdf([page]))) == [
        "The title of a table stands above it and says in few words what the reader documents with it.",
        "The list of words is kept at http://example.com/rules/words-and-abbreviations-of-the-house.html",
    ]


def test_a_sentence_goes_on_over_the_end_of_a_page(tmp_path: Path) -> None:
    pages = [prose(100, "Chapter", WRAPPED), prose(780, "that number alone.", "Figures have none.")]
    document = document_of(tmp_path, pdf(pages))
    assert texts(document) == ["Chapter", f"{WRAPPED} that number alone.", "Figures have none."]
    assert [b.span.fragment for b in document.blocks] == ["page!1", "page!1-2", "page!2"]


def test_footnotes_come_behind_the_sentence_that_goes_on_over_the_page(tmp_path: Path) -> None:
    foot = [Text("注1 番号は半角とする。", 60, size=7), Text("注2 注には番号を付けない。", 50, size=7)]
    pages = [[*prose(740, "始める。", WIDE), *foot], prose(780, "始めてはならない。", "次の規則。")]
    assert texts(document_of(tmp_path, pdf(pages))) == [
        "始める。", f"{WIDE}始めてはならない。", "注1 番号は半角とする。", "注2 注には番号を付けない。", "次の規則。",
    ]  # fmt: skip


def test_list_items_stay_apart_and_their_labels_beside_the_text(tmp_path: Path) -> None:
    page = prose(700, f"1. {WRAPPED}", "2. Headings end without a full stop")
    assert [(b.kind, b.label, b.text.text) for b in document_of(tmp_path, pdf([page])).blocks] == [
        (BlockKind.LIST_ITEM, "1.", WRAPPED),
        (BlockKind.LIST_ITEM, "2.", "Headings end without a full stop"),
    ]


def test_a_line_that_is_ended_by_hand_in_mid_sentence_goes_on(tmp_path: Path) -> None:
    lines = ["表には必ず番号と見出しを付け、本文からはその番号だけで参照するものと", "し、題は書かない。"]
    page = [Text(line, 700 - 14 * n) for n, line in enumerate([WIDE + "始める。", *lines])]
    assert "".join(lines) in texts(document_of(tmp_path, pdf([page])))


def test_a_remark_that_opens_with_its_name_is_a_paragraph(tmp_path: Path) -> None:
    lines = ["正例：型の名は単語の頭を大文字とし、略さずに続けて書くものとする", "反例：略した名"]
    page = [Text(line, 700 - 14 * n) for n, line in enumerate([WIDE, "始める。", *lines])]
    assert texts(document_of(tmp_path, pdf([page])))[1:] == lines


@pytest.mark.parametrize("start", ["3.2 of the standard.", "OS, tools and", "1) in the annex."])
def test_a_number_at_the_head_of_a_line_in_mid_sentence_opens_no_item(tmp_path: Path, start: str) -> None:
    page = prose(700, "The number of the section is written in front of its title, as it is said in section", start)
    assert len(document_of(tmp_path, pdf([page])).blocks) == 1


# Order


def test_lines_come_in_the_order_of_the_page_whatever_their_order_in_the_file(tmp_path: Path) -> None:
    page = [*prose(700, "Rule one."), *prose(600, "Rule three."), *prose(650, "Rule two.")]
    assert texts(document_of(tmp_path, pdf([page]))) == ["Rule one.", "Rule two.", "Rule three."]


def test_two_columns_are_read_one_by_one_below_what_stands_over_both(tmp_path: Path) -> None:
    left = [
        "表には章ごとに番号を付け、その見出しは",
        "表の上に置く。読み手はまず見出しを探すた",
        "めであり、番号だけでは足りないからである。",
        "以上。",
    ]
    right = [
        "図にも章ごとに番号を付け、その見出しは図",
        "の下に置く。読み手はまず図を見るためであ",
        "り、見出しはそれを説くものであるからだ。",
        "以上。",
    ]
    page = [
        Text("A title that stands over both of the columns of this page, and so", 720),
        *(Text(line, 690 - 12 * n) for n, line in enumerate(left)),
        *(Text(line, 690 - 12 * n, left=320) for n, line in enumerate(right)),
    ]
    page.sort(key=lambda item: -item.top)
    found = "".join(texts(document_of(tmp_path, pdf([page])))[1:])
    assert found == "".join([*left, *right])


def test_boxes_side_by_side_are_columns_however_short_their_lines(tmp_path: Path) -> None:
    boxes = [*grid([60, 280], [720, 600]), *grid([300, 520], [720, 600])]
    page = [
        *boxes,
        *prose(700, "Left one.", "Left two."),
        *prose(700, "Right one, somewhat longer.", "Right two, somewhat longer.", left=310),
    ]
    page[len(boxes) :: 1] = sorted(page[len(boxes) :], key=lambda item: -item.top)
    found = " ".join(texts(document_of(tmp_path, pdf([page]))))
    assert found.index("Left two.") < found.index("Right one")


def test_texts_side_by_side_whose_lines_do_not_stand_level_are_columns(tmp_path: Path) -> None:
    left = ["表には番号を付ける。", "図にも付ける。", "式には付けない。", "注は表の下に置く。", "題は短くする。"]
    right = ["章は改ページする。", "節は改ページしない。", "項には番号を付ける。", "余白は広くとる。", "行は詰めない。"]
    page = [Text(line, 700 - 25 * n) for n, line in enumerate(left)]
    page += [Text(line, 693 - 25 * n, left=240) for n, line in enumerate(right)]
    assert texts(document_of(tmp_path, pdf([page]))) == [*left, *right]


def test_lists_side_by_side_are_read_one_by_one(tmp_path: Path) -> None:
    left, right = (
        ["- tables of values", "- titles of tables", "- notes"],
        ["- figures and charts", "- titles of figures", "- sources"],
    )
    page = [Text(line, 700 - 14 * n, left=x) for n in range(3) for x, line in ((72, left[n]), (300, right[n]))]
    assert [b.text.text for b in document_of(tmp_path, pdf([page])).blocks] == [
        "tables of values", "titles of tables", "notes", "figures and charts", "titles of figures", "sources",
    ]  # fmt: skip


def test_two_lines_beside_a_larger_number_are_not_put_into_each_other(tmp_path: Path) -> None:
    page = [Text("A10", 700, size=20), Text("転送先の検証を", 708, left=120), Text("怠らないこと", 695, left=120)]
    assert "".join(texts(document_of(tmp_path, pdf([page])))).replace(" ", "") == "A10転送先の検証を怠らないこと"


def test_a_label_beside_a_paragraph_is_not_put_into_its_lines(tmp_path: Path) -> None:
    page: list[Item] = []
    body = [
        "Number every table by its chapter and name it",
        "by what its columns say, whatever the text in",
        "them is.",
    ]
    for n, name in enumerate(["Naming of tables", "Naming of figures"]):
        top = 700 - 100 * n
        page += prose(top, *body, left=200)
        page.append(Text(name, top - 7, bold=True))
    document = document_of(tmp_path, pdf([page]))
    assert texts(document) == ["Naming of tables", " ".join(body), "Naming of figures", " ".join(body)]


# Headings, contents, running heads


def test_larger_lines_are_headings_by_the_rank_of_their_size(tmp_path: Path) -> None:
    pages = [
        [Text(f"Chapter {n}", 780, size=20), Text(f"Section {n}.1", 740, size=14), *prose(700, WRAPPED, "that number.")]
        for n in (1, 2)
    ]
    document = document_of(tmp_path, pdf(pages))
    assert headings(document) == [("Chapter 1", 1), ("Section 1.1", 2), ("Chapter 2", 1), ("Section 2.1", 2)]
    assert document.title == "Chapter 1"
    assert document.report.headings == 4


def test_a_heading_over_two_lines_is_one(tmp_path: Path) -> None:
    page = [Text("Rules for the writing", 780, size=20), Text("of design documents", 756, size=20)]
    document = document_of(tmp_path, pdf([[*page, *prose(700, WRAPPED, "that number.")]] * 2))
    assert headings(document)[0] == ("Rules for the writing of design documents", 1)


def test_large_running_text_is_no_heading(tmp_path: Path) -> None:
    large = [
        "This text is set larger than the rest",
        "of the page because it is the preface",
        "and says what the rules",
        "are for.",
    ]
    page = [*prose(780, *large, size=14), *prose(600, *[WRAPPED] * 6)]
    assert headings(document_of(tmp_path, pdf([page]))) == []


def test_the_outline_names_the_headings_whatever_their_size(tmp_path: Path) -> None:
    pages = [[Text(title, 780), Text("BIG BUT NO HEADING", 740, size=30), *prose(700, "Text.")] for title in "ABC"]
    document = document_of(tmp_path, pdf(pages, outline=[("A", 0), ("B", 1), ("C", 2)]))
    assert headings(document) == [("A", 1), ("B", 1), ("C", 1)]


CONTENTS: list[Item] = [
    Text("Contents", 780),
    Text("1 Tables ........................ 1", 750),
    Text("1.1 Titles ...................... 1", 730, left=84),
    Text("2 Figures ....................... 2", 710),
]


def test_a_contents_list_is_left_out_and_names_the_headings(tmp_path: Path) -> None:
    pages = [
        CONTENTS,
        [Text("1 Tables", 780), *prose(750, "Number them."), Text("1.1 Titles", 700), *prose(670, "Above.")],
        [Text("2 Figures", 780), *prose(750, "Number them too.")],
    ]
    document = document_of(tmp_path, pdf(pages))
    assert headings(document) == [("1 Tables", 1), ("1.1 Titles", 2), ("2 Figures", 1)]
    assert texts(document)[0] == "1 Tables"
    assert [(w.code, w.place) for w in document.report.warnings] == [("contents_left_out", "page!1")]


def test_lines_of_a_contents_list_that_stand_nowhere_else_are_kept(tmp_path: Path) -> None:
    found = texts(document_of(tmp_path, pdf([CONTENTS, prose(700, "1 Tables", "Number them.")])))
    assert [text for text in found if "Figures" in text]
    assert not [text for text in found if "...." in text and "Tables" in text]


def test_running_heads_and_page_numbers_are_properties_and_no_rules(tmp_path: Path) -> None:
    pages = [
        [Text("Rules of writing", 800, size=8), *prose(700, f"Rule {word} holds."), Text(f"{n} / 4", 30, size=8)]
        for n, word in enumerate(["one", "two", "three", "four"], 1)
    ]
    document = document_of(tmp_path, pdf(pages))
    assert texts(document) == [f"Rule {word} holds." for word in ["one", "two", "three", "four"]]
    assert [text for _, text in document.properties] == ["Rules of writing", "1 / 4"]


def test_rules_that_differ_in_a_number_only_are_no_running_heads(tmp_path: Path) -> None:
    pages = [
        prose(780, f"A label has at most {10 * n} letters.", f"It is that of form {word}.")
        for n, word in enumerate(["one", "two", "three", "four"], 1)
    ]
    assert document_of(tmp_path, pdf(pages)).properties == ()


def test_text_that_makes_up_whole_pages_is_no_running_head(tmp_path: Path) -> None:
    document = document_of(tmp_path, pdf([[Text(f"Rule {n}", 780)] for n in range(1, 9)]))
    assert "".join(texts(document)).count("Rule") == 8
    assert document.properties == ()


def test_the_number_of_a_rule_that_goes_up_with_the_pages_is_no_page_number(tmp_path: Path) -> None:
    pages = [[Text(f"Rule {n}", 780), *prose(700, f"It is that of form {w}.")] for n, w in enumerate("abcde", 1)]
    found = " ".join(texts(document_of(tmp_path, pdf(pages))))
    assert all(f"Rule {n}" in found for n in range(1, 6))


@pytest.mark.parametrize("titled", [True, False])
def test_a_running_head_that_changes_with_the_chapter_stands_once_and_is_named(tmp_path: Path, titled: bool) -> None:
    chapters = ["第1章 表", "第2章 図", "第3章 式", "第4章 注"]
    pages = []
    for n, name in enumerate("甲乙丙丁戊己庚辛壬癸子丑"):
        title = [Text(chapters[n // 3], 770, size=18)] if titled and n % 3 == 0 else []
        pages.append([Text(chapters[n // 3], 810, size=8), *title, *prose(740, f"書式{name}には番号を付ける。")])
    document = document_of(tmp_path, pdf(pages))
    found = [f"{block.label} {block.text.text}".strip() for block in document.blocks]
    assert [text for text in found if "書式" not in text] == chapters
    assert [text for _, text in document.properties] == chapters


def test_titles_of_a_table_at_the_head_of_every_page_are_no_running_head(tmp_path: Path) -> None:
    page = [*grid([60, 200, 400], [800, 780, 760]), Text("Name", 785), Text("Rule", 785, left=210)]
    pages = [[*page, Text(f"T{n}", 765), Text(f"Rule {word}", 765, left=210)] for n, word in enumerate("abcd")]
    document = document_of(tmp_path, pdf(pages))
    assert next(row for block in document.blocks for row in rows(block)) == ["Name", "Rule"]
    assert document.properties == ()


# Tables


def test_a_table_of_drawn_lines_keeps_its_cells_and_spans(tmp_path: Path) -> None:
    lines: list[Item] = [Stroke(x, 640, x, 700) for x in (60, 200, 400)]
    lines += [
        Stroke(60, 700, 400, 700),
        Stroke(60, 680, 400, 680),
        Stroke(200, 660, 400, 660),
        Stroke(60, 640, 400, 640),
    ]
    cells = [
        Text("Item", 685, bold=True), Text("Value", 685, left=210, bold=True),
        Text("Margin", 655), Text("10 mm", 665, left=210), Text("12 mm for A3", 645, left=210),
    ]  # fmt: skip
    (block,) = document_of(tmp_path, pdf([[*lines, *cells]])).blocks
    assert rows(block) == [["Item", "Value"], ["Margin", "10 mm"], ["12 mm for A3"]]
    assert block.table is not None
    assert block.table.header_rows == 1
    assert (block.table.rows[1].cells[0].row_span, block.table.rows[2].cells[0].column) == (2, 1)


def checklist(top: float, *entries: tuple[str, str, tuple[int, ...]]) -> list[Item]:
    items: list[Item] = []
    for n, (number, rule, levels) in enumerate(entries):
        items += [Text(number, top - 30 * n), Text(rule, top - 30 * n, left=110)]
        items += [Text("x", top - 30 * n, left=400 + 30 * level) for level in levels]
    return items


TITLES = [Text(t, 700, left=x) for t, x in (("No", 72), ("Rule", 110), ("L1", 398), ("L2", 428), ("L3", 458))]


def test_values_stay_under_the_titles_they_are_set_under_without_lines_between(tmp_path: Path) -> None:
    page = [
        *TITLES,
        Stroke(70, 694, 500, 694),
        *checklist(675, ("1.1", "Number it.", (1, 2)), ("1.2", "Name it.", (0,))),
    ]
    (block,) = document_of(tmp_path, pdf([page])).blocks
    assert rows(block) == [
        ["No", "Rule", "L1", "L2", "L3"],
        ["1.1", "Number it.", "", "x", "x"],
        ["1.2", "Name it.", "x", "", ""],
    ]
    assert block.table is not None
    assert block.table.header_rows == 1


def test_such_a_table_goes_on_over_the_page_and_a_row_over_its_end(tmp_path: Path) -> None:
    first = [*TITLES, Stroke(70, 694, 500, 694), *checklist(675, ("1.1", "Number it, and", (1,)))]
    second = [Text("name it.", 780, left=110), *checklist(750, ("1.2", "Title it.", (2,))), *prose(600, WRAPPED, "it.")]
    document = document_of(tmp_path, pdf([first, second]))
    assert rows(document.blocks[0])[1:] == [
        ["1.1", "Number it, and name it.", "", "x", ""],
        ["1.2", "Title it.", "", "", "x"],
    ]
    assert document.blocks[0].span.fragment == "page!1-2"
    assert document.blocks[1].text.text == f"{WRAPPED} it."


def test_rows_without_any_lines_stay_lines(tmp_path: Path) -> None:
    page = [
        Text(text, 700 - 18 * n, left=72 + 150 * column)
        for n, row in enumerate([("項目", "値", "備考"), ("余白", "10mm", "上下"), ("行間", "1.5", "本文")])
        for column, text in enumerate(row)
    ]
    assert texts(document_of(tmp_path, pdf([page]))) == ["項目 値 備考", "余白 10mm 上下", "行間 1.5 本文"]


def test_a_table_between_two_parts_of_two_columns_stands_between_them(tmp_path: Path) -> None:
    halves = ["表には番号を付ける。表の見出しは表の上に", "置く。読み手はまず見出しを探すためである"] * 2
    page = [Text(line, top - 12 * n, left=x) for top in (720, 560) for x in (72, 320) for n, line in enumerate(halves)]
    table = [*grid([60, 200, 520], [640, 620, 600]), Text("項目", 625), Text("値", 625, left=210), Text("余白", 605)]
    document = document_of(tmp_path, pdf([[*page, *table]]))
    kinds = [block.kind is BlockKind.TABLE for block in document.blocks]
    assert (kinds.count(True), kinds[0], kinds[-1]) == (1, False, False)


def test_numbered_clauses_keep_their_labels(tmp_path: Path) -> None:
    lines = ["第1条　用語は次による。", "（１）表とは行をいう。", "① 見出しを含む。", "第２条　図は除く。"]
    document = document_of(tmp_path, pdf([[Text(line, 700 - 20 * n) for n, line in enumerate(lines)]]))
    assert [b.label for b in document.blocks] == ["第1条", "（１）", "①", "第２条"]


def test_katakana_of_half_width_is_kept(tmp_path: Path) -> None:
    assert texts(document_of(tmp_path, pdf([[Text("ﾃｰﾌﾞﾙ名とする。", 700)]]))) == ["ﾃｰﾌﾞﾙ名とする。"]


def test_boxes_of_prose_are_no_table(tmp_path: Path) -> None:
    lines = grid([60, 290, 520], [720, 400])
    left = prose(700, *["Tables are numbered by chapter, and named."] * 10)
    right = prose(700, *["Figures are numbered by chapter, and named."] * 10, left=300)
    assert all(b.table is None for b in document_of(tmp_path, pdf([[*lines, *left, *right]])).blocks)


# Code and marks


def test_program_text_keeps_its_line_ends_and_its_indentation(tmp_path: Path) -> None:
    code = [Text("if (a == b) {", 680, left=80), Text("return;", 666, left=100), Text("}", 652, left=80)]
    page = [*prose(700, "Write it like this:"), *code, *prose(630, "Never otherwise.")]
    assert texts(document_of(tmp_path, pdf([page]))) == [
        "Write it like this:",
        "if (a == b) {\n    return;\n}",
        "Never otherwise.",
    ]


def test_letters_of_one_width_are_program_text(tmp_path: Path) -> None:
    page = [Text("select name", 700, mono=True), Text("from rules", 686, mono=True)]
    assert texts(document_of(tmp_path, pdf([page]))) == ["select name\nfrom rules"]


def test_marks_come_from_the_font_and_from_lines_under_and_through_words(tmp_path: Path) -> None:
    page = [
        Text("bold", 700, bold=True), Text("withdrawn", 700, left=100), Stroke(100, 703.3, 144, 703.3),
        Text("underlined", 700, left=152), Stroke(152, 698.5, 198, 698.5),
    ]  # fmt: skip
    (block,) = document_of(tmp_path, pdf([page])).blocks
    assert block.text.text == "bold withdrawn underlined"
    assert block.text.marks == (
        MarkSpan(0, 4, Mark.BOLD),
        MarkSpan(5, 14, Mark.STRIKE),
        MarkSpan(15, 25, Mark.UNDERLINE),
    )


def test_a_raised_figure_stays_a_power(tmp_path: Path) -> None:
    page = [Text("2", 700), Text("63", 704, left=77.6, size=6), Text("-1 is the limit", 700, left=84.5)]
    assert texts(document_of(tmp_path, pdf([page]))) == ["2⁶³-1 is the limit"]


# Turned, unseen and unreadable text


@pytest.mark.parametrize(("angle", "step"), [(90, (14, 0)), (180, (0, 14)), (270, (-14, 0))])
def test_text_of_turned_pages_is_read_along_its_lines(tmp_path: Path, angle: int, step: tuple[int, int]) -> None:
    page = [
        Text(line, 400 + step[1] * n, left=300 + step[0] * n, angle=angle)
        for n, line in enumerate([WRAPPED[:40], "that number."])
    ]
    assert texts(document_of(tmp_path, pdf([page]))) == [f"{WRAPPED[:40]} that number."]


def test_japanese_set_from_the_top_down_is_read_from_the_right(tmp_path: Path) -> None:
    page = [
        Text("縦書きの規則は右から左へ読むものとする。", 750, left=500, down=True),
        Text("番号は漢数字で書く。", 750, left=480, down=True),
    ]
    assert texts(document_of(tmp_path, pdf([page]))) == [
        "縦書きの規則は右から左へ読むものとする。",
        "番号は漢数字で書く。",
    ]


def test_a_slanted_stamp_is_read_but_is_no_heading(tmp_path: Path) -> None:
    document = document_of(tmp_path, pdf([[*prose(700, WRAPPED), Text("DRAFT", 300, angle=45, size=60)]]))
    assert headings(document) == []
    assert "DRAFT" in texts(document)


def test_a_stamp_across_every_page_is_put_into_no_line_and_named(tmp_path: Path) -> None:
    pages = [
        [*prose(740, f"規則{n}を守る。", f"例{n}も守る。"), Text(f"中の規則{n}。", 402), Text("DRAFT", height, size=90)]
        for n, height in zip("甲乙丙丁", (402, 401, 402, 402), strict=True)
    ]
    document = document_of(tmp_path, pdf(pages))
    assert texts(document) == [t for n in "甲乙丙丁" for t in (f"規則{n}を守る。", f"例{n}も守る。", f"中の規則{n}。")]
    assert document.properties == (("page header or footer", "DRAFT"),)


def test_text_outside_the_shown_part_of_a_page_is_hidden(tmp_path: Path) -> None:
    document = document_of(
        tmp_path, pdf([[*prose(700, "Rule."), *prose(40, "Printed in May.")]], entries={0: "/CropBox[0 100 595 842]"})
    )
    assert [(b.text.text, b.flags) for b in document.blocks] == [
        ("Rule.", frozenset()),
        ("Printed in May.", frozenset({Flag.HIDDEN})),
    ]
    assert document.report.hidden == ("page!1",)


def test_the_unseen_text_of_a_recognised_scan_is_read(tmp_path: Path) -> None:
    assert texts(document_of(tmp_path, pdf([[Text("Recognised rule.", 700, mode=3)]]))) == ["Recognised rule."]


def test_readings_above_words_are_left_out_and_named(tmp_path: Path) -> None:
    page = [Text("ひょうもく", 711, size=5), Text("標目は太字とする。", 700), Text("かなだけの小さな注", 660, size=5)]
    document = document_of(tmp_path, pdf([page]))
    assert texts(document) == ["標目は太字とする。", "かなだけの小さな注"]
    assert [(w.code, w.place) for w in document.report.warnings] == [("readings_left_out", "page!1")]


def test_words_drawn_as_shapes_leave_a_sign_and_a_warning(tmp_path: Path) -> None:
    page = [Text("Rule", 700), Outline(96, 698, 140, 707), Text("holds.", 700, left=144)]
    document = document_of(tmp_path, pdf([page]))
    assert texts(document) == ["Rule 〓 holds."]
    assert [(w.code, w.place) for w in document.report.warnings] == [("words_drawn_as_shapes", "page!1")]


def test_pages_without_text_are_reported(tmp_path: Path) -> None:
    document = document_of(tmp_path, pdf([prose(700, "Rule."), [], [], prose(700, "Another rule.")]))
    assert [(w.code, w.place) for w in document.report.warnings] == [("page_without_text", "page!2-3")]


def test_a_damaged_page_is_named_and_the_others_are_read(tmp_path: Path) -> None:
    first, second, third = (prose(700, f"Rule {n}.") for n in "abc")
    head, one, two, three = pdf([first, second, third]).split(b"/Type/Page/")
    content = head + b"/Type/Page/" + one + b"/Type/Nope/" + two + b"/Type/Page/" + three
    document = document_of(tmp_path, content)
    assert texts(document) == ["Rule a.", "Rule c."]
    assert [(w.code, w.place) for w in document.report.warnings] == [("page_damaged", "page!2")]


def test_a_page_of_thousands_of_lines_is_read_as_text_with_a_warning(tmp_path: Path) -> None:
    drawing = [Stroke(10 + n % 500, y := 9 + 0.3 * (n // 2), 16 + n % 500, y) for n in range(2500)]
    document = document_of(tmp_path, pdf([prose(700, "Rule."), [*drawing, *prose(700, "Another rule.")]]))
    assert texts(document) == ["Rule.", "Another rule."]
    assert [(w.code, w.place) for w in document.report.warnings] == [("tables_not_sought", "page!2")]


def test_a_scan_is_refused_as_such(tmp_path: Path) -> None:
    with pytest.raises(NoText, match="scan"):
        document_of(tmp_path, pdf([[], []]))


def test_a_locked_pdf_is_encrypted_and_a_broken_or_empty_one_damaged(tmp_path: Path) -> None:
    lock = f"/Encrypt<</Filter/Standard/V 1/R 2/O({'o' * 32})/U({'u' * 32})/P -4>>/ID[(a)(b)]"
    with pytest.raises(EncryptedFile):
        document_of(tmp_path, pdf([prose(700, "Rule.")], trailer=lock))
    with pytest.raises(DamagedFile):
        document_of(tmp_path, b"%PDF-1.7\nnothing else")
    with pytest.raises(DamagedFile):
        document_of(tmp_path, pdf([]))


@pytest.mark.parametrize(("font", "shown"), [("Wingdings-Regular", "✓"), ("Wingdings2", "〓"), ("Meiryo", "✓")])
def test_characters_of_symbol_fonts_show_what_the_font_shows(font: str, shown: str) -> None:
    assert readable("\uf0fc", font) == shown
    assert readable("\uf0b7", "SymbolMT") == "•"
    assert (readable("\ue000", font), readable("表", font)) == ("\ue000", "表")


# Real documents


def test_every_character_of_real_documents_comes_back_once(shared: Path) -> None:
    """But for what is named: running heads, contents lists, titles that a table repeats on its next page."""
    import pypdfium2

    path = shared / "corpus/owasp-top10/OWASP Top 10 - 2013 Japanese.pdf"
    document = read(path, path.name)
    shown = "".join(
        "".join(t.split())
        for b in document.blocks
        for t in ([c for row in rows(b) for c in row] if b.table else [b.label, b.text.text])
    )
    with pypdfium2.PdfDocument(path) as file:
        written = "".join("".join(page.get_textpage().get_text_range().split()) for page in file)
    assert abs(len(shown) - len(written)) <= 0.002 * len(written)
