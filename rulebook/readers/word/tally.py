"""Keeps count of what the reading of one document met."""

from __future__ import annotations

from rulebook.model.document import ParseReport, ParseWarning


class Tally:
    """Counts and remarks, gathered while reading."""

    def __init__(self) -> None:
        self.headings = 0
        self.tables = 0
        self.text_boxes = 0
        self.comments = 0
        self.tracked_changes = 0
        self.hidden: list[str] = []
        self.pictures: list[str] = []
        self.contents: list[str] = []
        self.warnings: list[ParseWarning] = []

    def warn(self, code: str, place: str, message: str) -> None:
        self.warnings.append(ParseWarning(code=code, place=place, message=message))

    def warn_once(self, code: str, place: str, message: str) -> None:
        """The first place only: for what would be said again at each paragraph of a list."""
        if not any(w.code == code and w.message == message for w in self.warnings):
            self.warn(code, place, message)

    def report(self) -> ParseReport:
        """The report of the reading so far."""
        return ParseReport(
            headings=self.headings,
            tables=self.tables,
            text_boxes=self.text_boxes,
            comments=self.comments,
            tracked_changes=self.tracked_changes,
            hidden=tuple(self.hidden),
            warnings=tuple(self.warnings),
        )
