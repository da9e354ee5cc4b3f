"""Frames between the service and a child: four bytes of length, big-endian, then JSON."""

from __future__ import annotations

import struct
from typing import IO, TYPE_CHECKING, TypeVar

from bookwheel import child_process, packing

if TYPE_CHECKING:
    import asyncio

T = TypeVar("T")

_LENGTH = struct.Struct(">I")


def framed(value: object) -> bytes:
    """One value as it is sent."""
    return child_process.frame(packing.encode(value))


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
    return packing.decode(child_process.read_frame(pipe), kind)


async def heard(pipe: asyncio.StreamReader, kind: type[T]) -> T:
    """The next value, for who waits on an event loop.

    Raises:
        EOFError: when the other side is gone.
    """
    (size,) = _LENGTH.unpack(await pipe.readexactly(_LENGTH.size))
    return packing.decode(await pipe.readexactly(size), kind)
