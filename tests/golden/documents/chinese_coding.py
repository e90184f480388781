"""编码规范: a Chinese document as Word's own styles make it, with numbered rules, a table and code in a box."""

from __future__ import annotations

import io
from pathlib import Path

from docx import Document
from docx.document import Document as WordDocument
from docx.oxml.ns import qn
from docx.shared import Pt

from tests.golden.settled import settled

NAME = "编码规范（第2版）.docx"


def build(folder: Path) -> bytes:
    document = Document()
    document.core_properties.title = "编码规范"
    document.add_heading("编码规范", 0)
    _renamed(document)
    _naming(document)
    _layout(document)
    _errors(document)
    stream = io.BytesIO()
    document.save(stream)
    return settled(stream.getvalue())


def _renamed(document: WordDocument) -> None:
    """Heading styles under the names that a Chinese program gives them."""
    for number in (1, 2):
        name = document.styles[f"Heading {number}"].element.find(qn("w:name"))
        name.set(qn("w:val"), f"标题 {number}")


def _heading(document: WordDocument, text: str, number: int) -> None:
    paragraph = document.add_paragraph(text)
    style = next(s for s in document.styles if s.style_id == f"Heading{number}")
    paragraph.style = style


def _naming(document: WordDocument) -> None:
    _heading(document, "一、命名", 1)
    document.add_paragraph("名称必须使用英文单词，不得使用拼音。缩写仅限附录所列；未列出的缩写须经架构组批准。")
    _heading(document, "1.1 变量", 2)
    for text in (
        "局部变量使用小驼峰命名法，例如 orderCount。",
        "常量全部大写，单词之间用下划线分隔。",
        "禁止使用单个字母，循环变量除外。",
    ):
        document.add_paragraph(text, style="List Number")
    _heading(document, "1.2 数据库对象", 2)
    paragraph = document.add_paragraph("表名以")
    paragraph.add_run("T_").bold = True
    paragraph.add_run("开头，视图名以")
    paragraph.add_run("V_").bold = True
    paragraph.add_run("开头。")
    old = paragraph.add_run("存储过程名以 SP_ 开头。")
    old.font.strike = True


def _layout(document: WordDocument) -> None:
    _heading(document, "二、排版", 1)
    document.add_paragraph("缩进使用四个空格，不使用制表符。每行不超过一百二十个字符，超过时在运算符之前换行。")
    rows = [
        ("语言", "文件编码", "换行符", "行长上限"),
        ("Java", "UTF-8", "LF", "120"),
        ("SQL", "UTF-8", "LF", "100"),
        ("批处理", "GBK", "CRLF", ""),
    ]
    table = document.add_table(len(rows), len(rows[0]), style="Table Grid")
    for made, texts in zip(table.rows, rows, strict=True):
        for cell, text in zip(made.cells, texts, strict=True):
            cell.text = text
    for cell in table.rows[0].cells:
        cell.paragraphs[0].runs[0].bold = True
    table.cell(1, 1).merge(table.cell(2, 1)).text = "UTF-8"


def _errors(document: WordDocument) -> None:
    _heading(document, "三、异常处理", 1)
    document.add_paragraph("不得捕获异常后不做任何处理！日志中必须包含异常的堆栈；不得向用户显示堆栈。")
    for text in ("业务异常：向用户显示提示信息。", "系统异常：记录日志并通知运维人员。"):
        document.add_paragraph(text, style="List Bullet")
    code = document.add_paragraph()
    line = code.add_run('catch (IOException e) {\n    log.error("读取失败", e);\n    throw e;\n}')
    line.font.name, line.font.size = "Consolas", Pt(9)
