"""Reads messages that Outlook saved (.msg): headers, text and the names of attachments."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.parser import HeaderParser
from email.policy import compat32

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.messages import Message
from bookwheel.domain.places import PlaceKind
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.markdown_writer import Writer, one_line
from bookwheel.parsing.formats.records.html_words import html_as_markdown
from bookwheel.parsing.formats.records.mail.compound_file import CompoundFile, Storage
from bookwheel.parsing.formats.records.mail.headers import Headers, decoded, headers_of
from bookwheel.parsing.formats.records.mail.sections import MessageLinks, fields_of, write_message
from bookwheel.parsing.formats.records.mail.words import message_blocks

_SUBJECT, _BODY, _HTML, _RTF = "0037", "1000", "1013", "1009"
_SENDER, _SENDER_ADDRESS, _SENDER_SMTP = ("0C1A", "0042"), ("0C1F", "0065"), ("5D01", "5D02")
_TRANSPORT_HEADERS, _MESSAGE_ID, _ANSWERED = "007D", "1035", "1042"
_REFERENCES = "1039"
_ID = re.compile(r"<([^<>\s]{1,300})>")
_NAME, _ADDRESS, _SMTP, _KIND = "3001", "3003", "39FE", 0x0C150003
_FILE_NAMES, _CONTENT, _INNER = ("3707", "3704", "3001"), "37010102", "3701000D"
_TIMES = (0x00390040, 0x0E060040)
_LONGEST_BODY = 5_000_000
_LONGEST_TEXT = 200_000
_MOST_PARTS = 500
_DEEPEST_MESSAGE = 3
_EPOCH = datetime(1601, 1, 1, tzinfo=UTC)
_HTML_CHARSET = re.compile(rb"charset=[\"']?([\w-]{2,30})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Outlook:
    """One message in a compound file; the header of its properties is longer at the top of the file."""

    file: CompoundFile
    storage: Storage
    is_top: bool

    def text(self, *tags: str, storage: Storage | None = None, limit: int = _LONGEST_TEXT) -> str:
        """The first of these properties that has text."""
        streams = (storage or self.storage).streams
        for tag in tags:
            for kind, charset in (("001F", "utf-16-le"), ("001E", "")):
                stream = streams.get(f"__substg1.0_{tag}{kind}")
                if stream and (text := decoded(self.file.read(stream, limit), charset).strip("\0")):
                    return text
        return ""

    def numbers(self, storage: Storage, *, header: int) -> dict[int, int]:
        """The properties of fixed size by their tags."""
        stream = storage.streams.get("__properties_version1.0")
        content = self.file.read(stream, 100_000)[header:] if stream else b""
        rows = struct.iter_unpack("<IIQ", content[: len(content) // 16 * 16])
        return {tag: value for tag, _, value in rows}

    def parts(self, start: str) -> Iterator[Storage]:
        """Its recipients or attachments."""
        names = sorted(name for name in self.storage.storages if name.startswith(start))
        return (self.storage.storages[name] for name in names[:_MOST_PARTS])


def read(content: bytes, path: str) -> Converted:
    """A message as Markdown; its one place is message 1.

    Raises:
        SkippedFile: for a file that is no message of Outlook.
    """
    file = CompoundFile(content)
    top = _Outlook(file, file.root, is_top=True)
    if "__properties_version1.0" not in file.root.streams:
        raise SkippedFile("This file is not an Outlook message.")
    writer, links = Writer(), MessageLinks()
    writer.at(PlaceKind.MESSAGE, 1)
    warnings: list[Message] = []
    waiting = [(top, 1)]
    while waiting:
        message, level = waiting.pop()
        inner = [
            _Outlook(file, part.storages[f"__substg1.0_{_INNER}"], is_top=False)
            for part in message.parts("__attach_version1.0_#")
            if f"__substg1.0_{_INNER}" in part.storages
        ]
        blocks = list(_blocks(message))
        if not blocks and f"__substg1.0_{_RTF}0102" in message.storage.streams:
            warnings.append(Message("The text of this message is stored as RTF alone, which is not read."))
        links.add(write_message(writer, _headers(message), blocks, list(_attachments(message)), level))
        if level <= _DEEPEST_MESSAGE:
            waiting += [(one, level + 1) for one in reversed(inner)]
    fields = fields_of(_headers(top))
    return Converted(writer.text, fields, writer.places, warnings, names=links.names, links=links.links)


def _headers(message: _Outlook) -> Headers:
    """The headers as they were sent, where the message has them; what it lacks comes from its properties."""
    sent = headers_of(HeaderParser(policy=compat32).parsestr(message.text(_TRANSPORT_HEADERS)))
    name, address = one_line(message.text(*_SENDER)), one_line(message.text(*_SENDER_SMTP, *_SENDER_ADDRESS))
    people: dict[int, list[str]] = {}
    for part in message.parts("__recip_version1.0_#"):
        kind = message.numbers(part, header=8).get(_KIND, 1) & 0xFF
        shown = one_line(message.text(_NAME, storage=part))
        person = _person(shown, one_line(message.text(_SMTP, _ADDRESS, storage=part)))
        people.setdefault(kind, []).extend([person] if person else [])
    id = _ID.findall(message.text(_MESSAGE_ID))[:1]
    return Headers(
        subject=one_line(message.text(_SUBJECT)) or sent.subject,
        sender=_person(name, address) if "@" in address else sent.sender or name,
        author=name or sent.author or address,
        recipients=tuple(people.get(1, ())) or sent.recipients,
        copies=tuple(people.get(2, ())) or sent.copies,
        date=sent.date or _time(message),
        id=sent.id or "".join(id),
        parents=sent.parents or _parents(message),
    )


def _parents(message: _Outlook) -> tuple[str, ...]:
    """The ids of the messages above one: those of its references, then the one that it answers."""
    found = _ID.findall(message.text(_REFERENCES)) + _ID.findall(message.text(_ANSWERED))[:1]
    return tuple(dict.fromkeys(found))


def _person(name: str, address: str) -> str:
    address = address if "@" in address else ""
    return f"{name} <{address}>" if name and address and name != address else name or address


def _time(message: _Outlook) -> datetime | None:
    numbers = message.numbers(message.storage, header=32 if message.is_top else 24)
    ticks = next((numbers[tag] for tag in _TIMES if numbers.get(tag)), 0)
    try:
        return _EPOCH + timedelta(microseconds=ticks // 10) if ticks else None
    except OverflowError:
        return None


def _blocks(message: _Outlook) -> Iterator[str]:
    plain = message.text(_BODY, limit=_LONGEST_BODY)
    if plain.strip():
        yield from message_blocks(plain)
        return
    html = message.text(_HTML, limit=_LONGEST_BODY)
    stream = message.storage.streams.get(f"__substg1.0_{_HTML}0102")
    if not html and stream:
        content = message.file.read(stream, _LONGEST_BODY)
        charset = _HTML_CHARSET.search(content[:4000])
        html = decoded(content, charset[1].decode("ascii", "replace") if charset else "")
    if html.strip():
        yield html_as_markdown(html)


def _attachments(message: _Outlook) -> Iterator[tuple[str, int]]:
    for part in message.parts("__attach_version1.0_#"):
        if f"__substg1.0_{_INNER}" not in part.storages:
            name = one_line(message.text(*_FILE_NAMES, storage=part))[:200] or "attachment"
            yield name, part.streams.get(f"__substg1.0_{_CONTENT}", (0, 0))[0]
