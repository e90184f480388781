"""Charts of the usual kinds: columns, lines, pies, points …"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lxml import etree

from rulebook.model.text import RichText
from rulebook.readers.charts.chart import Chart, Labels, Series
from rulebook.readers.charts.names import C15, A, C, index_of, is_on, rich_lines
from rulebook.readers.numbers import show_stored


def read_classic(root: etree._Element) -> Chart:
    """The chart of a ``c:chartSpace``; series that a filter takes out of the chart are not in it."""
    chart = root.find(f"{C}chart")
    plot = None if chart is None else chart.find(f"{C}plotArea")
    kinds = [] if plot is None else [kind for kind in plot if kind.find(f"{C}ser") is not None]
    axes = {} if plot is None else dict(_iter_axes(plot))
    across = [axis.get("val", "") for kind in kinds for axis in kind.findall(f"{C}axId")[:1]]
    return Chart(
        title=_title(chart),
        axis_titles=tuple(title for title in axes.values() if title),
        category_title=axes.get(across[0], RichText()) if across else RichText(),
        series=tuple(_series(ser) for kind in kinds for ser in kind.iterfind(f"{C}ser")),
    )


def _title(parent: etree._Element | None) -> RichText:
    """The typed or cached title below ``parent``. One without text shows the name of the only series."""
    text = None if parent is None else parent.find(f"{C}title/{C}tx")
    if text is None:
        return RichText()
    rich = text.find(f"{C}rich")
    return rich_lines(rich) if rich is not None else RichText(_words(text))


def _words(text: etree._Element) -> str:
    return " ".join(v.text.strip() for v in text.iter(f"{C}v") if v.text)


def _iter_axes(plot: etree._Element) -> Iterator[tuple[str, RichText]]:
    """Id and title of the axes that are shown."""
    for axis in plot:
        key = axis.find(f"{C}axId") if isinstance(axis.tag, str) and axis.tag.endswith("Ax") else None
        if key is not None and not is_on(axis.find(f"{C}delete")):
            yield key.get("val", ""), _title(axis)


def _series(ser: etree._Element) -> Series:
    name, across = ser.find(f"{C}tx"), ser.find(f"{C}cat")
    if across is None:
        across = ser.find(f"{C}xVal")
    down = ser.find(f"{C}val")
    if down is None:
        down = ser.find(f"{C}yVal")
    values = {} if down is None else _points(down)
    sizes = ser.find(f"{C}bubbleSize")
    for at, size in ({} if sizes is None else _points(sizes)).items():
        values[at] = f"{values.get(at, '')} ({size})".strip()
    for at, label in _labels(ser).items():
        values[at] = f"{values[at]} {label}" if values.get(at, label) != label else label
    return Series(
        name="" if name is None else _words(name), labels=() if across is None else _categories(across), values=values
    )


def _categories(across: etree._Element) -> Labels:
    levels = list(across.iter(f"{C}lvl"))
    # the file writes the level next to the axis first
    found = [_cached(level, "") for level in reversed(levels)] if levels else [_points(across)]
    return tuple(level for level in found if level)


def _points(data: etree._Element) -> dict[int, str]:
    cache = next(data.iter(f"{C}numCache", f"{C}strCache", f"{C}numLit", f"{C}strLit"), None)
    return {} if cache is None else _cached(cache, cache.findtext(f"{C}formatCode") or "")


def _cached(cache: etree._Element, code: str) -> dict[int, str]:
    written = {index_of(p): (p.findtext(f"{C}v") or "", p.get("formatCode") or code) for p in cache.iter(f"{C}pt")}
    is_number = cache.tag in (f"{C}numCache", f"{C}numLit")
    texts = {at: show_stored(v, format_code) if is_number else v.strip() for at, (v, format_code) in written.items()}
    return {at: text for at, text in texts.items() if text}


def _labels(ser: etree._Element) -> Mapping[int, str]:
    """The labels typed at single points, or taken from cells for all of them."""
    found: dict[int, str] = {}
    cells = next(ser.iter(f"{C15}dlblRangeCache"), None)
    if cells is not None and any(is_on(flag) for flag in ser.iter(f"{C15}showDataLabelsRange")):
        found |= _cached(cells, "")
    for label in ser.iterfind(f"{C}dLbls/{C}dLbl"):
        at, rich = label.find(f"{C}idx"), label.find(f"{C}tx/{C}rich")
        typed = [] if rich is None else [t.text or "" for r in rich.iter(f"{A}r") for t in r.iterfind(f"{A}t")]
        if at is not None and "".join(typed).strip():
            found[index_of(at, "val")] = " ".join("".join(typed).split())
    return found
