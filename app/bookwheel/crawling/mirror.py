"""The files of a mirror: answers as they came, compressed and named by their hash, and the documents made of them."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import zlib
from collections.abc import Iterable
from pathlib import Path

from bookwheel.domain.errors import StorageUnavailable
from bookwheel.domain.messages import Message

_LARGEST = 200_000_000
_HASH = re.compile(r"[0-9a-f]{64}")


class Mirror:
    """One mirror's folder: `documents` is what people see, `raw` what was fetched."""

    def __init__(self, folder: Path) -> None:
        """Make the folders.

        Raises:
            StorageUnavailable: when the disk takes nothing.
        """
        self.folder, self.documents, self._raw, self._drafts = (
            folder, folder / "documents", folder / "raw", folder / "drafts",
        )  # fmt: skip
        try:
            for made in (self.documents, self._raw, self._drafts):
                made.mkdir(parents=True, exist_ok=True)
            for draft in self._drafts.iterdir():
                draft.unlink()
        except OSError as error:
            raise _refusal(error) from None

    @property
    def frontier(self) -> Path:
        """The list of pages."""
        return self.folder / "crawl.sqlite"

    def keep_raw(self, content: bytes) -> str:
        """Keep an answer; its hash."""
        hash = hashlib.sha256(content).hexdigest()
        path = self._raw_path(hash)
        if not path.exists():
            self._write(path, zlib.compress(content, 6))
        return hash

    def raw(self, hash: str) -> bytes | None:
        """An answer by its hash; None where it is missing or damaged."""
        try:
            content = zlib.decompressobj().decompress(self._raw_path(hash).read_bytes(), _LARGEST)
        except (OSError, zlib.error):
            return None
        return content if hashlib.sha256(content).hexdigest() == hash else None

    def sweep_raw(self, kept: Iterable[str]) -> None:
        """Delete the answers that no page is made of any more."""
        hashes = set(kept)
        for folder in self._raw.iterdir():
            for file in folder.iterdir() if folder.is_dir() else ():
                if file.name not in hashes:
                    with contextlib.suppress(OSError):
                        file.unlink()

    def write_document(self, path: str, content: bytes) -> str:
        """Write a document in one step; the hash of its content. It is not written where it is so already."""
        target = self.documents / path
        hash = hashlib.sha256(content).hexdigest()
        if not self.has_document(path, content):
            self._write(target, content)
        return hash

    def has_document(self, path: str, content: bytes) -> bool:
        """Whether a document is there with just this content."""
        try:
            return (self.documents / path).read_bytes() == content
        except OSError:
            return False

    def remove_document(self, path: str) -> None:
        """Delete a document, and the folders that it leaves empty."""
        target = self.documents / path
        with contextlib.suppress(OSError):
            target.unlink()
        folder = target.parent
        with contextlib.suppress(OSError):
            while folder != self.documents and folder.is_relative_to(self.documents):
                folder.rmdir()
                folder = folder.parent

    def document_paths(self) -> set[str]:
        """The paths of the documents that are there."""
        return {
            (Path(folder) / name).relative_to(self.documents).as_posix()
            for folder, _, names in os.walk(self.documents)
            for name in names
        }

    def write_order(self, content: bytes) -> None:
        """Write the file that says in which order the documents are shown; it lies beside them and is none."""
        target = self.folder / "mkdocs.yml"
        if not content:
            with contextlib.suppress(OSError):
                target.unlink()
            return
        with contextlib.suppress(OSError):
            if target.read_bytes() == content:
                return
        self._write(target, content)

    def _raw_path(self, hash: str) -> Path:
        assert _HASH.fullmatch(hash)
        return self._raw / hash[:2] / hash

    def _write(self, target: Path, content: bytes) -> None:
        """Put a whole file in its place in one step, so that nobody sees a part of it."""
        draft = self._drafts / f"{hashlib.blake2b(str(target).encode(), digest_size=8).hexdigest()}.draft"
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            draft.write_bytes(content)
            os.replace(draft, target)
        except OSError as error:
            with contextlib.suppress(OSError):
                draft.unlink()
            raise _refusal(error) from None


def remove(folder: Path) -> None:
    """Delete a mirror with all that is in it."""
    shutil.rmtree(folder, ignore_errors=True)


def _refusal(error: OSError) -> StorageUnavailable:
    reason = Message.verbatim(error.strerror or str(error))
    return StorageUnavailable(
        "The mirror cannot be written ({reason}). Free some space and refresh again.", reason=reason
    )
