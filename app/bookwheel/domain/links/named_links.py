"""Links by name: names that a document states for its sections, and addresses that lead to whoever states them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import quote, unquote


class NameKind(StrEnum):
    """What a name stands for; names of two kinds are never the same."""

    CITE = "cite"
    DOI = "doi"
    ARXIV = "arxiv"
    LABEL = "label"
    TERM = "term"
    OBJECT = "object"
    MESSAGE = "message"
    NUMBER = "number"
    RECORD = "record"


@dataclass(frozen=True, slots=True)
class Address:
    """What the address of a link asks for: the first of the names that somebody states.

    `is_sure` is False for words that may be a name or not, such as `@someone` in a sentence; `url` is where the name
    leads on the web, empty for none.
    """

    kind: NameKind
    names: tuple[str, ...]
    is_sure: bool = True
    url: str = ""


CITE, MENTION, LABEL, TERM, OBJECT, MESSAGE = "cite", "mention", "label", "term", "object", "mid"
"""Schemes of addresses that lead to a name; `mention` is a citation's key in a sentence, which may be none."""

NUMBER = "numbered"
"""Scheme of addresses that lead to a document by its number in a series: `numbered:rfc-1977`, `numbered:adr-5`."""

RECORD = "record"
"""Scheme of addresses that lead to a record by its type and key: `record:customer/C-17`."""

REPLY_TO = "replyTo"
"""The relation of a message to the one that it answers; unlike that of a document's header, it is its section's."""

_KINDS = {
    CITE: NameKind.CITE, MENTION: NameKind.CITE, LABEL: NameKind.LABEL, TERM: NameKind.TERM, OBJECT: NameKind.OBJECT,
    MESSAGE: NameKind.MESSAGE, NUMBER: NameKind.NUMBER, RECORD: NameKind.RECORD,
    "doi": NameKind.DOI, "arxiv": NameKind.ARXIV,
}  # fmt: skip
SCHEMES = tuple(_KINDS)
"""Every scheme of an address that names what it leads to."""
_SCHEME = re.compile(rf"({'|'.join(SCHEMES)}):(?=.)", re.IGNORECASE)
_SAFE = "/:@!$*'(),=~.-_&?+"
_DOI_URL = re.compile(r"https?://(?:dx\.|www\.)?doi\.org/(10\.\d{4,9}/[^\s?#]+)", re.IGNORECASE)
_ARXIV_URL = re.compile(
    r"https?://(?:www\.|export\.)?arxiv\.org/(?:abs|pdf|html)/([^\s?#]+?)(?:\.pdf)?/?\Z", re.IGNORECASE
)
_DOI = re.compile(r"10\.\d{4,9}/\S+")
_ARXIV = re.compile(r"((?:[a-z-]+(?:\.[a-z]{2})?/)?\d{7}|\d{4}\.\d{4,5})(?:v\d{1,3})?", re.IGNORECASE)


def address_to(scheme: str, names: Iterable[str]) -> str:
    """The address that leads to the first of the names that is stated; empty without a name."""
    written = ";".join(quote(name, safe=_SAFE) for name in names if name)
    return f"{scheme}:{written}" if written else ""


def read_address(address: str) -> Address | None:
    """What an address asks for; None for one that leads to no name."""
    if scheme := _SCHEME.match(address):
        word, rest = scheme[1].lower(), address[scheme.end() :]
        kind = _KINDS[word]
        if kind is NameKind.DOI:
            return _doi(unquote(rest).strip())
        if kind is NameKind.ARXIV:
            return _arxiv(unquote(rest).strip())
        names = tuple(name for part in rest.split(";") if (name := " ".join(unquote(part).split())))
        return Address(kind, names, is_sure=word not in (MENTION, NUMBER, RECORD)) if names else None
    if "doi.org/" in address and (found := _DOI_URL.match(address)):
        return _doi(unquote(found[1]))
    if "arxiv.org/" in address and (found := _ARXIV_URL.match(address)):
        return _arxiv(unquote(found[1]))
    return None


def is_named(address: str) -> bool:
    """Whether an address names what it leads to by a scheme, rather than by a path or a place on the web."""
    return _SCHEME.match(address) is not None


def _doi(text: str) -> Address | None:
    found = _DOI.match(text)
    return Address(NameKind.DOI, (found[0],), url=f"https://doi.org/{quote(found[0], safe=_SAFE)}") if found else None


def _arxiv(text: str) -> Address | None:
    found = _ARXIV.fullmatch(text)
    return Address(NameKind.ARXIV, (found[1],), url=f"https://arxiv.org/abs/{text}") if found else None
