import subprocess
import sys

import numpy as np
import pytest

pytest.importorskip("sentence_transformers", reason="sentence-transformers is not installed")

from rulebook.encoders.registry import choose_encoder, choose_reranker, encoder_for
from rulebook.errors import EncoderUnavailable, RerankerUnavailable
from tests.encoders.tiny_models import save_bi_encoder, save_cross_encoder


@pytest.fixture(scope="module")
def bi_encoder(tmp_path_factory):
    return save_bi_encoder(tmp_path_factory.mktemp("models"))


@pytest.fixture(scope="module")
def cross_encoder(tmp_path_factory):
    return save_cross_encoder(tmp_path_factory.mktemp("models"))


def test_a_folder_is_a_model_and_its_identity_is_found_without_loading_it(bi_encoder):
    script = (
        "import sys; from rulebook.encoders.registry import choose_encoder; "
        f"i = choose_encoder({str(bi_encoder)!r}).encoder.identity; print(i.dimensions, i.chip, 'torch' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["16", "bi-encoder", "False"]


def test_a_version_gets_the_same_vectors_from_the_recorded_name(bi_encoder):
    built = choose_encoder(str(bi_encoder)).encoder
    again = encoder_for(built.identity.name)
    assert again.identity == built.identity
    assert np.allclose(built.encode_passages(["太字"]), again.encode_passages(["太字"]), atol=1e-6)


def test_other_weights_are_another_revision(bi_encoder, tmp_path):
    other = choose_encoder(str(save_bi_encoder(tmp_path, seed=2))).encoder
    assert other.identity.revision != choose_encoder(str(bi_encoder)).encoder.identity.revision


def test_damaged_weights_are_said_to_be_unavailable(tmp_path):
    folder = save_bi_encoder(tmp_path)
    (folder / "model.safetensors").write_bytes(b"not weights")
    with pytest.raises(EncoderUnavailable, match="failed"):
        choose_encoder(str(folder)).encoder.encode_passages(["太字"])


def test_a_reranker_scores_between_zero_and_one_in_the_order_of_the_passages(cross_encoder):
    reranker = choose_reranker(str(cross_encoder)).reranker
    assert reranker is not None
    passages = ["表見出", "太字下線", "abc " * 500, ""]
    scores = reranker.score("太字", passages)
    assert scores.shape == (4,)
    assert scores.dtype == np.float32
    assert ((scores > 0) & (scores < 1)).all()
    assert np.allclose(reranker.score("太字", passages[::-1])[::-1], scores, atol=1e-5)


def test_no_passages_have_no_scores(cross_encoder):
    reranker = choose_reranker(str(cross_encoder)).reranker
    assert reranker is not None
    assert reranker.score("太字", []).shape == (0,)


def test_a_damaged_reranker_is_said_to_be_unavailable(tmp_path):
    folder = save_cross_encoder(tmp_path)
    (folder / "model.safetensors").write_bytes(b"not weights")
    reranker = choose_reranker(str(folder)).reranker
    assert reranker is not None
    with pytest.raises(RerankerUnavailable, match="failed"):
        reranker.score("太字", ["表"])
