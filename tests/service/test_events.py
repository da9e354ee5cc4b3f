from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator

from bookwheel.domain.service.events import Event, EventKind
from bookwheel.service import events as module
from bookwheel.service.events import Events


def _event(message: str = "") -> Event:
    return Event(0, EventKind.NOTICE_RAISED, 7, message=message)


async def _take(stream: AsyncIterator[Event | None], count: int) -> list[Event]:
    taken: list[Event] = []
    async for event in stream:
        if event is not None:
            taken.append(event)
        if len(taken) == count:
            break
    return taken


def test_listener_gets_what_was_missed_and_what_follows():
    async def run() -> list[Event]:
        events = Events(100)
        first = events.publish(_event("one"))
        events.publish(_event("two"))
        taking = asyncio.create_task(_take(events.follow(first.sequence, lambda: 7), 2))
        await asyncio.sleep(0)
        threading.Thread(target=events.publish, args=(_event("three"),)).start()
        return await asyncio.wait_for(taking, 5)

    taken = asyncio.run(run())
    assert [(event.sequence, event.message) for event in taken] == [(102, "two"), (103, "three")]


def test_gap_is_answered_with_resync():
    async def run() -> list[Event]:
        events = Events(100)
        for _ in range(module.KEPT + 10):
            events.publish(_event())
        old = await _take(events.follow(101, lambda: 7), 1)
        from_another_service = await _take(events.follow(5, lambda: 7), 1)
        from_the_future = await _take(events.follow(10**9, lambda: 7), 1)
        return old + from_another_service + from_the_future

    taken = asyncio.run(run())
    assert [event.kind for event in taken] == [EventKind.RESYNC] * 3
    assert taken[0].revision == 7


def test_new_listener_starts_with_what_comes():
    async def run() -> list[Event]:
        events = Events(0)
        events.publish(_event("before"))
        taking = asyncio.create_task(_take(events.follow(0, lambda: 7), 1))
        await asyncio.sleep(0)
        events.publish(_event("after"))
        return await asyncio.wait_for(taking, 5)

    assert [event.message for event in asyncio.run(run())] == ["after"]


def test_listener_that_does_not_read_is_dropped():
    async def run() -> tuple[int, int, int]:
        events = Events(0)
        stream = events.follow(0, lambda: 7)
        taking = asyncio.create_task(_take(stream, 1))
        await asyncio.sleep(0)
        events.publish(_event())
        await taking
        before = events.listeners
        for _ in range(module.WAITING + 10):
            events.publish(_event())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        rest = [event async for event in stream]
        return before, events.listeners, len(rest)

    before, after, rest = asyncio.run(run())
    assert (before, after) == (1, 0)
    assert rest <= module.WAITING


def test_last_words_are_waited_for_until_every_stream_was_handed_them():
    async def run() -> tuple[bool, bool, bool]:
        events, is_free = Events(0), asyncio.Event()

        async def slow() -> None:
            async for _ in events.follow(0, lambda: 7):
                await is_free.wait()

        listening = asyncio.create_task(slow())
        await asyncio.sleep(0)
        last = events.publish(_event()).sequence
        too_soon = await asyncio.to_thread(events.wait_until_sent, last, 0.05)
        is_free.set()
        sent = await asyncio.to_thread(events.wait_until_sent, last, 5)
        events.close()
        await listening
        return too_soon, sent, events.wait_until_sent(last + 1, 0)

    assert asyncio.run(run()) == (False, True, True)


def test_nothing_is_said_after_the_last_words():
    async def run() -> list[Event]:
        events = Events(0)
        taking = asyncio.create_task(_take(events.follow(0, lambda: 7), 5))
        await asyncio.sleep(0)
        heard: list[Event] = []
        events.ear = heard.append
        assert await asyncio.to_thread(events.end_with, _event("last"), 5)
        events.publish(_event("later"))
        await asyncio.sleep(0)
        events.close()
        return [*await asyncio.wait_for(taking, 5), *heard]

    assert [event.message for event in asyncio.run(run())] == ["last"]


def test_closing_ends_every_stream():
    async def run() -> list[Event]:
        events = Events(0)
        taking = asyncio.create_task(_take(events.follow(0, lambda: 7), 5))
        await asyncio.sleep(0)
        events.publish(_event("last"))
        await asyncio.sleep(0)
        events.close()
        return await asyncio.wait_for(taking, 5)

    assert [event.message for event in asyncio.run(run())] == ["last"]
