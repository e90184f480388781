"""Coding Standard: an English document with nested lists, notes, fields, links and a stacked header."""

from __future__ import annotations

from pathlib import Path

from tests.faults.documents import NUMBERED_HEADINGS, complete
from tests.golden.settled import settled
from tests.readers.word.files import cell, item, level, numbering, p, row, run, styled, table, word_file

NAME = "Coding Standard.docx"

_HEADER = "<w:tblHeader/>"
_LINES = (
    level(0, "decimal", "%1", '<w:pStyle w:val="H1"/>'),
    level(1, "decimal", "%1.%2", '<w:pStyle w:val="H2"/>'),
)
_LISTS = (
    f'<w:abstractNum w:abstractNumId="1">{level(0, "upperLetter", "Rule %1.")}{level(1, "lowerRoman", "(%2)")}'
    f"{level(2, 'bullet', '·')}</w:abstractNum>"
    '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>'
    '<w:num w:numId="3"><w:abstractNumId w:val="1"/>'
    '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>'
)


def build(folder: Path) -> bytes:
    parts = {
        "styles": NUMBERED_HEADINGS,
        **numbering(*_LINES, num=_LISTS),
        "footnotes": _note("footnote", 2, "As of release 4.2, e.g. in the order service.")
        + _note("footnote", 3, "See the glossary for the term."),
        "endnotes": _note("endnote", 2, "Approved by the architecture board on 1 April 2026."),
    }
    return settled(
        complete(word_file(folder, _naming() + _errors() + _logging(), parts, title="Coding Standard")).read_bytes()
    )


def _note(kind: str, number: int, text: str) -> str:
    return f'<w:{kind} w:id="{number}">{p(text)}</w:{kind}>'


def _refer(kind: str, number: int) -> str:
    return f'<w:r><w:{kind}Reference w:id="{number}"/></w:r>'


def _field(instruction: str, result: str) -> str:
    return (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
        f'<w:r><w:instrText xml:space="preserve"> {instruction} </w:instrText></w:r>'
        f'<w:r><w:fldChar w:fldCharType="separate"/></w:r>{run(result)}<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )


def _naming() -> str:
    return (
        styled("H1", "Naming")
        + p("Names say what a thing is for. A reader must not have to open the definition to understand a call.")
        + item("Use English nouns for classes and verbs for methods.", 2)
        + item("Abbreviations are allowed only where", 2, 1)
        + item("the glossary lists them, and", 2, 2)
        + item("no longer name fits into 100 columns.", 2, 2)
        + item("Acronyms count as words: HttpClient, not HTTPClient.", 2, 1)
        + item("Constants are written in UPPER_SNAKE_CASE.", 2)
        + styled("H2", "Database objects")
        + p(
            run("Tables take the prefix ") + run("T_", "<w:b/>") + run("; views take ") + run("V_", "<w:b/>") + run(".")
        )
    )


def _errors() -> str:
    cause = (
        run("Every exception carries its cause.")
        + _refer("footnote", 2)
        + run(" Do not swallow exceptions.")
        + _refer("footnote", 3)
    )
    link = '<w:hyperlink r:id="x">' + run("the error catalogue") + "</w:hyperlink>"
    return (
        styled("H1", "Errors")
        + p(cause)
        + p(run("Codes are listed in ") + link + run("; see also section ") + _field("REF _Ref7 \\r", "1.1") + run("."))
        + item("Catch what you can handle.", 3)
        + item("Let everything else pass.", 3)
        + table(*_rows())
    )


def _rows() -> tuple[str, ...]:
    down, on = '<w:vMerge w:val="restart"/>', "<w:vMerge/>"
    two = '<w:gridSpan w:val="2"/>'
    return (
        row(cell("Kind", down), cell("Shown to", two), cell("Logged as", down), properties=_HEADER),
        row(cell("", on), "User", "Operator", cell("", on), properties=_HEADER),
        row("Business error", "Message", "–", "INFO"),
        row("System error", "Apology", "Alert", "ERROR"),
        row("Timeout", "Apology", "", "WARN"),
    )


def _logging() -> str:
    never = run("Never log personal data, i.e. names, addresses or account numbers!") + _refer("endnote", 2)
    return (
        styled("H1", "Logging")
        + p(never)
        + p("Log one line per event. Use ISO 8601 for times, e.g. 2026-04-01T09:00:00+09:00. Sizes are given in KiB.")
    )
