"""The rules of a result as text for a prompt, within a budget of tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rulebook.model.search import Constraint, Hit, SearchResult
from rulebook.retrieval.context_text import ShownRule, rule_text
from rulebook.text.tokens import count_tokens


def assemble_context(result: SearchResult, max_tokens: int) -> str:
    """The hits grouped by document, as many as fit into ``max_tokens`` with everything around them; each text once.

    A first line names the handbook's version; then each rule is ``【chapter > section】``, the whole path of its
    headings, its text with marks, ``（出典: …）``. Documents stand in the order of their best hit, the hits of one by
    rank. A hit whose text stands in another one's is named there by heading and source. Hits are taken by rank, one
    that does not fit is left out, and how many were is said at the end. Where nothing is taken yet, one that is too
    long is cut behind a statement, which is said too. Empty where no rule was found, or the budget has no room for the
    first line and the last.
    """
    if result.constraint is Constraint.NONE:
        return ""
    page = _Page(version=result.version or "builtin", hits=len(result.chunks), max_tokens=max_tokens)
    rules: tuple[ShownRule, ...] = ()
    for hit in result.chunks:
        grown = _with(rules, ShownRule.whole(hit))
        if page.fits(grown):
            rules = grown
        elif not rules:
            rules = page.cut(hit)
    return page.text(rules) if page.fits(rules) else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Page:
    """The frame around the rules, and the room in it."""

    version: str
    hits: int
    max_tokens: int

    def text(self, rules: Sequence[ShownRule]) -> str:
        lines = [f"--- 適用される規則（規則ハンドブック {self.version}）---"]
        printed: set[tuple[object, ...]] = set()
        lines += [rule_text(rule, printed) for rule in _by_document(rules)]
        if omitted := self.hits - sum(len(rule.hits) for rule in rules):
            lines.append(f"（予算を超えたため {omitted} 件を省略）")
        return "\n".join(lines)

    def fits(self, rules: Sequence[ShownRule]) -> bool:
        """Also that all later hits are left out and it is said: taking one more never makes that line longer."""
        return count_tokens(self.text(rules)) <= self.max_tokens

    def cut(self, hit: Hit) -> tuple[ShownRule, ...]:
        """As many statements of the hit as fit; none where the first is too long: half a sentence may say the opposite
        of the rule, since Japanese puts its "not" at the end."""
        for end in sorted({statement.end for statement in hit.statements}, reverse=True):
            cut = (replace(ShownRule.whole(hit), end=end),)
            if self.fits(cut):
                return cut
        return ()


def _with(rules: tuple[ShownRule, ...], added: ShownRule) -> tuple[ShownRule, ...]:
    """The rules with one more: put into the one that says the same, or in place of those whose text it contains."""
    for at, rule in enumerate(rules):
        if rule.says(added):
            return (*rules[:at], rule.joined(added), *rules[at + 1 :])
    for rule in rules:
        added = added.joined(rule) if added.says(rule) else added
    return (*(rule for rule in rules if not added.says(rule)), added)


def _by_document(rules: Sequence[ShownRule]) -> list[ShownRule]:
    ranked = sorted(rules, key=lambda rule: rule.best_rank)
    documents = list(dict.fromkeys(rule.hit.doc for rule in ranked))
    return sorted(ranked, key=lambda rule: documents.index(rule.hit.doc))
