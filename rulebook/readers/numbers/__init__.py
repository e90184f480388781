"""Numbers as Office programs show them, by number format."""

from rulebook.readers.numbers.formats import blanks_numbers, blanks_text, show_number, show_stored, show_text

__all__ = ["blanks_numbers", "blanks_text", "show_number", "show_stored", "show_text"]
