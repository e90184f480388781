import subprocess
import sys

import numpy as np
import pytest

pytest.importorskip("sentence_transformers", reason="sentence-transformers is not installed")

from rulebook.encoders.registry import choose_encoder, choose_reranker, encoder_for
from rulebook.encoders.running import Running
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


def test_another_length_is_another_revision_since_it_gives_other_vectors(bi_encoder):
    usual, short = (choose_encoder(str(bi_encoder), Running(max_length=n)).encoder for n in (1024, 16))
    assert short.identity.revision == f"{usual.identity.revision}-16"
    text = "表 " * 14 + "見 " * 20
    assert not np.allclose(usual.encode_passages([text]), short.encode_passages([text]), atol=1e-4)
    assert encoder_for(str(bi_encoder), Running(max_length=16)).identity == short.identity


def test_a_device_that_is_not_there_is_named_with_what_to_set(bi_encoder, cross_encoder):
    elsewhere = Running(device="cuda:99")
    reranker = choose_reranker(str(cross_encoder), elsewhere).reranker
    assert reranker is not None
    with pytest.raises(RerankerUnavailable, match="'cuda:99' that is set is not there") as caught:
        reranker.score("太字", ["表"])
    assert "auto or cpu" in caught.value.remedy
    with pytest.raises(EncoderUnavailable, match="'cuda:99' that is set is not there"):
        choose_encoder(str(bi_encoder), elsewhere).encoder.encode_queries(["太字"])


def test_a_model_runs_on_the_device_that_is_set(cross_encoder):
    reranker = choose_reranker(str(cross_encoder), Running(device="cpu")).reranker
    assert reranker is not None
    assert reranker.score("太字", ["表"]).shape == (1,)


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


_LONG = "見 出 表 " * 100


def _reranker(folder, **running):
    chosen = choose_reranker(str(folder), Running(**running)).reranker
    assert chosen is not None
    return chosen


def test_every_word_of_a_query_counts_beside_a_passage_that_is_too_long(cross_encoder):
    reranker = _reranker(cross_encoder)
    query = ["太"] * 20
    whole = reranker.score(" ".join(query), [_LONG])
    for n in (0, 10, 19):
        other = [*query[:n], "線", *query[n + 1 :]]
        assert not np.allclose(reranker.score(" ".join(other), [_LONG]), whole, atol=1e-5)


def test_a_pair_that_is_too_long_loses_the_end_of_its_passage(cross_encoder):
    reranker = _reranker(cross_encoder)
    scores = reranker.score("太 字", [_LONG, f"{_LONG} 線 下 線", f"線 下 線 {_LONG}"])
    assert np.isclose(scores[0], scores[1], atol=1e-6)
    assert not np.isclose(scores[0], scores[2], atol=1e-5)


def test_a_query_that_is_too_long_by_itself_leaves_half_of_the_length_to_the_passage(cross_encoder):
    reranker = _reranker(cross_encoder)
    scores = reranker.score("太 " * 500, ["表", "線", f"{_LONG}", f"線 {_LONG}"])
    assert len(set(np.round(scores, 5))) == 4


def test_pairs_are_cut_at_the_length_that_is_set(cross_encoder):
    passages = ["表 " * 20, "表 " * 12 + "線 " * 8]
    usual, short = _reranker(cross_encoder).score("太", passages), _reranker(cross_encoder, max_length=12)
    assert not np.isclose(usual[0], usual[1], atol=1e-5)
    assert np.isclose(*short.score("太", passages), atol=1e-6)


@pytest.fixture
def little_memory(monkeypatch):
    """Room for one pair at a time; gives the sizes of the batches that were tried."""
    import torch
    from sentence_transformers import CrossEncoder

    tried, predict = [], CrossEncoder.predict

    def bounded(self, inputs, *, batch_size, **more):
        tried.append(batch_size)
        if batch_size > 1:
            raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 20.00 GiB.")
        return predict(self, inputs, batch_size=batch_size, **more)

    monkeypatch.setattr(CrossEncoder, "predict", bounded)
    return tried


def test_a_batch_that_does_not_fit_into_memory_is_tried_pair_by_pair(cross_encoder, little_memory):
    scores = _reranker(cross_encoder, batch_size=8).score("太字", ["表", "線"])
    assert scores.shape == (2,)
    assert little_memory == [8, 1]


def test_a_score_that_is_not_a_number_is_none(tmp_path):
    import torch
    from transformers import BertForSequenceClassification

    folder = save_cross_encoder(tmp_path)
    model = BertForSequenceClassification.from_pretrained(folder)
    torch.nn.init.constant_(model.classifier.bias, float("nan"))
    model.save_pretrained(folder)
    with pytest.raises(RerankerUnavailable, match="not a number"):
        _reranker(folder).score("太字", ["表"])


def test_a_process_ends_in_peace_while_the_model_is_at_work(cross_encoder):
    done = subprocess.run(
        [sys.executable, "-c", _OVERRUN, str(cross_encoder)], capture_output=True, text=True, encoding="utf-8"
    )
    assert (done.stdout.strip(), done.returncode) == ("told", 0), done.stderr


_OVERRUN = """
import sys
from rulebook.encoders.registry import choose_reranker
from rulebook.encoders.timed import TimedReranker
from rulebook.errors import RerankerUnavailable
reranker = TimedReranker(choose_reranker(sys.argv[1]).reranker, timeout_seconds=0.05, batch_size=50)
reranker.load()
try:
    reranker.score("太字", ["見 出 表 " * 100] * 5000)
except RerankerUnavailable:
    print("told")
"""
