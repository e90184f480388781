"""記入規則.docx: how a design document is written."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from docx import Document
from docx.enum.table import WD_TABLE_ALIGNMENT
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import nsdecls, qn
from docx.shared import Mm, Pt, RGBColor
from packing import WRITTEN

FONT = "Yu Gothic"
INK = RGBColor(0x1F, 0x3A, 0x5F)


def make() -> bytes:
    """The finished document."""
    document = Document()
    _page(document)
    _styles(document)
    _numbered_headings(document)
    _properties(document)
    _front(document)
    _scope(document)
    _structure(document)
    _writing(document)
    _identifiers(document)
    _tables_and_figures(document)
    _review(document)
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def _front(document: Any) -> None:
    document.add_paragraph("設計書 記入規則", style="Title")
    document.add_paragraph("受発注管理システム開発プロジェクト　第1.2版　2026年4月1日", style="Subtitle")
    _caption(document, "改訂履歴")
    _table(
        document,
        ("版", "日付", "変更箇所", "担当"),
        (
            ("1.0", "2025年4月1日", "新規作成", "標準化チーム"),
            ("1.1", "2025年10月1日", "6.2 押印を廃止し、電子承認とした", "標準化チーム"),
            ("1.2", "2026年4月1日", "4.1 メッセージの識別子を追加した", "標準化チーム"),
        ),
        (16, 34, 84, 32),
    )


def _scope(document: Any) -> None:
    document.add_heading("目的と適用範囲", 1)
    document.add_heading("目的", 2)
    _rule(
        document,
        "この規則は、設計書の書き方をそろえ、誰が読んでも同じ意味に受け取れるようにすることを目的とする。",
    )
    document.add_heading("適用範囲", 2)
    _rule(document, "本プロジェクトで作成する概要設計書と詳細設計書に適用する。議事録と作業メモには適用しない。")


def _structure(document: Any) -> None:
    document.add_heading("文書の構成", 1)
    document.add_heading("章立て", 2)
    _rule(
        document,
        "設計書は「概要」「機能一覧」「画面設計」「データ設計」「外部インターフェース」「付録」の順に章を立てる。"
        "該当しない章も省略せず、「該当なし」と書く。",
    )
    document.add_heading("改訂履歴", 2)
    _rule(
        document,
        "改訂のたびに、版、日付、変更箇所、担当者を改訂履歴に追記する。誤字の訂正だけのときは、次の改訂にまとめてよい。",
    )
    document.add_heading("ファイル名", 2)
    _rule(document, "ファイル名は「文書ID_文書名_版数」とし、版数は「v1.2」のように書く。")


def _writing(document: Any) -> None:
    document.add_heading("記入規則", 1)
    document.add_heading("文体", 2)
    _rule(document, "本文は「である」調で書く。一文は60字以内を目安とし、一つの文に二つ以上の要求を入れない。")
    document.add_heading("見出しの書き方", 2)
    _rule(document, "見出しは「1.1」形式で記述する。")
    _rule(document, "見出しの階層は3段階までとし、見出しの末尾に句点を付けない。")
    document.add_heading("箇条書き", 2)
    _rule(document, "並べる項目が三つ以上あるときは箇条書きにする。箇条書きは次のように書く。")
    for item in (
        "順序に意味があるときは番号を付け、ないときは「・」を付ける。",
        "項目の書き出しと文末の形をそろえる。",
        "入れ子は2段までとする。",
    ):
        document.add_paragraph(item, style="List Bullet")
    document.add_heading("用語と表記", 2)
    _rule(document, "同じものは、文書全体を通して同じ用語で書く。略語は、初めて使う箇所で正式名称を示す。")
    _rule(
        document,
        "英数字は半角、カタカナは全角で書く。外来語の末尾の長音は省略しない（例：サーバー、ユーザー、フォルダー）。",
    )
    document.add_heading("日付と数値", 2)
    _rule(document, "日付は「2026年4月1日」の形式で書き、和暦は使わない。")
    _rule(document, "4桁以上の数値は、3桁ごとにカンマで区切る。")
    document.add_heading("未確定事項", 2)
    _rule(
        document,
        "決まっていない事項は本文に",
        ("【未確定】", "b"),
        "と書き、決定の期限と担当者を併記する。推測で書いてはならない。",
    )
    document.add_heading("文字の書式", 2)
    _rule(document, "本文の文字は10.5ポイントとする。本文の強調には太字を使い、文字の色だけで意味を区別しない。")


def _identifiers(document: Any) -> None:
    document.add_heading("識別子", 1)
    document.add_heading("識別子の付け方", 2)
    _rule(
        document,
        "画面、帳票、バッチ、メッセージ、テーブルには、表1の形式で識別子を付ける。"
        "一度使った番号は、廃止しても再利用しない。",
    )
    _caption(document, "表1　識別子の形式")
    _table(
        document,
        ("種別", "形式", "例", "最大文字数"),
        (
            ("画面", "「SCR-」に3桁の連番を続ける", "SCR-012", "7"),
            ("帳票", "「RPT-」に3桁の連番を続ける", "RPT-004", "7"),
            ("バッチ", "「BAT-」に3桁の連番を続ける", "BAT-021", "7"),
            ("メッセージ", "「MSG-」、重大度（E・W・I）、4桁の連番を「-」でつなぐ", "MSG-E-0103", "10"),
            ("テーブル物理名", "英大文字とアンダースコアを使う", "ORDER_DETAIL", "30"),
        ),
        (32, 76, 32, 26),
    )
    document.add_heading("項目名", 2)
    _rule(document, "画面項目の名称は、データ項目の論理名と一致させる。画面の都合で言い換えてはならない。")


def _tables_and_figures(document: Any) -> None:
    document.add_heading("表と図", 1)
    document.add_heading("表の書き方", 2)
    _rule(document, "表ヘッダーは", ("太字+下線", "bu"), "で記載する。")
    _rule(document, "表の題には「表1」のように番号を付け、表の上に書く。")
    _rule(document, "値がない欄は空欄にせず「－」を記入する。")
    _rule(document, "表は1ページに収める。ただし、一覧表は複数ページにわたってよい。")
    document.add_heading("図の書き方", 2)
    _rule(document, "図の題は図の下に書く。図の番号は「図5-1」のように、章番号に続けて章ごとに振る。")
    document.add_heading("参照の書き方", 2)
    _rule(document, "表と図は、本文から番号で参照する。「上の表」「次の図」のように位置で示してはならない。")


def _review(document: Any) -> None:
    document.add_heading("レビューと承認", 1)
    document.add_heading("レビュー", 2)
    _rule(
        document,
        "設計書は、作成者以外の2名以上がレビューする。指摘には3営業日以内に回答し、結果をレビュー記録票に残す。",
    )
    document.add_heading("承認", 2)
    _rule(document, ("承認を受けた設計書は印刷し、表紙に押印して提出する。", "s"))
    _rule(document, "承認は、文書管理システムの電子承認で行う。承認前の設計書を後続の工程に渡してはならない。※1")
    note = document.add_paragraph(style="Note")
    note.add_run(
        "※1　緊急の障害対応では、プロジェクト責任者の口頭の承認で先に渡してよい。翌営業日までに電子承認を受ける。"
    )


Part = str | tuple[str, str]


def _rule(document: Any, *parts: Part) -> None:
    """A paragraph; a part with letters of ``bus`` is bold, underlined, struck."""
    paragraph = document.add_paragraph(style="Body Text")
    for part in parts:
        text, marks = (part, "") if isinstance(part, str) else part
        run = paragraph.add_run(text)
        run.bold = "b" in marks or None
        run.underline = "u" in marks or None
        run.font.strike = "s" in marks or None


def _caption(document: Any, text: str) -> None:
    document.add_paragraph(text, style="Caption")


def _table(document: Any, header: Sequence[str], rows: Sequence[Sequence[str]], widths: Sequence[int]) -> None:
    table = document.add_table(rows=1 + len(rows), cols=len(header), style="Table Grid")
    table.alignment = WD_TABLE_ALIGNMENT.CENTER
    table.autofit = False
    for n, width in enumerate(widths):
        table.columns[n].width = Mm(width)
    for r, row in enumerate((header, *rows)):
        for c, text in enumerate(row):
            cell = table.cell(r, c)
            cell.width = Mm(widths[c])
            paragraph = cell.paragraphs[0]
            paragraph.style = document.styles["Table Text"]
            run = paragraph.add_run(text)
            if r == 0:
                run.bold = run.underline = True
                cell._tc.get_or_add_tcPr().append(parse_xml(f'<w:shd {nsdecls("w")} w:val="clear" w:fill="E4EAF1"/>'))
    repeated = OxmlElement("w:tblHeader")
    table.rows[0]._tr.get_or_add_trPr().append(repeated)
    document.add_paragraph(style="Table Text")


def _page(document: Any) -> None:
    section = document.sections[0]
    section.page_width, section.page_height = Mm(210), Mm(297)
    section.left_margin = section.right_margin = Mm(22)
    section.top_margin = section.bottom_margin = Mm(24)
    header = section.header.paragraphs[0]
    header.text = "設計書 記入規則　第1.2版"
    header.alignment = WD_ALIGN_PARAGRAPH.RIGHT
    footer = section.footer.paragraphs[0]
    footer.alignment = WD_ALIGN_PARAGRAPH.CENTER
    footer._p.append(parse_xml(f'<w:fldSimple {nsdecls("w")} w:instr="PAGE"><w:r><w:t>1</w:t></w:r></w:fldSimple>'))


def _styles(document: Any) -> None:
    from docx.enum.style import WD_STYLE_TYPE

    styles = document.styles
    _font(styles["Normal"], 10.5)
    for name, size, before, after in (("Title", 24, 0, 4), ("Subtitle", 11, 0, 14)):
        _font(styles[name], size, INK)
        styles[name].font.italic = False
        styles[name].paragraph_format.space_before = Pt(before)
        styles[name].paragraph_format.space_after = Pt(after)
    for level, size, before in ((1, 15, 20), (2, 12, 12), (3, 11, 10)):
        style = styles[f"Heading {level}"]
        _font(style, size, INK)
        style.paragraph_format.space_before, style.paragraph_format.space_after = Pt(before), Pt(4)
        style.paragraph_format.keep_with_next = True
    body = styles["Body Text"]
    body.paragraph_format.space_after, body.paragraph_format.line_spacing = Pt(5), 1.4
    styles["List Bullet"].paragraph_format.space_after = Pt(2)
    _font(styles["Caption"], 9.5, INK)
    styles["Caption"].font.bold = False
    styles["Caption"].paragraph_format.keep_with_next = True
    styles["Caption"].paragraph_format.space_after = Pt(3)
    for name, points in (("Table Text", 9.5), ("Note", 9)):
        style = styles.add_style(name, WD_STYLE_TYPE.PARAGRAPH)
        style.base_style = styles["Normal"]
        _font(style, points)
        style.paragraph_format.space_before = style.paragraph_format.space_after = Pt(2.5)


def _font(style: Any, size: float, colour: RGBColor | None = None) -> None:
    style.font.name, style.font.size = FONT, Pt(size)
    fonts = style.element.get_or_add_rPr().get_or_add_rFonts()
    for attribute in ("w:asciiTheme", "w:hAnsiTheme", "w:eastAsiaTheme", "w:cstheme"):
        fonts.attrib.pop(qn(attribute), None)
    fonts.set(qn("w:eastAsia"), FONT)
    if colour is not None:
        style.font.color.rgb = colour


def _numbered_headings(document: Any) -> None:
    """Headings number themselves, ``1.``, ``1.1``, ``1.1.1``, through a list that their styles name."""
    numbering = document.part.numbering_part.element
    levels = "".join(
        f'<w:lvl w:ilvl="{n}"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:pStyle w:val="Heading{n + 1}"/>'
        f'<w:lvlText w:val="{text}"/><w:lvlJc w:val="left"/>'
        '<w:pPr><w:ind w:left="680" w:hanging="680"/></w:pPr></w:lvl>'
        for n, text in enumerate(("%1.", "%1.%2", "%1.%2.%3"))
    )
    abstract = parse_xml(
        f'<w:abstractNum {nsdecls("w")} w:abstractNumId="90"><w:multiLevelType w:val="multilevel"/>{levels}'
        "</w:abstractNum>"
    )
    numbering.insert(0, abstract)
    numbering.append(parse_xml(f'<w:num {nsdecls("w")} w:numId="90"><w:abstractNumId w:val="90"/></w:num>'))
    for level in (1, 2, 3):
        properties = document.styles[f"Heading {level}"].element.get_or_add_pPr()
        properties.append(
            parse_xml(f'<w:numPr {nsdecls("w")}><w:ilvl w:val="{level - 1}"/><w:numId w:val="90"/></w:numPr>')
        )


def _properties(document: Any) -> None:
    core = document.core_properties
    core.title, core.author, core.comments, core.language = "設計書 記入規則", "標準化チーム", "", "ja-JP"
    core.created = core.modified = WRITTEN
    core.last_modified_by, core.revision = "標準化チーム", 1
