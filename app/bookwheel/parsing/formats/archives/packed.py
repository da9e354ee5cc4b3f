"""What an archive holds, by names and bytes, within bounds; nothing is ever unpacked to the disk."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zlib
from typing import Protocol

from bookwheel.domain.errors import SkippedFile
from bookwheel.parsing.formats.zip_parts import LARGEST_PART, LARGEST_WHOLE, Parts

MOST_FILES = 100_000
_ZIPS = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_OPENERS = ((b"\x1f\x8b", gzip.open), (b"BZh", bz2.open), (b"\xfd7zXZ\x00", lzma.open))
_SUFFIXES = (".gz", ".bz2", ".xz")
_TAR_MARK = slice(257, 262)
_BROKEN = (tarfile.TarError, OSError, EOFError, ValueError, zlib.error, lzma.LZMAError, IndexError, OverflowError)


class Packed(Protocol):
    """An archive that was opened."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its files, as it orders them."""
        ...

    def read(self, name: str) -> bytes:
        """A file's bytes; SkippedFile where they cannot be had."""
        ...


def opened(content: bytes, name: str) -> Packed:
    """An archive by its bytes; `name` tells what a single compressed file is called.

    Raises:
        SkippedFile: for one that is damaged, protected, too large, or none.
    """
    if content.startswith(_ZIPS):
        return Parts(content, most_parts=MOST_FILES, most_bytes=None)
    unpacked = _unpacked(content)
    if unpacked is None:
        if content[_TAR_MARK] != b"ustar" and not name.lower().endswith(".tar"):
            raise SkippedFile("The file is not an archive that can be opened.")
        return _Tar(content)
    if unpacked[_TAR_MARK] == b"ustar":
        return _Tar(unpacked)
    base = name.rpartition("/")[2]
    return _Single(base.rpartition(".")[0] if base.lower().endswith(_SUFFIXES) else base, unpacked)


def _unpacked(content: bytes) -> bytes | None:
    """The bytes of a compressed file; None for one that is not compressed."""
    opener = next((opener for start, opener in _OPENERS if content.startswith(start)), None)
    if opener is None:
        return None
    try:
        with opener(io.BytesIO(content)) as stream:
            unpacked = stream.read(LARGEST_WHOLE + 1)
    except _BROKEN:
        raise SkippedFile("The file is damaged: its parts cannot be unpacked.") from None
    if len(unpacked) > LARGEST_WHOLE:
        raise SkippedFile("The unpacked file is too large.")
    return unpacked


class _Single:
    """One compressed file."""

    def __init__(self, name: str, content: bytes) -> None:
        self.names = (name,)
        self._content = content

    def read(self, name: str) -> bytes:
        del name
        return self._content


class _Tar:
    """A tar archive that is not compressed; its links are not followed."""

    def __init__(self, content: bytes) -> None:
        self._members: dict[str, tarfile.TarInfo] = {}
        try:
            self._tar = tarfile.open(fileobj=io.BytesIO(content), mode="r:")  # noqa: SIM115 - read for as long as it lives
            for member in self._tar:
                if member.isfile() and member.name and member.size <= len(content):
                    self._members[member.name] = member
                if len(self._members) > MOST_FILES:
                    raise SkippedFile("The file has more than {most} parts.", most=f"{MOST_FILES:,}")
        except _BROKEN:
            raise SkippedFile("The file is damaged: its parts cannot be unpacked.") from None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._members)

    def read(self, name: str) -> bytes:
        member = self._members.get(name)
        if member is None:
            raise SkippedFile("The part {name} is missing in the file.", name=name)
        if member.size > LARGEST_PART:
            raise SkippedFile("The part {name} of the file is too large.", name=name)
        try:
            stream = self._tar.extractfile(member)
            return stream.read() if stream else b""
        except _BROKEN:
            raise SkippedFile("The part {name} of the file is damaged.", name=name) from None
