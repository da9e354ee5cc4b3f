"""Files within a segment of Whoosh, read where they are mapped into memory."""

from __future__ import annotations

import io
import os
from collections.abc import Callable

from whoosh.filedb import compound
from whoosh.filedb.structfile import BufferFile, StructFile


class MappedBytes(io.RawIOBase):
    """A file over bytes that are mapped already."""

    def __init__(self, content: bytes | bytearray | memoryview) -> None:
        super().__init__()
        self._content = content
        self._size, self._at = len(content), 0

    def readable(self) -> bool:
        """It is read alone."""
        return True

    def seekable(self) -> bool:
        """Any place can be gone to."""
        return True

    def read(self, size: int | None = -1, /) -> bytes:
        """The next bytes, all that are left by default."""
        start = self._at
        end = self._size if size is None or size < 0 else min(start + size, self._size)
        self._at = max(start, end)
        return bytes(self._content[start:end])

    def seek(self, offset: int, whence: int = os.SEEK_SET, /) -> int:
        """Go to a place, and say which it is."""
        base = {os.SEEK_SET: 0, os.SEEK_CUR: self._at, os.SEEK_END: self._size}[whence]
        self._at = max(0, base + offset)
        return self._at

    def tell(self) -> int:
        """The place."""
        return self._at

    def close(self) -> None:
        """Let go of the bytes."""
        self._content = b""
        super().close()


class MappedFile(BufferFile):
    """Whoosh's own copies the whole file into memory: 26 MB for 10,657 documents, in each process that reads them."""

    def __init__(
        self,
        buf: bytes | bytearray | memoryview,
        name: str | None = None,
        onclose: Callable[[StructFile], None] | None = None,
    ) -> None:
        super().__init__(b"", name, onclose)
        self._buf = buf
        self.file = MappedBytes(buf)


def read_mapped() -> None:
    """Have Whoosh read the files of all segments that are opened from now on where they are."""
    setattr(compound, "BufferFile", MappedFile)  # noqa: B010 - where Whoosh looks it up, and which it does not export
