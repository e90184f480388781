"""Why a file is no document that is read: sentences that say what it is instead, and what to do."""

from __future__ import annotations

from pathlib import Path

from rulebook.errors import DocumentError, EncryptedFile, OldFormat, TypeMismatch, UnsupportedType
from rulebook.readers.archive import damaged
from rulebook.readers.registry import FORMATS, format_of_name, suffix_of, supported_suffixes
from rulebook.readers.sniff import OleKind, ole_kind

LOCK = "~$"
"""How the names of Office's lock files begin."""


def mismatch(doc: str, found: str, suffix: str) -> TypeMismatch:
    """Name and content disagree; ``suffix`` is the right one, empty where the content is of no type that is read."""
    remedy = (
        f"Rename it to {suffix}, or get the right file."
        if suffix
        else f"Open it in the program that wrote it and save it as one of {', '.join(supported_suffixes())}."
    )
    named = f"the name ends in {suffix_of(doc)}" if suffix_of(doc) else "the name has no suffix"
    return TypeMismatch(f"{named}, but the content is {found}.", where=doc, remedy=remedy)


def unsupported(doc: str) -> DocumentError:
    """The suffix stands for no type that is read."""
    suffix = suffix_of(doc)
    old = next((f for f in FORMATS if suffix in f.old_suffixes), None)
    if old is not None:
        return OldFormat(
            f"{suffix} is the format of Office before 2007.",
            where=doc,
            remedy=f"Open it in Office and save it as {old.suffixes[0]}.",
        )
    return UnsupportedType(
        f"files of type {suffix} are not read." if suffix else "files without a suffix are not read.",
        where=doc,
        remedy=f"Save it as one of {', '.join(supported_suffixes())}.",
    )


def compound_file(path: Path, doc: str) -> DocumentError:
    """It is an old kind of file, in which today encrypted documents lie."""
    kind = ole_kind(path)
    if kind is OleKind.RIGHTS:
        return EncryptedFile(
            "the document is protected by rights management (IRM): only the people it names can open it.",
            where=doc,
            remedy="Ask its owner for a copy without restrictions (File > Info > Protect > Restrict Access).",
        )
    if kind is OleKind.ENCRYPTED:
        return EncryptedFile(
            "the document is protected by a password.",
            where=doc,
            remedy="Open it in Office, remove the password (File > Info > Protect) and add it again.",
        )
    if kind is OleKind.OLD or format_of_name(doc) is None:
        return OldFormat(
            "the content is that of Office before 2007 (.doc, .xls, .ppt).",
            where=doc,
            remedy="Open it in Office and save it as .docx, .xlsx or .pptx.",
        )
    return damaged(doc, "it is a compound file without an Office document in it")


def lock_file(doc: str) -> UnsupportedType:
    """It is what Office lays beside a document that somebody has open."""
    return UnsupportedType(
        "it is no document, but the note by which Office marks a document that somebody has open.",
        where=doc,
        remedy="Close the document in Office, add the document itself, and leave this file out.",
    )
