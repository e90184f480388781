"""Measures the centres of the embedded models anew: after a change of a model or of the reference texts.

    python scripts/measure_centres.py

The vectors change with them: count up the state in ``rulebook/encoders/paired.py``, so that handbooks are built again.
"""

from __future__ import annotations

from rulebook.encoders import embedded, universal
from rulebook.encoders.centring import measured_centres, store_centres
from rulebook.encoders.embedded import EmbeddedEncoder
from rulebook.encoders.universal import UniversalEncoder

if __name__ == "__main__":
    store_centres(embedded.NAME, measured_centres(EmbeddedEncoder()))
    store_centres(universal.NAME, measured_centres(UniversalEncoder()))
