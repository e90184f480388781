"""``rulebook parse``: chunks and reports; a bad file never stops the others."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Cli
from tests.handbooks import write_documents


def test_a_document_comes_back_with_chunks_and_report(cli: Cli, tmp_path: Path) -> None:
    path = write_documents(tmp_path)[0]
    outcome = cli("parse", path, "--json")
    (document,) = outcome.json["documents"]
    assert outcome.status == 0
    assert (document["doc"], document["doc_type"]) == ("記入規則.md", "markdown")
    assert "見出しは「1.1」形式で記述する。" in document["chunks"][0]["content"]
    assert {"chunk_id", "headings", "source_uri", "position", "token_count", "evidence_key"} <= document["chunks"][
        0
    ].keys()
    assert {"headings", "tables", "hidden", "warnings"} <= document["report"].keys()


def test_a_bad_file_is_told_and_does_not_stop_the_others(cli: Cli, tmp_path: Path) -> None:
    good = write_documents(tmp_path)[0]
    bad = tmp_path / "壊れた.docx"
    bad.write_bytes(b"PK\x03\x04 not a package")
    outcome = cli("parse", bad, good, tmp_path / "無い.docx", "--json")
    first, second, third = outcome.json["documents"]
    assert outcome.status == 0
    assert (first["doc"], first["error"]["code"]) == ("壊れた.docx", "E_DAMAGED_FILE")
    assert first["error"]["message"] in outcome.err
    assert second["chunks"]
    assert third["error"]["code"] == "E_USAGE"


def test_only_when_all_fail_the_status_is_1(cli: Cli, tmp_path: Path) -> None:
    empty = tmp_path / "空.docx"
    empty.write_bytes(b"")
    outcome = cli("parse", empty, "--json")
    assert outcome.status == 1
    assert outcome.json["documents"][0]["error"]["code"] == "E_EMPTY_FILE"


def test_the_category_is_given_or_comes_from_the_folder_or_the_name(cli: Cli, tmp_path: Path) -> None:
    paths = write_documents(tmp_path / "ref")

    def categories(*arguments: object) -> set[str]:
        documents = cli("parse", *arguments, "--json").json["documents"]
        return {chunk["category"] for document in documents for chunk in document["chunks"]}

    assert categories(paths[0], "--category", "design") == {"design"}
    assert categories(tmp_path) == {"ref"}
    assert categories(paths[0].rename(tmp_path / "記入.md")) == {"write"}


def test_nothing_is_stored(cli: Cli, tmp_path: Path) -> None:
    home = tmp_path / "home"
    cli("parse", write_documents(tmp_path / "rules")[0], "--home", home)
    assert not home.exists()


def test_people_get_counts(cli: Cli, tmp_path: Path) -> None:
    outcome = cli("parse", write_documents(tmp_path)[0])
    assert "記入規則.md" in outcome.out
    assert "chunks" in outcome.out
