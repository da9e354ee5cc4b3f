"""A message as a section: its subject as heading, a line of its headers, its text and the names of its attachments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bookwheel.parsing.formats.markdown_writer import Writer, code, escaped, heading, id_of, link
from bookwheel.parsing.formats.records.mail_headers import Headers


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
) -> None:
    """Write one message; `attachments` are names and sizes in bytes; `answered` is in the same file."""
    writer.add(heading(level, escaped(headers.subject) or "(no subject)", headers.id))
    writer.add(_header_line(headers, answered))
    for block in blocks:
        writer.add(block)
    if attachments:
        writer.add("**Attachments:**")
        writer.add("\n".join(f"- {code(name)} ({_size(size)})" for name, size in attachments))


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
