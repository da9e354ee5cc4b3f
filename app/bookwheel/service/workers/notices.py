"""The notices of a child: sentences that a person should read, each once and until it is no longer true."""

from __future__ import annotations

from collections.abc import Callable

from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.service.events import Events


class Notices:
    """Sentences in the order in which they were added; `revision` is the one that their events name."""

    def __init__(self, events: Events, revision: Callable[[], int]) -> None:
        """Start without any."""
        self._events, self._revision = events, revision
        self.all: tuple[Message, ...] = ()

    def add(self, sentence: Message) -> None:
        """Add a sentence, unless it is empty or there, and tell clients of it."""
        if sentence and sentence not in self.all:
            self.all = (*self.all, sentence)
            self.announce(sentence)

    def drop(self, sentence: Message) -> None:
        """Take a sentence away, without telling anyone."""
        self.all = tuple(notice for notice in self.all if notice != sentence)

    def announce(self, sentence: Message = NO_MESSAGE) -> None:
        """Tell clients that the notices changed; `sentence` is the new one, if one was added."""
        self._events.publish(Event(0, EventKind.NOTICE_RAISED, self._revision(), message=sentence))
