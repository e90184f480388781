"""A file can end the process that reads it, never the one that asks, and never the next file."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from rulebook.chunking.packing import ChunkLimits
from rulebook.errors import DamagedFile, DocumentError, EmptyFile
from rulebook.model.chunk import Category
from rulebook.parsing.isolated import IsolatedReader
from rulebook.parsing.messages import READY
from rulebook.parsing.parse import parse_file
from rulebook.readers.limits import MIB, AnswerTooLarge, Limits, MemoryExceeded, ProcessorTimeExceeded, TimeExceeded
from tests import packages

RULES = "# 3. 記入規則\n\n見出しは「1.1」形式で記述する。\n"

# what a reader may do on a file that it was not made for
ODD_READERS = """
print("printed while Python starts")
import os, signal, rulebook.readers.markdown as markdown
read = markdown.read
def odd(path, doc):
    if doc == "crash.md": os.kill(os.getpid(), signal.SIGSEGV)
    if doc == "killed.md": os.kill(os.getpid(), signal.SIGKILL)
    if doc == "exit.md": os._exit(3)
    if doc == "ended.md": os.kill(os.getpid(), signal.SIGTERM)
    if doc == "interrupted.md": os.kill(os.getpid(), signal.SIGINT)
    if doc == "garbage.md": os.write(3, b"\\xff no answer\\n")
    if doc == "other.md": os.write(3, b'{"error": {"code": "E_NONE"}}\\n')
    if doc == "endless.md": os.write(3, b"x" * 2_000_000)
    if doc == "defect.md": raise ZeroDivisionError("a fault of ours")
    if doc == "noise.md": print("printed by a library"); os.write(1, b"and by another")
    if doc == "loop.md":
        while True: pass
    if doc == "greedy.md": bytearray(1 << 40)
    return read(path, doc)
