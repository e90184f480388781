"""A chart as text: its titles and a table of what it draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulebook.model.document import Table, TableCell, TableRow
from rulebook.model.place import SourceSpan
from rulebook.model.text import RichText

MOST_ROWS = 60
"""Points of a chart that are shown as text; a curve of thousands is no text."""
MOST_COLUMNS = 20

Labels = tuple[dict[int, str], ...]
"""Place of a point → its category, a level each, outermost first; an outer category reaches to the next one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """What one series of a chart draws, by the place of its points. ``labels`` is empty where it has no categories."""

    name: str
    labels: Labels
    values: dict[int, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """What a chart shows as text.

    ``title`` is the typed title or empty; ``axis_titles`` are those of its shown axes, ``category_title`` the one
    among them that names the categories. ``captions`` and ``table`` together hold everything once. ``omitted`` says in
    a sentence what of the data is left out because the chart is big; empty where nothing is.
    """

    title: RichText
    axis_titles: tuple[RichText, ...]
    category_title: RichText
    series: tuple[Series, ...]

    @property
    def series_names(self) -> tuple[str, ...]:
        """The names in the legend, in order, unnamed series left out."""
        return tuple(series.name for series in self.series if series.name)

    @property
    def captions(self) -> tuple[RichText, ...]:
        """The title and the titles of axes that do not stand in the table."""
        others = list(self.axis_titles)
        if self._points and (self._labels or not self._is_cross) and self.category_title in others:
            others.remove(self.category_title)
        return tuple(text for text in (self.title, *others) if text)

    @property
    def omitted(self) -> str:
        rows, columns = len(self._points), len(self.series)
        if rows <= MOST_ROWS and (columns <= MOST_COLUMNS or not self._is_cross):
            return ""
        kept = f"{min(rows, MOST_ROWS)} rows" + (f" and {min(columns, MOST_COLUMNS)} series" if self._is_cross else "")
        return f"of its {rows} rows of data in {columns} series the first {kept} are read."

    def table(self, span: SourceSpan) -> Table | None:
        """Categories × series with the values as shown; series × point where each has categories of its own.

        Bounded to 60 rows and 20 series. Nothing for a chart without cached data.
        """
        points = self._points[:MOST_ROWS]
        if not points:
            return None
        rows = self._cross_rows(points) if self._is_cross else self._long_rows(points)
        headed = any(rows[0])
        shown = rows if headed else rows[1:]
        outer = max(len(self._labels) - 1, 0) if self._is_cross else 0
        return Table(
            rows=tuple(TableRow(cells=_cells(shown, n, outer, int(headed)), span=span) for n in range(len(shown))),
            header_rows=int(headed),
        )

    @property
    def _is_cross(self) -> bool:
        named = [series.labels for series in self.series if series.labels]
        return all(labels == named[0] for labels in named)

    @property
    def _labels(self) -> Labels:
        return next((series.labels for series in self.series if series.labels), ())

    @property
    def _points(self) -> list[tuple[int, int]]:
        """Series and place of each row; the series is 0 for all where one row holds a point of every series."""
        if not self._is_cross:
            return [(n, at) for n, series in enumerate(self.series) for at in sorted(series.values)]
        places = {at for series in self.series for at in series.values}
        return [(0, at) for at in sorted(places.union(*self._labels[-1:]))]

    def _cross_rows(self, points: Sequence[tuple[int, int]]) -> list[list[str]]:
        shown = self.series[:MOST_COLUMNS]
        corner = [*[""] * (len(self._labels) - 1), self.category_title.text] if self._labels else []
        rows = [[*corner, *(series.name for series in shown)]]
        for _, at in points:
            rows.append([*_path(self._labels, at), *(series.values.get(at, "") for series in shown)])
        return rows

    def _long_rows(self, points: Sequence[tuple[int, int]]) -> list[list[str]]:
        depth = max(len(series.labels) for series in self.series)
        rows = [["", *[""] * (depth - 1), self.category_title.text, ""]]
        for n, at in points:
            series = self.series[n]
            path = _path(series.labels, at)
            rows.append([series.name, *[""] * (depth - len(path)), *path, series.values[at]])
        return rows


def _path(labels: Labels, at: int) -> list[str]:
    """The categories of a point. An outer one is written at the first of its points."""
    return [level.get(at, "") for level in labels]


def _cells(rows: Sequence[Sequence[str]], index: int, outer: int, header: int) -> tuple[TableCell, ...]:
    """The cells of a row; of its first ``outer`` columns a category covers the rows down to the next one."""
    cells = []
    for column, text in enumerate(rows[index]):
        spans = column < outer and index >= header
        if spans and not text and any(row[column] for row in rows[header:index]):
            continue
        below = [row[column] for row in rows[index + 1 :]] if spans else []
        reach = next((n for n, other in enumerate(below) if other), len(below)) if text else 0
        cells.append(TableCell(text=RichText(text.strip()), row=index, column=column, row_span=1 + reach))
    return tuple(cells)
