"""The judged sets: which there are, what is in one, and how sets come in, go out and are deleted."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import PurePath

import pandas as pd
import streamlit as st
from streamlit.column_config import TextColumn

from rulebook.engine import Engine
from rulebook.evaluation.judged import read_judged
from rulebook.model.json import to_json
from rulebook.model.judged import JudgedQuery
from rulebook.ui.boundary import error_boundary
from rulebook.ui.escape import plain
from rulebook.ui.panels import BY, Panel, signature
from rulebook.ui.quality_done import announce
from rulebook.ui.quality_rows import kind_name, language_name
from rulebook.ui.richtext import show, tag, text
from rulebook.ui.words import Words

_TABLE_ROWS = 10
_LONGEST_STEM = 60


def show_sets(engine: Engine, words: Words) -> None:
    """The sets in a table, one of them opened, and the import of another."""
    sets = {name: engine.judged.queries(name) for name, _ in engine.judged.sets()}
    if sets:
        st.dataframe(
            pd.DataFrame([_set_row(words, name, queries) for name, queries in sets.items()]),
            hide_index=True,
            placeholder="—",
        )
    else:
        st.info(words("quality.no_sets"), icon=":material/checklist:")
    with st.expander(words("quality.import"), icon=":material/upload:", expanded=not sets):
        _import(engine, words, sets.keys())
    if sets:
        name = st.selectbox(words("quality.open_set"), list(sets), key="quality_set")
        with st.container(horizontal=True):
            _export(words, name, sets[name])
            _delete(engine, words, name, len(sets[name]))
        _show_queries(words, name, sets[name])


def jsonl_of(queries: Iterable[JudgedQuery]) -> str:
    """The queries as ``evaluation.judged`` reads them: one JSON object a line."""
    return "".join(f"{json.dumps(to_json(query), ensure_ascii=False)}\n" for query in queries)


def file_stem(set_name: str) -> str:
    """The set's name as every file system takes it."""
    return "".join(c if c.isalnum() or c in "-_" else "_" for c in set_name)[:_LONGEST_STEM] or "judged"


def counts_text(values: Iterable[str]) -> str:
    """``ja 56 · en 12 · zh 12``, the most frequent first, ties by name."""
    counts = sorted(Counter(values).items(), key=lambda item: (-item[1], item[0]))
    return " · ".join(f"{name} {count}" for name, count in counts)


def _set_row(words: Words, name: str, queries: Sequence[JudgedQuery]) -> dict[str, object]:
    answerable = sum(query.answerable for query in queries)
    return {
        words("quality.set"): name,
        words("quality.queries"): len(queries),
        words("quality.answerable"): answerable,
        words("quality.unanswerable"): len(queries) - answerable,
        words("quality.langs"): counts_text(language_name(words, query.lang) for query in queries),
    }


def _import(engine: Engine, words: Words, known: Iterable[str]) -> None:
    st.caption(words("quality.import_help"))
    uploaded = st.file_uploader(words("quality.file"), type=["jsonl", "ndjson", "json"], key="quality_import_file")
    if uploaded is None:
        return
    stem = PurePath(uploaded.name).stem
    name = st.text_input(words("quality.set_name"), stem, key=f"quality_import_name_{uploaded.file_id}").strip()
    by = signature(words, Panel(page="quality", name="import"))
    with error_boundary(words):
        queries = read_judged(uploaded.getvalue(), uploaded.name)
        st.caption(words.md("quality.import_found", file=uploaded.name, count=len(queries)))
        if name in known:
            st.warning(words.md("quality.import_into", name=name), icon=":material/merge:")
        if st.button(words("quality.import_button"), key="quality_import", type="primary"):
            replaced = engine.judged.put(name, queries, by or BY)
            announce("quality.imported", name=name, count=str(len(queries)), replaced=str(replaced))


def _export(words: Words, name: str, queries: Sequence[JudgedQuery]) -> None:
    st.download_button(
        words("quality.export"),
        jsonl_of(queries),
        file_name=f"{file_stem(name)}.jsonl",
        mime="application/x-ndjson",
        key="quality_export",
        icon=":material/download:",
        on_click="ignore",
    )


def _delete(engine: Engine, words: Words, name: str, count: int) -> None:
    """Asks once more: what people judged is not found again."""
    with st.popover(words("quality.delete"), icon=":material/delete:"):
        st.markdown(words.md("quality.delete_confirm", name=name, count=count))
        if st.button(words("quality.delete_button"), key="quality_delete", type="primary"):
            with error_boundary(words):
                engine.judged.remove(name)
                announce("quality.deleted", name=name)


def _show_queries(words: Words, name: str, queries: Sequence[JudgedQuery]) -> None:
    kinds = counts_text(kind_name(words, query.kind) for query in queries)
    langs = counts_text(language_name(words, query.lang) for query in queries)
    st.caption(plain(f"{words('quality.kinds')}: {kinds} — {words('quality.langs')}: {langs}"))
    st.dataframe(
        pd.DataFrame([_query_row(words, query) for query in queries]),
        hide_index=True,
        placeholder="—",
        height="auto" if len(queries) <= _TABLE_ROWS else 38 + 35 * _TABLE_ROWS,
        column_config={"ID": TextColumn(width=70, pinned=True), words("quality.query"): TextColumn(width=420)},
    )
    by_id = {query.id: query for query in queries}
    opened = st.selectbox(
        words("quality.open_query"),
        list(by_id),
        index=None,
        format_func=lambda key: f"{key} · {by_id[key].query}",
        placeholder=words("quality.open_query_hint"),
        key=f"quality_set_query_{name}",
    )
    if opened:
        show_judged(words, by_id[opened])


def show_judged(words: Words, query: JudgedQuery) -> None:
    """A judged query with the places that answer it, every text as text."""
    lines = [tag("div", text(query.query), css="rb-path")]
    if not query.gold:
        lines.append(tag("div", text(words("quality.no_gold")), css="rb-small"))
    for gold in query.gold:
        place = " · ".join(part for part in (gold.doc, gold.where) if part)
        lines.append(tag("div", text(words("quality.gold", grade=gold.grade, place=place)), css="rb-small"))
        lines.append(tag("div", text(gold.evidence), css="rb-body"))
    show(tag("div", *lines, css="rb-card"))


def _query_row(words: Words, query: JudgedQuery) -> dict[str, object]:
    return {
        "ID": query.id,
        words("quality.query"): query.query,
        words("quality.kind"): kind_name(words, query.kind),
        words("quality.lang"): language_name(words, query.lang),
        words("quality.golds"): len(query.gold),
        words("quality.docs"): ", ".join(dict.fromkeys(gold.doc for gold in query.gold)),
    }
