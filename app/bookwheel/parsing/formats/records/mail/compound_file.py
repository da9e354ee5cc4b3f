"""Compound files, the file systems in a file of older Microsoft programs: storages and streams by name ([MS-CFB])."""

from __future__ import annotations

import struct
from array import array
from dataclasses import dataclass, field

from bookwheel.domain.errors import SkippedFile

MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_NONE = 0xFFFFFFFA
"""Sector numbers from here on are no sectors."""
_MOST_ENTRIES = 20_000
_ENTRY = 128


@dataclass(slots=True)
class Storage:
    """A folder: sizes and first sectors of its streams, and the storages in it, by name."""

    streams: dict[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])
    storages: dict[str, Storage] = field(default_factory=dict[str, "Storage"])


class CompoundFile:
    """The storages of a compound file; streams are read on request."""

    def __init__(self, content: bytes) -> None:
        """Read the tables and names.

        Raises:
            SkippedFile: for what is no compound file, or a damaged one.
        """
        if len(content) < 512 or not content.startswith(MAGIC):
            raise SkippedFile("This file is not an Outlook message.")
        self._content = content
        shift = struct.unpack_from("<H", content, 0x1E)[0]
        self._size = 1 << (shift if shift in (9, 12) else 9)
        self._cutoff: int = struct.unpack_from("<I", content, 0x38)[0]
        first_directory, first_mini = (
            struct.unpack_from("<I", content, 0x30)[0],
            struct.unpack_from("<I", content, 0x3C)[0],
        )
        self._fat = self._read_fat()
        entries = self._chain(first_directory, _MOST_ENTRIES * _ENTRY)
        self._mini_fat = _numbers(self._chain(first_mini, len(content)))
        self._mini = b""
        self.root = self._read_tree(entries)

    def read(self, stream: tuple[int, int], limit: int) -> bytes:
        """The first bytes of a stream, at most `limit`."""
        size, start = stream
        size = min(size, limit)
        if stream[0] >= self._cutoff:
            return self._chain(start, size)[:size]
        parts: list[bytes] = []
        while start < len(self._mini_fat) and len(parts) * 64 < size:
            parts.append(self._mini[start * 64 : start * 64 + 64])
            start = self._mini_fat[start]
        return b"".join(parts)[:size]

    def _read_fat(self) -> array[int]:
        sectors = list(struct.unpack_from("<109I", self._content, 0x4C))
        following, count = struct.unpack_from("<II", self._content, 0x44)
        most = len(self._content) // self._size + 1
        for _ in range(min(count, most)):
            table = _numbers(self._sector(following))
            if not table:
                break
            sectors += table[:-1]
            following = table[-1]
        fat = array("I")
        for sector in sectors[:most]:
            if sector < _NONE:
                fat.extend(_numbers(self._sector(sector)))
        return fat

    def _sector(self, number: int) -> bytes:
        start = (number + 1) * self._size
        return self._content[start : start + self._size]

    def _chain(self, sector: int, limit: int) -> bytes:
        """The bytes of a chain of sectors; one that runs in a circle ends at `limit` or the size of the file."""
        parts: list[bytes] = []
        most = min(limit, len(self._content)) // self._size + 1
        while sector < len(self._fat) and len(parts) < most:
            parts.append(self._sector(sector))
            sector = self._fat[sector]
        return b"".join(parts)

    def _read_tree(self, entries: bytes) -> Storage:
        root = Storage()
        waiting: list[tuple[int, Storage]] = []
        visited: set[int] = set()
        if len(entries) >= _ENTRY:
            self._mini = self._chain(struct.unpack_from("<I", entries, 116)[0], len(self._content))
            waiting = [(struct.unpack_from("<I", entries, 76)[0], root)]
        while waiting:
            number, storage = waiting.pop()
            if number in visited or (number + 1) * _ENTRY > len(entries):
                continue
            visited.add(number)
            entry = entries[number * _ENTRY : (number + 1) * _ENTRY]
            length, kind = struct.unpack_from("<HB", entry, 64)
            left, right, child = struct.unpack_from("<III", entry, 68)
            start, size = struct.unpack_from("<II", entry, 116)
            name = entry[: max(0, min(length, 64) - 2)].decode("utf-16-le", "replace")
            waiting += [(left, storage), (right, storage)]
            if kind == 1:
                inner = storage.storages.setdefault(name, Storage())
                waiting.append((child, inner))
            elif kind == 2:
                storage.streams[name] = (size, start)
        return root


def _numbers(content: bytes) -> array[int]:
    count = len(content) // 4
    return array("I", struct.unpack_from(f"<{count}I", content))
