"""The keyword child's side: what `bookwheel child keyword` runs; it makes segments of the words of subscriptions."""

from __future__ import annotations

import contextlib
import logging
import queue
from pathlib import Path

import msgspec
import numpy as np

from bookwheel import child_process, gc_tuning
from bookwheel.indexes.keyword.detached_segment import DetachedSegment
from bookwheel.indexes.keyword.term_counts import TermCounts, unpack_all
from bookwheel.library.snapshot.published_words import are_lengths_within

MOST_MEMORY_MB = 4096

KEY = np.dtype("<i8")
ROOM = np.dtype("<i8")
"""Numbers as they go over the pipe."""

log = logging.getLogger(__name__)


class KeywordTask(msgspec.Struct, frozen=True, array_like=True):
    """The packed terms of documents with so many sections each, to be written beside the index in a folder.

    `rooms` has how many words each section has room for, as `published_words.rooms_of` says. The keys of the sections
    follow in a frame of their own, once they are known.
    """

    folder: str
    terms: list[bytes]
    sections: list[int]
    rooms: bytes


class KeywordReply(msgspec.Struct, frozen=True, array_like=True):
    """The name of the segment; empty where the terms cannot be used, for some text or as another version counted."""

    name: str = ""


TASK, REPLY = msgspec.msgpack.Decoder(KeywordTask), msgspec.msgpack.Decoder(KeywordReply)


def main() -> int:
    """Make one segment after the other until the pipe closes; always 0."""
    child_process.ignore_interrupts()
    incoming, outgoing = child_process.own_pipes()
    frames: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    child_process.end_with_parent(incoming, frames.put)
    child_process.bound_memory(MOST_MEMORY_MB)
    gc_tuning.collect_between_tasks()
    with contextlib.suppress(OSError):
        while True:
            made = _begin(TASK.decode(frames.get()))
            keys = np.frombuffer(frames.get(), KEY).tolist()
            name = made.finish(keys) if made is not None and made.sections == len(keys) else ""
            outgoing.write(child_process.frame(msgspec.msgpack.encode(KeywordReply(name))))
            outgoing.flush()
            del made
            gc_tuning.collect_after_task(is_large=True)
    return 0


def _begin(task: KeywordTask) -> DetachedSegment | None:
    """Write the terms; None where they cannot be used."""
    counts = _read(task)
    return DetachedSegment(Path(task.folder), counts) if counts is not None else None


def _read(task: KeywordTask) -> TermCounts | None:
    try:
        counts = unpack_all(task.terms, task.sections)
    except ValueError as error:
        log.warning("a document of a subscription came with terms that cannot be used: %s", error)
        return None
    if counts is None or not are_lengths_within(np.frombuffer(task.rooms, ROOM), counts):
        return None
    return counts
