"""The messages of a mailbox file, where they stand in it and which answers which."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from email.parser import BytesHeaderParser
from email.policy import compat32

from bookwheel.parsing.formats.records.mail.headers import Headers, date_of, headers_of

MOST_MESSAGES = 5_000
_HEADERS = BytesHeaderParser(policy=compat32)
_BEGIN = re.compile(rb"(?:\A|\n\r?\n)(From (?:[^\n]*\d\d:\d\d[^\n]*|-?[ \t\r]*)\n)")
_END_OF_HEADERS = re.compile(rb"\r?\n\r?\n")
_DATE = re.compile(rb"^Date:[ \t]*([^\n]{1,100})", re.MULTILINE | re.IGNORECASE)
_ESCAPED = re.compile(rb"^>(>*From )", re.MULTILINE)
_LONGEST_HEAD = 200_000


@dataclass(frozen=True, slots=True)
class Entry:
    """A message's position in its mailbox, counted from 1, its bytes' start and end, and its headers."""

    number: int
    start: int
    end: int
    headers: Headers

    @property
    def order(self) -> tuple[float, int]:
        """By date; a message without one stands where its number has it among those."""
        return (self.headers.date.timestamp() if self.headers.date else 0.0, self.number)


@dataclass(frozen=True, slots=True)
class Mailbox:
    """The most recent messages of a mailbox file in its order, and how many older ones were left out."""

    content: bytes
    entries: Sequence[Entry]
    left_out: int

    def content_of(self, entry: Entry) -> bytes:
        """The bytes of a message, lines that begin with `From ` as they were sent."""
        return _ESCAPED.sub(rb"\1", self.content[entry.start : entry.end])


def split_mailbox(content: bytes) -> Mailbox:
    """The messages of a mailbox file; of more than 5,000 the most recent by their dates."""
    begins = [(match.start(1), match.end(1)) for match in _BEGIN.finditer(content)]
    ends = [*(start for start, _ in begins[1:]), len(content)]
    spans = [(number, start, end) for number, ((_, start), end) in enumerate(zip(begins, ends, strict=False), start=1)]
    left_out = max(0, len(spans) - MOST_MESSAGES)
    if left_out:
        recent = sorted(spans, key=lambda span: (_time_of(content, span[1], span[2]), span[0]))[left_out:]
        spans = sorted(recent)
    entries = [
        Entry(number, start, end, headers_of(_HEADERS.parsebytes(_head(content, start, end))))
        for number, start, end in spans
    ]
    return Mailbox(content, entries, left_out)


def threaded(entries: Sequence[Entry]) -> Iterator[tuple[Entry, int]]:
    """The messages with their depth: by date, each answer below the message that it answers."""
    by_id: dict[str, Entry] = {}
    for entry in entries:
        if entry.headers.id:
            by_id.setdefault(entry.headers.id, entry)
    answers: dict[int, list[Entry]] = {}
    above: dict[int, int] = {}
    for entry in entries:
        parent = next((by_id[id] for id in reversed(entry.headers.parents) if id in by_id), None)
        if parent is not None and not _leads_to(entry.number, parent.number, above):
            above[entry.number] = parent.number
            answers.setdefault(parent.number, []).append(entry)
    waiting = [(entry, 0) for entry in sorted(entries, key=lambda entry: entry.order) if entry.number not in above]
    waiting.reverse()
    while waiting:
        entry, depth = waiting.pop()
        yield entry, depth
        below = sorted(answers.get(entry.number, ()), key=lambda entry: entry.order, reverse=True)
        waiting += [(answer, depth + 1) for answer in below]


def answered_by(headers: Headers, by_id: Mapping[str, Headers]) -> Headers | None:
    """The message of the same mailbox that a message answers."""
    return next((by_id[id] for id in reversed(headers.parents) if id in by_id and id != headers.id), None)


def _leads_to(number: int, start: int, above: dict[int, int]) -> bool:
    """Whether a message stands among those above another, or so far above that it makes no difference."""
    at: int | None = start
    for _ in range(200):
        if at is None:
            return False
        if at == number:
            return True
        at = above.get(at)
    return True


def _head(content: bytes, start: int, end: int) -> bytes:
    found = _END_OF_HEADERS.search(content, start, min(end, start + _LONGEST_HEAD))
    return content[start : found.end() if found else min(end, start + _LONGEST_HEAD)]


def _time_of(content: bytes, start: int, end: int) -> float:
    found = _DATE.search(content, start, min(end, start + 20_000))
    date = date_of(found[1].decode("ascii", "replace")) if found else None
    return date.timestamp() if date else 0.0
