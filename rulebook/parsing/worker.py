"""The process that reads files of unknown origin: ``python -m rulebook.parsing.worker``.

It takes requests on its standard input and gives one answer a line, within limits on memory and processor time that the
request sets. It may die of a file; ``rulebook.parsing.isolated`` then starts another one.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import TextIO

from rulebook.errors import DocumentError
from rulebook.faults import write_trace
from rulebook.model.chunk import ParsedDocument
from rulebook.parsing.messages import READY, Request, answer_line
from rulebook.parsing.parse import parse_file
from rulebook.readers.limits import Limits, MemoryExceeded, size, too_much


def main() -> None:
    """Answers requests until the input ends."""
    answers = _private_output()
    # an interrupt at the terminal reaches this process too, but whoever asked decides when reading ends
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers.write(READY + "\n")
    answers.flush()
    for line in sys.stdin:
        answers.write(bounded_line(Request.from_line(line)) + "\n")
        answers.flush()


def bounded_line(request: Request) -> str:
    """The answer as a line, or that it would be larger than it may."""
    try:
        line = answer_line(answer(request))
    except MemoryError:
        return answer_line(out_of_memory(request))
    allowed = request.limits.answer_bytes
    if len(line) <= allowed:
        return line
    return answer_line(too_much("answer_bytes", request.doc, "size of its chunks", size(len(line)), size(allowed)))


def answer(request: Request) -> ParsedDocument | DocumentError:
    """The document or why it was not read. A fault of our own is a ``DocumentError`` that names the file with
    its trace."""
    _restrict(request.limits)
    try:
        return parse_file(request.path, request.doc, request.category, request.limits, request.chunk_limits)
    except DocumentError as error:
        return error
    except MemoryError:
        return out_of_memory(request)
    except Exception as error:  # the entry point of a process: nothing may pass it unreported
        return _own_fault(request, error)


def out_of_memory(request: Request) -> MemoryExceeded:
    """Reading took more memory than the request allows."""
    return MemoryExceeded(
        f"the document could not be read within the limits: it needs more than {size(request.limits.memory_bytes)} "
        "of memory.",
        where=request.doc,
        remedy="Split the document into smaller files.",
    )


def _own_fault(request: Request, error: Exception) -> DocumentError:
    return DocumentError(
        f"the document could not be read: a fault of rulebook ({type(error).__name__}), not of the file.",
        where=request.doc,
        remedy=f"Report it with {write_trace(error)}; the other documents are not affected.",
    )


def _private_output() -> TextIO:
    """Standard output for answers alone: whatever else prints goes to standard error."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="ascii")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return answers


def _restrict(limits: Limits) -> None:
    """Bounds address space and processor time; the latter counts from now, since one process reads many files."""
    if sys.platform == "win32":
        return
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = int(used.ru_utime + used.ru_stime) + limits.cpu_seconds + 1
    # no core file: it would hold as much as the process may, in whatever folder this runs
    bounds = {resource.RLIMIT_AS: limits.memory_bytes, resource.RLIMIT_CPU: seconds, resource.RLIMIT_CORE: 0}
    for kind, wanted in bounds.items():
        _, hard = resource.getrlimit(kind)
        resource.setrlimit(kind, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))


if __name__ == "__main__":
    main()
