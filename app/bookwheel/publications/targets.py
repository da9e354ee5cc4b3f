"""A folder to which publications are written."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import secrets
import stat
import time
from collections.abc import Generator, Iterator
from pathlib import Path

from filelock import FileLock, Timeout

from bookwheel.domain.errors import (
    BadRequest,
    BookwheelError,
    PublicationChanged,
    PublicationRefused,
    StorageUnavailable,
)
from bookwheel.domain.publications import SEGMENTS, Listed, Stored
from bookwheel.domain.targets import Target
from bookwheel.publications.bounded_files import read_bounded
from bookwheel.publications.limits import MOST_SEGMENT_BYTES

LOCK = ".publishing.lock"
LOCK_S = 30.0
"""Seconds for which another publisher is waited for."""

_DRAFT = ".draft-"
_IS_DRAFT = re.compile(r"\.draft-[0-9a-f]{16}").fullmatch


class FolderTarget:
    """A folder of this computer, or one that is mounted."""

    def __init__(self, folder: Path) -> None:
        """Nothing is made before something is written."""
        self._folder = folder

    def read(self, name: str, most_bytes: int) -> Stored | None:
        """A file; None when it is not there. A link, a pipe or a folder is refused."""
        with _explained(self._folder, is_reading=True):
            try:
                content = read_bounded(self._folder / name, most_bytes)
            except FileNotFoundError:
                return None
        if content is None:
            raise _too_large(name)
        return Stored(content, hashlib.sha256(content).hexdigest())

    def write_new(self, name: str, content: bytes) -> bool:
        """Write a file unless it is there with this content, and then let it be as young as a new one.

        One that is torn, or a link, is replaced; whether it was written.
        """
        with _explained(self._folder):
            path = self._folder / name
            if _holds(path, content):
                with contextlib.suppress(OSError):  # another publisher's file
                    os.utime(path)
                return False
            self._write(path, content)
        return True

    def replace(self, name: str, content: bytes, version: str) -> None:
        """Write a file in the place of that version of it; an empty one stands for no file."""
        with _explained(self._folder):
            _make_folder(self._folder)
            with FileLock(self._folder / LOCK, timeout=LOCK_S):
                known = self.read(name, MOST_SEGMENT_BYTES)
                if (known.version if known is not None else "") != version:
                    raise PublicationChanged("Another publisher was faster. Publish again.")
                self._write(self._folder / name, content)

    def names(self, folder: str) -> Iterator[Listed]:
        """The files in a folder; links are none."""
        now, found = time.time(), list[Listed]()
        with (
            _explained(self._folder, is_reading=True),
            contextlib.suppress(FileNotFoundError),
            os.scandir(self._folder / folder) as entries,
        ):
            for entry in entries:
                with contextlib.suppress(FileNotFoundError):  # another publisher deleted it
                    if entry.is_file(follow_symlinks=False):
                        status = entry.stat(follow_symlinks=False)
                        found.append(Listed(entry.name, now - status.st_mtime, status.st_size))
        return iter(found)

    def sweep_drafts(self, older_than_s: float) -> int:
        """Delete drafts beside the manifest that a publisher left when it was ended; how many."""
        names = [one.name for one in self.names("") if one.age_s > older_than_s and _IS_DRAFT(one.name)]
        for name in names:
            self.delete(name)
        return len(names)

    def delete(self, name: str) -> None:
        """Delete a file; nothing happens when it is not there."""
        with _explained(self._folder):
            (self._folder / name).unlink(missing_ok=True)

    def _write(self, path: Path, content: bytes) -> None:
        _make_folder(path.parent)
        draft = path.parent / f"{_DRAFT}{secrets.token_hex(8)}"
        try:
            with draft.open("xb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            with contextlib.suppress(OSError):  # a share without permissions
                draft.chmod(0o600 | path.parent.stat().st_mode & 0o044)
            os.replace(draft, path)
            _sync(path.parent)
        finally:
            draft.unlink(missing_ok=True)


def is_whole(target: Target, name: str, size_bytes: int) -> bool:
    """Whether the segment of this name and size at a target has the content that its name stands for."""
    try:
        stored = target.read(f"{SEGMENTS}/{name}", size_bytes)
    except PublicationRefused:
        return False
    return stored is not None and hashlib.sha256(stored.content).hexdigest() == name


def _holds(path: Path, content: bytes) -> bool:
    """Whether a file, and no link to one, holds just this content."""
    try:
        status = path.lstat()
        return stat.S_ISREG(status.st_mode) and status.st_size == len(content) and path.read_bytes() == content
    except FileNotFoundError:
        return False


def _sync(folder: Path) -> None:
    """Let a new name outlast a power failure, where the system has a way for it."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _too_large(name: str) -> PublicationRefused:
    return PublicationRefused("{name} is larger than a publication may hold. Check the address.", name=name)


def _make_folder(folder: Path) -> None:
    """Make a folder that may be read by whoever reads the one it lies in: a service makes its own for itself alone."""
    if not folder.is_dir():
        _make_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        with contextlib.suppress(OSError):
            folder.chmod(0o700 | folder.parent.stat().st_mode & 0o055)


@contextlib.contextmanager
def _explained(folder: Path, *, is_reading: bool = False) -> Generator[None]:
    """Turn what the system refuses into errors that say so."""
    try:
        yield
    except NotImplementedError:
        raise StorageUnavailable(
            "{folder} cannot be locked, so two publishers could spoil each other's work. Choose a folder of this "
            "computer.",
            folder=folder,
        ) from None
    except Timeout:
        raise PublicationChanged("Another publisher is still writing to {folder}.", folder=folder) from None
    except BookwheelError:
        raise
    except OSError as error:
        reason = error.strerror or "no access"
        if is_reading:
            raise BadRequest("{folder} cannot be read ({reason}).", folder=folder, reason=reason) from None
        raise StorageUnavailable(
            "{folder} cannot be written ({reason}). Check its permissions and the free space.",
            folder=folder,
            reason=reason,
        ) from None
