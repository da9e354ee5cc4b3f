"""The shape child's side: what `bookwheel child shapes` runs; it checks once and ends."""

from __future__ import annotations

import contextlib
import logging
from typing import IO

from bookwheel import child_process, log, paths, wire
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.messages import Message
from bookwheel.domain.shapes import ShapeReport, ShapeTask
from bookwheel.paths import LibraryPaths
from bookwheel.service.workers import pipe_framing, priority

MOST_MEMORY_MB = 1024
MOST_S = 30.0
"""Seconds of a processor after which the child ends whatever its parent does."""


def main(library: str | None, pipes: tuple[IO[bytes], IO[bytes]]) -> int:
    """Check what the pipe asks for; always 0."""
    places = paths.library(library)
    log.start(places.log, "shapes")
    child_process.ignore_interrupts()
    child_process.bound_time(MOST_S)
    priority.lower(5)
    incoming, outgoing = pipes
    with contextlib.suppress(EOFError, OSError):
        pipe_framing.write(outgoing, _report(places, pipe_framing.read(incoming, ShapeTask)))
    return 0


def _report(places: LibraryPaths, task: ShapeTask) -> ShapeReport:
    from bookwheel.indexes.ontology.shapes import check  # noqa: PLC0415 - the service imports this module's neighbour

    child_process.bound_memory(MOST_MEMORY_MB)
    try:
        return check(places.ontology, task)
    except BookwheelError as error:
        return ShapeReport(fault=wire.failure(error).message)
    except MemoryError:
        return ShapeReport(fault=Message("The shapes need too much memory."))
    except Exception:  # the process's edge: pySHACL may fail in any way over a person's shapes
        logging.getLogger(__name__).exception("Shapes could not be checked.")
        return ShapeReport(fault=Message("The shapes could not be checked. See the library's log for details."))
