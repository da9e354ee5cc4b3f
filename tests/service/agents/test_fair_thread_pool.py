from __future__ import annotations

import asyncio
import threading

from bookwheel.service.agents.fair_thread_pool import Turns


def test_a_client_whose_calls_are_slow_leaves_a_thread_to_the_others():
    begun, may_end = list[str](), threading.Event()

    def slow(name: str) -> str:
        begun.append(name)
        may_end.wait(30)
        return name

    async def ask() -> None:
        turns = Turns(3, "agent")
        calls = [asyncio.create_task(turns.run("greedy", slow, f"call {number}")) for number in range(6)]
        assert await turns.run("other", str.upper, "answered") == "ANSWERED"
        calls[0].cancel()  # given up, and its thread goes on
        calls[5].cancel()  # never begun
        assert await turns.run("other", str.upper, "answered") == "ANSWERED"
        assert begun == ["call 0", "call 1"]
        may_end.set()
        ended = await asyncio.gather(*calls, return_exceptions=True)
        assert ended[1:5] == ["call 1", "call 2", "call 3", "call 4"]
        assert isinstance(ended[0], asyncio.CancelledError) and isinstance(ended[5], asyncio.CancelledError)
        assert await turns.run("greedy", str.upper, "again") == "AGAIN"
        assert turns.calls == 0
        turns.close()

    try:
        asyncio.run(ask())
    finally:
        may_end.set()


def test_a_client_alone_is_answered_on_the_same_thread_each_time():
    async def ask() -> set[str]:
        turns = Turns(3, "agent")
        names = {(await turns.run("alone", threading.current_thread)).name for _ in range(12)}
        turns.close()
        return names

    assert len(asyncio.run(ask())) == 1
