"""What faulty programs and hostile people write into the XML parts of an Office file."""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import TypeAlias

from lxml import etree

XmlMutator: TypeAlias = Callable[[bytes, Random], bytes]
TreeMutator: TypeAlias = Callable[[etree._Element, Random], None]

_VALUES = (
    "", " ", "0", "1", "-1", "2", "99", "2147483648", "-2147483649", "99999999999999999999", "9" * 5000, "1.5",
    "1e308", "-1e308", "NaN", "INF", "-Infinity", "0x10", "1_000", "+7", "１２", "²", "true", "false", "on", "none",
    "nil", "x", "é" * 300, "規" * 3000, "rId1", "rId99", "../../../etc/passwd", "file:///etc/passwd",
    "http://192.0.2.1/x", "A1:XFD1048576", "B4:A1", "XFE1048577", "$A$0", "%1%2%3%9", "%", "{0}", "%s",
    "\u202e\u0301", "_x0000_", "_xD800_", "12.5pt", "1in", "150%", "PAGE", "aiueo", "chicago", "[$-411]ggge", "0.0.0",
    "#,##0" * 60, "[>=1e9]0;;;", "yyyy" * 90, "General;" * 9, '"', "\t\n",
)  # fmt: skip
_TEXTS = (
    "", " ", "\n" * 400, "規則" * 4000, "a" * 50_000, "\u202e逆\u202c", "\ufffe", "e\u0301" * 200, "第１条　", "1. ",
    "（一）", "・", "0", "-1", "1e400", "99999999999", "-0.0", "NaN", "|", " | ", "[1]", "𠮷", "\U000e0041", "\u2028",
    "\u0085",
)  # fmt: skip
_NAMES = (
    "p",
    "r",
    "t",
    "tbl",
    "tr",
    "tc",
    "c",
    "v",
    "row",
    "sp",
    "grpSp",
    "body",
    "sdt",
    "ins",
    "del",
    "num",
    "lvl",
    "si",
)
_NAMESPACES = (
    "", "urn:none", "http://purl.oclc.org/ooxml/wordprocessingml/main",
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    "http://schemas.openxmlformats.org/presentationml/2006/main",
    "http://schemas.openxmlformats.org/drawingml/2006/main",
)  # fmt: skip
_CHOICES = "http://schemas.openxmlformats.org/markup-compatibility/2006"


def _elements(root: etree._Element) -> list[etree._Element]:
    return [element for element in root.iter() if isinstance(element.tag, str)]


def _any(root: etree._Element, chance: Random) -> etree._Element:
    return chance.choice(_elements(root))


def _below(root: etree._Element, chance: Random) -> etree._Element | None:
    found = _elements(root)[1:]
    return chance.choice(found) if found else None


def _copy(element: etree._Element) -> etree._Element:
    copied = deepcopy(element)
    copied.tail = None
    return copied


def remove_element(root: etree._Element, chance: Random) -> None:
    element = _below(root, chance)
    parent = None if element is None else element.getparent()
    if element is not None and parent is not None:
        parent.remove(element)


def unwrap_element(root: etree._Element, chance: Random) -> None:
    element = _below(root, chance)
    parent = None if element is None else element.getparent()
    if element is not None and parent is not None:
        for child in list(element):
            element.addprevious(child)
        parent.remove(element)


def repeat_element(root: etree._Element, chance: Random) -> None:
    element = _below(root, chance)
    if element is not None:
        # a copy of a large element fewer times: mutations are to be odd, not big
        times = chance.choice((1, 1, 2, 3, 200 if sum(1 for _ in element.iter()) < 30 else 2))
        for _ in range(times):
            element.addnext(_copy(element))


def move_element(root: etree._Element, chance: Random) -> None:
    element, target = _below(root, chance), _any(root, chance)
    if element is not None and element not in (target, *target.iterancestors()):
        target.insert(chance.randrange(len(target) + 1), element)


def nest_element(root: etree._Element, chance: Random) -> None:
    """The element inside copies of itself or of its parent, below or above the limit on depth."""
    element = _below(root, chance)
    if element is None:
        return
    outer = etree.Element(element.tag, element.attrib)
    target = outer
    for _ in range(chance.choice((2, 20, 90, 150, 185, 260))):
        target = etree.SubElement(target, element.tag, element.attrib)
    element.addnext(outer)
    target.append(element)


def rename_element(root: etree._Element, chance: Random) -> None:
    element = _any(root, chance)
    space = etree.QName(element).namespace or ""
    name = chance.choice((*_NAMES, etree.QName(_any(root, chance)).localname))
    element.tag = f"{{{space}}}{name}" if space else name


def other_namespace(root: etree._Element, chance: Random) -> None:
    space = chance.choice(_NAMESPACES)
    chosen = _elements(root) if chance.random() < 0.3 else [_any(root, chance)]
    for element in chosen:
        name = etree.QName(element).localname
        element.tag = f"{{{space}}}{name}" if space else name


def change_value(root: etree._Element, chance: Random) -> None:
    holders = [(element, name) for element in _elements(root) for name in element.attrib]
    for _ in range(chance.choice((1, 1, 1, 3, 10))):
        if holders:
            element, name = chance.choice(holders)
            element.set(name, chance.choice(_VALUES))


