"""Threads that all clients share, of which no client may hold the last one."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Turns:
    """Answers calls on so many threads; what a client asks beyond all but one of them waits, others go on.

    Belongs to one event loop.
    """

    def __init__(self, pool: ThreadPoolExecutor, threads: int) -> None:
        """Use a pool of so many threads, at least two."""
        self._pool, self._most = pool, threads - 1
        self._places: dict[str, asyncio.Semaphore] = {}

    async def run(self, client: str, call: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """What the call gives, made on a thread once the client has a place.

        The place is held until the thread is done, also when nobody waits for it any more.
        """
        places = self._places.setdefault(client, asyncio.Semaphore(self._most))
        loop = asyncio.get_running_loop()
        await places.acquire()

        def leave(_: Future[T]) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(places.release)

        try:
            work = self._pool.submit(call, *arguments, **named)
        except RuntimeError:
            places.release()
            raise
        work.add_done_callback(leave)
        return await asyncio.wrap_future(work)
