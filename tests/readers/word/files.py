"""Small real Word files, written part by part, so that a test can hold any feature that Word can."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

from rulebook.model.document import Block, BlockKind, Document
from rulebook.readers.word import read

_NAMES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" '
    'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" '
    'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" '
    'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"'
)
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_TYPE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
_CORE = "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties"
_ROOTS = {
    "styles": "styles",
    "numbering": "numbering",
    "settings": "settings",
    "footnotes": "footnotes",
    "endnotes": "endnotes",
    "comments": "comments",
    "header": "hdr",
    "footer": "ftr",
}

HEADINGS = "".join(
    f'<w:style w:type="paragraph" w:styleId="H{n}"><w:name w:val="heading {n}"/>'
    f'<w:pPr><w:outlineLvl w:val="{n - 1}"/></w:pPr></w:style>'
    for n in range(1, 5)
)


def word_file(folder: Path, body: str, parts: Mapping[str, str] | None = None, *, title: str = "") -> Path:
    """A file with ``body`` inside ``w:body``. ``parts``: kind of part → its inner XML; a kind with a number behind it
    (``header1``) has the relation id of that name. Kinds that WordprocessingML does not know are written as they are.
    """
    path = folder / "規程.docx"
    content = {"word/document.xml": f"<w:document {_NAMES}><w:body>{body}</w:body></w:document>"}
    relations = []
    for name, inner in (parts or {}).items():
        kind = name.rstrip("0123456789")
        root = _ROOTS.get(kind)
        content[f"word/{name}.xml"] = f"<w:{root} {_NAMES}>{inner}</w:{root}>" if root else inner
        relations.append(f'<Relationship Id="{name}" Type="{_TYPE}{kind}" Target="{name}.xml"/>')
    content["word/_rels/document.xml.rels"] = (
        f'<Relationships xmlns="{_RELATIONS}">{"".join(relations)}</Relationships>'
    )
    main = f'<Relationship Id="d" Type="{_TYPE}officeDocument" Target="word/document.xml"/>'
    if title:
        main += f'<Relationship Id="c" Type="{_CORE}" Target="docProps/core.xml"/>'
        content["docProps/core.xml"] = (
            f'<p xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>{title}</dc:title></p>'
        )
    content["_rels/.rels"] = f'<Relationships xmlns="{_RELATIONS}">{main}</Relationships>'
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in content.items():
            archive.writestr(name, text)
    return path


def document(folder: Path, body: str, parts: Mapping[str, str] | None = None, *, title: str = "") -> Document:
    """The file read."""
    return read(word_file(folder, body, parts, title=title), "規程.docx")


def run(text: str, properties: str = "") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def p(content: str, properties: str = "") -> str:
    """A paragraph; plain text becomes one run."""
    inner = content if content.startswith("<") or not content else run(content)
    return f"<w:p><w:pPr>{properties}</w:pPr>{inner}</w:p>"


def styled(style: str, text: str) -> str:
    return p(text, f'<w:pStyle w:val="{style}"/>')


def item(text: str, num_id: int, ilvl: int = 0) -> str:
    return p(text, f'<w:numPr><w:ilvl w:val="{ilvl}"/><w:numId w:val="{num_id}"/></w:numPr>')


def level(ilvl: int, number_format: str, text: str, more: str = "", start: int = 1) -> str:
    return (
        f'<w:lvl w:ilvl="{ilvl}"><w:start w:val="{start}"/><w:numFmt w:val="{number_format}"/>'
        f'<w:lvlText w:val="{text}"/>{more}</w:lvl>'
    )


def numbering(*levels: str, num: str = '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>') -> dict[str, str]:
    """One list definition, and by default one list that uses it."""
    return {"numbering": f'<w:abstractNum w:abstractNumId="0">{"".join(levels)}</w:abstractNum>{num}'}


def cell(content: str, properties: str = "") -> str:
    inner = content if content.startswith("<") else p(content)
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{inner}</w:tc>"


def row(*cells: str, properties: str = "") -> str:
    inner = "".join(c if c.startswith("<") else cell(c) for c in cells)
    return f"<w:tr><w:trPr>{properties}</w:trPr>{inner}</w:tr>"


def table(*rows: str, properties: str = "") -> str:
    return f"<w:tbl><w:tblPr>{properties}</w:tblPr>{''.join(rows)}</w:tbl>"


def text_box(content: str) -> str:
    """A run with a text box as Word wrote it before 2010."""
    inner = f"<w:txbxContent>{content}</w:txbxContent>"
    return f"<w:r><w:pict><v:shape><v:textbox>{inner}</v:textbox></v:shape></w:pict></w:r>"


def new_text_box(content: str) -> str:
    """A run with a text box as Word writes it since 2010: twice, for new and for old programs."""
    inner = f"<wps:wsp><wps:txbx><w:txbxContent>{content}</w:txbxContent></wps:txbx></wps:wsp>"
    drawing = f"<w:drawing><wp:inline><a:graphic>{inner}</a:graphic></wp:inline></w:drawing>"
    old = text_box(content).removeprefix("<w:r>").removesuffix("</w:r>")
    forms = f'<mc:Choice Requires="wps">{drawing}</mc:Choice><mc:Fallback>{old}</mc:Fallback>'
    return f"<w:r><mc:AlternateContent>{forms}</mc:AlternateContent></w:r>"


def texts(read_document: Document, *kinds: BlockKind) -> list[str]:
    """The text of the blocks of some kinds (of all without one), numbers and bullets in front."""
    blocks = [b for b in read_document.blocks if not kinds or b.kind in kinds]
    return [f"{b.label} {b.text.text}".strip() for b in blocks]


def grid(block: Block) -> list[list[tuple[str, int, int]]]:
    """A table's cells as (text, rows, columns)."""
    assert block.table is not None
    return [[(c.text.text, c.row_span, c.column_span) for c in r.cells] for r in block.table.rows]


def only_table(read_document: Document) -> Block:
    (found,) = (b for b in read_document.blocks if b.kind is BlockKind.TABLE)
    return found


def codes(read_document: Document) -> list[str]:
    return [w.code for w in read_document.report.warnings]
