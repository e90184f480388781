"""An Office file as a package of XML parts and the relations between them."""

from __future__ import annotations

import posixpath
import re
import zipfile
from pathlib import Path
from urllib.parse import unquote

from lxml import etree

from rulebook.errors import DamagedFile, UnsafeFile
from rulebook.readers.archive import BROKEN
from rulebook.readers.parts import lacked_memory

_STRICT = re.compile(r"\{http://purl\.oclc\.org/ooxml/(\w+)/([\w/]+)\}")
_RESPELLED = {"extendedProperties": "extended-properties", "customProperties": "custom-properties"}
_STRICT_HOST = tuple("purl.oclc.org/ooxml".encode(encoding) for encoding in ("utf-8", "utf-16-le", "utf-16-be"))


class Package:
    """The parts of one Office file, read on demand. The guard has accepted the file before this opens it."""

    def __init__(self, path: Path, doc: str) -> None:
        self.doc = doc
        try:
            self._zip = zipfile.ZipFile(path)
        except BROKEN as error:
            raise DamagedFile(
                f"the file is damaged: {error}.", where=doc, remedy="Open it in Office and save it again."
            ) from error
        # names of parts are equal in either case (ISO 29500-2, 6.2.2)
        self._names = {name.casefold(): name for name in self._zip.namelist()}

    def __enter__(self) -> Package:
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.close()

    def __contains__(self, part: str) -> bool:
        return part.casefold() in self._names

    def xml(self, part: str) -> etree._Element:
        """The root element of a part, strict OOXML mapped to the usual namespaces; entities are never resolved.

        Raises ``DamagedFile`` with the part's name when it is missing or is no XML, ``UnsafeFile`` for a DOCTYPE, and
        ``MemoryError``.
        """
        try:
            content = self._zip.read(self._names.get(part.casefold(), part))
            parser = etree.XMLParser(
                resolve_entities=False, no_network=True, huge_tree=True, remove_comments=True, remove_pis=True
            )
            root = etree.fromstring(content, parser)
        except (KeyError, RuntimeError, etree.XMLSyntaxError, *BROKEN) as error:
            if lacked_memory(error):
                raise MemoryError from error
            raise DamagedFile(
                f"the part {part or '(unnamed)'} is missing or damaged: {error}.",
                where=self.doc,
                remedy="Open the file in Office, let it repair the file, and save it again.",
            ) from error
        if root.getroottree().docinfo.internalDTD is not None:  # the guard refuses these files
            raise UnsafeFile(
                f"the part {part} declares a DOCTYPE, which can swallow text. No office program writes this.",
                where=self.doc,
                remedy="If you trust where it comes from, open it in Office and save it as a new file.",
            )
        if any(host in content for host in _STRICT_HOST):
            _to_usual_names(root)
        return root

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
            found[relation.get("Id", "")] = (kind, self._stored(full))
        return found

    def _stored(self, part: str) -> str:
        """The name as the package spells it; targets may write characters as ``%20``."""
        plain = part if part in self else unquote(part)
        return self._names.get(plain.casefold(), part)

    def main_part(self) -> str:
        """The part that holds the document itself."""
        for kind, part in self.relations("").values():
            if kind == "officeDocument":
                return part
        raise DamagedFile(
            "the package names no main document.", where=self.doc, remedy="Open it in Office and save it again."
        )


def _to_usual_names(root: etree._Element) -> None:
    """Renames elements and attributes of ISO 29500 Strict, which are those of the usual form in other namespaces."""
    for element in root.iter("{*}*"):
        element.tag = _usual(str(element.tag))
        for name, value in element.attrib.items():
            usual = _usual(str(name))
            if usual != name:
                del element.attrib[name]
                element.set(usual, value)


def _usual(name: str) -> str:
    strict = _STRICT.match(name)
    if strict is None:
        return name
    group, kind = strict.groups()
    return f"{{http://schemas.openxmlformats.org/{group}/2006/{_RESPELLED.get(kind, kind)}}}{name[strict.end() :]}"
