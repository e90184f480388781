"""The door for untrusted files: says what a file really is, or why it is not read."""

from __future__ import annotations

import posixpath
from pathlib import Path

from lxml import etree

from rulebook.errors import (
    DocumentError,
    EmptyFile,
    EncryptedFile,
    LimitExceeded,
    OldFormat,
    TypeMismatch,
    UnsupportedType,
)
from rulebook.model.document import DocType
from rulebook.readers.archive import Archive, damaged
from rulebook.readers.limits import Limits, size
from rulebook.readers.parts import scan
from rulebook.readers.registry import (
    FORMATS,
    Format,
    format_of_content_type,
    format_of_name,
    suffix_of,
    supported_suffixes,
)
from rulebook.readers.sniff import Content, OleKind, ole_kind, sniff

_XML_SUFFIXES = (".xml", ".rels", ".vml")
_TYPES = "[Content_Types].xml"
_ROOT = "_rels/.rels"


def check(path: Path, doc: str, limits: Limits | None = None) -> DocType:
    """The type of the file at ``path``, which people know as ``doc``, once it has passed every rule.

    The suffix counts is that of ``doc``; the content must agree with it. Raises ``EmptyFile``, ``UnsupportedType``,
    ``OldFormat``, ``TypeMismatch``, ``EncryptedFile``, ``DamagedFile``, ``UnsafeFile`` or ``LimitExceeded``, and
    ``DocumentError`` itself for a file that cannot be opened.
    """
    limits = limits or Limits()
    named = format_of_name(doc)
    try:
        content = sniff(path)
        length = path.stat().st_size
    except OSError as error:
        raise DocumentError(
            f"the file cannot be opened: {error.strerror}.", where=doc, remedy="Check that it exists and is readable."
        ) from error
    if content is Content.EMPTY:
        raise EmptyFile("the file is empty (0 bytes).", where=doc, remedy="Get the file again from where it comes.")
    _check_length(doc, length, limits, named)
    if content is Content.ZIP:
        return _check_package(path, doc, named, limits)
    if content is Content.OLE:
        raise _compound(path, doc)
    if named is None:
        raise _unsupported(doc)
    _check_plain(doc, named, content)
    return named.doc_type


def _check_length(doc: str, length: int, limits: Limits, named: Format | None) -> None:
    allowed = limits.text_bytes if named and named.doc_type is DocType.MARKDOWN else limits.file_bytes
    if length > allowed:
        raise LimitExceeded(
            f"the file is too large: found {size(length)}, allowed {size(allowed)}.",
            where=doc,
            remedy="Split the document into smaller files.",
        )


def _check_plain(doc: str, named: Format, content: Content) -> None:
    """A file that is neither ZIP nor OLE against the type its name stands for."""
    fits = {DocType.MARKDOWN: Content.TEXT, DocType.PDF: Content.PDF}.get(named.doc_type)
    if content is fits:
        return
    if content is Content.BINARY:
        raise damaged(doc, f"its content is no {named.name}")
    raise _mismatch(doc, _NAMES[content], ".pdf" if content is Content.PDF else "")


_NAMES = {
    Content.PDF: "a PDF",
    Content.RTF: "an RTF document",
    Content.HTML: "an HTML page",
    Content.TEXT: "plain text",
}


def _mismatch(doc: str, found: str, suffix: str) -> TypeMismatch:
    remedy = (
        f"Rename it to {suffix}, or get the right file."
        if suffix
        else f"Open it in the program that wrote it and save it as one of {', '.join(supported_suffixes())}."
    )
    return TypeMismatch(f"the name ends in {suffix_of(doc)}, but the content is {found}.", where=doc, remedy=remedy)


def _unsupported(doc: str) -> DocumentError:
    suffix = suffix_of(doc)
    old = next((f for f in FORMATS if suffix in f.old_suffixes), None)
    if old is not None:
        return OldFormat(
            f"{suffix} is the format of Office before 2007.",
            where=doc,
            remedy=f"Open it in Office and save it as {old.suffixes[0]}.",
        )
    return UnsupportedType(
        f"files of type {suffix or 'without a suffix'} are not read.",
        where=doc,
        remedy=f"Save it as one of {', '.join(supported_suffixes())}.",
    )


def _compound(path: Path, doc: str) -> DocumentError:
    kind = ole_kind(path)
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


def _check_package(path: Path, doc: str, named: Format | None, limits: Limits) -> DocType:
    with Archive(path, doc, limits) as archive:
        types = _types(archive)
        if types is None:
            raise _mismatch(doc, "a ZIP archive without an Office document", "")
        parts = tuple(name for name in archive.names if name.endswith(_XML_SUFFIXES) or types.is_xml(name))
        broken = scan(archive, parts, limits)
        main = _main_part(archive, broken)
        form, content_type = _format_of_main(doc, types.of(main))
        _check_name(doc, named, form, content_type)
        for part in (main, _ROOT, _TYPES):
            if part in broken:
                raise damaged(doc, f"the part {part} is no well-formed XML ({broken[part]})")
    return form.doc_type


def _check_name(doc: str, named: Format | None, form: Format, content_type: str) -> None:
    macro = "macroEnabled" in content_type
    right = (form.macro_suffixes if macro else form.suffixes)[0]
    if named is not form:
        raise _mismatch(doc, f"{right} ({form.name})", right)
    if macro and suffix_of(doc) not in form.macro_suffixes:
        raise _mismatch(doc, f"{right} ({form.name} with macros)", right)


def _format_of_main(doc: str, content_type: str) -> tuple[Format, str]:
    form = format_of_content_type(content_type)
    if form is None or ".binary." in content_type:
        kind = "a binary workbook (.xlsb)" if form else f"an Office file of the type {content_type or 'unknown'}"
        raise _mismatch(doc, kind, "")
    return form, content_type


class _Types:
    """``[Content_Types].xml``: the content type of every part."""

    def __init__(self, root: etree._Element) -> None:
        self._parts: dict[str, str] = {}
        self._suffixes: dict[str, str] = {}
        for entry in root.iter("{*}Override", "{*}Default"):
            content_type = entry.get("ContentType", "")
            self._parts[entry.get("PartName", "").lstrip("/").casefold()] = content_type
            self._suffixes[entry.get("Extension", "").casefold()] = content_type

    def of(self, part: str) -> str:
        own = self._parts.get(part.casefold())
        return own if own is not None else self._suffixes.get(posixpath.splitext(part)[1][1:].casefold(), "")

    def is_xml(self, part: str) -> bool:
        return self.of(part).endswith(("+xml", "/xml"))


def _types(archive: Archive) -> _Types | None:
    root = _small_xml(archive, _TYPES)
    return None if root is None else _Types(root)


def _main_part(archive: Archive, broken: dict[str, str]) -> str:
    root = None if _ROOT in broken else _small_xml(archive, _ROOT)
    for relation in root.iter("{*}Relationship") if root is not None else ():
        if relation.get("Type", "").endswith("/officeDocument"):
            part = relation.get("Target", "").lstrip("/")
            if part in archive.names:
                return part
            raise damaged(archive.doc, f"its main part {part} is missing")
    raise damaged(archive.doc, "the package does not name its main part")


def _small_xml(archive: Archive, part: str) -> etree._Element | None:
    """The root of a part of the package itself, or nothing when the package has no such part."""
    if part not in archive.names:
        return None
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
    try:
        return etree.fromstring(archive.content(part), parser)
    except etree.XMLSyntaxError as error:
        raise damaged(archive.doc, f"the part {part} is no well-formed XML ({error})") from error
