"""The publisher child's side: what `bookwheel child publisher` runs; it publishes one collection and ends."""

from __future__ import annotations

import contextlib
import logging
import queue
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import IO

from bookwheel import child_process, log, packing, paths
from bookwheel.domain import storage
from bookwheel.domain.errors import BadRequest, BookwheelError, LeaseLost
from bookwheel.domain.publications import PublishRequest, PublishSummary
from bookwheel.domain.publishing import PublishPermission, PublishReport, PublishTask
from bookwheel.domain.targets import Target
from bookwheel.library.publishing import own_keys
from bookwheel.paths import LibraryPaths
from bookwheel.publications import keys
from bookwheel.publications.targets import FolderTarget
from bookwheel.service.workers import pipe_framing, priority

MOST_MEMORY_MB = 4096
NICENESS = 5
"""Like an indexer: somebody waits for it, but searches and pages come first."""

logger = logging.getLogger(__name__)


def main(library: str | None, pipes: tuple[IO[bytes], IO[bytes]]) -> int:
    """Publish what the pipe asks for; always 0. Ended at any moment, it leaves the publication as it was."""
    places = paths.library(library)
    log.start(places.log, "publisher")
    child_process.ignore_interrupts()
    priority.lower(NICENESS)
    incoming, outgoing = pipes
    with contextlib.suppress(EOFError, OSError):
        task = pipe_framing.read(incoming, PublishTask)
        answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        child_process.end_with_parent(incoming, answers.put)
        child_process.bound_memory(MOST_MEMORY_MB)
        _publish(places, task, outgoing, answers)
    return 0


def _publish(places: LibraryPaths, task: PublishTask, outgoing: IO[bytes], answers: queue.SimpleQueue[bytes]) -> None:
    def tell(report: PublishReport) -> None:
        nonlocal last
        last = report
        pipe_framing.write(outgoing, report)

    def ask() -> None:
        tell(replace(last, errors=(), is_question=True))
        asked_at = time.monotonic()
        permission = packing.decode(answers.get(), PublishPermission)
        if time.monotonic() >= asked_at + permission.seconds:  # this process may have been stopped meanwhile
            raise LeaseLost(
                "Nothing was replaced: another worker publishes this collection now, or the queue does not answer."
            )

    last = PublishReport()
    try:
        summary = _run(places, task, tell, ask)
    except BookwheelError as error:
        tell(PublishReport(last.counts, is_end=True, failure=error.message))
    except Exception as error:  # the child's edge: what is no refusal of the system is a bug, and ends it
        refusal = storage.find_storage_error(error)
        if refusal is None:
            raise
        tell(PublishReport(last.counts, is_end=True, failure=refusal.message))
    else:
        tell(PublishReport(last.counts, is_end=True, summary=summary))


def _run(
    places: LibraryPaths,
    task: PublishTask,
    tell: Callable[[PublishReport], None],
    ask: Callable[[], None],
) -> PublishSummary:
    from bookwheel.library.publishing import publisher  # noqa: PLC0415 - the service imports this module's neighbours

    request, target = task.request, _target(places, task)
    chain = _keys(places, request)
    if task.collection is None:
        return publisher.revoke(target, chain or _new_key(), ask)
    summary = publisher.publish(
        places, task.collection, request, target, chain or _new_key(), tell, protected=task.protected,
        ask=ask,
    )  # fmt: skip
    return summary if chain else replace(summary, key="")


def _keys(places: LibraryPaths, request: PublishRequest) -> list[bytes]:
    """The private keys that may sign, the present one last; none for a trial or a withdrawal before there is a key."""
    if request.key_file:
        return [keys.read_key(Path(request.key_file))]
    path = places.publishing_key
    if (request.is_trial or request.is_revocation) and not path.exists():
        return []
    return [*own_keys.replaced_keys(path), own_keys.own_key(path)]


def _new_key() -> list[bytes]:
    """A key that is kept nowhere, in the place of one that is not made yet."""
    return [keys.create_key()]


def _target(places: LibraryPaths, task: PublishTask) -> Target:
    """Where to publish.

    Raises:
        BadRequest: for what is no absolute folder or address of a bucket, and for folders that are read or owned here.
    """
    named = task.request.target.strip()
    if named.startswith("s3://"):
        from bookwheel.fetching.object_store import open_object_store  # noqa: PLC0415 - it is an extra

        return open_object_store(named)
    folder = Path(named)
    if not named or "\0" in named or "://" in named or not folder.is_absolute():
        raise BadRequest("Publish to an absolute folder or to s3://bucket/prefix, not {target}.", target=named)
    real = folder.resolve()
    if real in (Path.home().resolve(), Path(real.anchor)):
        raise BadRequest("{folder} is too broad to publish to. Choose a folder inside it.", folder=real)
    if real.is_relative_to(places.root) or places.root.is_relative_to(real):
        raise BadRequest(
            "A collection cannot be published into the library's own folder, or above it. Choose another folder."
        )
    if task.collection is not None:
        root = Path(task.collection.root).resolve()
        if real.is_relative_to(root) or root.is_relative_to(real):
            raise BadRequest(
                "A collection cannot be published into its own folder, which Bookwheel never changes, or above it. "
                "Choose another folder."
            )
    return FolderTarget(real)
