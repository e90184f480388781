"""文書作成規程: numbered chapters under revision, a table with merged cells, a box, a note, hidden and struck text."""

from __future__ import annotations

from pathlib import Path

from tests.faults.documents import NUMBERED_HEADINGS, complete
from tests.golden.settled import settled
from tests.readers.word.files import (
    cell,
    item,
    level,
    new_text_box,
    numbering,
    p,
    row,
    run,
    styled,
    table,
    word_file,
)
from tests.readers.word.test_changes import deleted, inserted

NAME = "文書作成規程.docx"

_BOLD, _BOTH, _STRIKE, _HIDE = "<w:b/>", '<w:b/><w:u w:val="single"/>', "<w:strike/>", "<w:vanish/>"
_HEADER = "<w:tblHeader/>"
_RESTART, _GO_ON = '<w:vMerge w:val="restart"/>', "<w:vMerge/>"

_STYLES = (
    NUMBERED_HEADINGS
    + '<w:style w:type="paragraph" w:styleId="T"><w:name w:val="Title"/></w:style>'
    + '<w:style w:type="paragraph" w:styleId="C"><w:name w:val="caption"/></w:style>'
    + '<w:style w:type="paragraph" w:styleId="TOC"><w:name w:val="toc 1"/></w:style>'
)
_LEVELS = (
    level(0, "decimal", "第%1章", '<w:pStyle w:val="H1"/>'),
    level(1, "decimal", "%1.%2", '<w:pStyle w:val="H2"/>'),
    level(2, "decimal", "%1.%2.%3", '<w:pStyle w:val="H3"/>'),
)
_LISTS = (
    f'<w:abstractNum w:abstractNumId="1">{level(0, "japaneseCounting", "（%1）")}{level(1, "aiueoFullWidth", "%2．")}'
    '</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    '<w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>'
)


def build(folder: Path) -> bytes:
    body = _opening() + _chapter_general() + _chapter_headings() + _chapter_tables() + _chapter_figures() + _annex()
    parts = {
        "styles": _STYLES,
        **numbering(*_LEVELS, num=_LISTS),
        "footnotes": f'<w:footnote w:id="2">{p("JIS X 0208 に定める文字をいう。")}</w:footnote>',
        "comments": f'<w:comment w:id="5" w:author="査閲者">{p("他の規程と桁数が異なる。要調整。")}</w:comment>',
        "header1": p("文書番号 品-103"),
        "footer1": p("社外秘"),
    }
    return settled(complete(word_file(folder, body, parts, title="文書作成規程")).read_bytes())


def _opening() -> str:
    return (
        styled("T", "文書作成規程")
        + p("制定 2019年4月1日　改訂 2026年4月1日　品質管理部")
        + styled("TOC", "第1章 総則\t1")
        + styled("TOC", "第2章 見出し\t2")
        + styled("TOC", "第3章 表\t3")
        + styled("TOC", "第4章 図\t4")
    )


def _chapter_general() -> str:
    changed = run("本規程は、") + deleted("開発部門") + inserted("全社") + run("が作成する設計文書に適用する。")
    return (
        styled("H1", "総則")
        + styled("H2", "目的")
        + p(
            "設計文書の書き方を定め、読み手による解釈の違いをなくすことを目的とする。書き方の違う文書は査閲で差し戻す。"
        )
        + styled("H2", "適用範囲")
        + p(changed)
        + item("次の文書には適用しない。", 2)
        + item("会議の議事録", 2, 1)
        + item("試作のための覚え書き", 2, 1)
        + item("顧客が様式を指定する文書は、その様式に従う。", 2)
    )


