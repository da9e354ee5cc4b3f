"""Pictures inside documents, passwords tried on them, and files outside the library, by a parser child of their own."""

from __future__ import annotations

import threading
import time

from bookwheel.domain.document import Dialect
from bookwheel.domain.errors import ServiceUnavailable
from bookwheel.library.indexing.parser_child import Parser
from bookwheel.parsing.parse_task import ParseReply, ParseTask

IDLE_S = 20.0
"""Seconds after its last picture at which the child ends."""
_WAIT_S = 0.2


class InnerPictures:
    """Takes pictures out of files and tries passwords, one after the other; safe to use from any thread."""

    def __init__(self) -> None:
        """Start nothing yet."""
        self._lock = threading.Lock()
        self._parser = Parser()
        self._used_at = 0.0
        self._is_closed = False

    def picture(self, content: bytes, path: str, format: str, name: str) -> bytes:
        """The bytes of a picture by its name in a file, empty when there is no such picture or it is too costly.

        Raises:
            ServiceUnavailable: while the service stops.
        """
        task = ParseTask(
            content, path, dialect=Dialect.CONVERTED, language="", format=format, listed_title="", picture=name
        )
        return self._ask(task).picture

    def try_password(self, content: bytes, path: str, password: str) -> ParseReply:
        """What a file says to a password: nothing where it opens, else why not, and whether it stays protected.

        Raises:
            ServiceUnavailable: while the service stops.
        """
        task = ParseTask(
            content, path, dialect=Dialect.CONVERTED, language="", format="", listed_title="",
            password=password, is_trial=True,
        )  # fmt: skip
        return self._ask(task)

    def parse(self, task: ParseTask) -> ParseReply:
        """What becomes of a file that is in no collection.

        Raises:
            ServiceUnavailable: while the service stops.
        """
        return self._ask(task)

    def _ask(self, task: ParseTask) -> ParseReply:
        with self._lock:
            self._parser.submit(task)
            while (reply := self._parser.receive(_WAIT_S)) is None:
                if self._is_closed:
                    self._parser.abandon()
                    raise ServiceUnavailable("The service is stopping. Try again in a moment.")
            self._used_at = time.monotonic()
        timer = threading.Timer(IDLE_S, self._rest)
        timer.daemon = True
        timer.start()
        return reply

    def close(self) -> None:
        """End the child."""
        self._is_closed = True
        with self._lock:
            self._parser.close()

    def _rest(self) -> None:
        with self._lock:
            if time.monotonic() - self._used_at >= IDLE_S - 1:
                self._parser.close()
