"""An Office file as a package of XML parts and the relations between them."""

from __future__ import annotations

import posixpath
import zipfile
from pathlib import Path

from lxml import etree

from rulebook.errors import DamagedFile

_STRICT = (
    (b"http://purl.oclc.org/ooxml/wordprocessingml/main", b"http://schemas.openxmlformats.org/wordprocessingml/2006/main"),
    (b"http://purl.oclc.org/ooxml/spreadsheetml/main", b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"),
    (b"http://purl.oclc.org/ooxml/presentationml/main", b"http://schemas.openxmlformats.org/presentationml/2006/main"),
    (b"http://purl.oclc.org/ooxml/drawingml/spreadsheetDrawing", b"http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"),
    (b"http://purl.oclc.org/ooxml/drawingml/", b"http://schemas.openxmlformats.org/drawingml/2006/"),
    (b"http://purl.oclc.org/ooxml/officeDocument/relationships", b"http://schemas.openxmlformats.org/officeDocument/2006/relationships"),
)  # fmt: skip


class Package:
    """The parts of one Office file, read on demand. The guard has accepted the file before this opens it."""

    def __init__(self, path: Path, doc: str) -> None:
        self.doc = doc
        try:
            self._zip = zipfile.ZipFile(path)
        except (zipfile.BadZipFile, OSError) as error:
            raise DamagedFile(
                f"the file is damaged: {error}.", where=doc, remedy="Open it in Office and save it again."
            ) from error
        self._names = frozenset(self._zip.namelist())

    def __enter__(self) -> Package:
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.close()

    def __contains__(self, part: str) -> bool:
        return part in self._names

    def xml(self, part: str) -> etree._Element:
        """The root element of a part, strict OOXML mapped to the usual namespaces; entities are never resolved.

        Raises ``DamagedFile`` with the part's name when it is missing or is no XML.
        """
        try:
            content = self._zip.read(part)
            if b"purl.oclc.org" in content[:8000]:
                for strict, usual in _STRICT:
                    content = content.replace(strict, usual)
            parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True, remove_comments=True)
            return etree.fromstring(content, parser)
        except (KeyError, etree.XMLSyntaxError, zipfile.BadZipFile, OSError, EOFError) as error:
            raise DamagedFile(
                f"the part {part} is missing or damaged: {error}.",
                where=self.doc,
                remedy="Open the file in Office, let it repair the file, and save it again.",
            ) from error

    def relations(self, part: str) -> dict[str, tuple[str, str]]:
        """``{relation id: (kind, part name)}`` of a part, in file order; links to the outside are left out.

        ``kind`` is the last word of the relation's type: ``slide``, ``drawing``, ``comments`` …
        """
        folder, name = posixpath.split(part)
        path = posixpath.join(folder, "_rels", f"{name}.rels")
        if path not in self:
            return {}
        found = {}
        for relation in self.xml(path):
            if relation.get("TargetMode") == "External":
                continue
            target, kind = relation.get("Target", ""), relation.get("Type", "").rsplit("/", 1)[-1]
            full = target.lstrip("/") if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))
            found[relation.get("Id", "")] = (kind, full)
        return found

    def main_part(self) -> str:
        """The part that holds the document itself."""
        for kind, part in self.relations("").values():
            if kind == "officeDocument":
                return part
        raise DamagedFile(
            "the package names no main document.", where=self.doc, remedy="Open it in Office and save it again."
        )
