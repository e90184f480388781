"""Document text and file names reach the screen as what they are, whatever they look like."""

from __future__ import annotations

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from rulebook.model.chunk import RuleChunk
from rulebook.model.document import DocType, Flag
from rulebook.model.search import (
    Breakdown,
    ChannelScore,
    Constraint,
    EvidenceStatus,
    FusionScore,
    Hit,
    KeywordScore,
    Query,
    RelevanceLevel,
    RerankScore,
    SearchResult,
)
from rulebook.model.text import Mark, MarkSpan
from rulebook.settings import load_settings
from rulebook.ui.chunk_card import chunk_card
from rulebook.ui.escape import plain
from rulebook.ui.hit_card import hit_card
from rulebook.ui.richtext import Html, marked_text, tag, text
from rulebook.ui.score_line import fusion_terms, score_line
from rulebook.ui.search_run import Searched
from rulebook.ui.words import words_of

ATTACKS = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '"><svg onload=alert(1)>',
    "' onmouseover='alert(1)",
    "</div><iframe src=javascript:alert(1)>",
    "<b>bold</b> &lt;i&gt; &amp;",
    "[a](javascript:alert(1))",
)
WORDS = words_of("ja")


def shown(made: Html) -> str:
    """What a browser would show of it: without tags, entities read."""
    return html.unescape(re.sub(r"<[^>]*>", "", made.source))


def tags(made: Html) -> set[str]:
    return set(re.findall(r"<(\w+)", made.source))


@pytest.mark.parametrize("attack", ATTACKS)
def test_text_is_shown_and_never_run(attack: str) -> None:
    assert shown(text(attack)) == attack
    assert tags(text(attack)) == set()


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_card_holds_only_our_own_tags_whatever_the_document_says(attack: str) -> None:
    chunk = RuleChunk(
        chunk_id="c",
        doc=attack,
        doc_id=attack,
        doc_type=DocType.WORD,
        content=attack,
        headings=(attack, attack),
        source_uri=f"{attack}#{attack}",
        position=1,
        token_count=3,
        table_header=attack,
        flags=(Flag.HIDDEN,),
    )
    made = chunk_card(WORDS, chunk)
    assert tags(made) == {"div", "span"}
    assert not re.search(r"<[^>]*\son\w+=", made.source)
    assert shown(made).count(attack) == 7


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_explanation_cannot_leave_its_attribute(attack: str) -> None:
    made = tag("span", text("x"), title=attack)
    assert re.fullmatch(r'<span title="[^"<>]*">x</span>', made.source)


def test_marks_and_highlights_nest_where_they_overlap() -> None:
    marks = (MarkSpan(0, 4, Mark.BOLD), MarkSpan(2, 6, Mark.UNDERLINE), MarkSpan(6, 7, Mark.STRIKE))
    made = marked_text("太字下線斜体旧", marks, [(3, 5)])
    assert made.source == (
        "<b>太字</b><u><b>下</b></u><u><mark><b>線</b></mark></u><u><mark>斜</mark></u><u>体</u><s>旧</s>"
    )


@given(
    content=st.text(st.characters(blacklist_categories=("Cs", "Cc")), max_size=30),
    spans=st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30), st.sampled_from(Mark)), max_size=4),
)
def test_no_character_is_lost_or_doubled_by_marks(content: str, spans: list[tuple[int, int, Mark]]) -> None:
    inside = [MarkSpan(min(a, b), max(a, b), m) for a, b, m in spans if max(a, b) <= len(content)]
    assert shown(marked_text(content, inside, [(s.start, s.end) for s in inside[:1]])) == content


@pytest.mark.parametrize("attack", [*ATTACKS, "**x** _y_ ~~z~~ `c` $e$ :red[x] # h", "1. a\n- b\n> c\n| d |"])
def test_every_sign_with_a_meaning_in_markdown_is_escaped(attack: str) -> None:
    escaped = plain(attack)
    assert re.sub(r"\\(.)", r"\1", escaped).replace("\u2060", "") == " ".join(attack.split())
    assert not re.search(r"(?<!\\)[*_`$<>\[\]#|~]", re.sub(r"\\\\", "", escaped))


def test_arrows_dashes_and_emoji_codes_stay_what_was_typed() -> None:
    assert plain("a->b") == "a\\-\u2060\\>b"
    assert plain("a--b") == "a\\-\u2060\\-b"
    assert plain(":smile:") == "\\:\u2060smile\\:"
    assert plain("2026-12-01") == "2026\\-12\\-01"


