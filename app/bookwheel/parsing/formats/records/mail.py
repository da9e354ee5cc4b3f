"""Reads mail: single messages (.eml) and mailboxes (.mbox), whose threads become sections."""

from __future__ import annotations

from email import message_from_bytes
from email.message import Message as MailMessage
from email.policy import compat32

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.messages import Message
from bookwheel.domain.places import PlaceKind
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.markdown_writer import Writer, code, escaped, heading
from bookwheel.parsing.formats.records.mail_headers import Headers, headers_of
from bookwheel.parsing.formats.records.mail_parts import parts_of
from bookwheel.parsing.formats.records.mail_threads import MOST_MESSAGES, split_mailbox, threaded

_DEEPEST_MESSAGE = 3
_LONGEST_TEXT_LINES = 600_000


def read(content: bytes, path: str) -> Converted:
    """A message or a mailbox as Markdown; places are messages, counted from 1.

    Raises:
        SkippedFile: for a file that holds no message.
    """
    content = content.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n")
    if path.lower().endswith((".mbox", ".mbx")) or (content.startswith(b"From ") and not path.lower().endswith(".eml")):
        return _read_mailbox(content)
    if content.startswith(b"From "):
        content = content.partition(b"\n")[2]
    message = _parsed(content)
    headers = headers_of(message)
    if not (headers.sender or headers.subject or headers.date or headers.id or headers.recipients):
        raise SkippedFile("This file is not a mail message: it has no sender, subject or date.")
    writer, warnings = Writer(), list[Message]()
    _write(writer, warnings, message, headers, 1, number=1)
    return Converted(writer.text, _fields(headers), writer.places, warnings)


def _read_mailbox(content: bytes) -> Converted:
    mailbox = split_mailbox(content)
    if not mailbox.entries:
        raise SkippedFile("This file holds no mail messages.")
    writer, warnings = Writer(), list[Message]()
    if mailbox.left_out:
        warnings.append(
            Message(
                "Only the {count} most recent messages were read; {more} older ones were left out.",
                count=MOST_MESSAGES,
                more=mailbox.left_out,
            )
        )
    unread = 0
    for entry, depth in threaded(mailbox.entries):
        if writer.line > _LONGEST_TEXT_LINES:
            unread += 1
            continue
        message = _parsed(mailbox.content_of(entry))
        _write(writer, warnings, message, entry.headers, 2 + depth, number=entry.number)
    if unread:
        warnings.append(Message("This mailbox is too large; {count} messages were left out.", count=unread))
    return Converted(writer.text, {}, writer.places, list(dict.fromkeys(warnings)))


def _parsed(content: bytes) -> MailMessage:
    """A message; one whose parts are nested too deeply is read without them, as one text."""
    try:
        return message_from_bytes(content, policy=compat32)
    except RecursionError:
        head, _, _ = content.partition(b"\n\n")
        message = message_from_bytes(head.partition(b"\r\n\r\n")[0] + b"\n\n", policy=compat32)
        del message["content-type"]
        message.set_payload("(The parts of this message are nested too deeply to be read.)")
        return message


def _fields(headers: Headers) -> dict[str, object]:
    fields: dict[str, object] = {
        "title": headers.subject,
        "author": headers.author,
        "date": headers.date.isoformat() if headers.date else "",
        "from": headers.sender,
        "to": list(headers.recipients),
        "cc": list(headers.copies),
        "keywords": list(headers.keywords),
    }
    return {name: value for name, value in fields.items() if value}


def _write(
    writer: Writer, warnings: list[Message], message: MailMessage, headers: Headers, level: int, *, number: int
) -> None:
    """Write a message, and below it, one level deeper each, the messages that are attached to it."""
    waiting = [(message, headers, level, 0)]
    while waiting:
        message, headers, level, depth = waiting.pop()
        parts = parts_of(message)
        writer.at(PlaceKind.MESSAGE, number)
        writer.add(heading(level, escaped(headers.subject) or "(no subject)", headers.id))
        writer.add(_header_line(headers))
        for block in parts.blocks:
            writer.add(block)
        if parts.attachments:
            writer.add("**Attachments:**")
            writer.add("\n".join(f"- {code(name)} ({_size(size)})" for name, size in parts.attachments))
        left_out = parts.left_out
        if depth < _DEEPEST_MESSAGE:
            waiting += [(inner, headers_of(inner), level + 1, depth + 1) for inner in reversed(parts.messages)]
        else:
            left_out += len(parts.messages)
        if left_out:
            warnings.append(Message("A message has too many parts, or they are nested too deeply; not all were read."))


def _header_line(headers: Headers) -> str:
    stated = (
        ("From", headers.sender),
        ("To", ", ".join(headers.recipients)),
        ("Cc", ", ".join(headers.copies)),
        ("Date", headers.date.strftime("%Y-%m-%d %H:%M") if headers.date else ""),
    )
    return " · ".join(f"**{name}:** {escaped(value)}" for name, value in stated if value)


def _size(size: int) -> str:
    if size < 1_000:
        return f"{size} bytes"
    return f"{size / 1_000:.0f} kB" if size < 1_000_000 else f"{size / 1_000_000:.1f} MB"
