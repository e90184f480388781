"""Fault kind 20: a rebuild that fails, or is not finished yet, takes nothing from anybody.

Wrong: the old base is deleted first, so that a failure, or the minutes between, leave an empty one; two rebuilds write
into each other.
"""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from rulebook.errors import BuildCancelled
from rulebook.handbook.manager import BuildRequest
from rulebook.model.chunk import Category
from rulebook.model.manifest import Progress, Stage
from tests.faults.commands import Conditions, Ended
from tests.faults.storage import TERMS, Answers, Handbook, answers_of
from tests.handbook.nearby import nearby
from tests.handbooks import engine_at


def all_anew(handbook: Handbook) -> tuple[Path, ...]:
    """The documents of the handbook with more in each of them."""
    return tuple(
        handbook.document(name, f"# {name}\n\n## 9.9 追加\n\n{name}に節を追加した。\n")
        for name in ("記入規則.md", "図表規則.md", "設計方針.md")
    )


def test_the_old_version_answers_in_every_minute_of_a_rebuild(handbook: Handbook, before: Answers) -> None:
    """Asked by another process at each stage at which the build says how far it is."""
    asked: dict[Stage, Answers] = {}

    def ask(progress: Progress) -> None:
        if progress.stage not in asked:
            asked[progress.stage] = handbook.answers()

    with nearby():
        engine = engine_at(handbook.home)
        request = BuildRequest(
            originals=tuple(engine.handbooks.store(path) for path in all_anew(handbook)),
            categories=dict.fromkeys(("記入規則.md", "図表規則.md", "設計方針.md"), Category.WRITE),
        )
        assert engine.handbooks.build(request, ask).version == "v3"
        assert set(asked) == {Stage.READ, Stage.ENCODE, Stage.VERIFY, Stage.PUBLISH}
        assert list(asked.values()) == [before] * len(asked)
        assert answers_of(engine) != before
        assert answers_of(engine, "v2") == before
        engine.close()


@pytest.mark.parametrize("stage", [Stage.READ, Stage.ENCODE, Stage.VERIFY, Stage.PUBLISH])
def test_a_rebuild_that_is_given_up_leaves_what_was_there(handbook: Handbook, before: Answers, stage: Stage) -> None:
    def give_up(progress: Progress) -> None:
        if progress.stage is stage:
            raise BuildCancelled("the build was cancelled.")

    with nearby():
        engine = engine_at(handbook.home)
        added = engine.handbooks.store(handbook.document("用語.md", TERMS))
        kept = handbook.files()
        request = BuildRequest(originals=(added,), categories={"用語.md": Category.REF}, keep_others=True)
        with pytest.raises(BuildCancelled):
            engine.handbooks.build(request, give_up)
        assert {name for name in handbook.files() if name not in kept} == set()
        assert answers_of(engine) == before
        assert engine.handbooks.build(request).version == "v3"
        engine.close()


def test_a_document_that_cannot_be_read_takes_nothing_from_the_others(handbook: Handbook, before: Answers) -> None:
    broken = handbook.home.parent / "壊れた規則.docx"
    broken.write_bytes(b"PK\x03\x04 half a download")
    ended = handbook.run("build", *all_anew(handbook), broken)
    assert ended.status == 1
    assert "壊れた規則.docx" in ended.err
    assert handbook.answers() == before
    assert handbook.run("doctor").status == 0


def test_a_rebuild_that_is_killed_leaves_what_was_there(handbook: Handbook, before: Answers) -> None:
    """Inside the write of the new manifest, when every part of the new version is on the disk."""
    ended = handbook.run("update", "--remove", "設計方針.md", at=Conditions(file_size=700, kills=True))
    assert ended.status == -signal.SIGXFSZ
    assert handbook.answers() == before
    assert handbook.run("update", "--remove", "設計方針.md", "--json").json["version"] == "v3"


def test_of_two_rebuilds_at_once_one_happens_and_the_other_is_told_who_builds(handbook: Handbook) -> None:
    """The second one comes while the first reads, from another process."""
    second: list[Ended] = []

    def come_between(progress: Progress) -> None:
        if progress.stage is Stage.READ and not second:
            second.append(handbook.run("update", "--remove", "設計方針.md"))

    with nearby():
        engine = engine_at(handbook.home)
        added = engine.handbooks.store(handbook.document("用語.md", TERMS))
        request = BuildRequest(originals=(added,), categories={"用語.md": Category.REF}, keep_others=True)
        result = engine.handbooks.build(request, come_between, owner="佐藤")
        engine.close()
    assert second[0].status == 1
    assert "佐藤 is building this handbook" in second[0].sentence
    assert "searches are not affected" in second[0].sentence
    assert result.version == "v3"
    assert handbook.run("update", "--remove", "設計方針.md").status == 0
    names = [source["name"] for source in handbook.run("show", "v4", "--json").json["source_files"]]
    assert names == ["図表規則.md", "用語.md", "記入規則.md"]
