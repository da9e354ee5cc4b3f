"""A second process that answers searches, while many agents ask at once and the library is at rest.

One interpreter answers some hundred searches a second, whatever threads it has. The child comes when calls have waited
for each other for a while, and goes when nobody has needed it; whatever it does not answer the service answers itself.
Sixteen agents get 259 to 315 answers a second with it and 151 to 174 without, for 110 MB (three pairs, 786 documents);
eight agents upon 10,000 documents 71 to 84 and 48 to 56, half of them in 62 to 89 ms and 136 to 160, for 145 MB.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import subprocess
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from bookwheel import log, wire
from bookwheel.domain.collection import Collection
from bookwheel.domain.errors import BadRequest
from bookwheel.domain.search import EVERYTHING, Mode, Scope
from bookwheel.domain.stages import Stage, enter
from bookwheel.library.library import Library
from bookwheel.library.search.hit_list import HitList
from bookwheel.library.search.query_parser import parse
from bookwheel.library.snapshot import filter_values
from bookwheel.library.snapshot.topic_column import FIELD as TOPIC
from bookwheel.service.agents.search_worker import Answered, Asked, Grounds, Listed, standing_of
from bookwheel.service.agents.tools.answers import Shaped
from bookwheel.service.agents.tools.arguments import Given
from bookwheel.service.agents.tools.filters import filters_of
from bookwheel.service.workers import pipe_framing
from bookwheel.settings import Settings

PRESSED, WITHIN_S = 40, 20.0
"""So many searches that found others under way, in so many seconds, start the child.

Eight agents upon 100,000 documents, while the graph was being built, were answered six times a second.
"""

SHARE = 3
"""Searches that the child may have in hand for each call that the service has: alone in its interpreter it is faster.

Sixteen agents at once had 103 answers a second without it, 165 at one for one, 194 at two, 209 at four.
"""

IDLE_S = 60.0
"""Seconds without a search after which the child ends."""

PATIENCE_S = 0.5
"""Seconds after which the service answers a search itself that the child has not: one of another client may be slow."""

STUCK_S = 20.0
"""Seconds over one search after which the child is ended."""

START_S = 120.0
"""Seconds that a new child has for loading: six for 100,000 documents on a quiet machine."""

MOST_FAILED = 3
"""Children that ended by themselves soon, one after the other, after which no other is started."""

SOON_S = 600.0
"""A child that ends by itself after so many seconds begins the count anew."""

MOST_EMPTY = 50
"""Searches that a child leaves to the service, one after the other, after which it is of no use."""

END_S = 5.0
"""Seconds that a killed child has until its end is told."""

_log = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class _Child:
    """One process, what was told to it last, and who waits for which answer."""

    process: asyncio.subprocess.Process
    grounds: Grounds | None = None
    waiting: dict[int, _Waiting] = field(default_factory=dict[int, "_Waiting"])
    heard_at: float = 0.0
    empties: int = 0


class _Waiting(NamedTuple):
    """Who asked a search, and what it is answered by; None where the child has ended."""

    client: str
    reply: asyncio.Future[Answered | None]


class Second:
    """The one searching child. Belongs to one event loop."""

    def __init__(
        self,
        words: Sequence[str],
        log: Path,
        settings: Callable[[], Settings],
        collections: Callable[[], tuple[Collection, ...]],
        idle_s: float = IDLE_S,
    ) -> None:
        """Prepare; nothing is started. `words` start the child."""
        self._words, self._log, self._settings, self._collections = list(words), log, settings, collections
        self._idle_s = idle_s
        self._child: _Child | None = None
        self._life: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_closed = self._is_ending = False
        self._number = self._failed = self._pressed = 0
        self._pressed_since = self._asked_at = 0.0

    @property
    def pid(self) -> int:
        """The child's process id, 0 when none is ready."""
        return self._child.process.pid if self._child is not None else 0

    async def answer(self, client: str, given: Given, library: Library, scope: Scope, others: int) -> Shaped | None:
        """The child's answer to a search; None where the service answers itself.

        `others` are the calls that the service has in hand: while there are any, the child takes its share.

        Raises:
            BookwheelError: as the search tool does.
        """
        if not others or not _is_fit(given, library):
            return None
        child = self._child
        if child is None:
            self._press(library)
            return None
        if len(child.waiting) >= SHARE * others or any(client == each.client for each in child.waiting.values()):
            return None
        with enter(Stage.CHILD):
            reply = await self._asked(child, client, given, library, scope)
        if reply is None or not (reply.text or reply.failure):
            return None
        if reply.failure is not None:
            raise wire.raised(reply.failure)
        content = msgspec.json.decode(reply.text, type=dict[str, object])
        if reply.listed is not None:
            library.cursors.of(scope.client).adopt(str(content["cursor"]), reply.listed.stamp, _hits_of(reply.listed))
        return Shaped(content, reply.text, reply.sections, reply.hits)

    def end(self) -> None:
        """End the child, so that it keeps nothing of what was forgotten; from any thread."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._end)

    async def close(self) -> None:
        """End the child and start no other; who waits for it is answered by the service."""
        self._is_closed = True
        self._end()
        if self._life is not None:
            await asyncio.gather(self._life, return_exceptions=True)

    def _end(self) -> None:
        if self._life is not None and not self._is_ending:
            self._is_ending = True
            self._life.cancel()

    async def _asked(self, child: _Child, client: str, given: Given, library: Library, scope: Scope) -> Answered | None:
        grounds = Grounds(self._settings(), self._collections(), library.cursors.secret)
        news = None if grounds == child.grounds else grounds
        self._number += 1
        number, self._asked_at = self._number, time.monotonic()
        content = pipe_framing.framed(Asked(number, given.values, scope, standing_of(library), news))
        child.grounds = grounds
        if not child.waiting:
            child.heard_at = self._asked_at
        reply: asyncio.Future[Answered | None] = asyncio.get_running_loop().create_future()
        child.waiting[number] = _Waiting(client, reply)
        _tell(child.process, content)
        # Its place is taken until it is answered, also when nobody waits any more.
        await asyncio.wait((reply,), timeout=PATIENCE_S)
        return reply.result() if reply.done() else None

    def _press(self, library: Library) -> None:
        """Start a child, if there has been pressure for a while."""
        now = time.monotonic()
        if now - self._pressed_since > WITHIN_S:
            self._pressed, self._pressed_since = 0, now
        self._pressed += 1
        is_living = self._life is not None and not self._life.done()
        if self._pressed >= PRESSED and not (is_living or self._is_closed) and self._failed < MOST_FAILED:
            self._pressed, self._loop, self._is_ending = 0, asyncio.get_running_loop(), False
            self._life = asyncio.create_task(self._live(library))

    async def _live(self, library: Library) -> None:
        """Start a child, hear its answers, and end it."""
        began = time.monotonic()
        try:
            with log.open_error_file(self._log, "search") as errors:
                process = await asyncio.create_subprocess_exec(
                    *self._words,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=errors,
                    start_new_session=True,
                )
        except (OSError, NotImplementedError, RuntimeError):
            _log.exception("A searching child could not be started.")
            self._failed += 1
            return
        child = _Child(process)
        try:
            await self._warm(child, library)
            self._child, self._asked_at = child, time.monotonic()
            await self._hear(child)
        except (EOFError, OSError, TimeoutError, BadRequest) as error:
            _log.warning("The searching child ended (%s); the service answers alone.", type(error).__name__)
            self._failed = self._failed + 1 if time.monotonic() - began < SOON_S else 1
        finally:
            self._child, self._is_ending = None, True
            for each in child.waiting.values():
                each.reply.set_result(None)
            with contextlib.suppress(ProcessLookupError):
                process.kill()  # it holds nothing that could be lost
            with contextlib.suppress(TimeoutError, OSError):
                async with asyncio.timeout(END_S):
                    await process.communicate()  # its end is told once all that it said is read

    async def _warm(self, child: _Child, library: Library) -> None:
        """Let the child load everything before anybody waits for it."""
        child.grounds = Grounds(self._settings(), self._collections(), library.cursors.secret)
        asked = Asked(0, {"query": "library"}, EVERYTHING, standing_of(library), child.grounds)
        _tell(child.process, pipe_framing.framed(asked))
        async with asyncio.timeout(START_S):
            await _heard(child.process)

    async def _hear(self, child: _Child) -> None:
        """Pass on the child's answers until nobody has asked for a while."""
        answering = asyncio.ensure_future(_heard(child.process))
        try:
            while time.monotonic() - self._asked_at < self._idle_s or child.waiting:
                await asyncio.wait((answering,), timeout=self._idle_s / 4)
                if answering.done():
                    _pass_on(child, answering.result())
                    answering = asyncio.ensure_future(_heard(child.process))
                elif child.waiting and time.monotonic() - child.heard_at > STUCK_S:
                    raise TimeoutError
                if child.empties >= MOST_EMPTY:
                    raise EOFError
        finally:
            answering.cancel()
            await asyncio.gather(answering, return_exceptions=True)


