"""Pages run in process over small handbooks with the deterministic encoder."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from tests.handbooks import CATEGORIES, RULES, engine_at, write_documents

ROOT = Path(__file__).parents[2]
HOSTILE_NAME = "<img src=x onerror=alert(1)>.md"
HOSTILE = """# <script>alert(1)</script> `x` $y$ :smile:

本文に &lt;b&gt; と 5 < 6 と \\*星\\* がある。**太字**と~~取消~~は印で示す。
"""

OpenApp = Callable[[], AppTest]


@pytest.fixture(scope="session")
def two_versions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with v1 (three documents) and v2 (one document changed, one with a hostile name added), v2 active."""
    home, files = tmp_path_factory.mktemp("built") / "規程集", tmp_path_factory.mktemp("documents")
    engine = engine_at(home, vector_store={"adapter": "memory"})
    engine.handbooks.build_handbook(write_documents(files), CATEGORIES)
    changed = {**RULES, "図表規則.md": RULES["図表規則.md"].replace("右寄せ", "中央揃え"), HOSTILE_NAME: HOSTILE}
    engine.handbooks.build_handbook(write_documents(files, changed), {**CATEGORIES, HOSTILE_NAME: "ref"})
    engine.close()
    return home


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty home that the workbench opens."""
    folder = tmp_path / "規程集"
    monkeypatch.setenv("RULEBOOK_HOME", str(folder))
    monkeypatch.setenv("RULEBOOK_EMBEDDING__MODEL", "hashing")
    monkeypatch.setenv("RULEBOOK_VECTOR_STORE__ADAPTER", "memory")
    monkeypatch.delenv("RULEBOOK_CONFIG", raising=False)
    st.cache_resource.clear()
    yield folder
    st.cache_resource.clear()


@pytest.fixture
def filled(home: Path, two_versions: Path) -> Path:
    """The same home with two versions in it."""
    shutil.copytree(two_versions, home)
    return home


@pytest.fixture
def open_app(home: Path) -> OpenApp:
    """Opens the workbench as a new browser session would, not yet run."""
    return lambda: AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)


def html_of(app: AppTest) -> str:
    """Everything that the page shows as HTML, without the style sheet."""
    return "\n".join(element.value for element in app.get("html") if not element.value.startswith("<style>"))
