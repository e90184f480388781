"""Days and times that a workbook keeps in ISO 8601."""

from __future__ import annotations

import datetime


def serial_of(stored: str, date_1904: bool) -> float:
    """The serial number of ``2024-06-01``, ``2024-06-01T12:00:00Z`` or ``12:00:00``. Raises ``ValueError``."""
    text = stored.strip().removesuffix("Z")
    if "-" not in text:
        clock = datetime.time.fromisoformat(text.removeprefix("T"))
        return (clock.hour * 3600 + clock.minute * 60 + clock.second + clock.microsecond / 1e6) / 86_400
    moment = datetime.datetime.fromisoformat(text).replace(tzinfo=None)
    begins = datetime.datetime(1904, 1, 1) if date_1904 else datetime.datetime(1899, 12, 30)
    serial = (moment - begins) / datetime.timedelta(days=1)
    return serial if date_1904 or serial >= 61 else serial - 1