def _pass_on(child: _Child, answer: Answered) -> None:
    child.heard_at = time.monotonic()
    child.empties = 0 if answer.text or answer.failure else child.empties + 1
    waiting = child.waiting.pop(answer.number, None)
    if waiting is not None:
        waiting.reply.set_result(answer)


def _tell(process: asyncio.subprocess.Process, content: bytes) -> None:
    assert process.stdin is not None
    with contextlib.suppress(OSError, RuntimeError):  # its end is noticed where it is heard
        process.stdin.write(content)


def _heard(process: asyncio.subprocess.Process) -> Coroutine[None, None, Answered]:
    assert process.stdout is not None
    return pipe_framing.heard(process.stdout, Answered)


def _is_fit(given: Given, library: Library) -> bool:
    """Whether the child answers such a search as the service does: no graph, topics or memories, nothing on its way."""
    is_plain = given.text("mode") not in (Mode.GRAPH.value, Mode.HYBRID.value)
    is_plain = is_plain and not given.switch("memories") and not any(map(given.text, ("cursor", "weights")))
    return is_plain and library.pending() == 0 and _is_at_rest(library) and not _needs_more(given)


def _needs_more(given: Given) -> bool:
    """Whether a filter is one by topics or by notes, of which the child knows nothing."""
    filters = (*filters_of(given), *parse(given.text("query")).filters)
    return any(filter_values.field_of(one.field.strip()) in (TOPIC, "has") for one in filters)


def _is_at_rest(library: Library) -> bool:
    """Whether the child answers from the same vectors without Chroma: all there are, compared in memory; or none.

    That the embedder waits, as it does for the graph of a large library, keeps nobody: the child takes the vectors
    that the service has. More than are kept as float32 it would hold a second time, 690 MB of 750,000.
    """
    meaning = library.meaning
    if not meaning.views:
        return True
    is_whole = library.coverage() == 1 and all(view.table.is_full for view in meaning.views)
    return is_whole and meaning.is_of(library.settings.meaning)


def _hits_of(listed: Listed) -> HitList:
    keys, scores = np.frombuffer(listed.keys, np.int64), np.frombuffer(listed.scores, np.float32)
    common = frozenset(listed.common)
    return HitList(keys, scores, listed.total, common, listed.forms, copies=listed.copies)
