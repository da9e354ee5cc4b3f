"""The crawler child's side: what `bookwheel child crawler` runs; it fetches one source and ends."""

from __future__ import annotations

import contextlib
import logging
from dataclasses import replace
from typing import IO

from bookwheel import child_process, log, paths
from bookwheel.domain import storage
from bookwheel.domain.crawling import FetchReport, FetchTask
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.messages import Message
from bookwheel.service.workers import pipe_framing, priority

MOST_MEMORY_MB = 3072
NICENESS = 10

logger = logging.getLogger(__name__)


def main(library: str | None, pipes: tuple[IO[bytes], IO[bytes]]) -> int:
    """Fetch what the pipe asks for; always 0. What the child fetched stays when it is ended at any moment."""
    log.start(paths.library(library).log, "crawler")
    child_process.ignore_interrupts()
    priority.lower(NICENESS)
    incoming, outgoing = pipes
    with contextlib.suppress(EOFError, OSError):
        task = pipe_framing.read(incoming, FetchTask)
        child_process.end_with_parent(incoming)
        _fetch(task, outgoing)
    return 0


def _fetch(task: FetchTask, outgoing: IO[bytes]) -> None:
    from bookwheel.crawling import sources  # noqa: PLC0415 - the service imports this module's neighbours

    child_process.bound_memory(MOST_MEMORY_MB)
    last = FetchReport()

    def tell(report: FetchReport) -> None:
        nonlocal last
        last = report
        pipe_framing.write(outgoing, report)

    try:
        kind = sources.fetch(task, tell)
    except BookwheelError as error:
        pipe_framing.write(outgoing, FetchReport(last.counts, is_end=True, failure=error.message))
    except Exception as error:  # the child's edge: what is no refusal of the system is a bug, and ends it
        refusal = storage.find_storage_error(error)
        if refusal is None:
            raise
        pipe_framing.write(outgoing, FetchReport(last.counts, is_end=True, failure=_refusal(refusal.message)))
    else:
        pipe_framing.write(outgoing, replace(last, errors=(), is_end=True, kind=kind))


def _refusal(reason: Message) -> Message:
    if reason == storage.FULL:
        return Message(
            "The disk that holds the library is full. Free some space and refresh again; the fetch goes on where it "
            "stopped."
        )
    return reason
