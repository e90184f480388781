"""設計方針.pptx: what holds for the design of the system."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from packing import WRITTEN
from pptx import Presentation
from pptx.dml.color import RGBColor
from pptx.enum.text import MSO_ANCHOR, PP_ALIGN
from pptx.opc.constants import RELATIONSHIP_TYPE as RT
from pptx.oxml import parse_xml
from pptx.oxml.ns import nsdecls, qn
from pptx.util import Emu, Inches, Pt

FONT = "Yu Gothic"
INK, TEXT, GREY = RGBColor(0x1F, 0x3A, 0x5F), RGBColor(0x22, 0x22, 0x22), RGBColor(0x5B, 0x64, 0x72)
PALE, WHITE = RGBColor(0xE4, 0xEA, 0xF1), RGBColor(0xFF, 0xFF, 0xFF)

_BAND = f"""<p:sp {nsdecls("p", "a")}>
<p:nvSpPr><p:cNvPr id="900" name="Band"/><p:cNvSpPr/><p:nvPr userDrawn="1"/></p:nvSpPr>
<p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="260000" cy="{{height}}"/></a:xfrm>
<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>
<a:solidFill><a:srgbClr val="{{colour}}"/></a:solidFill><a:ln><a:noFill/></a:ln></p:spPr></p:sp>"""


@dataclass(frozen=True)
class Page:
    title: str
    points: tuple[str, ...]
    notes: str = ""


PAGES = (
    Page(
        "基本方針",
        (
            "業務の正しさを性能より優先する。性能は計測してから改善する。",
            "利用者が入力した値は、画面とサーバーの両方で検査する。",
            "同じ処理を二か所に書かない。共通の処理は共通部品にまとめる。",
            "外部の製品に依存する処理は、差し替えられるように一か所に閉じ込める。",
        ),
    ),
    Page(
        "システムの構成",
        (
            "画面、業務処理、データアクセスの3層に分け、上の層から下の層だけを呼び出す。",
            "画面の層からデータベースを直接参照してはならない。",
            "夜間バッチは、途中で止まっても再実行だけで回復できるように作る。",
        ),
        "層を飛ばす呼び出しは、レビューで差し戻す。性能上の理由があるときは、事前にアーキテクトの承認を得る。",
    ),
    Page(
        "データベース",
        (
            "テーブル物理名は英大文字とアンダースコアで24文字以内とする。",
            "主キーには業務上のコードを使わず、連番の代理キーを使う。",
            "取引データは物理削除せず、削除フラグによる論理削除とする。",
            "すべてのテーブルに登録日時、更新日時、更新者を持たせる。",
        ),
        "24文字は、連携先の倉庫システムが受け取れる名称の長さによる。",
    ),
    Page(
        "セキュリティ",
        (
            "パスワードは12文字以上とし、英字、数字、記号をすべて含める。",
            "30分間操作がないときは、自動的にログアウトする。",
            "通信はTLS 1.2以上で暗号化する。",
            "個人情報は、ログにも画面のURLにも出力しない。",
        ),
    ),
)

LOGS = (
    ("ログの種類", "記録する内容", "保管期間"),
    ("操作ログ", "利用者、日時、画面、操作", "1年"),
    ("エラーログ", "日時、処理名、識別子、スタックトレース", "90日"),
    ("監査ログ", "権限の変更、個人情報の参照", "7年"),
    ("バッチログ", "開始と終了の日時、処理件数、異常終了の理由", "6か月"),
)

LAST_PAGES = (
    Page(
        "命名",
        (
            "クラス名は大文字で始め、単語の頭を大文字にする（例：OrderService）。",
            "変数名とメソッド名は小文字で始める（例：orderCount）。",
            "略語は用語集にあるものだけを使う。",
            "画面と帳票の識別子は、記入規則の「識別子」に従う。",
        ),
    ),
    Page(
        "エラー処理",
        (
            "利用者に見せるメッセージには、原因と対処を書く。",
            "スタックトレースなど内部の情報を画面に表示しない。",
            "外部システムとの通信は3回まで再試行し、間隔は2秒から始めて2倍ずつ広げる。",
        ),
        "再試行しても失敗したときは、運用担当に通知し、処理を保留の状態にする。",
    ),
)


def make() -> bytes:
    """The finished deck."""
    deck = Presentation()
    _widen(deck)
    _dress(deck)
    _title_page(deck)
    for page in PAGES:
        _page(deck, page)
    _log_page(deck)
    for page in LAST_PAGES:
        _page(deck, page)
    core = deck.core_properties
    core.title, core.author, core.last_modified_by, core.revision = "設計方針", "標準化チーム", "標準化チーム", 1
    core.created = core.modified = WRITTEN
    out = io.BytesIO()
    deck.save(out)
    return out.getvalue()


def _title_page(deck: Any) -> None:
    slide = deck.slides.add_slide(deck.slide_layouts[0])
    slide.shapes.title.text = "設計方針"
    frame = slide.placeholders[1].text_frame
    frame.text = "受発注管理システム開発プロジェクト\n第3.0版　2026年4月1日"
    for paragraph in frame.paragraphs:
        paragraph.alignment, paragraph.font.color.rgb = PP_ALIGN.LEFT, GREY


def _page(deck: Any, page: Page) -> None:
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text = page.title
    frame = slide.placeholders[1].text_frame
    for n, point in enumerate(page.points):
        paragraph = frame.paragraphs[0] if n == 0 else frame.add_paragraph()
        paragraph.text, paragraph.space_after = point, Pt(12)
    if page.notes:
        slide.notes_slide.notes_text_frame.text = page.notes


def _log_page(deck: Any) -> None:
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    slide.shapes.title.text = "ログ"
    table = slide.shapes.add_table(
        len(LOGS), 3, Inches(0.9), Inches(1.75), Inches(11.5), Inches(0.62 * len(LOGS))
    ).table
    for column, width in enumerate((2.6, 6.7, 2.2)):
        table.columns[column].width = Inches(width)
    for r, row in enumerate(LOGS):
        _fill_row(table, r, row)
    box = slide.shapes.add_textbox(Inches(0.9), Inches(5.3), Inches(11.5), Inches(0.6))
    box.text_frame.word_wrap = True
    paragraph = box.text_frame.paragraphs[0]
    paragraph.text, paragraph.alignment = "保管期間を過ぎたログは、月次の処理で自動的に消去する。", PP_ALIGN.LEFT
    paragraph.font.size, paragraph.font.color.rgb = Pt(18), GREY
    slide.notes_slide.notes_text_frame.text = "監査ログの7年は社内規程による。ほかの期間は運用の都合で見直してよい。"


def _fill_row(table: Any, r: int, row: Sequence[str]) -> None:
    for c, text in enumerate(row):
        cell = table.cell(r, c)
        cell.text, cell.vertical_anchor = text, MSO_ANCHOR.MIDDLE
        font = cell.text_frame.paragraphs[0].font
        font.size, font.bold = Pt(16), r == 0
        font.color.rgb = WHITE if r == 0 else TEXT
        cell.fill.solid()
        cell.fill.fore_color.rgb = INK if r == 0 else PALE if r % 2 else WHITE


def _widen(deck: Any) -> None:
    """16:9; the layouts of the built-in template are 4:3 and stretch with the page."""
    factor = Inches(13.333) / deck.slide_width
    deck.slide_width = Inches(13.333)
    for holder in (deck.slide_master, *deck.slide_layouts):
        for shape in holder.shapes:
            if shape.width:
                shape.left, shape.width = Emu(int(shape.left * factor)), Emu(int(shape.width * factor))


def _dress(deck: Any) -> None:
    """One typeface, dark blue titles at the left, and a coloured band at the edge of every page."""
    master = deck.slide_master
    theme = next(rel.target_part for rel in master.part.rels.values() if rel.reltype == RT.THEME)
    theme._blob = re.sub(rb'(<a:(?:latin|ea) typeface=")[^"]*', rb"\g<1>" + FONT.encode(), theme.blob)
    styles = master.element.find(qn("p:txStyles"))
    for name, size, colour in (("p:titleStyle", 3200, INK), ("p:bodyStyle", 2200, TEXT)):
        for level in styles.find(qn(name)):
            if name == "p:titleStyle":
                level.set("algn", "l")
            _colour(level.find(qn("a:defRPr")), size, colour)
    master.shapes._spTree.insert(2, parse_xml(_BAND.format(height=deck.slide_height, colour=INK)))
    for layout in deck.slide_layouts:
        for shape in layout.placeholders:
            _place(shape, on_title_page=layout == deck.slide_layouts[0])


def _colour(properties: Any, size: int, colour: RGBColor) -> None:
    properties.set("sz", str(size))
    if colour == INK:
        properties.set("b", "1")
    for fill in properties.findall(qn("a:solidFill")):
        properties.remove(fill)
    properties.insert(0, parse_xml(f'<a:solidFill {nsdecls("a")}><a:srgbClr val="{colour}"/></a:solidFill>'))


def _place(shape: Any, *, on_title_page: bool) -> None:
    """Title at the top left, text below it with room to breathe."""
    index = shape.placeholder_format.idx
    if index > 1:
        return
    title_top, text_top = (2.2, 3.5) if on_title_page else (0.45, 1.75)
    shape.left, shape.width = Inches(0.9), Inches(11.5)
    shape.top, shape.height = (Inches(title_top), Inches(0.95)) if index == 0 else (Inches(text_top), Inches(5))
