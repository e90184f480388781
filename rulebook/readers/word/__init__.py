"""Word documents: walked over their XML, so that nothing that Word shows is lost."""

from rulebook.readers.word.document import read

__all__ = ["read"]
