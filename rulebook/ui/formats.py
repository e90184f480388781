"""Times and sizes as people read them."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import streamlit as st


def local_time(timestamp: str) -> str:
    """``2026-07-30T12:00:00+00:00`` as ``2026-07-30 21:00`` in the browser's time zone."""
    zone = st.context.timezone
    return datetime.fromisoformat(timestamp).astimezone(ZoneInfo(zone) if zone else None).strftime("%Y-%m-%d %H:%M")


def file_size(size: int) -> str:
    """In KB below a megabyte, at least 1."""
    return f"{size / 1_000_000:.1f} MB" if size >= 1_000_000 else f"{max(1, round(size / 1000))} KB"
