"""The rules of a result as text for a prompt, within a budget of tokens."""

from __future__ import annotations

from rulebook.model.search import Constraint, Hit, SearchResult
from rulebook.model.text import Mark, RichText
from rulebook.text.tokens import count_tokens

_MARKERS = {Mark.BOLD: "**", Mark.STRIKE: "~~", Mark.UNDERLINE: "__"}


def assemble_context(result: SearchResult, max_tokens: int) -> str:
    """The hits in their order, each with heading, text and source, as many as fit; what did not fit is said.

    A first line names the handbook's version; then each rule is ``【chapter > section】``, the whole path of its
    headings, its text with marks, ``（出典: …）``.
    """
    if result.constraint is Constraint.NONE:
        return ""
    name = result.version or "builtin"
    lines, left = [f"--- 適用される規則（規則ハンドブック {name}）---"], max_tokens
    for index, hit in enumerate(result.chunks):
        block = _block(hit)
        cost = count_tokens(block)
        if cost > left:
            lines.append(f"（予算を超えたため {len(result.chunks) - index} 件を省略）")
            break
        lines.append(block)
        left -= cost
    return "\n".join(lines)


def _block(hit: Hit) -> str:
    heading = " > ".join(hit.headings) or hit.doc
    header = f"{hit.table_header}\n" if hit.table_header else ""
    return f"【{heading}】\n{header}{marked_text(hit)}\n（出典: {hit.source_uri}）\n"


def marked_text(hit: Hit) -> str:
    """The content with its marks as text, ``**bold**``, ``__underlined__``, ``~~withdrawn~~``."""
    rich = RichText(hit.content, hit.marks)
    edges: list[tuple[int, int, str]] = []
    for span in rich.marks:
        edges += [(span.start, 1, _MARKERS[span.mark]), (span.end, 0, _MARKERS[span.mark])]
    text, at = "", 0
    for place, _, marker in sorted(edges):
        text, at = text + rich.text[at:place] + marker, place
    return text + rich.text[at:]
