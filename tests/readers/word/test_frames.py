"""Tables that are only a frame around text, and titles inside a table."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.model.document import BlockKind, Flag
from tests.readers.word.files import (
    HEADINGS,
    cell,
    document,
    grid,
    item,
    level,
    numbering,
    only_table,
    p,
    row,
    run,
    styled,
    table,
    text_box,
    texts,
)

GREY = '<w:shd w:val="clear" w:color="auto" w:fill="D9D9D9"/>'


def over(text: str, columns: int) -> str:
    return cell(text, f'<w:gridSpan w:val="{columns}"/>')


class TestFrames:
    def test_a_table_of_one_cell_is_read_like_the_text_around_it(self, tmp_path: Path) -> None:
        content = p("【例】") + item("氏名", 1) + table(row("項目", "値")) + p("以上")
        found = document(tmp_path, p("前") + table(row(cell(content))) + p("後"), numbering(level(0, "decimal", "%1)")))
        assert [(b.kind.value, b.label, b.text.text) for b in found.blocks] == [
            ("paragraph", "", "前"),
            ("paragraph", "", "【例】"),
            ("list_item", "1)", "氏名"),
            ("table", "", ""),
            ("paragraph", "", "以上"),
            ("paragraph", "", "後"),
        ]
        assert found.report.tables == 2

    def test_a_heading_in_a_frame_is_a_heading(self, tmp_path: Path) -> None:
        body = table(row(cell(styled("H1", "総則")))) + p("本文")
        found = document(tmp_path, body, {"styles": HEADINGS})
        assert [b.kind for b in found.blocks] == [BlockKind.HEADING, BlockKind.PARAGRAPH]
        assert found.blocks[1].span.fragment == "見出し!総則"

    def test_a_column_of_boxes_that_hold_sections_is_frames_and_a_list_of_values_is_a_table(
        self, tmp_path: Path
    ) -> None:
        boxes = table(row(cell(styled("H1", "総則") + p("一"))), row(cell(styled("H1", "附則") + p("二。"))))
        found = document(tmp_path, boxes + table(row("甲"), row("乙")), {"styles": HEADINGS})
        assert texts(found, BlockKind.HEADING, BlockKind.PARAGRAPH) == ["総則", "一", "附則", "二。"]
        assert grid(only_table(found)) == [[("甲", 1, 1)], [("乙", 1, 1)]]

    def test_a_frame_inside_a_cell_or_a_text_box_is_lines_of_it(self, tmp_path: Path) -> None:
        frame = table(row(cell(p("枠の一") + p("枠の二"))))
        found = document(tmp_path, table(row(cell(p("前") + frame + p("後")), "隣")) + p(text_box(p("箱") + frame)))
        assert grid(only_table(found)) == [[("前\n枠の一\n枠の二\n後", 1, 1), ("隣", 1, 1)]]
        assert texts(found, BlockKind.TEXT_BOX) == ["箱\n枠の一\n枠の二"]

    def test_a_hidden_or_deleted_frame_shows_no_text(self, tmp_path: Path) -> None:
        hidden = table(row("隠し", properties="<w:hidden/>"))
        deleted = table(
            row(cell("<w:p><w:del><w:r><w:delText>旧</w:delText></w:r></w:del></w:p>"), properties="<w:del/>")
        )
        found = document(tmp_path, p("本文。") + hidden + deleted)
        assert texts(found, BlockKind.PARAGRAPH) == ["本文。"]
        assert [r.hidden for b in found.blocks if b.table for r in b.table.rows] == [True]
        assert [w.message for w in found.report.warnings if w.code == "tracked_deletion"]

    def test_a_change_in_a_frame_flags_its_paragraph_only(self, tmp_path: Path) -> None:
        changed = "<w:p><w:ins><w:r><w:t>新</w:t></w:r></w:ins></w:p>"
        found = document(tmp_path, table(row(cell(p("旧来") + changed))))
        assert [(b.text.text, Flag.CHANGED in b.flags) for b in found.blocks] == [("旧来", False), ("新", True)]


class TestTitles:
    def test_a_first_row_of_one_cell_is_the_caption_of_its_table(self, tmp_path: Path) -> None:
        rows = [row(over("別表1　桁数", 2)), row(cell("項目", GREY), cell("桁", GREY)), row("氏名", "60")]
        found = document(tmp_path, table(*rows))
        assert [(b.kind, b.text.text) for b in found.blocks] == [
            (BlockKind.CAPTION, "別表1　桁数"),
            (BlockKind.TABLE, ""),
        ]
        held = only_table(found).table
        assert held is not None
        assert held.header_rows == 1
        assert [(c.text.text, c.row, c.column) for r in held.rows for c in r.cells] == [
            ("項目", 0, 0),
            ("桁", 0, 1),
            ("氏名", 1, 0),
            ("60", 1, 1),
        ]

    def test_a_title_that_is_marked_to_repeat_is_no_column_title(self, tmp_path: Path) -> None:
        repeated = "<w:tblHeader/>"
        rows = [row(over("別表", 2), properties=repeated), row("項目", "桁", properties=repeated), row("氏名", "60")]
        held = only_table(document(tmp_path, table(*rows))).table
        assert held is not None
        assert (held.header_rows, len(held.rows)) == (1, 2)

    @pytest.mark.parametrize(
        "rows",
        [
            [row(over("一　基本", 2)), row("氏名", "60"), row(over("二　詳細", 2)), row("住所", "80")],
            [row(over("長い" * 60, 2)), row("氏名", "60")],
            [row("甲"), row("乙")],
        ],
    )
    def test_a_row_between_groups_a_paragraph_or_a_single_column_is_no_title(
        self, tmp_path: Path, rows: list[str]
    ) -> None:
        held = only_table(document(tmp_path, table(*rows))).table
        assert held is not None
        assert len(held.rows) == len(rows)

    def test_a_lone_text_before_a_header_is_a_title_that_was_not_merged(self, tmp_path: Path) -> None:
        header = row(cell("項目", GREY), cell("桁", GREY), cell("備考", GREY))
        found = document(tmp_path, table(row("付録2", "", ""), header, row("氏名", "60", "")))
        assert [(b.kind, b.text.text) for b in found.blocks] == [(BlockKind.CAPTION, "付録2"), (BlockKind.TABLE, "")]
        held = only_table(found).table
        assert held is not None
        assert held.header_rows == 1

    def test_a_title_above_a_header_is_one_even_where_rows_between_groups_follow(self, tmp_path: Path) -> None:
        header = row(cell("項目", GREY), cell("桁", GREY))
        found = document(tmp_path, table(row(over("付録3", 2)), header, row(over("一　基本", 2)), row("氏名", "60")))
        assert texts(found, BlockKind.CAPTION) == ["付録3"]
        held = only_table(found).table
        assert held is not None
        assert (held.header_rows, len(held.rows)) == (1, 3)

    def test_a_lone_text_before_values_is_a_row(self, tmp_path: Path) -> None:
        found = document(tmp_path, table(row("氏名", "", ""), row("住所", "60", "")))
        assert [b.kind for b in found.blocks] == [BlockKind.TABLE]
        assert grid(found.blocks[0])[0] == [("氏名", 1, 1), ("", 1, 1), ("", 1, 1)]

    def test_marks_of_a_title_stay(self, tmp_path: Path) -> None:
        struck = cell(p(run("旧別表", "<w:strike/>")), '<w:gridSpan w:val="2"/>')
        found = document(tmp_path, table(row(struck), row("氏名", "60")))
        assert [s.mark.value for s in found.blocks[0].text.marks] == ["strike"]
