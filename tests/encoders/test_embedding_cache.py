import os
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from rulebook.encoders.base import ModelIdentity
from rulebook.encoders.cache import CachedEncoder, EmbeddingCache
from rulebook.encoders.cache_file import journal_mode
from rulebook.encoders.hashing import HashingEncoder
from rulebook.errors import BuildCancelled

_TEXTS = ["表ヘッダー", "脚注", "見出し", "図表", "箇条書き"]


@pytest.fixture
def notices() -> list[str]:
    return []


@pytest.fixture
def cache(tmp_path, notices) -> EmbeddingCache:
    return EmbeddingCache(tmp_path / "cache" / "embeddings.db", notices.append)


def _rows(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("select count(*) from embedding").fetchone()[0]


def test_a_text_is_encoded_once_in_a_lifetime(cache):
    first, second = HashingEncoder(), HashingEncoder()
    fresh = CachedEncoder(first, cache).encode_passages(_TEXTS)
    kept = CachedEncoder(second, cache).encode_passages(_TEXTS[::-1])
    assert (first.encoded_texts, second.encoded_texts) == (5, 0)
    assert np.array_equal(kept[::-1], fresh)


def test_only_unseen_texts_are_encoded_and_the_order_is_kept(cache):
    encoder = HashingEncoder()
    cached = CachedEncoder(encoder, cache)
    cached.encode_passages(["脚注", "図表"])
    vectors = cached.encode_passages(_TEXTS)
    assert encoder.encoded_texts == 2 + 3
    assert np.array_equal(vectors, HashingEncoder().encode_passages(_TEXTS))


def test_equal_texts_of_one_call_are_encoded_once(cache):
    encoder = HashingEncoder()
    vectors = CachedEncoder(encoder, cache).encode_passages(["表", "脚注", "表", "表"])
    assert encoder.encoded_texts == 2
    assert np.array_equal(vectors[0], vectors[2])
    assert not np.array_equal(vectors[0], vectors[1])


def test_passages_and_queries_are_kept_apart(cache):
    encoder = HashingEncoder()
    cached = CachedEncoder(encoder, cache)
    cached.encode_passages(["表"])
    cached.encode_queries(["表"])
    cached.encode_queries(["表"])
    assert encoder.encoded_texts == 2


@pytest.mark.parametrize("other", [{"name": "other"}, {"revision": "2"}])
def test_another_model_or_revision_finds_nothing(cache, other):
    known = {"name": "m", "revision": "1", "dimensions": 2, "chip": "m"}
    cache.write(ModelIdentity(**known), "passage", {b"k": np.array([1, 0], dtype=np.float32)})
    assert list(cache.read(ModelIdentity(**known), "passage", [b"k"])) == [b"k"]
    assert cache.read(ModelIdentity(**{**known, **other}), "passage", [b"k"]) == {}


def test_progress_counts_distinct_texts_from_the_cached_ones_on(cache):
    cached = CachedEncoder(HashingEncoder(), cache, batch_size=2)
    cached.encode_passages(_TEXTS[:1])
    seen = []
    cached.encode_passages([*_TEXTS, *_TEXTS], on_progress=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 5), (3, 5), (5, 5)]


