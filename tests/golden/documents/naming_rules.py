"""Naming rules: a PDF of three pages with running heads, page numbers, sizes of headings and a page without text."""

from __future__ import annotations

from pathlib import Path

from tests.pdfs import Text, pdf

NAME = "naming-rules.pdf"


def build(folder: Path) -> bytes:
    pages = [_first(), _second(), _third(), []]
    return pdf([_framed(lines, number) for number, lines in enumerate(pages, 1)])


def _framed(lines: list[Text], number: int) -> list[Text]:
    if not lines:
        return []
    return [Text("Naming rules, 2nd edition", 815, size=8), *lines, Text(f"Page {number} of 4", 30, left=270, size=8)]


def _prose(top: float, *lines: str) -> list[Text]:
    return [Text(line, top - 14 * n) for n, line in enumerate(lines)]


def _first() -> list[Text]:
    return [
        Text("Naming Rules", 790, size=24),
        Text("1 General", 762, size=18),
        *_prose(735, "These rules hold for the names of all programs, tables and files. They do not hold for the",
                "names of screens, which the screen standard regulates."),
        *_prose(693, "A name must not contain more than thirty characters."),
        Text("1.1 Letters", 650, size=13),
        *_prose(625, "Names consist of the letters A to Z, the digits and the underscore. A name begins with a",
                "letter. Upper and lower case are not told apart."),
        *_prose(583, "- Do not use the letter O beside the digit 0.", "- Do not use reserved words."),
    ]  # fmt: skip


def _second() -> list[Text]:
    systems = ["ORD for orders", "INV for invoices", "STK for stocks", "CUS for customers", "SHP for shipping"]
    return [
        Text("1.2 Prefixes", 770, size=13),
        *_prose(745, "Every name begins with the code of its system, which has three letters and is given by the",
                "quality department. The codes are:"),
        *_prose(700, *(f"- {system}" for system in systems)),
        Text("1.3 Kinds", 600, size=13),
        *_prose(575, "The code is followed by an underscore and by the kind of the object, as in ORD_T_CUSTOMER.",
                "T stands for tables, V for views and P for programs."),
        Text("1.4 Exceptions", 110, size=13),
        *_prose(85, "Exceptions are made for names that another company has given. They need the approval of the"),
    ]  # fmt: skip


def _third() -> list[Text]:
    return [
        *_prose(775, "quality department in writing."),
        Text("2 Files", 730, size=18),
        *_prose(700, "File names carry the date of their making in the form YYYYMMDD. A file that is sent to a",
                "customer also carries a version, e.g. ORD_LIST_20260401_V02."),
    ]  # fmt: skip