def swap_values(root: etree._Element, chance: Random) -> None:
    holders = [(element, name) for element in _elements(root) for name in element.attrib]
    if holders:
        (one, first), (other, second) = chance.choice(holders), chance.choice(holders)
        value = one.get(first, "")
        one.set(first, other.get(second, ""))
        other.set(second, value)


def drop_attribute(root: etree._Element, chance: Random) -> None:
    holders = [(element, name) for element in _elements(root) for name in element.attrib]
    if holders:
        element, name = chance.choice(holders)
        element.attrib.pop(name, None)


def change_text(root: etree._Element, chance: Random) -> None:
    holders = [element for element in _elements(root) if element.text] or _elements(root)
    chance.choice(holders).text = chance.choice(_TEXTS)


def stray_text(root: etree._Element, chance: Random) -> None:
    element = _any(root, chance)
    if element is root:
        element.text = chance.choice(_TEXTS)
    else:
        element.tail = chance.choice(_TEXTS)


def unknown_choice(root: etree._Element, chance: Random) -> None:
    element = _below(root, chance)
    if element is None:
        return
    outer = etree.Element(f"{{{_CHOICES}}}AlternateContent")
    names = ("Choice", "Fallback", "Choice")[: chance.randrange(1, 4)]
    element.addnext(outer)
    for name in names:
        inner = etree.SubElement(outer, f"{{{_CHOICES}}}{name}", {"Requires": "zz"})
        inner.append(_copy(element) if chance.random() < 0.8 else etree.Element("none"))
    element.getparent().remove(element)  # type: ignore[union-attr]


def odd_nodes(root: etree._Element, chance: Random) -> None:
    """Comments, processing instructions and references to characters where none are usual."""
    element = _any(root, chance)
    node = chance.choice((etree.Comment("規則"), etree.ProcessingInstruction("mso", "x")))
    element.insert(chance.randrange(len(element) + 1), node)


TREE_MUTATORS: tuple[TreeMutator, ...] = (
    remove_element, unwrap_element, repeat_element, move_element, nest_element, rename_element, other_namespace,
    change_value, change_value, change_value, swap_values, drop_attribute, change_text, stray_text, unknown_choice,
    odd_nodes,
)  # fmt: skip


def insert_doctype(part: bytes, chance: Random) -> bytes:
    declaration = chance.choice(
        (
            b'<!DOCTYPE r [<!ENTITY x "y">]>',
            b'<!DOCTYPE r SYSTEM "http://192.0.2.1/r.dtd">',
            b'<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
            b'<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY x "&b;&b;&b;">]>',
            b'<?xml-stylesheet href="http://192.0.2.1/x.xsl"?>',
        )
    )
    return declaration + re.sub(rb"(<\w*:?t>)", rb"\1&x;", part, count=1)


def other_encoding(part: bytes, chance: Random) -> bytes:
    """The part in another encoding, which its declaration names, or names wrongly."""
    encoding = chance.choice(
        ("utf-16", "utf-16-le", "utf-16-be", "shift_jis", "euc-jp", "iso-2022-jp", "utf-32", "utf-7", "utf-8")
    )
    named = encoding if chance.random() < 0.7 else chance.choice(("utf-8", "shift_jis", "none", "utf-16", "us-ascii"))
    text = part.decode("utf-8", "replace")
    return f'<?xml version="1.0" encoding="{named}"?>{text}'.encode(encoding, "replace")


def include_file(part: bytes, _: Random) -> bytes:
    end = part.rfind(b"</")
    return (
        part[:end]
        + b'<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="/etc/passwd" parse="text"/>'
        + part[end:]
    )


def unfinished(part: bytes, chance: Random) -> bytes:
    return part[: chance.randrange(len(part) + 1)]


def no_content(_: bytes, chance: Random) -> bytes:
    return chance.choice(
        (b"", b" ", b"<a/>", b"<?xml version='1.0'?>", b"\0\0", b"{}", b"<a xmlns='urn:x'/>", b"PK\x03\x04")
    )


def broken_character(part: bytes, chance: Random) -> bytes:
    at = chance.randrange(len(part) + 1)
    odd = (b"\x01", b"&#0;", b"&#xFFFE;", b"\xff", b"\xed\xa0\x80", b"&amp", b"&none;", b"]]>", b"<![CDATA[", b"<")
    return part[:at] + chance.choice(odd) + part[at:]


RAW_MUTATORS: tuple[XmlMutator, ...] = (
    insert_doctype, other_encoding, include_file, unfinished, no_content, broken_character,
)  # fmt: skip


def on_tree(mutator: TreeMutator, part: bytes, chance: Random) -> bytes:
    """The part with ``mutator`` applied to its tree; as it is where an earlier mutation left no XML."""
    try:
        root = etree.fromstring(part, etree.XMLParser(huge_tree=True, resolve_entities=False))
    except etree.XMLSyntaxError:
        return part
    try:
        mutator(root, chance)
    except ValueError:  # lxml refuses to write what no XML can hold
        return part
    return etree.tostring(root)
