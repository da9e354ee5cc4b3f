"""Files that went over a limit: how they are remembered, and when they are tried again.

Their limits stand behind the hash of their content, so that neither a scan nor a restart tries them again while both
are as they were.
"""

from __future__ import annotations

from dataclasses import replace

from bookwheel.domain.messages import Message
from bookwheel.indexes.catalogue import FileRow
from bookwheel.parsing.parse_task import Limits, ParseReply


def quarantined(file: FileRow, limits: Limits) -> FileRow:
    """Return a file as one that is not to be tried again under the same limits."""
    return replace(file, hash=f"{file.hash} {limits.seconds!r} {limits.memory_mb}")


def is_retry_due(file: FileRow, limits: Limits) -> bool:
    """Whether a file that went over a limit may be tried again, since a limit has been raised."""
    _, _, exceeded = file.hash.partition(" ")
    if not exceeded:
        return False
    seconds, memory_mb = (float(limit) for limit in exceeded.split())
    return limits.seconds > seconds or limits.memory_mb > memory_mb


def has_content(file: FileRow, digest: str) -> bool:
    """Whether a file has the content with this hash."""
    return file.hash.partition(" ")[0] == digest


def reason_of(reply: ParseReply, limits: Limits) -> Message:
    """Return why a file has no document, and what to do."""
    if reply.exceeded == "memory":
        return Message(
            "Parsing the file took more than {size} MB of memory and was stopped."
            " Shorten the file, or raise indexing.memory_mb.",
            size=limits.memory_mb,
        )
    if reply.exceeded:
        return Message(
            "Parsing the file took more than {seconds} s and was stopped."
            " Shorten the file, or raise indexing.seconds_per_file.",
            seconds=f"{limits.seconds:g}",
        )
    return reply.skipped or Message("The file could not be parsed ({reason}).", reason=reply.failed)
