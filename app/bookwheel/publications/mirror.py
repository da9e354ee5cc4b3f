"""The files of a subscription: the manifest that was taken last, its segments, and the files that pages embed."""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
from collections.abc import Iterable, Mapping
from pathlib import Path

from bookwheel.domain.errors import PublicationRefused, StorageUnavailable
from bookwheel.domain.publications import MANIFEST, SEGMENTS, SegmentEntry, SegmentKind
from bookwheel.publications.bounded_files import read_bounded
from bookwheel.publications.manifest import MOST_MANIFEST_BYTES, Signed, decode
from bookwheel.publications.path_check import check_asset_path, check_path

_COMING = "coming.bookwheel"
"""The file name of the manifest whose segments are being fetched for the first time."""

_DRAFT = ".draft-"


class PublicationMirror:
    """One subscription's folder. Segments are kept as they come; the manifest is taken once all of them are there.

    Until the first manifest is taken, the one that is coming says which documents the segments that are here hold.
    """

    def __init__(self, folder: Path) -> None:
        """Make nothing until something is kept."""
        self._folder, self._segments, self._documents = folder, folder / SEGMENTS, folder / "documents"

    @property
    def manifest_path(self) -> Path:
        """Where the manifest lies that was taken last."""
        return self._folder / MANIFEST

    @property
    def coming_path(self) -> Path:
        """Where the manifest lies whose segments are being fetched for the first time."""
        return self._folder / _COMING

    def manifest(self) -> Signed | None:
        """The manifest that was taken last; None when there is none, or it is torn."""
        try:
            content = read_bounded(self.manifest_path, MOST_MANIFEST_BYTES)
            return decode(content) if content is not None else None
        except (OSError, PublicationRefused):
            return None

    def expect(self, signed: Signed) -> None:
        """Note the manifest whose segments are being fetched, as long as none was taken: they may be read meanwhile."""
        self._write(self.coming_path, signed.content)

    def coming(self) -> Signed | None:
        """The manifest of which some segments are here, before any was taken; None when there is none."""
        if self.manifest() is not None:
            return None
        try:
            content = read_bounded(self.coming_path, MOST_MANIFEST_BYTES)
            return decode(content) if content is not None else None
        except (OSError, PublicationRefused):
            return None

    def whole_buckets(self, signed: Signed) -> set[int]:
        """The buckets whose documents and vectors are all here, by their names and sizes."""
        needed = [entry for entry in signed.manifest.segments if entry.kind is not SegmentKind.ASSETS]
        return {entry.bucket for entry in needed} - {entry.bucket for entry in needed if not self.has(entry)}

    def has(self, entry: SegmentEntry) -> bool:
        """Whether a segment is there, by its name and size."""
        try:
            return (self._segments / entry.hash).stat().st_size == entry.size_bytes
        except OSError:
            return False

    def read(self, entry: SegmentEntry) -> bytes:
        """A segment, byte for byte as its entry names it. One with other bytes is deleted, so that it is fetched again.

        Raises:
            PublicationRefused: when it is missing or holds other bytes.
        """
        path = self._segments / entry.hash
        try:
            content = read_bounded(path, entry.size_bytes) or b""
        except OSError:
            content = b""
        try:
            _verify(content, entry)
        except PublicationRefused:
            with contextlib.suppress(OSError):
                path.unlink()
            raise
        return content

    def keep(self, entry: SegmentEntry, content: bytes) -> None:
        """Keep a segment that was fetched.

        Raises:
            PublicationRefused: when it holds other bytes than its entry names.
            StorageUnavailable: when the disk takes no more.
        """
        _verify(content, entry)
        self._write(self._segments / entry.hash, content)

    def take(self, signed: Signed) -> None:
        """Let this manifest be in force, and delete the segments that it does not name."""
        self._write(self.manifest_path, signed.content, is_durable=True)
        with contextlib.suppress(OSError):
            (self.coming_path).unlink()
        named = {entry.hash for entry in signed.manifest.segments}
        with contextlib.suppress(FileNotFoundError):
            for file in self._segments.iterdir():
                if file.name not in named:
                    with contextlib.suppress(OSError):
                        file.unlink()

    def write_assets(self, assets: Mapping[str, bytes]) -> None:
        """Write files that pages embed below the collection's root.

        Raises:
            PublicationRefused: for a path that leads out of it, through a link as well, or below another file.
            StorageUnavailable: when the disk takes no more.
        """
        for path, content in assets.items():
            check_asset_path(path)
            target = self._documents / path
            if not target.parent.resolve().is_relative_to(self._documents.resolve()) or not _is_free(target):
                raise PublicationRefused("The publication holds a file where another one is. Tell its publisher.")
            if not _has(target, content):
                self._write(target, content)

    def remove_assets(self, paths: Iterable[str]) -> None:
        """Delete such files, and the folders that they leave empty."""
        for path in paths:
            check_path(path)
            target = self._documents / path
            with contextlib.suppress(OSError):
                target.unlink()
            with contextlib.suppress(OSError):
                folder = target.parent
                while folder != self._documents and folder.is_relative_to(self._documents):
                    folder.rmdir()
                    folder = folder.parent

    def _write(self, path: Path, content: bytes, *, is_durable: bool = False) -> None:
        draft = path.parent / f"{_DRAFT}{secrets.token_hex(8)}"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with draft.open("xb") as file:
                file.write(content)
                if is_durable:
                    file.flush()
                    os.fsync(file.fileno())
            os.replace(draft, path)
        except OSError as error:
            raise StorageUnavailable(
                "The disk takes no more ({reason}); what came is kept. Free some space and refresh again.",
                reason=error.strerror or "no access",
            ) from None
        finally:
            with contextlib.suppress(OSError):
                draft.unlink()


def _verify(content: bytes, entry: SegmentEntry) -> None:
    if len(content) != entry.size_bytes or hashlib.sha256(content).hexdigest() != entry.hash:
        raise PublicationRefused(
            "A segment of the publication is not what its manifest names: it is torn or was changed."
        )


def _is_free(path: Path) -> bool:
    """Whether a file may be written there: no folder is there, and no file where its folders would be."""
    above = next((folder for folder in path.parents if folder.exists()), path.parent)
    return above.is_dir() and not path.is_dir()


def _has(path: Path, content: bytes) -> bool:
    try:
        return not path.is_symlink() and path.stat().st_size == len(content) and path.read_bytes() == content
    except OSError:
        return False