def test_a_cancelled_build_keeps_the_batches_it_has_paid_for(cache):
    encoder = HashingEncoder()

    def cancel(done: int, total: int) -> None:
        if done >= 4:
            raise BuildCancelled("cancelled")

    with pytest.raises(BuildCancelled):
        CachedEncoder(encoder, cache, batch_size=2).encode_passages(_TEXTS, on_progress=cancel)
    CachedEncoder(encoder, cache).encode_passages(_TEXTS)
    assert encoder.encoded_texts == 4 + 1


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_a_killed_build_loses_one_batch_at_most(tmp_path):
    path = tmp_path / "embeddings.db"
    child = subprocess.Popen([sys.executable, "-c", _ENDLESS_BUILD, str(path)], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    for line in child.stdout:
        if int(line) >= 60:
            os.kill(child.pid, signal.SIGKILL)
            break
    child.communicate()
    notices: list[str] = []
    encoder = HashingEncoder()
    cached = CachedEncoder(encoder, EmbeddingCache(path, notices.append))
    cached.encode_passages([f"規則 {n}" for n in range(60)])
    assert encoder.encoded_texts == 0
    assert notices == []


_ENDLESS_BUILD = """
import sys
from pathlib import Path
from rulebook.encoders.cache import CachedEncoder, EmbeddingCache
from rulebook.encoders.hashing import HashingEncoder
cached = CachedEncoder(HashingEncoder(), EmbeddingCache(Path(sys.argv[1])), batch_size=3)
cached.encode_passages([f"規則 {n}" for n in range(100_000)], on_progress=lambda done, total: print(done, flush=True))
"""


def test_the_file_may_be_deleted_at_any_time(cache, tmp_path, notices):
    encoder = HashingEncoder()
    cached = CachedEncoder(encoder, cache)
    cached.encode_passages(_TEXTS)
    (tmp_path / "cache" / "embeddings.db").unlink()
    cached.encode_passages(_TEXTS)
    cached.encode_passages(_TEXTS)
    assert encoder.encoded_texts == 10
    assert notices == []


def _garbage(data: bytes) -> bytes:
    return b"no database at all " * 500


def _cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def _garbled(data: bytes) -> bytes:
    return data[:100] + b"\xff" * (len(data) - 100)


@pytest.mark.parametrize("damage", [_garbage, _cut, _garbled])
def test_a_damaged_file_is_set_aside_with_a_notice_and_begun_anew(cache, tmp_path, notices, damage):
    path = tmp_path / "cache" / "embeddings.db"
    encoder = HashingEncoder()
    cached = CachedEncoder(encoder, cache, batch_size=100)
    texts = [f"規則 {n}" for n in range(50)]
    expected = cached.encode_passages(texts)
    path.write_bytes(damage(path.read_bytes()))
    assert np.array_equal(cached.encode_passages(texts), expected)
    assert "set aside" in notices[0]
    assert [p for p in path.parent.iterdir() if "damaged" in p.name]
    cached.encode_passages(texts)
    assert encoder.encoded_texts == 100
    assert len(notices) == 1


def test_a_journal_of_the_damaged_file_is_not_played_into_the_new_one(cache, tmp_path, notices):
    path = tmp_path / "cache" / "embeddings.db"
    cached = CachedEncoder(HashingEncoder(), cache)
    cached.encode_passages(_TEXTS)
    path.write_bytes(b"x" * 4096)
    path.with_name("embeddings.db-journal").write_bytes(b"y" * 4096)
    cached.encode_passages(_TEXTS)
    assert _rows(path) == 5


@pytest.mark.parametrize("blob", [b"", b"\0" * 1024, b"\xff" * 1024, np.full(256, 1, dtype="<f4").tobytes()])
def test_a_vector_damaged_inside_a_sound_file_is_encoded_again(cache, tmp_path, blob):
    encoder = HashingEncoder()
    cached = CachedEncoder(encoder, cache)
    expected = cached.encode_passages(_TEXTS)
    with closing(sqlite3.connect(tmp_path / "cache" / "embeddings.db")) as connection, connection:
        connection.execute("update embedding set vector = ?", (blob,))
    assert np.array_equal(cached.encode_passages(_TEXTS), expected)
    assert encoder.encoded_texts == 10


def test_a_cache_that_cannot_be_opened_is_told_and_costs_time_only(tmp_path, notices):
    (tmp_path / "embeddings.db").mkdir()
    vectors = CachedEncoder(
        HashingEncoder(), EmbeddingCache(tmp_path / "embeddings.db", notices.append)
    ).encode_queries(_TEXTS)
    assert vectors.shape == (5, 256)
    assert all("is not used" in notice for notice in notices)
    assert notices


def test_threads_share_one_cache(cache, tmp_path, notices):
    def build(start: int) -> None:
        CachedEncoder(HashingEncoder(), cache, batch_size=5).encode_passages(
            [f"規則 {n}" for n in range(start, start + 20)]
        )

    threads = [threading.Thread(target=build, args=(start,)) for start in (0, 10, 20, 30)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert _rows(tmp_path / "cache" / "embeddings.db") == 50
    assert notices == []


_SHORT_BUILD = """
import sys
from pathlib import Path
from rulebook.encoders.cache import CachedEncoder, EmbeddingCache
from rulebook.encoders.hashing import HashingEncoder
start, notices = int(sys.argv[2]), []
cached = CachedEncoder(HashingEncoder(), EmbeddingCache(Path(sys.argv[1]), notices.append), batch_size=4)
cached.encode_passages([f"規則 {n}" for n in range(start, start + 40)])
sys.exit(len(notices))
"""


def test_processes_share_one_cache(tmp_path):
    path = tmp_path / "embeddings.db"
    children = [subprocess.Popen([sys.executable, "-c", _SHORT_BUILD, str(path), str(n)]) for n in (0, 20, 40)]
    assert [child.wait() for child in children] == [0, 0, 0]
    assert _rows(path) == 80


@pytest.mark.parametrize(
    ("version", "mode"),
    [
        ((3, 40, 1), "truncate"),
        ((3, 44, 6), "wal"),
        ((3, 45, 0), "truncate"),
        ((3, 50, 7), "wal"),
        ((3, 51, 2), "truncate"),
        ((3, 51, 3), "wal"),
        ((4, 0, 0), "wal"),
    ],
)
def test_wal_is_used_only_where_it_is_sound(version, mode):
    assert journal_mode(version) == mode


def test_forgotten_texts_are_encoded_again_and_the_others_are_not(tmp_path: Path) -> None:
    encoder, cache = HashingEncoder(), EmbeddingCache(tmp_path / "embeddings.db")
    cached = CachedEncoder(encoder, cache)
    cached.encode_passages(["a", "b", "c"])
    cache.forget(encoder.identity.name, encoder.identity.revision, ["a", "b", "unknown"])
    before = encoder.encoded_texts
    cached.encode_passages(["a", "c"])
    assert encoder.encoded_texts - before == 1


def test_the_space_of_forgotten_texts_is_given_back(tmp_path: Path) -> None:
    encoder, cache = HashingEncoder(), EmbeddingCache(tmp_path / "embeddings.db")
    CachedEncoder(encoder, cache).encode_passages(["first"])
    empty = cache.size
    texts = [f"規則{n}" for n in range(600)]
    vectors = CachedEncoder(encoder, cache, batch_size=100).encode_passages(texts)
    assert cache.size < 2 * vectors.nbytes
    cache.forget(encoder.identity.name, encoder.identity.revision, texts)
    assert cache.size <= 2 * empty
