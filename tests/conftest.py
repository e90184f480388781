"""Shared fixtures: where the real documents lie, and nothing that hides them when they should be there."""

from __future__ import annotations

import os
from collections.abc import Generator
from pathlib import Path
from typing import TypeVar

import pytest

Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)

_SHARED = Path(__file__).resolve().parents[1].parent / "shared"
_NO_SKIPS = os.environ.get("RULEBOOK_NO_SKIPS") == "1"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real documents and judged sets beside the repository; tests that need it skip without it."""
    if not _SHARED.is_dir():
        pytest.skip(f"the real documents are not at {_SHARED}")
    return _SHARED


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Where RULEBOOK_NO_SKIPS is 1, a test that skips has failed: everything it needs should be there."""
    report = yield
    return _failed_if_skipped(report)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    return _failed_if_skipped(report)


def _failed_if_skipped(report: Report) -> Report:
    if _NO_SKIPS and report.skipped:
        report.outcome = "failed"
        report.longrepr = f"RULEBOOK_NO_SKIPS is set, but it skipped: {report.longrepr}"
    return report
