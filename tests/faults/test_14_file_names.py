"""Fault kind 14: a name in any script is a name; two spellings of one name are one document, two names are two.

The same holds for the text itself: how it is spelled in the file must not decide whether it is found.

Wrong: 「記入規則.docx」 is refused, becomes ".docx" or "____.docx" and overwrites 「図表規則.docx」; and 「ガイド」
typed on a Mac is another document than 「ガイド」 typed on Windows.
"""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from openpyxl import Workbook

from rulebook.chunking.identity import document_id, document_name
from rulebook.handbook.manager import BuildRequest
from rulebook.model.chunk import Category
from rulebook.parsing.parse import parse_file
from tests.faults.documents import parsed
from tests.handbooks import engine_at
from tests.packages import save
from tests.parsing.test_parse import FILES
from tests.readers.excel.workbooks import saved

RULE = "# 章\n\n氏名は全角とする。\n".encode()
NAMES = [
    "記入規則.md",
    "编码规范（第3版）.md",
    "규칙.md",
    "Règles d'écriture.md",
    "правила.md",
    "(社外秘)【改訂】規則 2026年度　最終_v2.md",
    "①②③.md",
    "規則.最終.md",
    "🗎.md",
    "ｶﾞｲﾄﾞ.md",
    "𠮷野家.md",
    "葛\U000e0100城市.md",
    ".md.md",
    "-.md",
    "＿.md",
    "規" * 80 + ".md",
    "規則.MD",
]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_in_any_script_is_kept_as_it_is_and_cited(tmp_path: Path, name: str) -> None:
    found = parse_file(save(tmp_path, "stored", RULE), name)
    assert found.doc == document_name(name)
    assert unicodedata.normalize("NFC", name).replace("\U000e0100", "") == found.doc.replace("\U000e0100", "")
    assert all(chunk.source_uri.startswith(f"{found.doc}#") for chunk in found.chunks)


@pytest.mark.parametrize("name", NAMES)
def test_the_id_is_never_empty_and_ends_in_the_hash(tmp_path: Path, name: str) -> None:
    found = parse_file(save(tmp_path, "stored", RULE), name)
    slug, _, digits = found.doc_id.rpartition("-")
    assert slug
    assert digits == found.sha256[:8]
    assert not set(found.doc_id) & set("/\\#?% .")


def test_names_do_not_collide(tmp_path: Path) -> None:
    """Documents with different content have different ids even where nothing of the name is left in the slug."""
    ids = {parse_file(save(tmp_path, "stored", RULE + bytes([65 + n])), name).doc_id for n, name in enumerate(NAMES)}
    assert len(ids) == len(NAMES)


@pytest.mark.parametrize("name", ["ガイド.md", "ぱぴぷぺぽ.md", "Règles.md", "각주.md"])
def test_two_unicode_spellings_are_one_document(tmp_path: Path, name: str) -> None:
    composed, apart = (unicodedata.normalize(form, name) for form in ("NFC", "NFD"))
    assert composed != apart
    first, second = (parse_file(save(tmp_path, "stored", RULE), spelled) for spelled in (composed, apart))
    assert (first.doc, first.doc_id) == (second.doc, second.doc_id)
    assert first.doc == composed
    assert [c.chunk_id for c in first.chunks] == [c.chunk_id for c in second.chunks]


def test_two_unicode_spellings_are_one_document_of_the_handbook(tmp_path: Path) -> None:
    """The second upload is the same document and not a second one with the same rules."""
    plans = []
    engine = engine_at(tmp_path / "home")
    for form in ("NFC", "NFD"):
        (tmp_path / form).mkdir()
        original = engine.handbooks.store(save(tmp_path / form, unicodedata.normalize(form, "ガイド.md"), RULE))
        request = BuildRequest(originals=(original,), categories={original.name: Category.WRITE})
        plans.append(engine.handbooks.build(request).plan)
    engine.close()
    assert plans[0].added == ("ガイド.md",)
    assert plans[1].changes_nothing


@pytest.mark.parametrize("name", FILES)
def test_every_format_takes_a_name_in_decomposed_spelling(tmp_path: Path, name: str) -> None:
    suffix = name.rpartition(".")[2]
    path = tmp_path / f"{unicodedata.normalize('NFD', 'ガイド')}.{suffix}"
    path.write_bytes(FILES[name])
    found = parsed(path)
    assert found.doc == f"ガイド.{suffix}"
    assert found.chunks[0].source_uri.startswith(f"ガイド.{suffix}#")


def test_wide_and_half_width_names_are_two_documents() -> None:
    """Only spellings that look the same are the same: ｶﾞ is half as wide as ガ, and a person sees two files."""
    assert document_name("ｶﾞｲﾄﾞ.md") != document_name("ガイド.md")


def test_signs_that_turn_a_name_around_are_taken_out() -> None:
    """A name that ends in ``xlsx`` for the eye and in something else for the program deceives."""
    assert document_name("規則\u202excod.md") == "規則xcod.md"


def test_a_name_that_is_all_signs_has_an_id() -> None:
    assert document_id("★☆.md", "0" * 64).endswith("-00000000")


@pytest.mark.parametrize("name", ["規則!旧", "入力 規則", "規則'26", "1.概要", "#規則", "２０２６年"])
def test_a_sheet_is_cited_by_its_name_whatever_it_holds(tmp_path: Path, name: str) -> None:
    book = Workbook()
    book.active.title, book.active["B2"] = name, "氏名は全角とする。"
    found = parsed(saved(book, tmp_path))
    assert found.chunks[0].source_uri == f"規則.xlsx#{name}!B2"
    assert found.chunks[0].headings == (name,)


def test_text_typed_on_a_mac_is_the_same_text(tmp_path: Path) -> None:
    """Sheet name, heading path and content: whoever looks for ガイド finds it however it was stored."""
    apart = unicodedata.normalize("NFD", "ガイドは必ず読む。")
    book = Workbook()
    book.active.title, book.active["B2"] = unicodedata.normalize("NFD", "ガイド"), apart
    (chunk,) = parsed(saved(book, tmp_path)).chunks
    assert (chunk.headings, chunk.content) == (("ガイド",), "ガイドは必ず読む。")
    assert chunk.source_uri == "規則.xlsx#ガイド!B2"
    assert [s.text for s in chunk.statements] == ["ガイドは必ず読む。"]


@pytest.mark.parametrize(
    "unseen", ["\u200b", "\ufeff", "\u2060", "\u00ad"], ids=["ZWSP", "BOM", "word joiner", "soft hyphen"]
)
def test_what_was_pasted_and_nobody_sees_cuts_no_word_in_two(tmp_path: Path, unseen: str) -> None:
    """COMP_NAME copied from a web page may hold a break that does not show; whoever types the name must find it."""
    book = Workbook()
    book.active["A1"] = f"列名はCOMP{unseen}_NAMEとし、個人{unseen}情報を含めない。"
    (chunk,) = parsed(saved(book, tmp_path)).chunks
    assert chunk.content == "列名はCOMP_NAMEとし、個人情報を含めない。"