def hit(**changes: object) -> Hit:
    values: dict[str, object] = {
        "vector": ChannelScore(rank=2, score=0.8712),
        "bm25": KeywordScore(rank=5, score=7.421, matched_terms=("表", "ヘッダー")),
        "rrf": FusionScore(score=1 / 62 + 1 / 65, parts={"vector": 1 / 62, "bm25": 1 / 65}),
        "fusion_rank": 3,
        "rerank": RerankScore(score=0.93, model="statements"),
        **changes,
    }
    return Hit(
        chunk_id="c",
        doc="記入規則.docx",
        doc_id="d",
        doc_type=DocType.WORD,
        content="表のヘッダーは太字にする。",
        headings=("5 表",),
        source_uri="記入規則.docx#見出し!5",
        position=1,
        token_count=9,
        rank=1,
        quality_score=0.9,
        relevance_level=RelevanceLevel.HIGH,
        breakdown=Breakdown(**values),  # type: ignore[arg-type]
    )


def test_the_score_line_shows_every_number_that_made_the_rank() -> None:
    assert shown(score_line(WORDS, hit(), 60)) == (
        "ベクトル #2 0.871 · BM25 #5 7.42 〔表, ヘッダー〕 · RRF 0.0315 = 1/62 + 1/65 · rerank 0.93 → 1位 (RRF 3位)"
    )


def test_a_channel_that_did_not_return_the_hit_shows_a_dash() -> None:
    one = hit(vector=None, rrf=FusionScore(score=1 / 65, parts={"bm25": 1 / 65}), rerank=None)
    assert shown(score_line(WORDS, one, 60)) == (
        "ベクトル — · BM25 #5 7.42 〔表, ヘッダー〕 · RRF 0.0154 = 1/65 · rerank — → 1位 (RRF 3位)"
    )


@pytest.mark.parametrize("k", [1, 60])
def test_the_summands_add_up_to_the_fused_score(k: int) -> None:
    breakdown = hit().breakdown
    assert fusion_terms(breakdown, k) == f"1/{k + 2} + 1/{k + 5}"


def test_every_number_of_the_line_is_explained() -> None:
    made = score_line(WORDS, hit(), 60)
    assert len(re.findall(r'<span title="[^"]{10,}">', made.source)) == 4


def searched(constraint: Constraint, status: EvidenceStatus = EvidenceStatus.FOUND) -> Searched:
    result = SearchResult(
        query="表", version="v1", constraint=constraint, chunks=(hit(),), evidence_status=status, notices=()
    )
    return Searched(query=Query(text="表"), result=result, settings=load_settings())


def test_a_hit_says_its_level_and_its_chance_and_what_the_rerank_did() -> None:
    made = hit_card(
        WORDS, hit(rerank=RerankScore(score=0.9, model="m", parts={"x": 0.4})), searched(Constraint.HANDBOOK)
    )
    assert "有力 · 十に九つ" in shown(made)
    assert "rerank の内訳: x +0.40" in shown(made)
    assert "再順位付けで 2 つ上がりました（RRF 3位 → 1位）。" in shown(made)


def test_hits_that_are_no_evidence_are_set_back() -> None:
    found = hit_card(WORDS, hit(), searched(Constraint.HANDBOOK))
    nearest = hit_card(WORDS, hit(), searched(Constraint.HANDBOOK, EvidenceStatus.NO_EVIDENCE))
    assert nearest.source == f'<div class="rb-back">{found.source}</div>'


def test_a_builtin_rule_shows_no_scores_that_nobody_gave() -> None:
    made = hit_card(WORDS, hit(), searched(Constraint.BUILTIN))
    assert "RRF" not in shown(made)
    assert "組み込み" in shown(made)


def test_a_file_name_full_of_markdown_is_shown_character_by_character_in_an_error() -> None:
    app = AppTest.from_function(page_with_a_hostile_error).run()
    assert app.error[0].value.count("\\*") == 4
    assert "\\<img src\\=x\\>" in app.error[0].value


def page_with_a_hostile_error() -> None:
    from rulebook.errors import DamagedFile
    from rulebook.ui.boundary import error_boundary
    from rulebook.ui.words import words_of

    with error_boundary(words_of("ja")):
        raise DamagedFile("it is damaged", where="**<img src=x>**.docx")
