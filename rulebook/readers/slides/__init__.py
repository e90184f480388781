"""PowerPoint decks: slides in order, each with its title, its text in reading order, its tables and its notes."""

from rulebook.readers.slides.reader import read

__all__ = ["read"]
