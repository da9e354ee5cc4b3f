"""Reads mail: single messages (.eml) and mailboxes (.mbox), whose threads become sections."""

from __future__ import annotations

from email import message_from_bytes
from email.message import Message as MailMessage
from email.parser import BytesHeaderParser
from email.policy import compat32

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.messages import Message
from bookwheel.domain.places import PlaceKind
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.markdown_writer import Writer
from bookwheel.parsing.formats.records.mail.headers import Headers, headers_of
from bookwheel.parsing.formats.records.mail.parts import parts_of
from bookwheel.parsing.formats.records.mail.sections import MessageLinks, fields_of, write_message
from bookwheel.parsing.formats.records.mail.threads import MOST_MESSAGES, answered_by, split_mailbox, threaded

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
    writer, warnings = Writer(), list[Message]()
    message = _parsed(content, warnings)
    headers = headers_of(message)
    if not (headers.sender or headers.subject or headers.date or headers.id or headers.recipients):
        raise SkippedFile("This file is not a mail message: it has no sender, subject or date.")
    links = _write(writer, warnings, message, headers, 1, number=1)
    return Converted(writer.text, fields_of(headers), writer.places, warnings, names=links.names, links=links.links)


def _read_mailbox(content: bytes) -> Converted:
    mailbox = split_mailbox(content)
    if not mailbox.entries:
        raise SkippedFile("This file contains no mail messages.")
    writer, warnings = Writer(), list[Message]()
    if mailbox.left_out:
        warnings.append(
            Message(
                "Only the {count} most recent messages were read; {more} older ones were left out.",
                count=MOST_MESSAGES,
                more=mailbox.left_out,
            )
        )
    unread, links = 0, MessageLinks()
    by_id = {entry.headers.id: entry.headers for entry in mailbox.entries if entry.headers.id}
    for entry, depth in threaded(mailbox.entries):
        if writer.line > _LONGEST_TEXT_LINES:
            unread += 1
            continue
        message = _parsed(mailbox.content_of(entry), warnings)
        answered = answered_by(entry.headers, by_id)
        links.add(_write(writer, warnings, message, entry.headers, 2 + depth, number=entry.number, answered=answered))
    if unread:
        warnings.append(Message("This mailbox is too large; {count} messages were left out.", count=unread))
    warnings = list(dict.fromkeys(warnings))
    return Converted(writer.text, {}, writer.places, warnings, names=links.names, links=links.links)


def _parsed(content: bytes, warnings: list[Message]) -> MailMessage:
    """A message; of one whose parts cannot be told apart, the headers alone."""
    try:
        return message_from_bytes(content, policy=compat32)
    except (RecursionError, ValueError, LookupError, TypeError):  # nested without end; a boundary with a null character
        warnings.append(Message("The parts of a message are damaged or nested too deeply; only its headers were read."))
        message = BytesHeaderParser(policy=compat32).parsebytes(content)
        del message["content-type"]
        message.set_payload("")
        return message


def _write(
    writer: Writer,
    warnings: list[Message],
    message: MailMessage,
    headers: Headers,
    level: int,
    *,
    number: int,
    answered: Headers | None = None,
) -> MessageLinks:
    """Write a message, and below it, one level deeper each, the messages that are attached to it."""
    waiting, links = [(message, headers, level, 0)], MessageLinks()
    while waiting:
        message, headers, level, depth = waiting.pop()
        parts = parts_of(message)
        writer.at(PlaceKind.MESSAGE, number)
        above = None if depth else answered
        links.add(write_message(writer, headers, parts.blocks, parts.attachments, level, above))
        left_out = parts.left_out
        if depth < _DEEPEST_MESSAGE:
            waiting += [(inner, headers_of(inner), level + 1, depth + 1) for inner in reversed(parts.messages)]
        else:
            left_out += len(parts.messages)
        if left_out:
            warnings.append(Message("A message has too many parts, or they are nested too deeply; not all were read."))
    return links
