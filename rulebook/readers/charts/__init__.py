"""What the reader of a chart sees as text, the same for Word, Excel and PowerPoint."""

from rulebook.readers.charts.chart import Chart
from rulebook.readers.charts.read import drawn_texts, read_chart

__all__ = ["Chart", "drawn_texts", "read_chart"]
