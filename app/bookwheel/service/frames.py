"""Frames between the service and a child: four bytes of length, big-endian, then JSON."""

from __future__ import annotations

import asyncio
import struct
from typing import IO, TypeVar

from bookwheel import wire

T = TypeVar("T")

_LENGTH = struct.Struct(">I")


def framed(value: object) -> bytes:
    """One value as it is sent."""
    content = wire.encode(value)
    return _LENGTH.pack(len(content)) + content


def write(pipe: IO[bytes], value: object) -> None:
    """Send one value.

    Raises:
        OSError: when the other side is gone.
    """
    pipe.write(framed(value))
    pipe.flush()


def read(pipe: IO[bytes], kind: type[T]) -> T:
    """The next value.

    Raises:
        EOFError: when the other side is gone.
    """
    (size,) = _LENGTH.unpack(_exactly(pipe, _LENGTH.size))
    return wire.decode(_exactly(pipe, size), kind)


async def heard(pipe: asyncio.StreamReader, kind: type[T]) -> T:
    """The next value, for who waits on an event loop.

    Raises:
        EOFError: when the other side is gone.
    """
    (size,) = _LENGTH.unpack(await pipe.readexactly(_LENGTH.size))
    return wire.decode(await pipe.readexactly(size), kind)


def _exactly(pipe: IO[bytes], size: int) -> bytes:
    content = pipe.read(size)
    if len(content) < size:
        raise EOFError
    return content