def _chapter_figures() -> str:
    """Boxes in a group, a table inside a cell, a formula, a power and a link to another place."""
    boxes = "".join(
        f"<v:shape><v:textbox><w:txbxContent>{p(text)}</w:txbxContent></v:textbox></v:shape>"
        for text in ("図の題名", "図の本体", "出典")
    )
    legend = table(row("記号", "意味"), row("□", "処理"), row("◇", "判断"))
    limit = (
        run("図の幅は版面の")
        + "<m:oMath><m:f><m:num><m:r><m:t>2</m:t></m:r></m:num><m:den><m:r><m:t>3</m:t></m:r></m:den></m:f></m:oMath>"
    )
    link = '<w:hyperlink w:anchor="_Ref1">' + run("第3章") + "</w:hyperlink>"
    return (
        styled("H1", "図")
        + p(
            limit
            + run("以内とし、10")
            + run("6", '<w:vertAlign w:val="superscript"/>')
            + run("バイトを超える図は別の文書とする。")
        )
        + p(run("図は次の順に組む。") + f"<w:r><w:pict><v:group>{boxes}</v:group></w:pict></w:r>")
        + table(row("凡例", cell(legend + p(""))), row("色", "用いない。"))
        + p(run("題名の付け方は") + link + run("による。"))
    )


def _chapter_headings() -> str:
    box = new_text_box(p(run("注意", _BOLD)) + p("見出しだけを変えて版を上げてはならない。"))
    note = run("見出しには漢字") + '<w:r><w:footnoteReference w:id="2"/></w:r>' + run("とかなを用い、記号を用いない。")
    return (
        styled("H1", "見出し")
        + p("この章では、章・節・項の見出しを定める。")
        + styled("H2", "番号")
        + p("見出しの番号は自動で振り、手で入力しない。番号の深さは三層までとする。")
        + styled("H3", "章の番号")
        + p(run("章の番号は「第1章」の形とし、") + run("太字+下線", _BOTH) + run("で示す。") + box)
        + styled("H3", "節の番号")
        + p(
            run("節の番号は「1.1」の形とし、")
            + run("太字のみ", _BOLD)
            + run("で示す。")
            + run("斜体で示してもよい。", _STRIKE)
        )
        + styled("H2", "文字")
        + p(note)
        + p(run("見出しの末尾に句点を付けない。") + run("（執筆者用メモ：例を追加する）", _HIDE))
    )


def _chapter_tables() -> str:
    remark = run("桁数は全角で数える。") + '<w:r><w:commentReference w:id="5"/></w:r>'
    rows = (
        row("区分", "項目", "桁数", "備考", properties=_HEADER),
        row(cell("必須", _RESTART), "文書名", "40", ""),
        row(cell("", _GO_ON), "文書番号", cell(p(run("8", _STRIKE) + run("10"))), "半角英数字"),
        row(cell("", _GO_ON), "作成者", "20", "姓と名の間に空白を置く。"),
        row("任意", cell("備考欄は自由に使ってよい", '<w:gridSpan w:val="3"/>')),
        row(*(cell(p(run(t, _STRIKE))) for t in ("任意", "旧文書番号", "8", "2025年度末で廃止"))),
    )
    return (
        styled("H1", "表")
        + styled("H2", "表の体裁")
        + p("表には番号と題名を付け、表の上に置く。表の見出し行は灰色で塗り、各ページで繰り返す。")
        + styled("C", "表3-1 表紙の項目")
        + table(*rows)
        + p(remark)
        + styled("H2", "罫線")
        + p("外枠は太線、内側は細線とする。")
    )


def _annex() -> str:
    section = (
        '<w:sectPr><w:headerReference w:type="default" r:id="header1"/>'
        '<w:footerReference w:type="default" r:id="footer1"/></w:sectPr>'
    )
    plain = '<w:pStyle w:val="H1"/><w:numPr><w:numId w:val="0"/></w:numPr>'
    gone = p(deleted("この規程は毎年見直す。"), "<w:rPr><w:del/></w:rPr>")
    return (
        p("付則", plain)
        + gone
        + p("この規程は2026年4月1日から施行する。施行の日より前に作成した文書には、次の改訂まで適用しない。")
        + section
    )
