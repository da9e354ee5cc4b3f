"""The parts of a message: what is read, what is named as attached, and the messages inside it."""

from __future__ import annotations

from dataclasses import dataclass, field
from email.message import Message as MailMessage
from typing import cast

from bookwheel.parsing.formats.markdown_writer import one_line
from bookwheel.parsing.formats.records.html_words import html_as_markdown
from bookwheel.parsing.formats.records.mail.headers import decoded, words_of
from bookwheel.parsing.formats.records.mail.words import message_blocks

_MOST_PARTS = 1_000
_DEEPEST = 20
LONGEST_BODY = 500_000


@dataclass(slots=True)
class Parts:
    """Blocks of Markdown, names and sizes in bytes of attachments, and messages inside; `left_out` counts the rest."""

    blocks: list[str] = field(default_factory=list[str])
    attachments: list[tuple[str, int]] = field(default_factory=list[tuple[str, int]])
    messages: list[MailMessage] = field(default_factory=list[MailMessage])
    read: int = 0
    left_out: int = 0


def parts_of(message: MailMessage) -> Parts:
    """What a message holds, in the order of its parts."""
    parts = Parts()
    _gather(message, parts, 0)
    return parts


def _gather(part: MailMessage, parts: Parts, depth: int) -> None:
    parts.read += 1
    if parts.read > _MOST_PARTS or depth > _DEEPEST:
        parts.left_out += 1
        return
    kind = part.get_content_type()
    children = children_of(part)
    if kind == "message/rfc822":
        parts.messages += children
    elif kind == "multipart/alternative" and children:
        _gather(_best(children), parts, depth + 1)
    elif children and part.is_multipart() and kind.startswith("multipart/"):
        for child in children[:1] if kind == "multipart/signed" else children:
            _gather(child, parts, depth + 1)
    elif kind == "message/delivery-status":
        parts.blocks += message_blocks("\n\n".join(_header_lines(child) for child in children))
    elif kind in ("text/plain", "text/html", "text/markdown") and not _is_attached(part):
        parts.blocks += _text_blocks(part, kind)
    else:
        parts.attachments.append((_name(part) or kind, _size(part)))


def children_of(part: MailMessage) -> list[MailMessage]:
    """The parts directly inside one; none of a part that is text."""
    # Of a part that is text, get_payload() fails with some charsets (idna), so that only lists are asked for.
    payload = cast(object, part.get_payload()) if part.is_multipart() else None
    children = cast(list[object], payload) if isinstance(payload, list) else []
    return [child for child in children if isinstance(child, MailMessage)]


def _best(children: list[MailMessage]) -> MailMessage:
    """The plain one of several forms of one text, if it says something; else HTML, else the last."""
    plain = next((child for child in children if child.get_content_type() == "text/plain"), None)
    if plain is not None and bytes_of(plain).strip():
        return plain
    rich = [child for child in children if child.get_content_type() in ("text/html", "multipart/related")]
    return rich[0] if rich else children[-1]


def _text_blocks(part: MailMessage, kind: str) -> list[str]:
    text = decoded(bytes_of(part), _charset(part))
    rest = len(text) - LONGEST_BODY
    if kind == "text/html":
        made = html_as_markdown(text[: 10 * LONGEST_BODY])
        return [made[:LONGEST_BODY]] if made.strip() else []
    is_flowed = parameter(part, "format") == "flowed"
    blocks = list(
        message_blocks(text[:LONGEST_BODY], is_flowed=is_flowed, without_space=parameter(part, "delsp") == "yes")
    )
    return [*blocks, f"*{rest:,} more characters of this message are left out.*"] if rest > 0 else blocks


def _charset(part: MailMessage) -> str:
    try:
        return part.get_content_charset() or ""
    except (ValueError, LookupError, TypeError):  # such as a null character in an encoded charset
        return ""


def bytes_of(part: MailMessage) -> bytes:
    """What a part holds, decoded; nothing where that cannot be done."""
    try:
        payload = cast(object, part.get_payload(decode=True))
    except (ValueError, LookupError, TypeError, AssertionError):
        return b""
    return payload if isinstance(payload, bytes) else b""


def parameter(part: MailMessage, name: str) -> str:
    """A parameter of a part's content type in lower case; empty where it is missing or unreadable."""
    try:
        value = part.get_param(name)
    except (ValueError, LookupError, TypeError):
        return ""
    return value.lower() if isinstance(value, str) else ""


def _is_attached(part: MailMessage) -> bool:
    return part.get_content_disposition() == "attachment" or bool(_name(part))


def _name(part: MailMessage) -> str:
    try:
        return one_line(words_of(part.get_filename("") or ""))[:200]
    except (ValueError, LookupError, TypeError, AttributeError):
        return ""


def _size(part: MailMessage) -> int:
    """The size of an attachment; that of one in Base64 by its length, without decoding it."""
    if str(part.get("content-transfer-encoding", "")).strip().lower() != "base64" or part.is_multipart():
        return len(bytes_of(part))
    try:
        payload = cast(object, part.get_payload())
    except (ValueError, LookupError):
        return len(bytes_of(part))
    return (len(payload) - payload.count("\n")) * 3 // 4 if isinstance(payload, str) else 0


def _header_lines(message: MailMessage) -> str:
    return "\n".join(f"{name}: {words_of(str(value))}" for name, value in list(message.raw_items())[:100])
