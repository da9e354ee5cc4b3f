"""What every child process needs on its own side: the pipes to its parent, frames on them, and bounds on itself."""

from __future__ import annotations

import contextlib
import os
import signal
import struct
import sys
import threading
from collections.abc import Callable
from typing import IO

import psutil

MB = 1 << 20

_LENGTH = struct.Struct(">I")


def own_pipes() -> tuple[IO[bytes], IO[bytes]]:
    """Return the pipes for frames from and to the parent; whatever else is printed goes to the error stream."""
    incoming = os.fdopen(os.dup(0), "rb")
    outgoing = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 - for the process's life
    return incoming, outgoing


def ignore_interrupts() -> None:
    """Leave it to the parent what Ctrl+C and the end of a session mean: it ends its children."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)


def end_with_parent(incoming: IO[bytes], on_frame: Callable[[bytes], None] | None = None) -> None:
    """From now on end this process, and what it started, once the parent is gone.

    It sends nothing more, or, where `on_frame` hears them, frames.
    """
    threading.Thread(target=_end_when_closed, args=(incoming, on_frame), daemon=True).start()


def _end_when_closed(incoming: IO[bytes], on_frame: Callable[[bytes], None] | None) -> None:
    with contextlib.suppress(OSError, ValueError, EOFError):
        while on_frame is not None:
            on_frame(read_frame(incoming))
        incoming.read(1)
    if sys.platform != "win32" and os.getpgrp() == os.getpid():
        os.killpg(os.getpid(), signal.SIGKILL)
    os._exit(1)


def frame(content: bytes) -> bytes:
    """Return bytes as they are sent: four bytes of length, big-endian, before them."""
    return _LENGTH.pack(len(content)) + content


def read_frame(pipe: IO[bytes]) -> bytes:
    """Return the next frame's content.

    Raises:
        EOFError: when the other side is gone.
    """
    (size,) = _LENGTH.unpack(_read_exactly(pipe, _LENGTH.size))
    return _read_exactly(pipe, size)


def _read_exactly(pipe: IO[bytes], size: int) -> bytes:
    content = pipe.read(size)
    if len(content) < size:
        raise EOFError
    return content


if sys.platform == "win32":

    def bound_memory(most_mb: int) -> None:
        """Windows bounds no process's own memory; the parent looks at it."""

    def bound_time(limit_s: float) -> None:
        """Windows bounds no process's own time; the parent's clock does."""

else:
    import resource

    def bound_memory(most_mb: int) -> None:
        """Refuse this process more memory than so much above what it has now; macOS may not promise that."""
        with contextlib.suppress(OSError, ValueError):
            most = psutil.Process().memory_info().vms + most_mb * MB
            resource.setrlimit(resource.RLIMIT_AS, (most, resource.getrlimit(resource.RLIMIT_AS)[1]))
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    def bound_time(limit_s: float) -> None:
        """End this process when a task has long had its time: the parent that should do so may have gone."""
        used = resource.getrusage(resource.RUSAGE_SELF)
        most = int(used.ru_utime + used.ru_stime + 2 * limit_s) + 2
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_CPU, (most, resource.getrlimit(resource.RLIMIT_CPU)[1]))
