"""Documents into rule chunks: found, shown and cited as one, each within the token limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulebook.chunking import excel, markdown, pdf, slides, word
from rulebook.chunking.cut import Cut
from rulebook.chunking.packing import ChunkLimits
from rulebook.model.chunk import Category, RuleChunk
from rulebook.model.document import DocType, Document

_CUTTERS: dict[DocType, Callable[[Document, ChunkLimits], Iterator[Cut]]] = {
    DocType.WORD: word.cut,
    DocType.EXCEL: excel.cut,
    DocType.PPT: slides.cut,
    DocType.MARKDOWN: markdown.cut,
    DocType.PDF: pdf.cut,
}


def chunk(document: Document, doc_id: str, category: Category | None, limits: ChunkLimits) -> tuple[RuleChunk, ...]:
    """The chunks of ``document`` in reading order, positions from 1.

    Every piece of the document's text is in exactly one of them. Until a build names a chunk, its id is its evidence
    key. ``source_uri`` is the document's name and the place, ``記入規則.docx#見出し!3.2``.
    """
    cuts = _CUTTERS[document.doc_type](document, limits)
    return tuple(_chunk(document, doc_id, category, cut, position) for position, cut in enumerate(cuts, 1))


def _chunk(document: Document, doc_id: str, category: Category | None, cut: Cut, position: int) -> RuleChunk:
    draft = cut.draft
    return RuleChunk(
        chunk_id=f"{doc_id}#chunk-{position}",
        doc=document.doc,
        doc_id=doc_id,
        doc_type=document.doc_type,
        content=draft.text.text,
        headings=cut.headings,
        source_uri=f"{document.doc}#{draft.span.fragment}",
        position=position,
        token_count=draft.tokens,
        category=category,
        marks=draft.text.marks,
        table_header=draft.table_header,
        statements=draft.statements,
        flags=tuple(sorted(draft.flags)),
    )
