"""What the feedback speaks for: settings to try where enough of it does, advice where no setting helps."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rulebook.evaluation.advice import ADVICE
from rulebook.evaluation.depth_rules import deeper_channels, more_hits, wider_window
from rulebook.evaluation.weight_rules import heavier_headings, less_context, other_weight, rerank_on
from rulebook.model.feedback import Feedback, Proposal
from rulebook.settings import Settings

Rule = Callable[[Sequence[Feedback], Settings], Iterator[Proposal]]

SETTINGS_RULES: tuple[Rule, ...] = (
    deeper_channels,
    wider_window,
    rerank_on,
    other_weight,
    heavier_headings,
    less_context,
    more_hits,
)


def propose(items: Sequence[Feedback], settings: Settings) -> tuple[Proposal, ...]:
    """The proposals that follow from feedback whose causes are those under ``settings``.

    Those that change settings come first; among either, more feedback first, then in the order of the rules.
    """
    changes = [proposal for rule in SETTINGS_RULES for proposal in rule(items, settings)]
    advice = [proposal for rule in ADVICE for proposal in rule(items)]
    return tuple(p for group in (changes, advice) for p in sorted(group, key=lambda p: -len(p.feedback)))
