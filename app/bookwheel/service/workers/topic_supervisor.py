"""Topics kept in step with the documents: made in a quiet moment, by a child that gives way."""

from __future__ import annotations

import contextlib
import logging
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from bookwheel import log
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.domain.topics import TopicTask, TopicTree
from bookwheel.library.library import Library
from bookwheel.library.topics.live_topics import LiveTopics
from bookwheel.service.events import Events
from bookwheel.service.workers import pipe_framing

QUIET_S = 3.0
"""Seconds without indexing before topics are made that nobody asked for."""

PATIENT_S = 60.0
"""Seconds for which a collection without topics waits for its meaning, lest they be others a moment later."""

TICK_S = 1.0
UNDERSTOOD = 0.9
"""So much of the library must have vectors for topics to be made from them."""

logger = logging.getLogger(__name__)


class TopicMaking:
    """What makes the topics of each collection when its documents have changed. Safe to use from any thread."""

    def __init__(
        self,
        words: Sequence[str],
        log: Path,
        library: Library,
        topics: LiveTopics,
        events: Events,
        slugs: Callable[[], Sequence[str]],
        is_indexing: Callable[[], bool],
        is_embedding: Callable[[], bool],
    ) -> None:
        """Prepare; `start` begins. `words` start a child; `slugs` are the collections there are."""
        self._words, self._log, self._library, self._topics, self._events = list(words), log, library, topics, events
        self._slugs, self._is_indexing, self._is_embedding = slugs, is_indexing, is_embedding
        self._woken, self._is_closing = threading.Event(), threading.Event()
        self._lock = threading.Lock()
        self._asked: list[tuple[str, bool, str]] = []
        self._made_at: dict[str, tuple[int, bool]] = {}
        self._looked_at: tuple[int, bool, tuple[str, ...]] | None = None
        self._quiet_from = self._embedding_from = time.monotonic()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread: threading.Thread | None = None
        self.stated: Callable[[], None] = lambda: None
        """Has the graph follow."""
        topics.wanted, topics.changed = self._ask, self._changed

    def start(self) -> None:
        """Make topics from now on, when they are due."""
        self._thread = threading.Thread(target=self._work, name="topics", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the child and the thread."""
        self._is_closing.set()
        self._woken.set()
        self._end()
        if self._thread is not None:
            self._thread.join(10)
        self._end()

    def _ask(self, slug: str, is_anew: bool, split: str) -> None:
        with self._lock:
            self._asked.append((slug, is_anew, split))
        self._woken.set()

    def _changed(self) -> None:
        self._events.publish(Event(0, EventKind.TOPICS_CHANGED, self._library.revision))
        self.stated()

    def _work(self) -> None:
        while not self._is_closing.is_set():
            self._woken.wait(TICK_S)
            self._woken.clear()
            with self._lock:
                asked, self._asked = self._asked, []
            for slug, is_anew, split in asked:
                self._try(slug, is_anew, split)
            if self._is_quiet():
                for slug in self._due():
                    self._try(slug)

    def _is_quiet(self) -> bool:
        if self._is_indexing():
            self._quiet_from = time.monotonic()
        return time.monotonic() - self._quiet_from >= QUIET_S and not self._is_closing.is_set()

    def _due(self) -> list[str]:
        """Collections whose documents, or their meaning, came after their topics."""
        slugs, is_meant, now = tuple(self._slugs()), self._is_meant(), time.monotonic()
        if not self._is_embedding():
            self._embedding_from = now
        if (looked := (self._library.revision, is_meant, slugs)) == self._looked_at:
            return []
        self._topics.forget(slugs)
        signs = self._topics.fingerprints()
        due = [slug for slug in slugs if slug in signs and self._made_at.get(slug) != (signs[slug], is_meant)]
        waits = not is_meant and now - self._embedding_from < PATIENT_S
        ready = [slug for slug in due if not (waits and self._is_embedding() and not self._topics.tree(slug).topics)]
        if ready == due:
            self._looked_at = looked
        return ready

    def _is_meant(self) -> bool:
        return self._library.meaning.now.coverage >= UNDERSTOOD

    def _try(self, slug: str, is_anew: bool = False, split: str = "") -> None:
        """Make the topics of a collection; what fails is tried again when its documents change."""
        sign, is_meant = self._topics.fingerprints().get(slug), self._is_meant()
        if sign is None or self._is_closing.is_set():
            return
        try:
            for _ in range(3):  # a person may arrange them meanwhile
                before = self._topics.tree(slug)
                task = self._topics.task(slug, before, is_anew=is_anew, split=split)
                made = self._made(task) if task is not None else None
                if made is None or self._topics.made(slug, before, made):
                    break
        except (OSError, EOFError, BookwheelError, ValueError):
            if not self._is_closing.is_set():
                logger.exception("The topics of %s could not be made.", slug)
        self._made_at[slug] = (sign, is_meant)

    def _made(self, task: TopicTask) -> TopicTree:
        with log.open_error_file(self._log, "topics") as errors:
            process = subprocess.Popen(
                self._words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, start_new_session=True
            )
        self._process = process
        assert process.stdin is not None and process.stdout is not None
        try:
            pipe_framing.write(process.stdin, task)
            return pipe_framing.read(process.stdout, TopicTree)
        finally:
            self._end()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()  # it holds nothing that could be lost
        process.wait()
        for pipe in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                if pipe is not None:
                    pipe.close()
