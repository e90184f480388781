"""The door for untrusted files: says what a file really is, or why it is not read."""

from __future__ import annotations

import posixpath
from pathlib import Path
from urllib.parse import unquote

from lxml import etree

from rulebook.errors import DocumentError, EmptyFile
from rulebook.model.document import DocType
from rulebook.readers.archive import Archive, damaged
from rulebook.readers.limits import Limits, size, too_much
from rulebook.readers.pages import check_pages
from rulebook.readers.parts import scan
from rulebook.readers.refusals import LOCK, compound_file, lock_file, mismatch, unsupported
from rulebook.readers.registry import Format, format_of_content_type, format_of_name, suffix_of
from rulebook.readers.sniff import Content, sniff

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
    if doc.startswith(LOCK):
        raise lock_file(doc)
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
        raise compound_file(path, doc)
    if named is None:
        raise unsupported(doc)
    _check_plain(doc, named, content)
    if content is Content.PDF:
        check_pages(path, doc, limits)
    return named.doc_type


def _check_length(doc: str, length: int, limits: Limits, named: Format | None) -> None:
    bound = "text_bytes" if named and named.doc_type is DocType.MARKDOWN else "file_bytes"
    allowed = getattr(limits, bound)
    if length > allowed:
        raise too_much(bound, doc, "the file is too large", size(length), size(allowed))


def _check_plain(doc: str, named: Format, content: Content) -> None:
    """A file that is neither ZIP nor OLE against the type its name stands for."""
    if content in _FITTING.get(named.doc_type, ()):
        return
    if content is Content.BINARY:
        raise damaged(doc, f"its content is no {named.name}")
    raise mismatch(doc, _NAMES[content], ".pdf" if content is Content.PDF else "")


_FITTING = {DocType.MARKDOWN: (Content.TEXT, Content.XML), DocType.PDF: (Content.PDF,)}
_NAMES = {
    Content.PDF: "a PDF",
    Content.RTF: "an RTF document",
    Content.HTML: "an HTML page",
    Content.XML: "an XML file (a flat Office format or Excel 2003)",
    Content.TEXT: "plain text",
}


def _check_package(path: Path, doc: str, named: Format | None, limits: Limits) -> DocType:
    with Archive(path, doc, limits) as archive:
        types = _types(archive)
        if types is None:
            raise mismatch(doc, _kind_of_archive(archive), "")
        parts = tuple(name for name in archive.names if _may_be_xml(archive, types, name))
        broken = scan(archive, parts, limits)
        main = _main_part(archive, broken)
        form, content_type = _format_of_main(doc, types.of(main))
        _check_name(doc, named, form, content_type)
        for part in (main, archive.stored(_ROOT), archive.stored(_TYPES)):
            if part in broken:
                raise damaged(doc, f"the part {part} is no well-formed XML ({broken[part]})")
    return form.doc_type


def _may_be_xml(archive: Archive, types: _Types, name: str) -> bool:
    return name.lower().endswith(_XML_SUFFIXES) or types.is_xml(name) or archive.begins_like_xml(name)


def _kind_of_archive(archive: Archive) -> str:
    name = archive.stored("mimetype")
    kind = archive.content(name)[:100] if name else b""
    if kind.startswith(b"application/vnd.oasis.opendocument."):
        return "an OpenDocument file (.odt, .ods, .odp)"
    return "an e-book (EPUB)" if kind.startswith(b"application/epub") else "a ZIP archive without an Office document"


def _check_name(doc: str, named: Format | None, form: Format, content_type: str) -> None:
    macro = "macroEnabled" in content_type
    right = (form.macro_suffixes if macro else form.suffixes)[0]
    if named is not form:
        raise mismatch(doc, f"{right} ({form.name})", right)
    if macro and suffix_of(doc) not in form.macro_suffixes:
        raise mismatch(doc, f"{right} ({form.name} with macros)", right)


def _format_of_main(doc: str, content_type: str) -> tuple[Format, str]:
    form = format_of_content_type(content_type)
    if form is None or ".binary." in content_type:
        kind = "a binary workbook (.xlsb)" if form else f"an Office file of the type {content_type or 'unknown'}"
        raise mismatch(doc, kind, "")
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
    root = None if archive.stored(_ROOT) in broken else _small_xml(archive, _ROOT)
    for relation in root.iter("{*}Relationship") if root is not None else ():
        if relation.get("Type", "").endswith("/officeDocument"):
            target = relation.get("Target", "").lstrip("/")
            part = archive.stored(target) or archive.stored(unquote(target))
            if part is None:
                raise damaged(archive.doc, f"its main part {target} is missing")
            return part
    raise damaged(archive.doc, "the package does not name its main part")


def _small_xml(archive: Archive, part: str) -> etree._Element | None:
    """The root of a part of the package itself, or nothing when the package has no such part."""
    stored = archive.stored(part)
    if stored is None:
        return None
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
    try:
        return etree.fromstring(archive.content(stored), parser)
    except etree.XMLSyntaxError as error:
        raise damaged(archive.doc, f"the part {part} is no well-formed XML ({error})") from error
