import json
from pathlib import Path

import pytest

from rulebook.encoders.model_files import embedding_dimensions, find_model, short_name


def _model(folder: Path, weights: bytes = b"weights") -> Path:
    folder.mkdir(parents=True)
    (folder / "config.json").write_text(json.dumps({"hidden_size": 16}))
    (folder / "model.safetensors").write_bytes(weights)
    return folder


def test_a_folder_with_configuration_and_weights_is_a_model(tmp_path):
    files = find_model(str(_model(tmp_path / "m")))
    assert files is not None
    assert files.name == str(tmp_path / "m")
    assert files.folder == tmp_path / "m"


@pytest.mark.parametrize("missing", ["config.json", "model.safetensors"])
def test_a_folder_without_either_is_none(tmp_path, missing):
    (_model(tmp_path / "m") / missing).unlink()
    assert find_model(str(tmp_path / "m")) is None


def test_a_download_that_was_broken_off_is_none(tmp_path):
    folder = _model(tmp_path / "m")
    (folder / "model-2.safetensors").symlink_to(tmp_path / "not-downloaded")
    assert find_model(str(folder)) is None


@pytest.mark.parametrize("name", ["", "no-such-model", "no/such/folder", "nobody/no-such-model", "../x", "日本/語"])
def test_a_name_that_is_nowhere_is_none(name):
    assert find_model(name) is None


def test_the_commit_is_the_revision_where_the_folder_says_it(tmp_path):
    commit = "5617a9f61b028005a4858fdac845db406aefb181"
    files = find_model(str(_model(tmp_path / "snapshots" / commit)))
    assert files is not None
    assert files.revision == commit[:12]


def test_the_fingerprint_follows_the_weights_not_the_place(tmp_path):
    large = bytes(3 << 20)
    changed = large[: 2 << 20] + b"\x01" * (1 << 20)
    folders = [_model(tmp_path / "a", large), _model(tmp_path / "b", large), _model(tmp_path / "c", changed)]
    one, same, other = (files.revision for folder in folders if (files := find_model(str(folder))))
    assert one == same != other


def test_the_last_module_decides_the_dimensions(tmp_path):
    folder = _model(tmp_path / "m")
    assert embedding_dimensions(folder) == 16
    modules = [{"path": ""}, {"path": "1_Pooling"}, {"path": "2_Dense"}, {"path": "3_Normalize"}]
    (folder / "modules.json").write_text(json.dumps(modules))
    for name, settings in (("1_Pooling", {"word_embedding_dimension": 16}), ("2_Dense", {"out_features": 8})):
        (folder / name).mkdir()
        (folder / name / "config.json").write_text(json.dumps(settings))
    assert embedding_dimensions(folder) == 8


def test_a_hub_id_with_a_short_name_is_known_by_it():
    assert short_name("BAAI/bge-m3") == short_name("bge-m3") == "bge-m3"
    assert short_name("someone/model") == "someone/model"
