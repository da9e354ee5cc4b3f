"""Frames between the service and a child: four bytes of length, big-endian, then JSON."""

from __future__ import annotations

import struct
from typing import IO, TypeVar

from bookwheel import wire

T = TypeVar("T")

_LENGTH = struct.Struct(">I")


def write(pipe: IO[bytes], value: object) -> None:
    """Send one value.

    Raises:
        OSError: when the other side is gone.
    """
    content = wire.encode(value)
    pipe.write(_LENGTH.pack(len(content)) + content)
    pipe.flush()


def read(pipe: IO[bytes], kind: type[T]) -> T:
    """The next value.

    Raises:
        EOFError: when the other side is gone.
    """
    (size,) = _LENGTH.unpack(_exactly(pipe, _LENGTH.size))
    return wire.decode(_exactly(pipe, size), kind)


def _exactly(pipe: IO[bytes], size: int) -> bytes:
    content = pipe.read(size)
    if len(content) < size:
        raise EOFError
    return content
