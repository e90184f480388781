"""``python -m rulebook``: the command line."""

from __future__ import annotations

from rulebook.cli import main

if __name__ == "__main__":  # the process that reads files is started by importing this module again
    main()