markdown.read = odd
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("rules") / "stored"
    path.write_text(RULES, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[IsolatedReader]:
    """A reader whose child behaves as ``ODD_READERS`` says."""
    folder = tmp_path_factory.mktemp("odd")
    (folder / "sitecustomize.py").write_text(ODD_READERS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(folder))
        patch.setenv("TMPDIR", str(folder))  # where traces go
        with IsolatedReader(Limits(cpu_seconds=1, wall_seconds=20, answer_bytes=MIB)) as reader:
            yield reader


def test_the_answer_is_that_of_reading_in_process(rules: Path, shared: Path) -> None:
    deck = shared / "corpus/fintan-case-studies/work.pptx"
    with IsolatedReader(chunk_limits=ChunkLimits(target_tokens=100)) as reader:
        for path, name in [(rules, "記入規則.md"), (deck, "構成.pptx")]:
            apart = reader.read(path, name, Category.WRITE)
            assert apart == parse_file(path, name, Category.WRITE, None, ChunkLimits(target_tokens=100))


def test_errors_of_a_file_come_back_as_they_are(tmp_path: Path) -> None:
    with IsolatedReader() as reader:
        for content, name, error in [(b"", "空.docx", EmptyFile), (b"PK\x03\x04", "壊.docx", DamagedFile)]:
            with pytest.raises(error) as caught:
                reader.read(packages.save(tmp_path, "stored", content), name)
            assert (caught.value.where, bool(caught.value.remedy)) == (name, True)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends processes otherwise")
@pytest.mark.parametrize(
    ("name", "error", "words"),
    [
        ("crash.md", DamagedFile, "ended the reader"),
        ("killed.md", MemoryExceeded, "within the limits"),
        ("loop.md", ProcessorTimeExceeded, "1 seconds of processor time"),
        ("greedy.md", MemoryExceeded, "memory"),
        ("exit.md", DocumentError, "status 3"),
        ("ended.md", DocumentError, "ended from outside"),
        ("garbage.md", DocumentError, "without an answer"),
        ("other.md", DocumentError, "without an answer"),
        ("defect.md", DocumentError, "fault of rulebook"),
    ],
)
def test_a_file_that_ends_its_reading_does_not_stop_the_next_one(
    odd: IsolatedReader, rules: Path, name: str, error: type[DocumentError], words: str
) -> None:
    with pytest.raises(DocumentError, match=words) as caught:
        odd.read(rules, name)
    assert type(caught.value) is error
    assert caught.value.where == name
    assert len(odd.read(rules, "記入規則.md").chunks) == 1


def test_a_fault_of_our_own_names_the_file_with_its_trace_and_prints_none(
    odd: IsolatedReader, rules: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    odd.close()  # the next child writes to the standard error of this test
    with pytest.raises(DocumentError) as caught:
        odd.read(rules, "defect.md")
    assert caught.value.code == "E_DOCUMENT"
    assert "Traceback" not in capfd.readouterr().err
    trace = Path(caught.value.remedy.split("Report it with ")[1].split(";")[0])
    assert "a fault of ours" in trace.read_text(encoding="utf-8")
    trace.unlink()


def test_what_readers_print_does_not_disturb_the_answer(odd: IsolatedReader, rules: Path) -> None:
    assert odd.read(rules, "noise.md").chunks[0].content == "見出しは「1.1」形式で記述する。"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows interrupts otherwise")
def test_an_interrupt_at_the_terminal_is_for_whoever_asked(odd: IsolatedReader, rules: Path) -> None:
    assert odd.read(rules, "interrupted.md").chunks


def test_an_answer_without_end_is_not_taken_in(odd: IsolatedReader, rules: Path) -> None:
    with pytest.raises(DocumentError):
        odd.read(rules, "endless.md")
    assert odd.read(rules, "記入規則.md").chunks


def test_chunks_that_are_too_large_to_hold_are_refused(tmp_path: Path, rules: Path) -> None:
    large = tmp_path / "large.md"
    large.write_text(RULES * 50, encoding="utf-8")
    with IsolatedReader(Limits(answer_bytes=2000)) as reader:
        with pytest.raises(AnswerTooLarge, match=r"found .+, allowed"):
            reader.read(large, "大.md")
        assert reader.read(rules, "記入規則.md").chunks


def test_a_process_says_when_it_takes_requests_so_that_its_start_counts_against_no_file() -> None:
    worker = [sys.executable, "-m", "rulebook.parsing.worker"]
    done = subprocess.run(worker, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == READY  # after whatever an environment prints


def test_a_process_that_somebody_ends_while_it_waits_is_replaced(rules: Path) -> None:
    before = children()
    with IsolatedReader() as reader:
        reader.read(rules, "一.md")
        for child in children() - before:
            os.kill(int(child), 9)
        assert reader.read(rules, "二.md").chunks


@pytest.fixture
def interruptible() -> Iterator[None]:
    """A process that a shell has started in the background ignores interrupts."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.skipif(sys.platform == "win32", reason="Windows interrupts otherwise")
def test_the_answer_of_an_interrupted_reading_is_not_that_of_the_next_file(odd: IsolatedReader, rules: Path) -> None:
    odd.read(rules, "一.md")
    interrupt = threading.Timer(0.2, signal.pthread_kill, (threading.main_thread().ident, signal.SIGINT))
    interrupt.start()
    with pytest.raises(KeyboardInterrupt):
        odd.read(rules, "loop.md")
    interrupt.join()
    assert odd.read(rules, "二.md").doc == "二.md"


def test_errors_name_the_document_as_it_is_shown(odd: IsolatedReader, rules: Path) -> None:
    with pytest.raises(DocumentError) as caught:
        odd.read(rules, "か\u3099\u202e.zip")
    assert caught.value.where == "が.zip"


def test_reading_that_takes_too_long_is_ended(rules: Path, tmp_path: Path) -> None:
    endless = tmp_path / "long.md"
    endless.write_text("*a **b `c [d\n" * 300_000)
    with IsolatedReader(Limits(wall_seconds=1.5)) as reader:
        with pytest.raises(TimeExceeded, match=r"more than 1\.5 seconds"):
            reader.read(endless, "長い.md")
        assert reader.read(rules, "記入規則.md").chunks


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_memory_over_the_limit_is_refused_and_the_reader_goes_on(rules: Path, tmp_path: Path) -> None:
    text = "<w:p><w:r><w:t>規則</w:t></w:r></w:p>" * 60_000
    large = packages.save(tmp_path, "stored", packages.word(text))
    with IsolatedReader(Limits(memory_bytes=64 * MIB, ratio=100_000)) as reader:
        with pytest.raises(MemoryExceeded, match="memory"):
            reader.read(large, "大.docx")
        assert reader.read(rules, "記入規則.md").chunks


def test_one_process_serves_all_files_and_threads_wait_for_each_other(rules: Path) -> None:
    with IsolatedReader() as reader, ThreadPoolExecutor(4) as pool:
        names = [f"規則{n}.md" for n in range(12)]
        assert [d.doc for d in pool.map(lambda name: reader.read(rules, name), names)] == names


def test_a_module_in_the_working_folder_does_not_take_the_place_of_ours(
    rules: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit(9)")
    monkeypatch.chdir(tmp_path)
    with IsolatedReader() as reader:
        assert reader.read(rules, "記入規則.md").chunks


def test_a_closed_reader_leaves_no_process_and_can_be_used_again(rules: Path) -> None:
    reader = IsolatedReader()
    before = children()
    reader.read(rules, "一.md")
    assert len(children() - before) == 1
    reader.close()
    assert children() <= before
    assert reader.read(rules, "二.md").chunks
    reader.close()


def children() -> set[str]:
    """The processes that this one started, where the system lists them."""
    listing = Path(f"/proc/self/task/{os.getpid()}/children")
    if not listing.exists():
        pytest.skip("the system does not list child processes")
    return set(listing.read_text().split())
