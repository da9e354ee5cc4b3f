"""Unpacks compressed answers, and no more of them than may come."""

from __future__ import annotations

import zlib

from bookwheel.domain.errors import FetchFailed, FetchRefused

_GZIP_OR_ZLIB = 47
"""Window bits with which zlib finds out which of the two it reads."""
_MOST_PARTS = 1_000


class Unpacker:
    """Unpacks one answer part by part, at most `most_bytes` in all."""

    def __init__(self, encoding: str, most_bytes: int) -> None:
        """`encoding` is the answer's own word for it.

        Raises:
            FetchRefused: for one that was not asked for.
        """
        if encoding not in ("", "identity", "gzip", "x-gzip", "deflate"):
            raise FetchRefused("The server sends a compressed answer that was not asked for.")
        self._is_plain = encoding in ("", "identity")
        self._most = self._left = most_bytes
        self._stream = zlib.decompressobj(_GZIP_OR_ZLIB)
        self._parts = 1
        self._is_begun = False

    @property
    def is_whole(self) -> bool:
        """Whether nothing is missing at the end."""
        return self._is_plain or not self._is_begun or self._stream.eof

    def unpack(self, chunk: bytes) -> bytes:
        """The content of the next part.

        Raises:
            FetchRefused: when more comes than may.
            FetchFailed: when it is not compressed as it says.
        """
        if self._is_plain:
            return chunk
        made = bytearray()
        self._is_begun = self._is_begun or bool(chunk)
        while chunk:
            try:
                if self._stream.eof:  # gzip may consist of several
                    self._next_part()
                made += self._stream.decompress(chunk, self._left + 1 - len(made))
            except zlib.error:
                raise FetchFailed("The server sends an answer that cannot be unpacked.") from None
            if len(made) > self._left:
                raise FetchRefused("The file is larger than {size} MB.", size=f"{self._most / 1_000_000:g}")
            chunk = self._stream.unused_data if self._stream.eof else self._stream.unconsumed_tail
        self._left -= len(made)
        return bytes(made)

    def _next_part(self) -> None:
        self._parts += 1
        if self._parts > _MOST_PARTS:
            raise FetchRefused("The server sends an answer that cannot be unpacked.")
        self._stream = zlib.decompressobj(_GZIP_OR_ZLIB)
