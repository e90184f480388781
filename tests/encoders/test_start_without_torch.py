"""The workbench and the commands never wait for torch where the embedded models do the work, nor for Chroma where no
index is needed, even though both are installed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
_HEAVY = ("torch", "transformers", "sentence_transformers")


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What each step of a fresh process has imported of the heavy packages, all of which can be found there."""
    folder = tmp_path_factory.mktemp("start")
    for package in _HEAVY:
        (folder / "packages" / package).mkdir(parents=True)
        (folder / "packages" / package / "__init__.py").touch()
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(folder / "packages"), str(ROOT)]),
        "HF_HOME": str(folder / "hub"),
        "RULEBOOK_HOME": str(folder / "home"),
    }
    for name in ("HF_HUB_CACHE", "RULEBOOK_CONFIG", "RULEBOOK_EMBEDDING__MODEL", "RULEBOOK_RERANK__MODEL"):
        environment.pop(name, None)
    done = subprocess.run(
        [sys.executable, "-c", _STEPS, str(folder)], env=environment, capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    steps: dict[str, list[str]] = json.loads(done.stdout.splitlines()[-1])
    return steps


def test_the_packages_could_have_been_imported(loaded):
    assert loaded["in the end, on purpose"] == sorted(_HEAVY)


@pytest.mark.parametrize("step", ["import", "open", "build", "search", "search with auto", "page build", "page search"])
def test_neither_torch_nor_chroma_is_imported_by(loaded, step):
    assert loaded[step] == []


_STEPS = f"""
import json, os, sys
from pathlib import Path

sys.stdout.reconfigure(encoding="utf-8")
folder, steps = Path(sys.argv[1]), {{}}
heavy = {{*{_HEAVY!r}, "chromadb"}}

def step(name):
    steps[name] = sorted(heavy & set(sys.modules))

import rulebook.engine
step("import")

from rulebook.settings import load_settings

def engine_with(model):
    settings = load_settings()
    sections = (("embedding", settings.embedding), ("rerank", settings.rerank))
    changed = {{name: section.model_copy(update={{"model": model}}) for name, section in sections}}
    return rulebook.engine.open_engine(settings.model_copy(update=changed))

engine = engine_with("embedded")
step("open")
(folder / "規則.md").write_text("# 表\\n\\n表ヘッダーは太字+下線で記載する。\\n", encoding="utf-8")
engine.handbooks.build_handbook([folder / "規則.md"], {{"規則.md": "write"}})
step("build")
assert engine.rag.search(query="表ヘッダー", top_k=1).chunks
step("search")
engine.close()

engine = engine_with("auto")
result = engine.rag.search(query="表ヘッダー", top_k=1)
assert result.chunks and not result.notices, result.notices
assert engine.models.encoder().reason.endswith("weights are not on this machine.")
step("search with auto")
engine.close()

from streamlit.testing.v1 import AppTest

for page in ("build", "search"):
    app = AppTest.from_file({str(ROOT / "app.py")!r}, default_timeout=60).run().switch_page(f"pages/{{page}}.py").run()
    step("page " + page)

import torch, transformers, sentence_transformers
steps["in the end, on purpose"] = sorted(heavy & set(sys.modules) - {{"chromadb"}})
print(json.dumps(steps))
"""
