"""Topics kept in step with the documents: made in a quiet moment, by a child that gives way."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.domain.topics import TopicTree
from bookwheel.library.library import Library
from bookwheel.library.topics.live_topics import LiveTopics
from bookwheel.service.events import Events
from bookwheel.service.workers.task_child import TaskChild

QUIET_S = 3.0
"""Seconds without indexing before topics are made that nobody asked for."""

PATIENT_S = 60.0
"""Seconds for which a collection without topics waits for its meaning, lest they be others a moment later."""

TICK_S = 1.0
UNDERSTOOD = 0.9
"""So much of the library must have vectors for topics to be made from them."""

MEANT = " meant"

logger = logging.getLogger(__name__)


class TopicSupervisor:
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
        self._child = TaskChild(words, log, "topics")
        self._library, self._topics, self._events = library, topics, events
        self._slugs, self._is_indexing, self._is_embedding = slugs, is_indexing, is_embedding
        self._woken, self._is_closing = threading.Event(), threading.Event()
        self._lock = threading.Lock()
        self._asked: list[tuple[str, bool, str]] = []
        self._failed_at: dict[str, str] = {}
        self._looked_at: tuple[int, bool, tuple[str, ...]] | None = None
        self._quiet_from = self._embedding_from = time.monotonic()
        self._thread: threading.Thread | None = None
        self._made_now: str = ""
        """The collection whose topics are being made."""
        topics.on_wanted, topics.on_changed, topics.progress = self._ask, self._notify, self._tell_progress

    def start(self) -> None:
        """Make topics from now on, when they are due."""
        self._thread = threading.Thread(target=self._work, name="topics", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the child and the thread."""
        self._is_closing.set()
        self._woken.set()
        self._child.close()
        if self._thread is not None:
            self._thread.join(10)

    def _ask(self, slug: str, is_anew: bool, split: str) -> None:
        with self._lock:
            self._asked.append((slug, is_anew, split))
        self._woken.set()

    def _tell_progress(self) -> tuple[Sequence[str], Sequence[str]]:
        """Collections whose topics are being made or were never, and those whose topics could not be."""
        failed = list(self._failed_at)
        with self._lock:
            pending = {self._made_now, *(slug for slug, _, _ in self._asked)}
        with_documents = self._topics.fingerprints()
        pending |= {slug for slug in with_documents if not self._topics.tree(slug).made_from and slug not in failed}
        return sorted(pending), failed

    def _notify(self) -> None:
        self._looked_at = None  # what was undone may lack documents that came since
        self._events.publish(Event(0, EventKind.TOPICS_CHANGED, self._library.revision))

    def _work(self) -> None:
        while not self._is_closing.is_set():
            self._woken.wait(TICK_S)
            self._woken.clear()
            with self._lock:
                asked, self._asked = self._asked, []
            for slug, is_anew, split in asked:
                self._try(slug, is_anew, split)
                self._notify()  # also where nothing has changed: somebody waits
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
        due = [slug for slug in slugs if slug in signs and self._is_due(slug, _sign(signs[slug], is_meant=is_meant))]
        waits = not is_meant and now - self._embedding_from < PATIENT_S
        ready = [slug for slug in due if not (waits and self._is_embedding() and not self._topics.tree(slug).topics)]
        if ready == due:
            self._looked_at = looked
        return ready

    def _is_due(self, slug: str, sign: str) -> bool:
        """Whether topics are to be made of what has this sign: at a start vectors are not loaded yet, and do not go."""
        made_from = self._topics.tree(slug).made_from
        return sign not in (made_from, made_from.removesuffix(MEANT), self._failed_at.get(slug))

    def _is_meant(self) -> bool:
        return self._library.meaning.now.coverage >= UNDERSTOOD

    def _try(self, slug: str, is_anew: bool = False, split: str = "") -> None:
        """Make the topics of a collection; what fails is tried again when its documents change."""
        fingerprint = self._topics.fingerprints().get(slug)
        if fingerprint is None or self._is_closing.is_set():
            return
        sign = _sign(fingerprint, is_meant=self._is_meant())
        is_asked = is_anew or bool(split)
        self._made_now = slug
        try:
            for _ in range(3):  # a person may arrange them meanwhile
                if self._is_closing.is_set():
                    return
                before = self._topics.tree(slug)
                task = self._topics.task(slug, before, is_anew=is_anew, split=split)
                made = next(self._child.replies(task, TopicTree), None) if task is not None else None
                if made is not None and self._topics.save(
                    slug, before, replace(made, made_from=sign), is_asked=is_asked
                ):
                    self._failed_at.pop(slug, None)
                    return
        except (OSError, BookwheelError, ValueError):
            if not self._is_closing.is_set():
                logger.exception("The topics of %s could not be made.", slug)
        finally:
            self._made_now = ""
        self._failed_at[slug] = sign


def _sign(fingerprint: int, *, is_meant: bool) -> str:
    """What tells documents, and whether their meaning was there, from others."""
    return f"{fingerprint:x}{MEANT if is_meant else ''}"
