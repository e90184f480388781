"""How many examples property tests try; slow machines get the time they need."""

from __future__ import annotations

from hypothesis import settings

some = settings(max_examples=40, deadline=None)
