"""Connections on which nobody asks anything."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest
import uvicorn

from bookwheel.service.http import connections

T = TypeVar("T")

HEAD = b"GET / HTTP/1.1\r\nHost: here\r\n"


async def answer(scope, receive, send):
    echoed = [header for header in scope["headers"] if header[0] == b"echo"]
    await send({"type": "http.response.start", "status": 401, "headers": [(b"content-length", b"2"), *echoed]})
    await send({"type": "http.response.body", "body": b"no"})


def served(visit: Callable[[int, uvicorn.Server], Awaitable[T]]) -> T:
    """What a visit to a server of such connections gives."""

    async def run() -> T:
        listening = socket.create_server(("127.0.0.1", 0))
        config = uvicorn.Config(answer, http=connections.Connection, lifespan="off", log_level="warning")
        server = uvicorn.Server(config)
        task = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started:
            await asyncio.sleep(0)
        try:
            return await visit(listening.getsockname()[1], server)
        finally:
            server.should_exit = True
            await task
            listening.close()

    return asyncio.run(asyncio.wait_for(run(), 30))


async def is_closed_on(writer: asyncio.StreamWriter) -> bool:
    """True once the other side has closed on one who goes on writing, letter by letter."""
    try:
        while True:
            writer.write(b"x")
            await writer.drain()
            await asyncio.sleep(0.01)
    except (ConnectionResetError, BrokenPipeError):
        return True


@pytest.mark.parametrize("begun", [b"", b"POST /mcp HT", HEAD])
def test_a_head_that_never_ends_is_given_up(begun: bytes, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(connections, "HEAD_S", 0.1)

    async def visit(port: int, _: uvicorn.Server) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(begun)
        try:
            return await reader.read()  # until it is closed
        except ConnectionResetError:
            return b""
        finally:
            writer.close()

    assert served(visit) == b""


def test_a_head_that_comes_drop_by_drop_is_given_up(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(connections, "HEAD_S", 0.1)

    async def visit(port: int, _: uvicorn.Server) -> bool:
        _reader, writer = await asyncio.open_connection("127.0.0.1", port)
        return await is_closed_on(writer)

    assert served(visit)


def test_a_head_without_end_is_not_kept():
    async def visit(port: int, _: uvicorn.Server) -> int:
        _reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HEAD)
        sent = 0
        try:
            while True:
                line = b"X: " + b"x" * 1000 + b"\r\n"
                writer.write(line)
                await writer.drain()
                sent += len(line)
        except (ConnectionResetError, BrokenPipeError):
            return sent

    assert served(visit) < 16 << 20  # what the system keeps on the way


def test_a_body_that_goes_on_after_the_answer_is_given_up(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(connections, "HEAD_S", 0.1)

    async def visit(port: int, _: uvicorn.Server) -> bool:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HEAD.replace(b"GET", b"POST") + b"Content-Length: 1000000\r\n\r\n")
        assert b"401" in await reader.readline()
        return await is_closed_on(writer)

    assert served(visit)


def test_a_kept_connection_may_wait_and_ask_again():
    async def visit(port: int, server: uvicorn.Server) -> list[tuple[bytes, bool]]:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        answers: list[tuple[bytes, bool]] = []
        for _ in range(2):
            writer.write(HEAD + b"\r\n")
            answer = await reader.readuntil(b"no")
            [connection] = server.server_state.connections
            answers.append((answer, connection.is_hurried))  # type: ignore[union-attr]
        writer.close()
        return answers

    first, second = served(visit)
    assert b"401" in first[0] and first == second
    assert not first[1]


def test_many_silent_connections_leave_room_for_one_that_asks(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(connections, "MOST", 5)

    async def visit(port: int, server: uvicorn.Server) -> tuple[bytes, int]:
        silent = [socket.create_connection(("127.0.0.1", port)) for _ in range(20)]  # all before one is accepted
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HEAD + b"\r\n")
        answered, left = await reader.readuntil(b"no"), len(server.server_state.connections)
        writer.close()
        for each in silent:
            each.close()
        return answered, left

    answered, left = served(visit)
    assert b"401" in answered and left == 5


def test_blanks_around_a_headers_value_are_no_part_of_it():
    async def visit(port: int, _: uvicorn.Server) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HEAD + b"Echo: \t told  \t\r\n\r\n")
        answered = await reader.readuntil(b"no")
        writer.close()
        return answered

    assert b"echo: told\r\n" in served(visit)
