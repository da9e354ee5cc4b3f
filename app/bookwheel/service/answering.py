"""The SPARQL child's side: what `bookwheel child sparql` runs; it answers one question after another, read-only."""

from __future__ import annotations

import argparse
import contextlib
import logging
import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING

import psutil

from bookwheel import log, paths, wire
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.graph import QueryAnswer, QueryRequest
from bookwheel.service import frames

if TYPE_CHECKING:
    from bookwheel.indexes.ontology.asking import Asker

MB = 1 << 20


@dataclass(frozen=True, slots=True)
class Reply:
    """What the child says: an answer, a failure, or neither when it is ready for its first question."""

    answer: QueryAnswer | None = None
    failure: wire.Failure | None = None


def main(words: Sequence[str], library: str | None, pipes: tuple[IO[bytes], IO[bytes]]) -> int:
    """Answer until the pipe closes; 0 then. `pipes` are those of questions and replies."""
    parser = argparse.ArgumentParser("bookwheel child sparql")
    parser.add_argument("--limit-s", type=float, default=2.0)
    parser.add_argument("--memory-mb", type=int, default=1024)
    limits = parser.parse_args(words)
    places = paths.library(library)
    log.start(places.log, "sparql")
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    from bookwheel.indexes.ontology.asking import Asker  # noqa: PLC0415 - the service imports this module for Reply

    asker = Asker(places.ontology)
    asker.warm()
    questions, replies = pipes
    _bound_memory(limits.memory_mb)
    if sys.platform != "win32":
        os.nice(5)  # searches and pages come first
    with contextlib.suppress(EOFError, OSError):
        frames.write(replies, Reply())
        while True:
            request = frames.read(questions, QueryRequest)
            _bound_time(limits.limit_s)
            frames.write(replies, _reply(asker, request))
    return 0


if sys.platform == "win32":

    def _bound_memory(most_mb: int) -> None:
        """Windows bounds no process's own memory."""

    def _bound_time(limit_s: float) -> None:
        """Windows bounds no process's own time; the service's clock does."""

else:
    import resource

    def _bound_memory(most_mb: int) -> None:
        """End the process when it takes so much more than now; macOS may refuse to promise that."""
        with contextlib.suppress(OSError, ValueError):
            most = psutil.Process().memory_info().vms + most_mb * MB
            resource.setrlimit(resource.RLIMIT_AS, (most, resource.getrlimit(resource.RLIMIT_AS)[1]))
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    def _bound_time(limit_s: float) -> None:
        """End the process when a question has long had its time: the service that should do so may have gone."""
        used = resource.getrusage(resource.RUSAGE_SELF)
        most = int(used.ru_utime + used.ru_stime + 2 * limit_s) + 2
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_CPU, (most, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def _reply(asker: Asker, request: QueryRequest) -> Reply:
    try:
        return Reply(asker.answer(request))
    except BookwheelError as error:
        return Reply(failure=wire.failure(error))
    except MemoryError:
        return Reply(failure=wire.Failure("bad_request", "The query needs more memory than it may have; ask for less."))
    except Exception:  # the process's edge: the engine may fail in any way over a query
        logging.getLogger(__name__).exception("A question could not be answered.")
        return Reply(failure=wire.Failure("internal_error", "The query failed; the library's log has the details."))
