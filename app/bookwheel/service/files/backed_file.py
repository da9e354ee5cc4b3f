"""Small files that are written twice: the file, and beside it a backup that replaces it when it is damaged or gone."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.paths import make_private


class BackedFile:
    """One file and its backup; not thread-safe. `notices` are sentences about what was restored or lost.

    The backup is written first, so it is never older than the file: what was revoked does not come back with it.
    """

    def __init__(self, path: Path, label: Message, advice: Message, is_sound: Callable[[bytes], bool]) -> None:
        """`label` begins a sentence about the file, `advice` is one for when nothing is left of it."""
        self.path, self.backup = path, backup_of(path)
        self._label, self._advice, self._is_sound = label, advice, is_sound
        self.known: bytes | None = None
        """The content as it was last read or written."""
        self.notices: tuple[Message, ...] = ()

    def read(self) -> bytes | None:
        """Return the file's content, or its backup's, which is then put back; None when there is neither.

        What is damaged is set aside, never overwritten.

        Raises:
            OSError: when the system cannot read the file, which says nothing about its content.
        """
        content = read_bytes(self.path)
        if content is None or not self._is_sound(content):
            content = self._restore(content)
        elif content != read_bytes(self.backup):
            with contextlib.suppress(OSError):  # a disk that refuses writes; the next write replaces the backup too
                make_private(self.backup, content.decode())
        self.known = content
        return content

    def write(self, content: bytes) -> None:
        """Replace backup and file; a file that something else has changed since it was read is set aside first."""
        found = read_bytes(self.path)
        if found is not None and found not in (self.known, content):
            self._note(
                Message(
                    "{store} was changed or damaged outside the service; it was kept as {file}.",
                    store=self._label,
                    file=set_aside(self.path),
                )
            )
        for path in (self.backup, self.path):
            make_private(path, content.decode())
        self.known = content

    def find_fault(self) -> Message:
        """Say what is wrong with the file or its backup on the disk now; empty when nothing is."""
        found, kept = read_bytes(self.path), read_bytes(self.backup)
        if found != self.known:
            return Message("{store} was changed outside the service.", store=self._label)
        if found is not None and (kept is None or not self._is_sound(kept)):
            return Message("{store} has no valid backup.", store=self._label)
        return NO_MESSAGE

    def _restore(self, content: bytes | None) -> bytes | None:
        kept = read_bytes(self.backup)
        if content is None and kept is None:
            return None
        aside = "" if content is None else set_aside(self.path)
        if kept is not None and self._is_sound(kept):
            make_private(self.path, kept.decode())
            self._note(
                Message(
                    "{store} was damaged and has been restored from its backup. The damaged file is now {file}.",
                    store=self._label,
                    file=aside,
                )
                if aside
                else Message("{store} was missing and has been restored from its backup.", store=self._label)
            )
            return kept
        if kept is not None:
            set_aside(self.backup)
        self._note(
            Message(
                "{store} was damaged and no backup could be read. {reason} The damaged file is now {file}.",
                store=self._label,
                reason=self._advice,
                file=aside,
            )
            if aside
            else Message(
                "{store} was missing and no backup could be read. {reason}", store=self._label, reason=self._advice
            )
        )
        return None

    def _note(self, sentence: Message) -> None:
        self.notices = (*self.notices, sentence)


def backup_of(path: Path) -> Path:
    """Return where the backup of a file lies."""
    return path.with_name(f"{path.stem}.backup{path.suffix}")


def set_aside(path: Path) -> str:
    """Rename a file that cannot be used, and return its new name."""
    aside = path.with_name(f"{path.stem}.damaged{path.suffix}")
    path.replace(aside)
    return aside.name


def read_bytes(path: Path) -> bytes | None:
    """Return a file's content, None when there is none."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
