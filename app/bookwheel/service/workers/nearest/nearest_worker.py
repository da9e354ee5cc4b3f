"""The process of nearest vectors: what `bookwheel child nearest` runs.

It alone opens Chroma, whose files hold blocks of its process's memory as they were. It is told hashes and vectors,
never a text or a token, so that it has none to leave there.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import IO, TypeVar

import numpy as np
from numpy.typing import NDArray

from bookwheel import child_process, log, paths, wire
from bookwheel.domain.errors import BookwheelError, IndexDamaged
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.indexes.ann import ChromaFolder
from bookwheel.service.files import lock
from bookwheel.service.workers import pipe_framing, priority, process_memory

HASH_BYTES = 16
"""The length of every chunk's hash."""

LOCK_WAIT_S = 30.0
"""How long a new process waits for a dying one."""

NICENESS = 5
"""Below searches and pages, above what nobody waits for: queries come to this process too."""

NO_VECTORS = np.zeros(0, np.float32)

T = TypeVar("T")

logger = logging.getLogger(__name__)


class Act(StrEnum):
    """What the process is asked to do with a store."""

    OPEN = "open"
    CLOSE = "close"
    IDS = "ids"
    ADD = "add"
    DELETE = "delete"
    NEAREST = "nearest"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Asked:
    """A call under its number, of the store of a model's identity; hashes and vectors follow it."""

    number: int
    act: Act
    identity: str
    folder: str = ""
    count: int = 0


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer of that number, or a failure; hashes and cosines follow it."""

    number: int
    notice: Message = NO_MESSAGE
    failure: wire.Failure | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """What an answer holds besides: hashes, and their cosines."""

    hashes: Sequence[bytes] = ()
    cosines: NDArray[np.float32] = field(default_factory=lambda: NO_VECTORS)


def send(pipe: IO[bytes], header: object, hashes: Sequence[bytes], floats: NDArray[np.float32]) -> None:
    """Send a header, hashes and float32 numbers, as three frames.

    Raises:
        OSError: when the other side is gone.
    """
    numbers = floats.astype(np.float32, copy=False).tobytes()
    pipe.write(pipe_framing.framed(header) + child_process.frame(b"".join(hashes)) + child_process.frame(numbers))
    pipe.flush()


def receive(pipe: IO[bytes], kind: type[T]) -> tuple[T, list[bytes], NDArray[np.float32]]:
    """The next header with its hashes and numbers, the latter flat and not to be changed.

    Raises:
        EOFError: when the other side is gone.
    """
    header = pipe_framing.read(pipe, kind)
    hashes, numbers = child_process.read_frame(pipe), child_process.read_frame(pipe)
    split = [hashes[at : at + HASH_BYTES] for at in range(0, len(hashes), HASH_BYTES)]
    return header, split, np.frombuffer(numbers, np.float32)


def main(library: str | None, pipes: tuple[IO[bytes], IO[bytes]]) -> int:
    """Do what is asked until the pipe closes; 0 then. `pipes` are those of questions and answers."""
    process_memory.blank()
    places = paths.library(library)
    log.start(places.log, "nearest")
    child_process.ignore_interrupts()
    held = lock.take(places.nearest_lock, LOCK_WAIT_S)
    if held is None:
        logger.error("Another process does not let go of the nearest vectors.")
        return 1
    priority.lower(NICENESS)
    stores: dict[str, ChromaFolder] = {}
    try:
        with contextlib.suppress(EOFError, OSError):
            _serve(stores, *pipes)
    finally:
        for store in stores.values():
            store.close()
        held.release()
    return 0


def _serve(stores: dict[str, ChromaFolder], questions: IO[bytes], answers: IO[bytes]) -> None:
    while True:
        asked, hashes, floats = receive(questions, Asked)
        found, notice, failure = Found(), NO_MESSAGE, None
        try:
            if asked.act is Act.OPEN:
                opened = stores[asked.identity] = ChromaFolder(Path(asked.folder), asked.identity)
                notice = opened.notice
            else:
                found = _act(stores, asked, hashes, floats)
        except BookwheelError as error:
            failure = wire.failure(error)
        send(answers, Answered(asked.number, notice, failure), found.hashes, found.cosines)


def _act(stores: dict[str, ChromaFolder], asked: Asked, hashes: list[bytes], floats: NDArray[np.float32]) -> Found:
    if asked.act is Act.CLOSE:
        if (closed := stores.pop(asked.identity, None)) is not None:
            closed.close()
        return Found()
    store = stores.get(asked.identity)
    if store is None:
        raise IndexDamaged("The vector index could not be used ({reason}).", reason="it is closed")
    if asked.act is Act.IDS:
        return Found(store.ids())
    if asked.act is Act.NEAREST:
        return Found(*store.nearest(floats, asked.count))
    if asked.act is Act.ADD:
        store.add(hashes, floats.reshape(len(hashes), -1))
    elif asked.act is Act.DELETE:
        store.delete(hashes)
    else:
        store.empty()
    return Found()
