"""The document types rulebook reads: their file names, their content and the module that reads them."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import TypeAlias, cast

from rulebook.model.document import DocType, Document

Reader: TypeAlias = Callable[[Path, str], Document]


@dataclass(frozen=True, slots=True)
class Format:
    """One document type. ``content_types`` are how the content type of an Office file's main part begins;
    ``macro_suffixes`` the suffixes under which it may hold macros, which are never run."""

    doc_type: DocType
    name: str
    module: str
    suffixes: tuple[str, ...]
    macro_suffixes: tuple[str, ...] = ()
    old_suffixes: tuple[str, ...] = ()
    content_types: tuple[str, ...] = ()

    @property
    def packaged(self) -> bool:
        """Whether it is an Office file: a ZIP package of parts."""
        return bool(self.content_types)

    @property
    def all_suffixes(self) -> tuple[str, ...]:
        return self.suffixes + self.macro_suffixes


_OOXML = "application/vnd.openxmlformats-officedocument."

_WORD_TYPES = (f"{_OOXML}wordprocessingml.", "application/vnd.ms-word.")
_EXCEL_TYPES = (f"{_OOXML}spreadsheetml.", "application/vnd.ms-excel.")
_SLIDE_TYPES = (f"{_OOXML}presentationml.", "application/vnd.ms-powerpoint.")

FORMATS = (
    Format(DocType.WORD, "Word document", "rulebook.readers.word", (".docx",), (".docm",), (".doc",), _WORD_TYPES),
    Format(DocType.EXCEL, "Excel workbook", "rulebook.readers.excel", (".xlsx",), (".xlsm",), (".xls",), _EXCEL_TYPES),
    Format(DocType.PPT, "PowerPoint deck", "rulebook.readers.slides", (".pptx",), (".pptm",), (".ppt",), _SLIDE_TYPES),
    Format(DocType.MARKDOWN, "Markdown text", "rulebook.readers.markdown", (".md", ".markdown")),
    Format(DocType.PDF, "PDF", "rulebook.readers.pdf", (".pdf",)),
)
"""Everything that rulebook reads; a new type is its module and one line here."""


def suffix_of(doc: str) -> str:
    """The suffix of a file name in lower case, ``""`` when it has none."""
    return PurePath(doc).suffix.lower()


def format_of_name(doc: str) -> Format | None:
    """The format that the suffix of ``doc`` stands for."""
    return next((f for f in FORMATS if suffix_of(doc) in f.all_suffixes), None)


def format_of_content_type(content_type: str) -> Format | None:
    """The format whose main part has this content type."""
    return next((f for f in FORMATS if f.packaged and content_type.startswith(f.content_types)), None)


def supported_suffixes() -> tuple[str, ...]:
    """Every suffix that is read, in the order of the formats."""
    return tuple(suffix for f in FORMATS for suffix in f.all_suffixes)


def reader_for(doc_type: DocType) -> Reader:
    """The function ``read(path, doc)`` of a type; its module and what it needs are imported now, not before."""
    module = next(f.module for f in FORMATS if f.doc_type is doc_type)
    return cast(Reader, importlib.import_module(module).read)
