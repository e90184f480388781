import numpy as np

from rulebook.encoders.hashing import HashingEncoder


def test_texts_that_share_words_are_nearer_than_texts_that_do_not():
    rule, near, far = HashingEncoder().encode_passages(["表ヘッダーは太字", "ヘッダは太字とする", "脚注を付ける"])
    assert rule @ near > rule @ far


def test_vectors_are_the_same_on_every_machine():
    vector = HashingEncoder().encode_passages(["FMT-012"])[0]
    assert {int(i): round(float(vector[i]), 3) for i in np.flatnonzero(vector)} == {
        175: -0.577,
        205: -0.577,
        242: -0.577,
    }


def test_it_counts_what_it_was_asked():
    encoder = HashingEncoder()
    encoder.encode_passages(["表", "図"])
    encoder.encode_queries(["表"])
    assert (encoder.calls, encoder.encoded_texts) == (2, 3)
