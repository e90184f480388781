"""How many model tokens a text has, counted the same on every machine.

Chunk borders depend on the count, and equal content must give equal chunks everywhere, so the count is a formula over
classes of characters and asks no model. The weights are a least-squares fit to the XLM-R vocabulary (that of bge-m3 and
multilingual-e5) over 3,000 passages of Japanese, Chinese and English rule documents: median ratio 1.00, 95 % of the
passages within ±23 %.
"""

from __future__ import annotations

import re

# (class of characters, tokens a run, tokens a character)
_WEIGHTS = (
    (re.compile(r"[A-Za-zÀ-ɏＡ-Ｚａ-ｚ]+"), 0.70, 0.11),
    (re.compile(r"[A-ZＡ-Ｚ]"), 0.23, 0.0),  # capitals are cut into smaller pieces
    (re.compile(r"[0-9０-９]+"), 0.06, 0.57),
    (re.compile(r"[ぁ-ゟ]+"), 0.34, 0.14),
    (re.compile(r"[゠-ヿｦ-ﾟ]+"), 0.15, 0.44),
    (re.compile(r"[㐀-鿿々]+"), 0.71, 0.61),
    (re.compile(r"[^\sA-Za-zÀ-ɏＡ-Ｚａ-ｚ0-9０-９ぁ-ゟ゠-ヿｦ-ﾟ㐀-鿿々]"), 0.62, 0.0),
)


def count_tokens(text: str) -> int:
    """Estimated XLM-R tokens of ``text``, without special tokens; 0 only for blank text."""
    total = 0.0
    for pattern, per_run, per_character in _WEIGHTS:
        for run in pattern.findall(text):
            total += per_run + per_character * len(run)
    return max(round(total), 1) if text.strip() else 0
