"""How many rows packed documents and files hold, seen before any of them takes memory."""

from __future__ import annotations

import msgspec

from bookwheel.publications.limits import MOST_ASSETS, MOST_DOCUMENTS, MOST_ROWS


class _Outline(msgspec.Struct, frozen=True):
    """A document's tables, still packed."""

    sections: msgspec.Raw
    links: msgspec.Raw
    facets: msgspec.Raw
    names: msgspec.Raw
    things: msgspec.Raw
    statements: msgspec.Raw
    places: bytes


_OUTLINES = msgspec.msgpack.Decoder(list[_Outline])
_ARRAY, _MAP = 0x90, 0x80
"""First byte of a short array and map in MessagePack, without their length."""

_LENGTH_BYTES = {0xDC: 2, 0xDD: 4, 0xDE: 2, 0xDF: 4}
"""Bytes of the length of longer ones, by their first byte."""


def refuse_many(plain: bytes) -> None:
    """Refuse more documents, or rows of them, than a segment may hold.

    Raises:
        ValueError: when there are more.
        msgspec.MsgspecError: when it holds no documents.
    """
    if _length(plain) > MOST_DOCUMENTS:
        raise ValueError("too many documents")
    rows = 0
    for one in _OUTLINES.decode(plain):
        tables = (one.sections, one.links, one.facets, one.names, one.things, one.statements, one.places)
        rows += sum(map(_length, tables))
        if rows > MOST_ROWS:
            raise ValueError("too many rows")


def refuse_many_files(plain: bytes) -> None:
    """Refuse more files than a segment may hold.

    Raises:
        ValueError: when there are more.
    """
    if _length(plain) > MOST_ASSETS:
        raise ValueError("too many files")


def _length(packed: bytes | msgspec.Raw) -> int:
    """How many entries a packed array or map says that it has; 0 for what is neither."""
    head = bytes(memoryview(packed)[:5])
    if not head:
        return 0
    if head[0] & 0xF0 in (_ARRAY, _MAP):
        return head[0] & 0x0F
    return int.from_bytes(head[1 : 1 + _LENGTH_BYTES.get(head[0], 0)], "big")
