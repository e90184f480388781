"""Synthetic versions of any size: Japanese rules with words by Zipf's law, and random unit vectors."""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from itertools import accumulate, pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from rulebook.encoders.base import ModelIdentity  # noqa: E402
from rulebook.handbook.parts import text_parts, vector_parts, write_parts  # noqa: E402
from rulebook.handbook.version_files import write_manifest  # noqa: E402
from rulebook.model.chunk import Category, ParsedDocument, RuleChunk, Statement  # noqa: E402
from rulebook.model.document import DocType, ParseReport  # noqa: E402
from rulebook.model.manifest import CollectionEntry, Manifest, SourceFile  # noqa: E402
from rulebook.text.tokens import count_tokens  # noqa: E402
from tests.handbooks import engine_at  # noqa: E402

DIMENSIONS = 384
CHUNKS_A_DOCUMENT = 100
DISTINCT = 100
"""Documents with texts of their own; the others repeat these, since tokenising 100,000 chunks takes minutes."""

STATEMENTS = 8
MODEL = ModelIdentity(name="random", revision="1", dimensions=DIMENSIONS, chip="random")

NOUN_LIST = """
設計 画面 項目 機能 帳票 入力 出力 処理 一覧 番号 名称 規則 記載 表示 登録 更新 削除 検索 照会 取引 顧客 企業
情報 管理 条件 結果 確認 承認 担当 組織 権限 利用 業務 手順 障害 復旧 監視 通知 送信 受信 電文 形式 文字 数値
日付 時刻 単位 金額 合計 明細 表紙 目次 章節 見出 本文 注記 図表 様式 書式 用語 定義 参照 引用 改版 履歴 版数
差分 変更 理由 影響 範囲 対象 除外 初期 既定 必須 任意 桁数 属性 主キー 外部キー テーブル カラム インデックス
ログ エラー メッセージ コード ファイル フォルダ バッチ サーバ クライアント ブラウザ ボタン リンク タブ ヘッダー
フッター データ システム プロジェクト ユーザ テスト レビュー セキュリティ パスワード 暗号 認証 監査 証跡 保管
廃棄 契約 請求 支払 在庫 出荷 配送 返品 経費 旅費 申請
"""
NOUNS = NOUN_LIST.split()
NOUN_WEIGHTS = list(accumulate(1 / rank for rank in range(1, len(NOUNS) + 1)))
ENDINGS = ("を記載する", "は必須とする", "に従う", "を確認する", "は省略してよい", "を付けない", "とする", "を参照する")


class RandomEncoder:
    """Any query is a random direction."""

    identity = MODEL

    def __init__(self) -> None:
        self._chance = np.random.default_rng(7)

    def encode_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return unit_vectors(self._chance, len(texts))

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return unit_vectors(self._chance, len(texts))


def unit_vectors(chance: np.random.Generator, count: int) -> NDArray[np.float32]:
    vectors: NDArray[np.float32] = chance.standard_normal((count, DIMENSIONS), dtype=np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors


def words(chance: random.Random, count: int) -> list[str]:
    """Compounds of one or two nouns."""
    drawn = chance.choices(NOUNS, cum_weights=NOUN_WEIGHTS, k=2 * count)
    return [first + (second if chance.random() < 0.5 else "") for first, second in pairwise(drawn)][::2]


def sentence(chance: random.Random) -> str:
    first, second, third = words(chance, 3)
    code = f"（{chance.choice('ABCDEFGH')}{chance.randrange(100_000):05d}）" if chance.random() < 0.1 else ""
    return f"{first}の{second}{code}には{third}{chance.choice(ENDINGS)}。"


def document(number: int, chunks: int) -> ParsedDocument:
    """The same for the same number."""
    chance, name = random.Random(number), f"規則書{number:04d}.md"
    doc_id = f"{number:012x}"
    return ParsedDocument(
        doc=name,
        doc_id=doc_id,
        doc_type=DocType.MARKDOWN,
        title=name,
        sha256=f"{number:064x}",
        chunks=tuple(chunk(chance, name, doc_id, position) for position in range(1, chunks + 1)),
        report=ParseReport(headings=chunks),
    )


def chunk(chance: random.Random, doc: str, doc_id: str, position: int) -> RuleChunk:
    sentences = [sentence(chance) for _ in range(STATEMENTS)]
    ends = list(accumulate(len(text) for text in sentences))
    spans = zip([0, *ends], ends, sentences, strict=False)
    chapter, section = words(chance, 2)
    content = "".join(sentences)
    return RuleChunk(
        chunk_id="",
        doc=doc,
        doc_id=doc_id,
        doc_type=DocType.MARKDOWN,
        content=content,
        headings=(f"{position // 10 + 1}. {chapter}", f"{position // 10 + 1}.{position % 10 + 1} {section}の書き方"),
        source_uri=f"{doc}#L{position * 10}-{position * 10 + 8}",
        position=position,
        token_count=count_tokens(content),
        statements=tuple(Statement(start=start, end=end, text=text) for start, end, text in spans),
    )


def write_version(home: Path, size: int) -> None:
    """Publishes ``v1`` with ``size`` chunks, a multiple of those in a document."""
    engine, chance = engine_at(home), np.random.default_rng(size)
    sources, texts = [], {}
    for number in range(size // CHUNKS_A_DOCUMENT):
        if number < DISTINCT:
            parsed = document(number, CHUNKS_A_DOCUMENT)
            texts[number] = parsed, text_parts(parsed)
        parsed, text = texts[number % DISTINCT]
        vectors = unit_vectors(chance, CHUNKS_A_DOCUMENT), unit_vectors(chance, CHUNKS_A_DOCUMENT * STATEMENTS)
        parts = write_parts(engine.layout, {**text, **vector_parts(*vectors)})
        sources.append(
            SourceFile(
                name=f"規則書{number:04d}.md",
                hash=f"sha256:{parsed.sha256}",
                type=list(Category)[number % len(Category)],
                built="rebuilt",
                doc_id=parsed.doc_id,
                doc_type=parsed.doc_type,
                title=parsed.title,
                chunk_count=CHUNKS_A_DOCUMENT,
                key="",
                parts=parts,
            )
        )
    folder = engine.layout.version(1)
    folder.path.mkdir(parents=True)
    manifest = Manifest(version="v1", created_at="", source_files=tuple(sources), collections=collections_of(sources))
    engine.versions.publish(1, write_manifest(folder, manifest), None)
    engine.close()


def collections_of(sources: Sequence[SourceFile]) -> dict[str, CollectionEntry]:
    counts = {c: sum(s.chunk_count for s in sources if s.type is c) for c in Category}
    return {
        category.collection: CollectionEntry(
            chunk_count=count,
            embedding_model=MODEL.name,
            embedding_revision=MODEL.revision,
            dimensions=DIMENSIONS,
            rerank_model="statements",
        )
        for category, count in counts.items()
        if count
    }
