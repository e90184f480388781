"""Real but tiny models in sentence-transformers' own format: two layers, random weights, letters for a vocabulary."""

from __future__ import annotations

from pathlib import Path

_LETTERS = "abcdefghijklmnopqrstuvwxyz表見出太字線下頭"
_VOCABULARY = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *_LETTERS, *(f"##{letter}" for letter in _LETTERS)]


def save_bi_encoder(folder: Path, seed: int = 1) -> Path:
    """A bi-encoder with vectors of 16 dimensions and 64 positions."""
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Pooling, Transformer
    from transformers import BertModel

    torch.manual_seed(seed)
    bare = _save_tokenizer(folder / "bare")
    BertModel(_config()).save_pretrained(bare)
    SentenceTransformer(modules=[Transformer(str(bare)), Pooling(16)], device="cpu").save(str(folder / "bi-encoder"))
    return folder / "bi-encoder"


def save_cross_encoder(folder: Path, seed: int = 1) -> Path:
    """A cross-encoder with 64 positions, whose weights are large enough for every letter to show in the score."""
    import torch
    from transformers import BertForSequenceClassification

    torch.manual_seed(seed)
    target = _save_tokenizer(folder / "cross-encoder")
    BertForSequenceClassification(_config(num_labels=1, initializer_range=0.5)).save_pretrained(target)
    return target


def _config(**more: float) -> object:
    from transformers import BertConfig

    return BertConfig(
        vocab_size=len(_VOCABULARY),
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=32,
        max_position_embeddings=64,
        **more,
    )


def _save_tokenizer(folder: Path) -> Path:
    from transformers import BertTokenizerFast

    folder.mkdir(parents=True)
    (folder / "vocab.txt").write_text("\n".join(_VOCABULARY), encoding="utf-8")
    BertTokenizerFast.from_pretrained(str(folder)).save_pretrained(str(folder))
    return folder
