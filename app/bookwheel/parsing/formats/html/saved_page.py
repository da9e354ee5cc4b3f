"""Pages that a browser saved in one file (MHTML): the page itself, by the lines of the file, and its pictures."""

from __future__ import annotations

import quopri
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from email import message_from_bytes
from email.message import Message as MailMessage
from typing import cast
from urllib.parse import urljoin

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.places import Place, PlaceKind
from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.html import document
from bookwheel.parsing.formats.markdown_writer import one_line
from bookwheel.parsing.formats.records.mail.headers import words_of
from bookwheel.parsing.formats.records.mail.parts import bytes_of, children_of, parameter
from bookwheel.parsing.formats.zip_parts import LARGEST_PICTURE

MOST_PARTS = 5_000
_IMAGE = re.compile(r"!\[((?:[^\[\]\\]|\\.)*)\]\(<?([^<>()\s]+)>?\)")


def read(content: bytes, path: str) -> Converted:
    """A saved page as Markdown; its places are lines of the file.

    Raises:
        SkippedFile: when the file holds no page.
    """
    message = _message(content)
    page = _page(message)
    if page is None:
        raise SkippedFile("The file is not a saved web page.")
    made = document.read(bytes_of(page), path)
    made.places = list(_places(content, page, made.places))
    address = _address(message, page)
    held = {_name(part, address) for part in _parts(message) if part.get_content_maintype() == "image"}
    made.text = _IMAGE.sub(lambda found: _picture(found, address, held), made.text)
    for name, value in (("url", address), ("title", _header(message, "Subject")), ("date", _header(message, "Date"))):
        if value and (name != "url" or value.startswith(("http://", "https://"))):
            made.fields.setdefault(name, value)
    return made


def picture(content: bytes, name: str) -> bytes:
    """A picture of the page by its address or id.

    Raises:
        SkippedFile: when there is none, or it is too large.
    """
    message = _message(content)
    page = _page(message)
    address = _address(message, page) if page is not None else ""
    for part in _parts(message):
        if part.get_content_maintype() == "image" and _name(part, address) == name:
            found = bytes_of(part)
            if len(found) > LARGEST_PICTURE:
                raise SkippedFile("The part {name} of the file is too large.", name=name)
            return found
    raise SkippedFile("The part {name} is missing in the file.", name=name)


def _message(content: bytes) -> MailMessage:
    try:
        return message_from_bytes(content)
    except (ValueError, LookupError, TypeError, RecursionError):
        raise SkippedFile("The file is not a saved web page.") from None


def _parts(message: MailMessage) -> Iterator[MailMessage]:
    waiting = [message]
    count = 0
    while waiting and count < MOST_PARTS:
        part = waiting.pop()
        count += 1
        if part.is_multipart():
            waiting += children_of(part)[::-1]
        else:
            yield part


def _page(message: MailMessage) -> MailMessage | None:
    """The part that is the page: the one that the file begins with, else the first HTML."""
    pages = [part for part in _parts(message) if part.get_content_type() in ("text/html", "application/xhtml+xml")]
    start = parameter(message, "start")
    named = [part for part in pages if start and _header(part, "Content-ID").lower() == start]
    return next(iter(named + pages), None)


def _header(message: MailMessage, name: str) -> str:
    return one_line(words_of(str(message.get(name, ""))))


def _address(message: MailMessage, page: MailMessage) -> str:
    return _header(message, "Snapshot-Content-Location") or _header(page, "Content-Location")


def _name(part: MailMessage, address: str) -> str:
    """What pages call a part: its address, or `cid:` and its id."""
    where = _header(part, "Content-Location")
    if where:
        return urljoin(address, where)
    return f"cid:{_header(part, 'Content-ID').strip('<>')}"


def _picture(found: re.Match[str], address: str, held: set[str]) -> str:
    target = found[2] if found[2].startswith("cid:") else urljoin(address, found[2])
    if target not in held:
        return found[0]
    return md.image(found[1].replace("\\", ""), f"inner:{target}")


def _places(content: bytes, page: MailMessage, places: list[Place]) -> Iterator[Place]:
    """Places in the page's own HTML as places in the file."""
    body = _written(page)
    at = content.find(body) if body else -1
    first = content.count(b"\n", 0, max(0, at)) + 1
    encoding = str(page.get("Content-Transfer-Encoding", "")).strip().lower()
    if at < 0 or encoding == "base64":
        last = first + body.rstrip().count(b"\n") if at >= 0 else first
        yield Place(1, PlaceKind.LINE, first, last)
        return
    starts = _starts_of_lines(body, first) if encoding == "quoted-printable" else [(1, first)]
    for place in places:
        if place.kind is PlaceKind.LINE:
            number = _line(starts, place.number)
            yield replace(place, number=number, last=max(number, _line(starts, place.last + 1) - 1))


def _written(part: MailMessage) -> bytes:
    """A part as it stands in the file."""
    raw = cast(object, part.get_payload())
    try:
        return raw.encode("ascii", "surrogateescape") if isinstance(raw, str) else b""
    except UnicodeEncodeError:  # bytes in a charset of their own, which are not encoded further
        return bytes_of(part)


def _line(starts: list[tuple[int, int]], line: int) -> int:
    """The line of the file on which a line of the page begins."""
    index = max(0, bisect_right(starts, line, key=lambda start: start[0]) - 1)
    own, there = starts[index]
    return there + line - own if len(starts) == 1 else there


def _starts_of_lines(body: bytes, first: int) -> list[tuple[int, int]]:
    """Pairs of a line of the page and the line of the file where it begins."""
    starts = [(1, first)]
    line = 1
    for offset, written in enumerate(body.split(b"\n")):
        is_whole = not written.rstrip(b"\r").endswith(b"=")
        ends = quopri.decodestring(written).count(b"\n") + is_whole
        if ends:
            line += ends
            starts.append((line, first + offset + 1))
    return starts
