"""The changes of one folder tree: told by inotify for each folder that the rules enter, or found by comparing."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
import unicodedata
from collections.abc import Iterator
from hashlib import blake2b

from bookwheel.domain.mapping_rules import MAPPING_FILE
from bookwheel.library.indexing.inotify import (
    CLOSE_WRITE,
    CREATE,
    DELETE,
    IGNORED,
    IS_FOLDER,
    MODIFY,
    MOVED_FROM,
    MOVED_TO,
    QUEUE_OVERFLOW,
    FolderEvent,
    Inotify,
    is_at_limit,
)
from bookwheel.library.sources.file_rules import Rules
from bookwheel.library.sources.file_walk import Candidate, walk
from bookwheel.library.sources.nav_file_names import STATING

WHOLE = ""
"""Stands for the whole folder among changed paths: look at everything again."""

LOOK_S = 1.0
SETTLE_S = 0.05
BRIEF_SETTLE_S = 0.01
"""Seconds without a change after which changes are told: the second for a few files that are all written and closed."""

FEW_PATHS = 20
LONGEST_BURST_S = 0.5
MOST_PATHS = 2_000
"""Paths that changed at once, above which the whole folder is looked at instead."""

POLL_S = 2.0
POLL_SHARE = 20
"""Looking takes at most one part in so many of the time."""


def listen(rules: Rules, stop: threading.Event) -> Iterator[frozenset[str]]:
    """Yield what changed, at least every second, until told to stop; first WHOLE, once everything is watched.

    Only folders that the rules enter are watched, and no symbolic link is followed.

    Raises:
        OSError: when the system allows no more watches.
    """
    tree = _WatchedTree(rules)
    try:
        tree.enter("")
        yield frozenset((WHOLE,))
        while not stop.is_set():
            events = tree.inotify.read(LOOK_S)
            until = time.monotonic() + LONGEST_BURST_S
            changed: set[str] = set()
            being_written: set[tuple[int, str]] = set()
            while events:
                for event in events:
                    changed.update(tree.note(event))
                    _note_writing(event, being_written)
                is_brief = not being_written and len(changed) <= FEW_PATHS
                pause_s = BRIEF_SETTLE_S if is_brief else SETTLE_S
                events = tree.inotify.read(pause_s) if time.monotonic() < until else []
            yield frozenset(changed) if len(changed) <= MOST_PATHS else frozenset((WHOLE,))
    finally:
        tree.inotify.close()


def _note_writing(event: FolderEvent, being_written: set[tuple[int, str]]) -> None:
    """Keep which files of which folders (by watch) somebody has open for writing, as far as the events tell."""
    if event.mask & (CLOSE_WRITE | MOVED_FROM | MOVED_TO | DELETE):
        being_written.discard((event.watch, event.name))
    elif event.mask & (CREATE | MODIFY) and not event.mask & IS_FOLDER:
        being_written.add((event.watch, event.name))


def can_listen(rules: Rules) -> bool:
    """Whether the system allows a watch for every folder that the rules enter."""
    if sys.platform != "linux":
        return True
    try:
        tree = _WatchedTree(rules)
    except OSError:
        return False
    try:
        tree.enter("")
    except OSError:
        return False
    finally:
        tree.inotify.close()
    return True


def compare(rules: Rules, stop: threading.Event, pause_s: float = POLL_S) -> Iterator[frozenset[str]]:
    """Yield WHOLE whenever the files are others than before, by looking at all of them again and again.

    Raises:
        OSError: when the root cannot be listed.
    """
    before = b""
    while not stop.is_set():
        began = time.monotonic()
        rules.forget_ignores()
        now = _fingerprint(rules)
        yield frozenset((WHOLE,)) if now != before else frozenset()
        before = now
        until = time.monotonic() + max(pause_s, (time.monotonic() - began) * POLL_SHARE)
        while time.monotonic() < until and not stop.wait(min(LOOK_S, max(0.0, until - time.monotonic()))):
            yield frozenset()


def _fingerprint(rules: Rules) -> bytes:
    digest = blake2b(digest_size=16)
    with contextlib.suppress(OSError):
        status = (rules.root / MAPPING_FILE).lstat()
        digest.update(f"{status.st_size}\0{status.st_mtime_ns}\0".encode())
    for found in walk(rules):
        size, modified = (found.size_bytes, found.modified_ns) if isinstance(found, Candidate) else (0, 0)
        digest.update(f"{found.path}\0{size}\0{modified}\0".encode("utf-8", "surrogatepass"))
    return digest.digest()


class _WatchedTree:
    """A watch for each folder that the rules enter.

    `_folders` maps a watch to its folder, and whether that would be left out but for an include pattern.
    """

    def __init__(self, rules: Rules) -> None:
        self.inotify = Inotify()
        self._rules = rules
        self._folders: dict[int, tuple[str, bool]] = {}
        self._watches: dict[str, int] = {}

    def enter(self, folder: str, *, in_left_out: bool = False) -> None:
        """Watch a folder and all below it that the rules enter.

        Raises:
            OSError: when the system allows no more watches.
        """
        pending = [(folder, in_left_out)]
        while pending:
            folder, in_left_out = pending.pop()
            full = os.path.join(self._rules.root, folder)
            try:
                watch = self.inotify.add(full)
                self._folders[watch], self._watches[folder] = (folder, in_left_out), watch
                with os.scandir(full) as listing:
                    names = [entry.name for entry in listing if entry.is_dir(follow_symlinks=False)]
            except OSError as error:
                if is_at_limit(error) or not folder:
                    raise
                continue  # it is gone, may not be read, or has become a link
            for name in names:
                path = f"{folder}/{name}" if folder else name
                enters, only_included = self._rules.enters(_nfc(path), in_left_out=in_left_out)
                if enters:
                    pending.append((path, only_included))

    def note(self, event: FolderEvent) -> Iterator[str]:
        """Yield the paths that an event may have changed, and keep the watches in step.

        Raises:
            OSError: when the system allows no more watches.
        """
        if event.mask & QUEUE_OVERFLOW:
            self._start_again()
            yield WHOLE
            return
        known = self._folders.get(event.watch)
        if known is None:
            return
        folder, in_left_out = known
        if event.mask & IGNORED:
            self._forget(event.watch)
        if not event.name:
            return
        path = f"{folder}/{event.name}" if folder else event.name
        if event.mask & IS_FOLDER:
            if self._note_folder(event, path, in_left_out=in_left_out):
                yield path
        elif event.name == ".gitignore":
            self._start_again()
            yield path
        elif is_stating(path) or self._rules.takes_file(_nfc(path), in_left_out=in_left_out)[0]:
            yield path

    def _note_folder(self, event: FolderEvent, path: str, *, in_left_out: bool) -> bool:
        enters, only_included = self._rules.enters(_nfc(path), in_left_out=in_left_out)
        if not enters:
            return False
        if event.mask & DELETE:
            self._forget(self._watches.get(path, 0))
        elif event.mask & MOVED_FROM:  # with all that is in it; where it went, it is entered again
            for folder, watch in list(self._watches.items()):
                if folder == path or folder.startswith(f"{path}/"):
                    self.inotify.remove(watch)
                    self._forget(watch)
        elif event.mask & (CREATE | MOVED_TO) or path not in self._watches:
            self.enter(path, in_left_out=only_included)
        else:
            return False
        return True

    def _forget(self, watch: int) -> None:
        folder, _ = self._folders.pop(watch, ("", False))
        if folder and self._watches.get(folder) == watch:
            del self._watches[folder]

    def _start_again(self) -> None:
        """Watch what the rules enter now."""
        self._rules.forget_ignores()
        before = self._folders
        self._folders, self._watches = {}, {}
        self.enter("")
        for watch in before.keys() - self._folders.keys():
            self.inotify.remove(watch)


def is_stating(path: str) -> bool:
    """Whether a file says how others are read, and is no document."""
    return path == MAPPING_FILE or path.rpartition("/")[2] in STATING


def _nfc(path: str) -> str:
    return path if path.isascii() else unicodedata.normalize("NFC", path)
