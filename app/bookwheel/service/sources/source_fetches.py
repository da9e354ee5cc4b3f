"""Fetches of sources, each by a child: its progress becomes that of a job, and it ends when nobody wants it."""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Callable, Sequence

from bookwheel import __version__
from bookwheel.domain.collection import Collection
from bookwheel.domain.collection_source import SourceKind
from bookwheel.domain.crawling import FetchReport, FetchTask, Login
from bookwheel.domain.errors import BookwheelError, FetchFailed
from bookwheel.domain.jobs import Job
from bookwheel.domain.web_addresses import host_of
from bookwheel.paths import LibraryPaths
from bookwheel.service.sources.jobs import Jobs
from bookwheel.service.sources.watched_child import watched
from bookwheel.service.workers.task_child import TaskChild

AGENT = f"Bookwheel/{__version__}"
"""What the program calls itself to servers."""

PUBLIC_PER_S, PRIVATE_PER_S = 10.0, 50.0
"""Requests a second to a host: of the internet, and of the person's own network."""

SEGMENTS_PER_S = 250.0
"""Requests a second for the segments of a publication, small files of which there are two thousand at most."""

FIRST_ARRIVED, MORE_ARRIVED = 8, 3
"""New documents of a publication from which they are taken in, and how many times more each time after."""

STARTS = 4
"""How often a child is started for one job: a page that ends it is left out after three."""

logger = logging.getLogger(__name__)


class SourceFetches:
    """Runs jobs, one child each. Safe to use from any thread."""

    def __init__(
        self,
        paths: LibraryPaths,
        command: Sequence[str],
        jobs: Jobs,
        login_for: Callable[[str], str],
        keep_kind: Callable[[str, SourceKind], object],
        keep_key: Callable[[str, str, str], object] = lambda slug, key, name: None,
    ) -> None:
        """`command` starts a child; `login_for` gives the header for a host as `name: value`, empty for none.

        `keep_kind` takes the slug of a collection and the kind that its source turned out to be; `keep_key`
        takes the key that signs a publication, and what its publisher calls it.
        """
        self._paths, self._command, self._jobs, self._login_for = paths, command, jobs, login_for
        self._keep_kind, self._keep_key = keep_kind, keep_key
        self._is_closed = threading.Event()
        self.on_arriving: Callable[[Collection], None] = lambda collection: None
        """Hears of a publication while it is fetched, each time that three times as many new documents are here."""

    def close(self) -> None:
        """End the children; the next service goes on where they stopped."""
        self._is_closed.set()

    def run(self, job: Job, collection: Collection) -> None:
        """Fetch a collection's source for a job, until it is done or not wanted any more.

        Raises:
            BookwheelError: when it cannot be fetched any further.
        """
        task = self._task(collection)
        for _ in range(STARTS):
            last = self._fetch(job, task, collection)
            if last is not None and last.is_end:
                if last.failure:
                    raise BookwheelError(last.failure)
                if self._is_wanted(job):
                    self._keep(collection.slug, task, last)
                return
            if not self._is_wanted(job):
                return
            logger.warning("The crawler ended before its source was fetched; another goes on.")
        raise FetchFailed("The fetch stopped unexpectedly. Refresh again to go on; the log has the details.")

    def _keep(self, slug: str, task: FetchTask, last: FetchReport) -> None:
        """Keep what the fetch found out about the source."""
        if last.kind is not None and last.kind is not task.source.kind:
            self._keep_kind(slug, last.kind)
        if last.key and (last.name or last.key != task.source.key):
            self._keep_key(slug, last.key, last.name)

    def _fetch(self, job: Job, task: FetchTask, collection: Collection) -> FetchReport | None:
        """The last report of one child."""
        last: FetchReport | None = None
        wanted = FIRST_ARRIVED if task.source.kind is SourceKind.PUBLICATION else sys.maxsize
        child = TaskChild(self._command, self._paths.log, "crawler")
        try:
            with watched(child, lambda: self._is_wanted(job)):
                for last in child.replies(task, FetchReport):
                    self._jobs.update(job.id, last.counts, last.errors)
                    if last.is_end:
                        break
                    if last.counts.new >= wanted:
                        wanted = last.counts.new * MORE_ARRIVED
                        self.on_arriving(collection)
        except OSError:
            logger.warning("The crawler could not be started.", exc_info=True)
        return last

    def _is_wanted(self, job: Job) -> bool:
        return not self._is_closed.is_set() and self._jobs.is_wanted(job.id)

    def _task(self, collection: Collection) -> FetchTask:
        source = collection.source
        assert source is not None, "a folder is never fetched"
        host = host_of(source.address)
        name, _, value = self._login_for(host).partition(":")
        logins = (Login(host, name.strip(), value.strip()),) if value.strip() else ()
        is_publication = source.kind is SourceKind.PUBLICATION
        rate = SEGMENTS_PER_S if is_publication else PRIVATE_PER_S if source.bounds.may_be_private else PUBLIC_PER_S
        return FetchTask(str(self._paths.mirror(collection.slug)), source, AGENT, rate, logins)
