"""A handbook of one-chunk documents in which each expected rule is lost at another place, and the searches for it.

With one hit a channel and one hit returned, ``余白と版数`` finds a-余白.md by meaning and b-帳票.md by words, and
``署名と期限`` d-署名.md by meaning and c-契約.md by words; of two that one channel each returned, the first by name is
the hit.
"""

from __future__ import annotations

from pathlib import Path

from openpyxl import Workbook

from rulebook.engine import Engine
from rulebook.model.feedback import ExpectedRule
from tests.handbooks import engine_at, write_documents

DOCUMENTS = {
    "a-余白.md": "# 余白\n\n余白は余白とする。余白に余白の余白を置く。\n",
    "b-帳票.md": "# 帳票\n\n帳票には版数、日付、部署、承認者、連絡先、頁番号を印字し、余白を左右に広く取り、"
    "折り目を避けて記載する。\n",
    "c-契約.md": "# 契約\n\n契約には期限、金額、甲乙、支払、解除、損害、管轄を定め、署名を末尾に置き、"
    "印紙を貼り、控えを保管する。\n",
    "d-署名.md": "# 署名\n\n署名は署名とする。署名に署名の署名を添える。\n",
    "e-画面.md": "# 画面\n\n画面には題名、項目、釦、凡例、注意、色、書体、行間を定め、余白を均等に配置し、"
    "検索欄を上部に表示する。\n",
}
CATEGORIES = dict.fromkeys(DOCUMENTS, "write") | {"f-旧版.xlsx": "write"}

PRINTED = ExpectedRule(doc="b-帳票.md", evidence="余白を左右に広く取り")
SIGNED = ExpectedRule(doc="d-署名.md", evidence="署名は署名とする。")
SCREEN = ExpectedRule(doc="e-画面.md", evidence="余白を均等に配置し")
MARGIN = ExpectedRule(doc="a-余白.md", evidence="余白は余白とする。")
HIDDEN = ExpectedRule(doc="f-旧版.xlsx", evidence="余白は 20mm とする。")


def narrow_engine(home: Path) -> Engine:
    """An engine with one hit a channel, one hit returned, and no rerank."""
    return engine_at(
        home,
        vector_store={"adapter": "memory"},
        rerank={"enabled": False},
        retrieval={"channel_top_k": 1, "top_k": 1},
    )


def build_lost_rules(folder: Path) -> Path:
    """The home of a handbook whose version v1 is of these documents."""
    engine = narrow_engine(folder / "home")
    documents = [*write_documents(folder / "rules", DOCUMENTS), _with_hidden_sheet(folder / "rules")]
    engine.handbooks.build_handbook(documents, CATEGORIES)
    engine.close()
    return folder / "home"


def _with_hidden_sheet(folder: Path) -> Path:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet["A1"] = "用紙は A4 とする。"
    old = book.create_sheet("旧規則")
    old["A1"] = HIDDEN.evidence
    old.sheet_state = "hidden"
    book.save(folder / "f-旧版.xlsx")
    return folder / "f-旧版.xlsx"
