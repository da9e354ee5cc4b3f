"""The headers of a message: encoded words, addresses and dates, read leniently and within bounds."""

from __future__ import annotations

import base64
import binascii
import codecs
import quopri
import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from email.message import Message as MailMessage
from email.utils import getaddresses, parsedate_tz
from itertools import islice

from bookwheel.domain.errors import SkippedFile
from bookwheel.parsing.encoding import decode, storable
from bookwheel.parsing.formats.markdown_writer import one_line

_MOST_HEADERS = 1_000
_LONGEST_HEADER = 20_000
_MOST_PEOPLE = 30
_ENCODED = r"=\?[^?*\s]{1,40}(?:\*[^?\s]{0,20})?\?[bBqQ]\?[^?\r\n]*\?="
_WORD = re.compile(r"=\?([^?*\s]{1,40})(?:\*[^?\s]{0,20})?\?([bBqQ])\?([^?\r\n]*)\?=")
_RUN = re.compile(rf"{_ENCODED}(?:\s*{_ENCODED})*")
_SLOW_CODECS = frozenset(("idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined"))
_WIDER = {"gb2312": "gb18030", "gbk": "gb18030", "iso8859-1": "cp1252", "ascii": "", "euc_kr": "cp949"}
_ID = re.compile(r"<([^<>\s]{1,300})>")


@dataclass(frozen=True, slots=True)
class Headers:
    """What the headers of a message say; `sender` and `recipients` are `Name <address>`; `date` is None without one."""

    subject: str = ""
    sender: str = ""
    author: str = ""
    recipients: tuple[str, ...] = ()
    copies: tuple[str, ...] = ()
    date: datetime | None = None
    id: str = ""
    parents: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()


def headers_of(message: MailMessage) -> Headers:
    """The headers of a message, those beyond the first thousand left out."""
    found: dict[str, str] = {}
    for name, value in islice(message.raw_items(), _MOST_HEADERS):
        found.setdefault(str(name).lower(), str(value)[:_LONGEST_HEADER])
    senders = _people(found.get("from") or found.get("sender", ""))
    parents = _ids(found.get("references", ""))[-50:]
    answered = _ids(found.get("in-reply-to", ""))[:1]
    return Headers(
        subject=words_of(found.get("subject", "")),
        sender=", ".join(_labels(senders)),
        author=next((name or address for name, address in senders), ""),
        recipients=_labels(_people(found.get("to", ""))),
        copies=_labels(_people(found.get("cc", ""))),
        date=date_of(found.get("date", "")),
        id=next(iter(_ids(found.get("message-id", ""))), ""),
        parents=tuple(dict.fromkeys([*parents, *answered])),
        keywords=tuple(word for part in words_of(found.get("keywords", "")).split(",") if (word := part.strip())),
    )


def _ids(value: str) -> list[str]:
    """The ids of messages in a header."""
    return [storable(id) for id in _ID.findall(value)]


def date_of(value: str) -> datetime | None:
    """The time that a header says; None for none."""
    try:
        parts = parsedate_tz(one_line(value)[:200])
        if parts is None:
            return None
        zone = UTC if parts[9] is None else timezone(timedelta(seconds=parts[9]))
        return datetime(*parts[:6], tzinfo=zone)
    except (ValueError, TypeError, OverflowError, IndexError):
        return None


def words_of(value: str) -> str:
    """A header's text on one line, its encoded words decoded."""
    if not value.isascii():
        value = decoded(value.encode("utf-8", "surrogateescape"), "")
    if "=?" in value:
        value = _RUN.sub(_decoded_run, value)
    return one_line(storable(value))


def decoded(content: bytes, charset: str) -> str:
    """Bytes as text by the charset that is stated; by their own looks where that is unknown or not stated."""
    try:
        name = codecs.lookup(charset.strip("'\" ")).name if charset else ""
        name = _WIDER.get(name, name)
        if name and name not in _SLOW_CODECS:
            return content.decode(name, "replace")
    except (LookupError, UnicodeError, ValueError):
        pass
    try:
        return decode(content).text
    except SkippedFile:
        return ""


def _decoded_run(match: re.Match[str]) -> str:
    """Encoded words side by side; the bytes of those of one charset are put together first, for letters cross them."""
    words: list[tuple[str, list[bytes]]] = []
    for word in _WORD.finditer(match[0]):
        charset, content = word[1].lower(), _bytes_of(word[2], word[3])
        if words and words[-1][0] == charset:
            words[-1][1].append(content)
        else:
            words.append((charset, [content]))
    return "".join(decoded(b"".join(parts), charset) for charset, parts in words)


def _bytes_of(encoding: str, text: str) -> bytes:
    if encoding in "qQ":
        return quopri.decodestring(text.replace("_", " ").encode("utf-8", "replace"), header=True)
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        return text.encode("utf-8", "replace")


def _people(value: str) -> list[tuple[str, str]]:
    try:
        people = getaddresses([value])
    except (RecursionError, ValueError, IndexError):  # comments within comments
        people = [("", part) for part in value[:1000].split(",")]
    return [(words_of(name), words_of(address)) for name, address in people if name or address]


def _labels(people: list[tuple[str, str]]) -> tuple[str, ...]:
    labels = [
        f"{name} <{address}>" if name and name != address and address else name or address
        for name, address in people[:_MOST_PEOPLE]
    ]
    more = len(people) - _MOST_PEOPLE
    return (*labels, *([f"{more} more"] if more > 0 else ()))
