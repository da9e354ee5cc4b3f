"""Words in a database that several readers share: who puts them there, and a reader's own index beside it."""

from __future__ import annotations

import logging
import threading
from contextlib import suppress

from bookwheel.domain.errors import EngineUnavailable, IndexDamaged
from bookwheel.domain.team import EngineConfig
from bookwheel.indexes.keyword import KeywordWriter
from bookwheel.library.indexing.publish import erase_keyword
from bookwheel.paths import LibraryPaths
from bookwheel.service.components import Parts

LOOK_S, AWAY_S = 1.0, 10.0
"""Seconds between two looks at what was fetched, and until a database that did not answer is asked again."""

GRACE_S = 10.0

logger = logging.getLogger(__name__)


def prepare_index(paths: LibraryPaths, engines: EngineConfig) -> None:
    """Have the reader's own index hold words, or its revision alone, as the configuration has it.

    It is made again from the catalogue. No service may have the library open.
    """
    is_stamp = bool(engines.words)
    if is_stamp or paths.keyword.exists():
        paths.root.mkdir(parents=True, exist_ok=True)
        with suppress(IndexDamaged):
            writer = KeywordWriter(paths.keyword, is_stamp=is_stamp)
            writer.close()
            if writer.is_stamp == is_stamp:
                return
        erase_keyword(paths)
        KeywordWriter(paths.keyword, is_stamp=is_stamp).close()
        logger.info("The words are read from %s now.", "the database" if is_stamp else "the reader's own index")


class WordsKeeper:
    """Puts what the database lacks in a thread of its own, and has the library read it."""

    def __init__(self, parts: Parts) -> None:
        """Do nothing yet."""
        self._parts = parts
        self._is_ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="words", daemon=True)

    def start(self) -> None:
        """Begin, where the configuration names a database."""
        if self._parts.opened is not None and self._parts.opened.library.words is not None:
            self._thread.start()

    def close(self) -> None:
        """End; a part that is being put has a while to be finished, and is whole or not there at all."""
        self._is_ending.set()
        if self._thread.is_alive():
            self._thread.join(GRACE_S)

    def _run(self) -> None:
        wait_s = 0.0
        while not self._is_ending.wait(wait_s):
            wait_s = LOOK_S
            try:
                self._look()
            except EngineUnavailable as error:
                logger.warning("%s", error.message)
                wait_s = AWAY_S
            except Exception:  # the thread's edge: the reader goes on with the words that it has
                logger.exception("Words could not be put into the database.")
                wait_s = AWAY_S

    def _look(self) -> None:
        opened = self._parts.opened
        if opened is None or opened.library.words is None:
            return
        slugs = [collection.slug for collection in self._parts.collections.all()]
        if opened.library.words.tend(slugs, lambda: not self._is_ending.is_set()):
            opened.library.refresh(opened.library.revision)
