"""The loop of a worker: takes a job, has it done, notes the end; a heartbeat holds the job meanwhile."""

from __future__ import annotations

import logging
import random
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

from bookwheel import __version__
from bookwheel.domain.errors import BookwheelError, LeaseLost, QueueUnavailable
from bookwheel.domain.team import TeamCollection, TeamConfig
from bookwheel.service.sources.publishing import Permit
from bookwheel.service.team.database.connection import Database
from bookwheel.service.team.database.jobs import Jobs, TakenJob

POLL_S = 2.0
"""Seconds between two looks for a job, give or take a quarter, so that workers do not ask together."""

BEAT_S = 10.0
"""Seconds between two heartbeats at most; a lease has room for four."""

PERMIT_RETRY_S = 0.5
"""Seconds between two tries to ask a database that is away whether a job at its end is still held."""

PRUNE_S = 3600.0

_NO_TEXT = "internal_error"

logger = logging.getLogger(__name__)


class Publisher(Protocol):
    """What does a job."""

    def publish(self, wanted: TeamCollection, permit: Permit) -> int:
        """Publish a collection; the number of its publication. Raises BookwheelError with what failed."""
        ...


class WorkerLoop:
    """Runs in threads of its own between `start` and `close`. Its other methods are for any thread."""

    def __init__(self, config: TeamConfig, worker: str, name: str) -> None:
        """`worker` is an id that lasts over restarts, `name` what people read."""
        assert config.workers is not None, "the start refuses a configuration without workers"
        self._config, self._name = config, name
        self.around_job: Callable[[str], AbstractContextManager[None]] = lambda collection: nullcontext()
        """Gives the block, by the collection's name, in which a job is done."""
        self._lease_s = lease_s = float(config.workers.lease_s)
        self._beat_s = min(BEAT_S, lease_s / 4)
        self._databases = [Database(config.workers.queue) for _ in range(3)]
        self._jobs, self._beats, self._asks = (Jobs(one, worker, lease_s) for one in self._databases)
        self._by_name = {collection.name: collection for collection in config.published}
        self._changed = threading.Condition()
        self._job: TakenJob | None = None
        self._is_ending = self._is_cut_short = self._is_lost = self._is_open = False
        self._is_reachable, self._trouble = False, ""
        self._pruned_at = 0.0
        self._threads: list[threading.Thread] = []

    @property
    def is_reachable(self) -> bool:
        """Whether the queue answered the last time."""
        return self._is_reachable

    @property
    def has_ended(self) -> bool:
        """Whether nothing runs any more."""
        return not any(thread.is_alive() for thread in self._threads)

    def start(self, publisher: Publisher) -> None:
        """Begin to work."""
        for name, run in (("jobs", lambda: self._work(publisher)), ("heartbeat", self._beat)):
            thread = threading.Thread(target=run, name=name, daemon=True)
            self._threads.append(thread)
            thread.start()

    def end(self, *, at_once: bool = False) -> None:
        """Take no further job; `at_once` gives back the one at hand, else it is finished."""
        with self._changed:
            self._is_ending, self._is_cut_short = True, self._is_cut_short or at_once
            self._changed.notify_all()

    def close(self, timeout_s: float) -> None:
        """Wait for the end, and let go of the database."""
        end = time.monotonic() + timeout_s
        for thread in self._threads:
            thread.join(max(0.0, end - time.monotonic()))
        for database in self._databases:
            database.close()

    def is_wanted(self) -> bool:
        """Whether the job at hand is still this worker's, and still to be done."""
        with self._changed:
            job = self._job
            return job is not None and not self._is_lost and not self._is_cut_short

    def states(self) -> Jobs:
        """The queue, for those who look at it."""
        return self._asks

    def _work(self, publisher: Publisher) -> None:
        while not self._is_ending:
            try:
                job = self._take()
            except BookwheelError as error:
                self._note_unreachable(error)
                job, self._is_open = None, False  # the database may be another one when it is back
            except Exception:  # the thread's edge: a worker without it would look well and do nothing
                logger.exception("No job could be taken.")
                job, self._is_open, self._is_reachable = None, False, False
            if job is None:
                self._sleep(POLL_S * random.uniform(0.75, 1.25))
            else:
                self._do(job, publisher)
        with self._changed:
            self._changed.notify_all()

    def _take(self) -> TakenJob | None:
        if not self._is_open:
            every = {name: collection.every_minutes for name, collection in self._by_name.items()}
            self._jobs.open(every, self._name, __version__)
            self._is_open = True
        job = self._jobs.take(tuple(self._by_name))
        self._note_reachable()
        with self._changed:
            self._job, self._is_lost = job, False
        return job

    def _do(self, job: TakenJob, publisher: Publisher) -> None:
        wanted = self._by_name[job.collection]
        logger.info("Publishing %s, try %d.", job.collection, job.attempts)
        try:
            with self.around_job(job.collection):
                sequence = publisher.publish(wanted, self._permit)
        except LeaseLost as error:
            end = self._give_back if self._is_cut_short and not self._is_lost else None
            logger.info("Publishing %s was given up: %s", job.collection, error.message)
        except BookwheelError as error:
            logger.warning("Publishing %s failed: %s", job.collection, error.message)
            problem = f"{error.code}: {error.message.template}"  # without values, which may hold texts and secrets
            end = self._ending_of(lambda: self._jobs.fail(job, problem))
        except Exception:  # the thread's edge: other jobs go on
            logger.exception("Publishing %s failed.", job.collection)
            end = self._ending_of(lambda: self._jobs.fail(job, _NO_TEXT))
        else:
            logger.info("Published %s as number %d.", job.collection, sequence)
            end = self._ending_of(lambda: self._jobs.finish(job, sequence, wanted.every_minutes))
        if end is not None:
            end()
        with self._changed:
            self._job = None

    def _permit(self) -> float:
        """Seconds for which a manifest may be written; the database is asked each time, and waited for a while."""
        with self._changed:
            job = self._job
        end = time.monotonic() + self._lease_s / 2
        while job is not None and self.is_wanted():
            try:
                return max(0.0, self._asks.renew(job) - time.monotonic())
            except BookwheelError as error:
                if not isinstance(error, QueueUnavailable) or self._is_ending or time.monotonic() > end:
                    logger.warning("%s may not be published now: %s", job.collection, error.message)
                    break
            self._sleep(PERMIT_RETRY_S)
        return 0.0

    def _give_back(self) -> None:
        job = self._job
        if job is not None:
            try:
                self._jobs.give_back(job)
            except BookwheelError as error:  # its lease ends by itself
                logger.warning("%s could not be given back: %s", job.collection, error.message)

    def _ending_of(self, note: Callable[[], None]) -> Callable[[], None]:
        """What notes the end of a job, again and again while the database is away."""

        def end() -> None:
            while True:
                try:
                    note()
                    return
                except LeaseLost as error:
                    logger.info("%s", error.message)
                    return
                except QueueUnavailable as error:
                    self._note_unreachable(error)
                if self._is_ending:  # what is published stays, and another finds that nothing changed
                    return
                self._sleep(POLL_S)

        return end

    def _beat(self) -> None:
        """Hold the job at hand, and say that this worker lives; until the end of the work."""
        work = self._threads[0]
        while work.is_alive():
            with self._changed:
                self._changed.wait(self._beat_s)
                job = self._job
            try:
                if job is not None:
                    self._hold(job)
                elif self._is_open and not self._is_ending:
                    self._beats.announce(self._name, __version__)
                    self._prune()
            except BookwheelError as error:
                self._note_unreachable(error)
            except Exception:  # the thread's edge: without a heartbeat the job goes to another
                logger.exception("The heartbeat failed.")

    def _hold(self, job: TakenJob) -> None:
        try:
            self._beats.renew(job)
            self._beats.announce(self._name, __version__)
        except LeaseLost as error:
            with self._changed:
                if self._job is not None and self._job.fence == job.fence:
                    self._is_lost = True
                    logger.warning("%s", error.message)

    def _prune(self) -> None:
        days = self._config.audit.days if self._config.audit is not None else 0
        if days and time.monotonic() - self._pruned_at > PRUNE_S:
            self._pruned_at = time.monotonic()
            self._beats.prune_audit(days)

    def _note_reachable(self) -> None:
        if not self._is_reachable:
            logger.info("The queue answers.")
        self._is_reachable, self._trouble = True, ""

    def _note_unreachable(self, error: BookwheelError) -> None:
        if error.message != self._trouble:  # said once, not at every try
            logger.warning("%s", error.message)
        self._is_reachable, self._trouble = False, str(error.message)

    def _sleep(self, duration_s: float) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._is_ending, duration_s)
