"""Fault kind 23: an index that was half written, or damaged since, is told; the answers are right, and nothing ends.

Wrong: the process that opens it dies, at every start; or it counts right and finds a part of the rules only.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from rulebook.engine import Engine
from tests.faults.commands import Conditions
from tests.faults.storage import Answers, Handbook, answers_of
from tests.handbook.nearby import nearby
from tests.handbooks import engine_at

INDEXED = Conditions(environment={"RULEBOOK_VECTOR_STORE__EXACT_BELOW": "0"})
COUNT = 1_250
"""Chroma writes the files of a collection at its thousandth row; a smaller one is in its database alone."""

WORDS = [
    *("表", "列", "見出し", "図", "番号", "章", "節", "形式", "略語", "太字", "下線", "右寄せ", "中央", "題名", "本文"),
    *("参照", "主キー", "連番", "ログ", "障害", "期限", "改訂", "用語", "単位", "余白", "脚注", "付録", "索引"),
]


def _rules() -> str:
    drawn = np.random.default_rng(1).choice(WORDS, (COUNT, 12))
    sections = (f"## {n}.1 {''.join(words[:3])}\n\n{'は'.join(words)}とする。\n\n" for n, words in enumerate(drawn))
    return "# 規則\n\n" + "".join(sections)


def opened(home: Path, below: int) -> Engine:
    small = {"max_tokens": 64, "target_tokens": 32, "min_tokens": 1}
    return engine_at(home, vector_store={"exact_below": below}, chunking=small)


@pytest.fixture(scope="module")
def indexed(public: Path, built: Handbook) -> Handbook:
    """A handbook with an index that was built and closed; tests work on copies."""
    folder = public / "indexed"
    folder.mkdir()
    (folder / "規則.md").write_text(_rules(), encoding="utf-8")
    with nearby():
        engine = opened(folder / "home", 0)
        engine.handbooks.build_handbook([folder / "規則.md"], {"規則.md": "write"})
        assert len(engine.opened.get("v1").chunks) > 1_200
        engine.close()
    return built.at(folder / "home")


@pytest.fixture(scope="module")
def exact(indexed: Handbook) -> Answers:
    """What the exact search over the same vectors answers."""
    engine = opened(indexed.home, 1_000_000)
    answers = answers_of(engine)
    engine.close()
    return answers


@pytest.fixture
def damaged(indexed: Handbook, folder: Path) -> Handbook:
    return indexed.at(Path(shutil.copytree(indexed.home, folder / "規程集")))


def garble(path: Path) -> None:
    """What ended a process that read it, in the middle of the file."""
    content = bytearray(path.read_bytes())
    third = len(content) // 3
    content[third : 2 * third] = np.random.default_rng(1).bytes(third)
    path.write_bytes(content)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def vectors_file(chroma: Path) -> Path:
    return next(chroma.glob("*/data_level0.bin"))


DAMAGES: dict[str, Callable[[Path], object]] = {
    "vectors cut": lambda chroma: cut(vectors_file(chroma)),
    "vectors garbled": lambda chroma: garble(vectors_file(chroma)),
    "vectors deleted": lambda chroma: shutil.rmtree(vectors_file(chroma).parent),
    "database cut": lambda chroma: cut(chroma / "chroma.sqlite3"),
    "all deleted": shutil.rmtree,
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_the_answers_are_those_of_the_exact_search_and_the_damage_is_told(
    damaged: Handbook, exact: Answers, damage: str
) -> None:
    DAMAGES[damage](damaged.home / "versions" / "v1" / "chroma")
    engine = opened(damaged.home, 0)
    assert answers_of(engine) == exact
    assert [notice.code for notice in engine.rag.search(query="表3").notices] == ["index_exact"]
    engine.close()


def test_the_command_line_lives_through_it_and_repairs_it(damaged: Handbook, exact: Answers) -> None:
    garble(vectors_file(damaged.home / "versions" / "v1" / "chroma"))
    told = damaged.run("search", "表3", at=INDEXED)
    assert (told.status, told.sentence) == (0, "")
    assert "index" in told.err
    repaired = damaged.run("doctor", "--repair", at=INDEXED)
    assert repaired.status == 0
    assert "rebuilt" in repaired.err
    assert damaged.answers(at=INDEXED) == exact
