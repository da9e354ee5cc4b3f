"""The parts of a zip file, within bounds: office documents and books are such files."""

from __future__ import annotations

import io
import zipfile
import zlib

from bookwheel.domain.errors import SkippedFile

MOST_PARTS = 10_000
LARGEST_PART = 100_000_000
LARGEST_WHOLE = 300_000_000
LARGEST_PICTURE = 32_000_000
RATIO, RATIO_FROM = 200, 1_000_000
"""How many times its packed size a part may have, from so many bytes on."""

_BROKEN = (zipfile.BadZipFile, zlib.error, OSError, EOFError, ValueError, NotImplementedError, RuntimeError, KeyError)


class Parts:
    """The parts of one zip file by their names; nothing is unpacked before it is asked for."""

    def __init__(self, content: bytes, *, most_parts: int = MOST_PARTS, most_bytes: int | None = LARGEST_WHOLE) -> None:
        """Look at what the file says of its parts: how many there may be, and their bytes together, unpacked.

        Raises:
            SkippedFile: for a torn file, too many or too large parts.
        """
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(content))
            entries = self._zip.infolist()
        except _BROKEN:
            raise SkippedFile("The file is damaged: its parts cannot be unpacked.") from None
        if len(entries) > most_parts:
            raise SkippedFile("The file has more than {most} parts.", most=f"{most_parts:,}")
        if most_bytes is not None and sum(entry.file_size for entry in entries) > most_bytes:
            raise SkippedFile("The unpacked file is too large.")
        self._entries = {entry.filename: entry for entry in entries if entry.filename and not entry.is_dir()}
        self._left = LARGEST_WHOLE

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all parts, as the file orders them."""
        return tuple(self._entries)

    def __contains__(self, name: str) -> bool:
        """Whether there is such a part."""
        return name in self._entries

    def read(self, name: str, most: int = LARGEST_PART) -> bytes:
        """A part's bytes.

        Raises:
            SkippedFile: when there is no such part, it is torn, encrypted or too large.
        """
        entry = self._entries.get(name)
        if entry is None:
            raise SkippedFile("The part {name} is missing in the file.", name=name)
        if entry.flag_bits & 1:
            raise SkippedFile("The file is protected by a password.")
        is_bomb = entry.file_size > RATIO_FROM and entry.file_size > RATIO * max(1, entry.compress_size)
        if entry.file_size > min(most, self._left) or is_bomb:
            raise SkippedFile("The part {name} of the file is too large.", name=name)
        try:
            with self._zip.open(entry) as part:
                content = part.read(entry.file_size + 1)
        except _BROKEN:
            raise SkippedFile("The part {name} of the file is damaged.", name=name) from None
        if len(content) > entry.file_size:
            raise SkippedFile("The part {name} of the file is damaged.", name=name)
        self._left -= len(content)
        return content


def picture_in(content: bytes, name: str) -> bytes:
    """A picture by its part's name.

    Raises:
        SkippedFile: when there is none, or it is too large.
    """
    return Parts(content).read(name, LARGEST_PICTURE)
