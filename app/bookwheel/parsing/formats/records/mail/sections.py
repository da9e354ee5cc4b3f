"""A message as a section: its subject as heading, a line of its headers, its text and the names of its attachments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from bookwheel.domain.document import Link, LinkKind
from bookwheel.domain.links.named_links import MESSAGE, REPLY_TO, NameKind, address_to
from bookwheel.parsing.formats.markdown_writer import Writer, code, escaped, heading, id_of, link
from bookwheel.parsing.formats.records.mail.headers import Headers
from bookwheel.parsing.stated_names import StatedName

_MOST_PARENTS = 8


@dataclass(slots=True)
class MessageLinks:
    """The ids of messages as names, and links to the messages that they answer."""

    names: list[StatedName] = field(default_factory=list[StatedName])
    links: list[Link] = field(default_factory=list[Link])

    @classmethod
    def of(cls, headers: Headers, line: int) -> MessageLinks:
        """Those of one message whose heading stands at a line of the text: it answers the last of its parents."""
        names = [StatedName(NameKind.MESSAGE, headers.id, id_of(headers.id))] if headers.id else []
        target = address_to(MESSAGE, _above(headers))
        shown = headers.subject or "(no subject)"
        return cls(names, [Link(LinkKind.NAME, target, "", shown, line, 0, REPLY_TO)] if target else [])

    def add(self, other: MessageLinks) -> None:
        """Take in those of another message."""
        self.names += other.names
        self.links += other.links


def _above(headers: Headers) -> list[str]:
    """The ids of the messages that one answers, the nearest first."""
    return [id for id in reversed(headers.parents) if id != headers.id][:_MOST_PARENTS]


def fields_of(headers: Headers) -> dict[str, object]:
    """The fields of a document that is one message."""
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


def write_message(
    writer: Writer,
    headers: Headers,
    blocks: Iterable[str],
    attachments: Sequence[tuple[str, int]],
    level: int,
    answered: Headers | None = None,
) -> MessageLinks:
    """Write one message; `attachments` are names and sizes in bytes; `answered` is in the same file."""
    line = writer.line
    writer.add(heading(level, escaped(headers.subject) or "(no subject)", headers.id))
    writer.add(_header_line(headers, answered))
    if answered is None and (above := _above(headers)):  # in another file, if anywhere
        writer.add(f"**In reply to:** {link(escaped(above[0]), address_to(MESSAGE, above))}")
    for block in blocks:
        writer.add(block)
    if attachments:
        writer.add("**Attachments:**")
        writer.add("\n".join(f"- {code(name)} ({_size(size)})" for name, size in attachments))
    return MessageLinks.of(headers, line)


def _header_line(headers: Headers, answered: Headers | None) -> str:
    stated = (
        ("From", headers.sender),
        ("To", ", ".join(headers.recipients)),
        ("Cc", ", ".join(headers.copies)),
        ("Date", headers.date.strftime("%Y-%m-%d %H:%M") if headers.date else ""),
    )
    parts = [f"**{name}:** {escaped(value)}" for name, value in stated if value]
    if answered is not None:
        who = ", ".join(
            part for part in (answered.author, f"{answered.date:%Y-%m-%d %H:%M}" if answered.date else "") if part
        )
        parts.append(f"**In reply to:** {link(escaped(who or answered.subject), '#' + id_of(answered.id))}")
    return " · ".join(parts)


def _size(size: int) -> str:
    if size < 1_000:
        return f"{size} bytes"
    return f"{size / 1_000:.0f} kB" if size < 1_000_000 else f"{size / 1_000_000:.1f} MB"
