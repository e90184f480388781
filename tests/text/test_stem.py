import pytest

from rulebook.text.stem import english_stem


@pytest.mark.parametrize(
    ("words", "stem"),
    [
        (("table", "tables"), "table"),
        (("policy", "policies"), "policy"),
        (("name", "names", "named", "naming"), "name"),
        (("check", "checks", "checked", "checking"), "check"),
        (("stop", "stops", "stopped", "stopping"), "stop"),
        (("class", "classes"), "class"),
        (("box", "boxes"), "box"),
        (("heading", "headings"), "head"),
        (("validate", "validates", "validated", "validating"), "validate"),
        (("call", "called", "calling"), "call"),
        (("status",), "status"),
        (("analysis",), "analysis"),
        (("need", "needs"), "need"),
        (("string", "strings"), "string"),
        (("feed",), "feed"),
        (("id",), "id"),
    ],
)
def test_inflections_share_a_stem(words, stem):
    assert {english_stem(word) for word in words} == {stem}
