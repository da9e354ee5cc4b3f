"""Links that offer a published collection: `bookwheel://subscribe?address=…&key=…&name=…`."""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

from bookwheel.domain.errors import BadRequest
from bookwheel.domain.publication_addresses import OBJECT_STORE, publication_address
from bookwheel.domain.web_addresses import is_web_address

_LONGEST_LINK, _LONGEST_NAME, _MOST_FIELDS = 4_000, 200, 20
_KEY_BYTES = 32
_FINGERPRINT = re.compile(r"[0-9a-f]{16}", re.IGNORECASE)
_BEGINNING = re.compile(r"bookwheel:/*subscribe(?![\w.-])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Offer:
    """A published collection that a link, a file or an address offers: where it is, its publisher's key, its name."""

    address: str
    key: str = ""
    name: str = ""


def is_subscribe_link(text: str) -> bool:
    """Whether a text is meant as a link that offers a published collection, valid or not."""
    return _BEGINNING.match(text) is not None


def read_subscribe_link(link: str) -> Offer:
    """Return what a link offers. Anybody can write such a link: it may name the web and object stores, no files.

    Raises:
        BadRequest: for what is no such link, with why.
    """
    if len(link) > _LONGEST_LINK:
        raise BadRequest("This link is too long. Ask the publisher for another one.")
    fields = _fields_of(link)
    address, name = fields.get("address", ""), fields.get("name", "").strip()
    if not address:
        raise BadRequest("This link names no address of a shared collection. Ask the publisher for another one.")
    if not is_web_address(address) and not address.lower().startswith(OBJECT_STORE):
        raise BadRequest(
            "This link leads to {address}. Only addresses with https://, http:// or s3:// can be added from a link.",
            address=address[:_LONGEST_NAME],
        )
    if len(name) > _LONGEST_NAME:
        raise BadRequest("The name in this link is too long. Ask the publisher for another one.")
    return Offer(publication_address(address), _key_of(fields.get("key", "")), name)


def _fields_of(link: str) -> dict[str, str]:
    unreadable = BadRequest("This link cannot be read. Ask the publisher for another one.")
    try:
        parts = urlsplit(link)
        fields = parse_qs(parts.query, max_num_fields=_MOST_FIELDS, errors="strict")
    except ValueError:
        raise unreadable from None
    is_right = parts.scheme == "bookwheel" and parts.netloc.casefold() == "subscribe" and parts.path in ("", "/")
    values = [value for many in fields.values() for value in many]
    if not is_right or not link.isprintable() or not all(value.isprintable() for value in values):
        raise unreadable
    if any(len(many) > 1 for many in fields.values()):
        raise unreadable
    return {field: many[0] for field, many in fields.items()}


def _key_of(text: str) -> str:
    """The public key or fingerprint in a link; a plus sign that was not escaped has become a blank."""
    plain = text.strip()
    if not plain or _FINGERPRINT.fullmatch(re.sub(r"[\s-]", "", plain)):
        return plain
    key = text.replace(" ", "+")
    try:
        is_key = len(base64.b64decode(key, validate=True)) == _KEY_BYTES
    except (binascii.Error, ValueError):
        is_key = False
    if not is_key:
        raise BadRequest("The publisher's key in this link is not valid. Ask the publisher for another link.")
    return key
