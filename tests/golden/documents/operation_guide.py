"""運用手順: a Markdown file with front matter, nested lists, tables, code, HTML and a remark."""

from __future__ import annotations

from pathlib import Path

NAME = "運用手順.md"

_TEXT = """---
title: 運用手順書
category: ref
keywords: [夜間処理, 復旧, 連絡網]
summary: 夜間処理の監視と復旧の手順
covers: 夜間処理
when_to_retrieve: 障害が起きたとき
---

# 夜間処理

夜間処理は毎日 **23時** に始まり、翌朝 <u>6時まで</u> に終わらなければならない。
~~休日は実行しない。~~ 休日も実行する。

## 監視の手順

1. 監視画面を開く。
2. 次の状態を確かめる。
   - `RUNNING` のジョブが一つだけである。
   - 遅れが15分を超えていない。
     超えているときは連絡網に従う。
3. 結果を記録する。

<!-- 2027年に自動化する予定 -->

## 判断の基準

| 状態 | 遅れ | 対応 |
|:-----|-----:|------|
| 正常 | 15分以内 | なし |
| 注意 | 15分超 | 担当者に **電話** する。 |
| 異常 |  | 復旧手順を始める。\\|を含むログは残す。 |

> 異常のときは、独断で再実行してはならない。

## 復旧の手順

```sh
# 停止してから再開する
jobctl stop NIGHT01
jobctl restart NIGHT01 --from=STEP030
```

再開の後、件数を照合する。詳しくは[照合の手引き](https://example.com/check)を見よ。

### 連絡網

- [x] 運用責任者
- [ ] 顧客窓口（営業時間内に限る）

![](図/連絡網.png)

付録
====

<table>
<tr><th>記号</th><th>意味</th></tr>
<tr><td>◎</td><td>必ず連絡する</td></tr>
</table>
"""


def build(folder: Path) -> bytes:
    return _TEXT.encode()
