"""What hangs on paragraphs: text boxes once, notes and comments at their place, hidden text apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.model.document import BlockKind, Flag
from rulebook.model.text import Mark
from tests.readers.word.files import (
    HEADINGS,
    codes,
    document,
    grid,
    item,
    level,
    new_text_box,
    numbering,
    p,
    row,
    run,
    table,
    text_box,
    texts,
)


class TestTextBoxes:
    @pytest.mark.parametrize("box", [text_box, new_text_box])
    def test_a_text_box_comes_once_after_its_paragraph_as_one_block(self, tmp_path: Path, box: object) -> None:
        assert callable(box)
        found = document(tmp_path, p(run("本文") + box(p("一") + p("二"))) + p("次"))
        assert [(b.kind, b.text.text) for b in found.blocks] == [
            (BlockKind.PARAGRAPH, "本文"),
            (BlockKind.TEXT_BOX, "一\n二"),
            (BlockKind.PARAGRAPH, "次"),
        ]
        assert found.blocks[1].span.fragment == "図形!本文"
        assert found.report.text_boxes == 1

    def test_the_old_form_is_read_where_only_it_holds_text(self, tmp_path: Path) -> None:
        inner = text_box(p("箱")).removeprefix("<w:r>").removesuffix("</w:r>")
        forms = f"<mc:Choice Requires='x'><w:drawing/></mc:Choice><mc:Fallback>{inner}</mc:Fallback>"
        body = p(f"<w:r><mc:AlternateContent>{forms}</mc:AlternateContent></w:r>")
        assert texts(document(tmp_path, body)) == ["箱"]

    def test_each_box_of_a_group_is_a_block(self, tmp_path: Path) -> None:
        boxes = "".join(
            f"<v:shape><v:textbox><w:txbxContent>{p(t)}</w:txbxContent></v:textbox></v:shape>" for t in ("左", "右", "")
        )
        found = document(tmp_path, p(f"<w:r><w:pict><v:group>{boxes}</v:group></w:pict></w:r>"))
        assert texts(found, BlockKind.TEXT_BOX) == ["左", "右"]
        assert found.report.text_boxes == 2

    def test_numbers_stand_in_the_lines_and_a_table_follows(self, tmp_path: Path) -> None:
        box = text_box(item("甲", 1) + table(row("値", "1")) + item("乙", 1))
        found = document(tmp_path, p(box), numbering(level(0, "decimal", "%1)")))
        assert texts(found, BlockKind.TEXT_BOX) == ["1) 甲\n2) 乙"]
        assert grid(found.blocks[1]) == [[("値", 1, 1), ("1", 1, 1)]]

    def test_drawn_text_is_read(self, tmp_path: Path) -> None:
        art = '<w:r><w:pict><v:shape><v:textpath string="社外秘"/></v:shape></w:pict></w:r>'
        drawn = "<w:r><w:drawing><a:txBody><a:p><a:r><a:t>開始</a:t></a:r></a:p></a:txBody></w:drawing></w:r>"
        assert texts(document(tmp_path, p(art + drawn)), BlockKind.TEXT_BOX) == ["社外秘", "開始"]

    def test_smart_art_is_read_from_its_own_part_parents_before_children(self, tmp_path: Path) -> None:
        names = (
            'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" '
            'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
        )
        point = '<dgm:pt modelId="{}" type="{}"><dgm:t><a:p>{}</a:p></dgm:t></dgm:pt>'
        drawn = "<a:r><a:t>{}</a:t></a:r>"
        points = (
            point.format(1, "doc", "")
            + point.format(3, "node", drawn.format("承認"))
            + point.format(2, "node", '<a:r><a:rPr b="1"/><a:t>申請</a:t></a:r>')
            + point.format(4, "node", drawn.format("添付"))
            + point.format(5, "pres", drawn.format("型"))
        )
        links = "".join(
            f'<dgm:cxn modelId="9" srcId="{above}" destId="{below}" srcOrd="{n}"/>'
            for above, below, n in ((1, 2, 0), (1, 3, 1), (2, 4, 0))
        )
        part = f"<dgm:dataModel {names}><dgm:ptLst>{points}</dgm:ptLst><dgm:cxnLst>{links}</dgm:cxnLst></dgm:dataModel>"
        body = p('<w:r><w:drawing><dgm:relIds r:dm="diagramData1"/></w:drawing></w:r>')
        found = document(tmp_path, body, {"diagramData1": part})
        assert texts(found) == ["申請\n添付\n承認"]
        assert [(s.start, s.end, s.mark) for s in found.blocks[0].text.marks] == [(0, 2, Mark.BOLD)]

    def test_what_cannot_be_read_is_named(self, tmp_path: Path) -> None:
        body = p(
            "<w:r><w:drawing><c:chart/></w:drawing></w:r>"
            '<w:r><w:object><o:OLEObject ProgID="Excel.Sheet.12"/></w:object></w:r>'
            "<w:r><w:drawing><pic:pic/></w:drawing></w:r><w:r><w:drawing><dgm:relIds r:dm='x'/></w:drawing></w:r>"
        )
        found = document(tmp_path, p("本文") + body + "<w:altChunk/>" + "<w:p><w:subDoc/></w:p>")
        assert codes(found) == [
            "chart_not_read",
            "embedded_object",
            "diagram_not_read",
            "embedded_file",
            "sub_document",
            "pictures_not_read",
        ]

    def test_an_embedded_object_is_named_once_with_its_place(self, tmp_path: Path) -> None:
        shown = "<v:shape><v:imagedata/></v:shape>"
        body = p(f'<w:r><w:object>{shown}<o:OLEObject ProgID="Visio.Drawing.15"/></w:object></w:r>')
        found = document(tmp_path, p("様式", '<w:pStyle w:val="H1"/>') + body, {"styles": HEADINGS})
        (warning,) = found.report.warnings
        assert (warning.code, warning.place) == ("embedded_object", "見出し!様式")
        assert "Visio.Drawing.15" in warning.message

    @pytest.mark.parametrize("where", ['<w:drawing><wp:anchor><wp:docPr hidden="1"/>{}</wp:anchor></w:drawing>', ""])
    def test_a_hidden_text_box_is_flagged_and_listed(self, tmp_path: Path, where: str) -> None:
        content = f"<w:txbxContent>{p('箱')}</w:txbxContent>"
        old = f'<w:pict><v:shape style="visibility: hidden">{content}</v:shape></w:pict>'
        found = document(tmp_path, p(f"<w:r>{where.format(content) or old}</w:r>"))
        assert [(b.kind, b.flags) for b in found.blocks] == [(BlockKind.TEXT_BOX, frozenset({Flag.HIDDEN}))]
        assert found.report.hidden == ("図形!本文",)


class TestNotes:
    def note(self, kind: str, note_id: int, text: str, more: str = "") -> str:
        return f'<w:{kind} w:id="{note_id}" {more}>{p(text)}</w:{kind}>'

    def refer(self, kind: str, note_id: int, more: str = "") -> str:
        return f'<w:r><w:{kind}Reference w:id="{note_id}" {more}/></w:r>'

    def test_notes_follow_the_paragraph_that_refers_to_them_with_their_number(self, tmp_path: Path) -> None:
        separator = self.note("footnote", 0, "線", 'w:type="separator"')
        parts = {
            "footnotes": separator + self.note("footnote", 1, "甲注") + self.note("footnote", 2, "乙注"),
            "endnotes": self.note("endnote", 1, "末注"),
        }
        body = p(run("甲") + self.refer("footnote", 2) + self.refer("endnote", 1)) + p(
            run("乙") + self.refer("footnote", 1)
        )
        found = document(tmp_path, body, parts)
        assert texts(found) == ["甲", "[1] 乙注", "[i] 末注", "乙", "[2] 甲注"]
        assert [b.kind for b in found.blocks][1:3] == [BlockKind.FOOTNOTE, BlockKind.FOOTNOTE]

    @pytest.mark.parametrize("where", ["settings", "section"])
    def test_notes_are_numbered_as_the_document_says(self, tmp_path: Path, where: str) -> None:
        says = '<w:footnotePr><w:numFmt w:val="decimalEnclosedCircle"/><w:numStart w:val="3"/></w:footnotePr>'
        parts = {"footnotes": self.note("footnote", 1, "甲注") + self.note("footnote", 2, "乙注")}
        body = p(run("甲") + self.refer("footnote", 1) + self.refer("footnote", 2))
        if where == "settings":
            parts["settings"] = says
        else:
            body += f"<w:sectPr>{says}</w:sectPr>"
        assert texts(document(tmp_path, body, parts)) == ["甲", "[③] 甲注", "[④] 乙注"]

    def test_a_note_in_an_unknown_format_has_a_visible_marker_and_one_warning(self, tmp_path: Path) -> None:
        parts = {
            "footnotes": self.note("footnote", 1, "甲注") + self.note("footnote", 2, "乙注"),
            "settings": '<w:footnotePr><w:numFmt w:val="bahtText"/></w:footnotePr>',
        }
        found = document(tmp_path, p(run("甲") + self.refer("footnote", 1) + self.refer("footnote", 2)), parts)
        assert texts(found) == ["甲", "[1?] 甲注", "[2?] 乙注"]
        assert codes(found) == ["unknown_number_format"]

    def test_what_only_hidden_text_refers_to_is_hidden_and_takes_no_number(self, tmp_path: Path) -> None:
        parts = {
            "footnotes": self.note("footnote", 1, "隠れた注") + self.note("footnote", 2, "見える注"),
            "comments": self.note("comment", 3, "隠れた評", 'w:author="甲"'),
        }
        references = (self.refer("footnote", 1), self.refer("comment", 3))
        hidden = "".join(r.replace("<w:r>", "<w:r><w:rPr><w:vanish/></w:rPr>") for r in references)
        found = document(tmp_path, p(run("甲") + hidden + self.refer("footnote", 2)), parts)
        assert [(b.label, Flag.HIDDEN in b.flags) for b in found.blocks[1:]] == [("", True), ("", True), ("[1]", False)]

    def test_a_note_with_a_mark_of_its_own_or_counted_by_page_has_no_number(self, tmp_path: Path) -> None:
        parts = {"footnotes": self.note("footnote", 1, "注")}
        own = self.refer("footnote", 1, 'w:customMarkFollows="1"')
        assert texts(document(tmp_path, p(own + run("※")), parts)) == ["※", "注"]
        settings = {"settings": '<w:footnotePr><w:numRestart w:val="eachPage"/></w:footnotePr>'}
        assert texts(document(tmp_path, p(self.refer("footnote", 1)), {**parts, **settings})) == ["注"]

    def test_a_note_comes_once_even_if_referred_to_twice_or_by_itself(self, tmp_path: Path) -> None:
        inner = f"<w:p>{run('注')}{self.refer('footnote', 1)}</w:p>"
        parts = {"footnotes": f'<w:footnote w:id="1">{inner}</w:footnote>'}
        body = p(run("甲") + self.refer("footnote", 1)) + p(run("乙") + self.refer("footnote", 1))
        assert texts(document(tmp_path, body, parts)) == ["甲", "[1] 注", "乙"]

    def test_a_comment_names_its_author_is_flagged_and_follows_its_paragraph(self, tmp_path: Path) -> None:
        parts = {"comments": self.note("comment", 5, "再確認", 'w:author="佐藤"')}
        found = document(tmp_path, p(run("甲") + self.refer("comment", 5)) + p("乙"), parts)
        assert [(b.kind, b.text.text, b.flags) for b in found.blocks][1] == (
            BlockKind.COMMENT,
            "佐藤: 再確認",
            frozenset({Flag.COMMENT}),
        )
        assert found.report.comments == 1

    def test_what_nothing_refers_to_comes_last_footnotes_hidden(self, tmp_path: Path) -> None:
        parts = {
            "footnotes": self.note("footnote", 1, "迷子の注"),
            "comments": self.note("comment", 1, "全体に", 'w:author="佐藤"'),
        }
        found = document(tmp_path, p("本文"), parts)
        assert [(b.text.text, Flag.HIDDEN in b.flags) for b in found.blocks] == [
            ("本文", False),
            ("迷子の注", True),
            ("佐藤: 全体に", False),
        ]


class TestHiddenText:
    def test_hidden_runs_are_a_block_of_their_own_and_listed(self, tmp_path: Path) -> None:
        hidden = "<w:vanish/>"
        found = document(
            tmp_path, p(run("氏名は") + run("（旧", hidden) + run("規則）", hidden) + run("全角") + run("※", hidden))
        )
        assert [(b.text.text, b.flags) for b in found.blocks] == [
            ("氏名は全角", frozenset()),
            ("（旧規則）\n※", frozenset({Flag.HIDDEN})),
        ]
        assert found.report.hidden == ("見出し!本文",)

    def test_a_style_hides_and_a_run_shows_again(self, tmp_path: Path) -> None:
        styles = '<w:style w:type="paragraph" w:styleId="V"><w:name w:val="隠し"/><w:rPr><w:vanish/></w:rPr></w:style>'
        body = p(run("隠") + run("見", '<w:vanish w:val="0"/>'), '<w:pStyle w:val="V"/>')
        found = document(tmp_path, body, {"styles": styles})
        assert [(b.text.text, Flag.HIDDEN in b.flags) for b in found.blocks] == [("見", False), ("隠", True)]

    def test_text_that_always_hides_is_hidden_and_what_hides_on_the_web_is_not(self, tmp_path: Path) -> None:
        found = document(tmp_path, p(run("見", "<w:webHidden/>") + run("隠", "<w:specVanish/>")))
        assert [(b.text.text, Flag.HIDDEN in b.flags) for b in found.blocks] == [("見", False), ("隠", True)]

    def test_a_heading_that_runs_into_its_text_stays_a_heading(self, tmp_path: Path) -> None:
        separator = '<w:pStyle w:val="H1"/><w:rPr><w:vanish/><w:specVanish/></w:rPr>'
        found = document(tmp_path, p("目的", separator) + p("本規程は"), {"styles": HEADINGS})
        assert [(b.kind.value, b.text.text) for b in found.blocks] == [("heading", "目的"), ("paragraph", "本規程は")]

    def test_a_hidden_heading_is_no_heading_and_takes_no_number(self, tmp_path: Path) -> None:
        numbered = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'
        hidden = p(run("旧章", "<w:vanish/>"), f'<w:outlineLvl w:val="0"/>{numbered}<w:rPr><w:vanish/></w:rPr>')
        found = document(tmp_path, hidden + item("新", 1), numbering(level(0, "decimal", "%1.")))
        assert [(b.kind, b.label, b.text.text) for b in found.blocks] == [
            (BlockKind.PARAGRAPH, "", "旧章"),
            (BlockKind.LIST_ITEM, "1.", "新"),
        ]
