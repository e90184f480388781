"""Reads a chart part, of the usual kinds (``c:chartSpace``) and of those since Office 2016 (``cx:chartSpace``)."""

from __future__ import annotations

from lxml import etree

from rulebook.model.text import RichText
from rulebook.readers.charts.chart import Chart
from rulebook.readers.charts.classic import read_classic
from rulebook.readers.charts.extended import read_extended
from rulebook.readers.charts.names import CX, A, rich_lines


def read_chart(root: etree._Element) -> Chart:
    """The chart of a part's root; one without titles and data is empty. Values are those cached in the part."""
    return read_extended(root) if root.tag == f"{CX}chartSpace" else read_classic(root)


def drawn_texts(root: etree._Element) -> tuple[RichText, ...]:
    """The texts drawn over a chart, from the part that the chart names as ``chartUserShapes``, in file order."""
    bodies = (body for body in root.iter() if isinstance(body.tag, str) and body.find(f"{A}p") is not None)
    return tuple(text for body in bodies if (text := rich_lines(body)))
