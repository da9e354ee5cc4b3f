"""The parser child's side: what `bookwheel child parser` runs; it turns one file after another into a Document."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Sequence
from typing import IO

import msgspec
import psutil

from bookwheel import child_process, gc_tuning, packing
from bookwheel.child_process import MB
from bookwheel.domain.errors import ProtectedFile, SkippedFile
from bookwheel.parsing.documents import parse, picture_in, try_password
from bookwheel.parsing.parse_task import Limits, ParseReply, ParseTask

LARGE_FRAME_BYTES = 1_000_000
COLLECT_FRAME_BYTES = 200_000
"""Size of a file whose garbage is collected at once: few objects may hold much text."""
KEPT_MB = 256
"""Memory (MB) above which the child ends itself after a large file; Python would keep what it once had."""


_TASK = msgspec.msgpack.Decoder(ParseTask)


def main(words: Sequence[str]) -> int:
    """Parse until the pipe closes or a file has taken much memory. The words are seconds and MB for a file."""
    limits = Limits(float(words[0]), int(words[1]))
    child_process.ignore_interrupts()
    tasks, replies = child_process.own_pipes()
    child_process.bound_memory(limits.memory_mb)
    gc_tuning.collect_between_tasks()
    with contextlib.suppress(EOFError, OSError):
        _send(replies, ParseReply())
        while True:
            frame = child_process.read_frame(tasks)
            child_process.bound_time(limits.seconds)
            reply = _send(replies, _parse(frame))
            gc_tuning.collect_after_task(is_large=len(frame) > COLLECT_FRAME_BYTES)
            if reply.exceeded or (len(frame) > LARGE_FRAME_BYTES and _rss_mb() > KEPT_MB):
                break
    return 0


def _send(pipe: IO[bytes], reply: ParseReply) -> ParseReply:
    try:
        content = msgspec.msgpack.encode(reply, enc_hook=packing.pack_message)
    except (MemoryError, ValueError) as error:  # a text with half a character, which a reader let through
        is_full = isinstance(error, MemoryError)
        reply = ParseReply(exceeded="memory") if is_full else ParseReply(failed=type(error).__name__)
        content = msgspec.msgpack.encode(reply, enc_hook=packing.pack_message)
    pipe.write(child_process.frame(content))
    pipe.flush()
    return reply


def _rss_mb() -> float:
    return psutil.Process().memory_info().rss / MB


def _parse(frame: bytes) -> ParseReply:
    try:
        task = _TASK.decode(frame)
        if task.picture:
            return ParseReply(picture=picture_in(task.content, task.format, task.picture))
        if task.is_trial:
            try_password(task.content, task.path, task.password)
            return ParseReply()
        document = parse(
            task.content,
            task.path,
            dialect=task.dialect,
            language=task.language,
            format=task.format,
            recognise=task.recognise,
            listed=lambda _path: task.listed_title,
            password=task.password,
            choices=task.choices,
            home=task.home,
            rules=task.rules,
            finds_names=task.finds_names,
        )
    except ProtectedFile as error:
        return ParseReply(skipped=error.message, is_protected=True)
    except SkippedFile as error:
        return ParseReply(skipped=error.message)
    except MemoryError:
        return ParseReply(exceeded="memory")
    except BaseException as error:  # a parser may fail in any way over a hostile file, in Rust too; the others go on
        logging.getLogger(__name__).exception("parsing failed")
        return ParseReply(failed=type(error).__name__)
    return ParseReply(document)
