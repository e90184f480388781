"""How cells look: number format, font, fill, borders and alignment by style index."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lxml import etree

from rulebook.model.text import Mark
from rulebook.readers.excel.formats import BUILTIN_FORMATS, CHINESE_FORMATS
from rulebook.readers.excel.strings import font_marks, symbol_font
from rulebook.readers.excel.xml import SHEET, whole

_JAPANESE_FONT = re.compile("ＭＳ|MS P?(?:Gothic|Mincho)|ゴシック|明朝|游|メイリオ|Meiryo|Yu ?Gothic")
_CHINESE_FONT = re.compile("宋体|等线|黑体|楷体|仿宋|雅黑|SimSun|SimHei|DengXian|YaHei|KaiTi")
_WHITE = frozenset({"rgb:FFFFFFFF:0", "rgb:00FFFFFF:0", "indexed:9:0", "indexed:64:0", "indexed:65:0", "theme:0:0"})
_WHITE_INK = frozenset({"rgb:FFFFFFFF:0", "rgb:00FFFFFF:0", "indexed:1:0", "indexed:9:0", "theme:0:0"})


@dataclass(frozen=True, slots=True, kw_only=True)
class CellStyle:
    """What is drawn around a cell's value. ``size`` is in points; ``fill`` names the colour, "" for none or white."""

    number_format: str = "General"
    marks: tuple[Mark, ...] = ()
    size: float = 11.0
    fill: str = ""
    left: bool = False
    right: bool = False
    top: bool = False
    bottom: bool = False
    horizontal: str = ""
    symbols: str = ""
    """The font, where it is one that shows signs instead of letters."""
    faint: bool = False
    """Whether the text has the colour of the cell itself, so that nothing is seen unless something else colours it."""
    unseen: bool = False
    """Whether the number format shows nothing of what this cell holds."""

    @property
    def bordered(self) -> bool:
        return self.left or self.right or self.top or self.bottom


@dataclass(frozen=True, slots=True)
class _Font:
    marks: tuple[Mark, ...] = ()
    size: float = 11.0
    ink: str = ""
    symbols: str = ""


@dataclass(frozen=True, slots=True)
class _Border:
    left: bool = False
    right: bool = False
    top: bool = False
    bottom: bool = False


def read_styles(root: etree._Element | None) -> tuple[CellStyle, ...]:
    """The cell styles in the order of their index; one plain style where the workbook has no style part."""
    if root is None:
        return (CellStyle(),)
    formats = BUILTIN_FORMATS | (CHINESE_FORMATS if _is_chinese(root) else {})
    for entry in root.iterfind(f"{SHEET}numFmts/{SHEET}numFmt"):
        formats[whole(entry.get("numFmtId"), -1)] = entry.get("formatCode") or "General"
    fonts = [
        _Font(font_marks(f), _size(f), _ink(f), symbol_font(f)) for f in root.iterfind(f"{SHEET}fonts/{SHEET}font")
    ]
    fills = [_fill(f) for f in root.iterfind(f"{SHEET}fills/{SHEET}fill")]
    papers = [_paper(f) for f in root.iterfind(f"{SHEET}fills/{SHEET}fill")]
    borders = [_border(b) for b in root.iterfind(f"{SHEET}borders/{SHEET}border")]
    styles = []
    for xf in root.iterfind(f"{SHEET}cellXfs/{SHEET}xf"):
        styles.append(_style(xf, formats, fonts, fills, papers, borders))
    return tuple(styles) or (CellStyle(),)


def _is_chinese(root: etree._Element) -> bool:
    """Whether the fonts are those of a Chinese Excel, and none that of a Japanese one."""
    fonts = root.find(f"{SHEET}fonts")
    names = " ".join(name.get("val", "") for name in fonts.iter(f"{SHEET}name")) if fonts is not None else ""
    sets = {c.get("val", "") for c in fonts.iter(f"{SHEET}charset")} if fonts is not None else set()
    japanese = _JAPANESE_FONT.search(names) is not None or "128" in sets
    return not japanese and (_CHINESE_FONT.search(names) is not None or "134" in sets)


def _style(
    xf: etree._Element,
    formats: dict[int, str],
    fonts: list[_Font],
    fills: list[str],
    papers: list[str],
    borders: list[_Border],
) -> CellStyle:
    font_index, fill_index = whole(xf.get("fontId")), whole(xf.get("fillId"))
    font = fonts[font_index] if 0 <= font_index < len(fonts) else _Font()
    border_index = whole(xf.get("borderId"))
    border = borders[border_index] if 0 <= border_index < len(borders) else _Border()
    alignment = xf.find(f"{SHEET}alignment")
    return CellStyle(
        number_format=formats.get(whole(xf.get("numFmtId")), "General"),
        marks=font.marks,
        size=font.size,
        symbols=font.symbols,
        fill=fills[fill_index] if 0 <= fill_index < len(fills) else "",
        left=border.left,
        right=border.right,
        top=border.top,
        bottom=border.bottom,
        horizontal=alignment.get("horizontal", "") if alignment is not None else "",
        faint=bool(font.ink) and font.ink == (papers[fill_index] if 0 <= fill_index < len(papers) else "white"),
    )


def _size(font: etree._Element) -> float:
    size = font.find(f"{SHEET}sz")
    try:
        return float(size.get("val", "11")) if size is not None else 11.0
    except ValueError:
        return 11.0


def _ink(font: etree._Element) -> str:
    """The colour of a font, "" where the font leaves it to Excel."""
    color = font.find(f"{SHEET}color")
    return "" if color is None or color.get("auto") is not None else _named(_color(color))


def _paper(fill: etree._Element) -> str:
    """The one colour behind a cell's text, named as ``_ink`` does; "" for patterns and gradients."""
    pattern = fill.find(f"{SHEET}patternFill")
    if pattern is None:
        return "" if len(fill) else "white"
    kind, color = pattern.get("patternType", "none"), pattern.find(f"{SHEET}fgColor")
    if kind == "none":
        return "white"
    return _named(_color(color)) if kind == "solid" and color is not None else ""


def _named(color: str) -> str:
    return "white" if color in _WHITE_INK else color


def _fill(fill: etree._Element) -> str:
    pattern = fill.find(f"{SHEET}patternFill")
    if pattern is None:
        return "gradient" if fill.find(f"{SHEET}gradientFill") is not None else ""
    kind = pattern.get("patternType", "none")
    if kind == "none":
        return ""
    color = pattern.find(f"{SHEET}fgColor")
    name = _color(color) if color is not None else "indexed:64:0"
    return "" if kind == "solid" and name in _WHITE else f"{kind} {name}"


def _color(color: etree._Element) -> str:
    for kind in ("rgb", "theme", "indexed"):
        if color.get(kind) is not None:
            tint = color.get("tint", "0")
            return f"{kind}:{color.get(kind, '').upper()}:{tint if tint.strip('-0.') else '0'}"
    return "indexed:64:0"


def _border(border: etree._Element) -> _Border:
    def drawn(side: str) -> bool:
        line = border.find(f"{SHEET}{side}")
        return line is not None and line.get("style", "none") != "none"

    return _Border(drawn("left") or drawn("start"), drawn("right") or drawn("end"), drawn("top"), drawn("bottom"))
