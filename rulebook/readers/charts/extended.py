"""Charts of the kinds since Office 2016: tree maps, sunbursts, waterfalls, histograms …"""

from __future__ import annotations

from lxml import etree

from rulebook.model.text import RichText
from rulebook.readers.charts.chart import Chart, Labels, Series
from rulebook.readers.charts.names import CX, index_of, rich_lines
from rulebook.readers.numbers import show_stored

_CATEGORIES = ("cat", "colorStr", "entityId")


def read_extended(root: etree._Element) -> Chart:
    """The chart of a ``cx:chartSpace``; hidden series and axes are not in it."""
    chart = root.find(f"{CX}chart")
    data = {d.get("id", ""): d for d in root.iterfind(f"{CX}chartData/{CX}data")}
    plot = None if chart is None else chart.find(f"{CX}plotArea")
    drawn = [] if plot is None else plot.findall(f"{CX}plotAreaRegion/{CX}series")
    axes = [] if plot is None else [a for a in plot.iterfind(f"{CX}axis") if a.get("hidden") not in ("1", "true")]
    return Chart(
        title=_title(chart),
        axis_titles=tuple(title for axis in axes if (title := _title(axis))),
        category_title=next((_title(axis) for axis in axes if axis.find(f"{CX}catScaling") is not None), RichText()),
        series=tuple(_series(s, data) for s in drawn if s.get("hidden") not in ("1", "true")),
    )


def _title(parent: etree._Element | None) -> RichText:
    text = None if parent is None else parent.find(f"{CX}title/{CX}tx")
    rich = None if text is None else text.find(f"{CX}rich")
    if rich is not None:
        return rich_lines(rich)
    return RichText("" if text is None else (text.findtext(f"{CX}txData/{CX}v") or "").strip())


def _series(series: etree._Element, data: dict[str, etree._Element]) -> Series:
    reference = series.find(f"{CX}dataId")
    own = data.get("" if reference is None else reference.get("val", ""))
    values: dict[int, str] = {}
    labels: Labels = ()
    for dimension in () if own is None else own:
        is_number = dimension.tag == f"{CX}numDim"
        # the level next to the axis is written first
        levels = tuple(_points(level, is_number) for level in reversed(dimension.findall(f"{CX}lvl")))
        if dimension.get("type") in _CATEGORIES and not labels:
            labels = tuple(level for level in levels if level)
        elif is_number and levels and not values:
            values = levels[-1]
    return Series(name=(series.findtext(f"{CX}tx/{CX}txData/{CX}v") or "").strip(), labels=labels, values=values)


def _points(level: etree._Element, is_number: bool) -> dict[int, str]:
    code = level.get("formatCode", "")
    texts = {index_of(p): show_stored(p.text or "", code) if is_number else (p.text or "").strip() for p in level}
    return {at: text for at, text in texts.items() if text}
