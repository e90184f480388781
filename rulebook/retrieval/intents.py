"""Which collections a search covers."""

from __future__ import annotations

from rulebook.model.chunk import Category
from rulebook.model.search import Agent

_COVERED = {
    Agent.WRITER: (Category.WRITE,),
    Agent.IMPACT: (Category.DESIGN, Category.REF),
    Agent.QA: (Category.WRITE, Category.DESIGN),
}


def covered_categories(agent: Agent | None, category: Category | None) -> tuple[Category, ...]:
    """The named category, else what the agent needs, else everything."""
    if category is not None:
        return (category,)
    return _COVERED[agent] if agent is not None else tuple(Category)
