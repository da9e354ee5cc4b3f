"""Following changes on disk: paths that a collection's folder saw appear, change or vanish."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from watchfiles import Change, watch

from bookwheel.domain.collection import Collection
from bookwheel.library.files import Rules
from bookwheel.library.orders import STATING

log = logging.getLogger(__name__)

DEBOUNCE_MS = 50
STEP_MS = 50
LOOK_MS = 1000
POLL_MS = 1000
WHOLE = ""
"""Stands for the whole folder among changed paths: look at everything again."""


@dataclass(slots=True)
class _Watch:
    rules: Rules
    stop: threading.Event
    thread: threading.Thread | None = None


class Watcher:
    """Watches folders, a thread for each; use from one thread.

    `on_change` is called in those threads with a collection's slug and paths relative to its root, POSIX, as the disk
    spells them; `WHOLE` among them asks for a scan. Where the system's limit on watches is met, the folder is polled
    every second, and `on_notice` gets a sentence that says so.
    """

    def __init__(
        self, on_change: Callable[[str, frozenset[str]], None], on_notice: Callable[[str], None] | None = None
    ) -> None:
        """Watch nothing yet."""
        self._on_change, self._on_notice = on_change, on_notice
        self._watches: dict[str, _Watch] = {}

    def watch(self, collections: Iterable[Collection]) -> None:
        """Watch these collections and no others; those that are watched already go on undisturbed."""
        wanted = {collection.slug: Rules.of(collection) for collection in collections}
        for slug in list(self._watches):
            rules = wanted.get(slug)
            if rules is None or not _is_same(rules, self._watches[slug].rules):
                self._end([self._watches.pop(slug)])
        for slug, rules in wanted.items():
            if slug not in self._watches:
                started = _Watch(rules, threading.Event())
                started.thread = threading.Thread(
                    target=self._follow, args=(slug, started), name=f"watch {slug}", daemon=True
                )
                self._watches[slug] = started
                started.thread.start()

    def close(self) -> None:
        """Watch nothing any more; returns once every thread has ended."""
        watches = list(self._watches.values())
        self._watches.clear()
        self._end(watches)

    @staticmethod
    def _end(watches: list[_Watch]) -> None:
        for each in watches:
            each.stop.set()
        for each in watches:
            if each.thread is not None and each.thread is not threading.current_thread():
                each.thread.join(timeout=5)

    def _follow(self, slug: str, watched: _Watch) -> None:
        is_polling = False
        was_missing = False
        while not watched.stop.is_set():
            if not watched.rules.root.is_dir():
                if not was_missing:
                    was_missing = True
                    self._tell(slug, frozenset((WHOLE,)))
                watched.stop.wait(LOOK_MS / 1000)
                continue
            if was_missing:
                was_missing = False
                self._tell(slug, frozenset((WHOLE,)))
            try:
                self._watch_root(slug, watched, is_polling=is_polling)
            except OSError as error:
                if not watched.rules.root.is_dir():
                    continue
                if is_polling:
                    log.warning("cannot follow a folder: %s", error)
                    watched.stop.wait(LOOK_MS / 1000)
                    continue
                is_polling = True
                if self._on_notice is not None:
                    self._on_notice(
                        "The system's limit on watched files was met; changes are looked for every second instead"
                        " (on Linux, fs.inotify.max_user_watches can be raised)."
                    )
                self._tell(slug, frozenset((WHOLE,)))

    def _watch_root(self, slug: str, watched: _Watch, *, is_polling: bool) -> None:
        """Report changes until the watch ends or the root vanishes.

        Raises:
            OSError: when the system cannot watch the folder.
        """
        rules = watched.rules
        for changes in watch(
            rules.root,
            watch_filter=None,
            debounce=DEBOUNCE_MS,
            step=STEP_MS,
            stop_event=watched.stop,
            rust_timeout=LOOK_MS,
            yield_on_timeout=True,
            raise_interrupt=False,
            force_polling=is_polling or None,
            poll_delay_ms=POLL_MS,
        ):
            if not rules.root.is_dir():
                return
            paths = frozenset(
                path for change, full in changes if (path := _relative(full, rules)) and _matters(change, path, rules)
            )
            if paths:
                self._tell(slug, paths)

    def _tell(self, slug: str, paths: frozenset[str]) -> None:
        try:
            self._on_change(slug, paths)
        except Exception:  # the thread's edge: later changes are still followed
            log.exception("a change could not be passed on")


def _relative(full: str, rules: Rules) -> str:
    path = os.path.relpath(full, rules.root).replace(os.sep, "/")
    return "" if path == "." or path.startswith("../") else path


def _matters(change: Change, path: str, rules: Rules) -> bool:
    """Whether a changed path may concern the collection; says yes where only a look at the disk would tell."""
    folder, _, name = path.rpartition("/")
    if name == ".gitignore":
        rules.forget_ignores()
        return True
    in_left_out = False
    above = ""
    for part in folder.split("/") if folder else ():
        above = f"{above}/{part}" if above else part
        enters, in_left_out = rules.enters(above, in_left_out=in_left_out)
        if not enters:
            return False
    enters, _ = rules.enters(path, in_left_out=in_left_out)
    if (rules.root / path).is_dir():
        return enters and change is not Change.modified
    if name in STATING:
        return True
    takes, _ = rules.takes_file(path, in_left_out=in_left_out)
    return takes or (enters and change is Change.deleted)


def _is_same(one: Rules, other: Rules) -> bool:
    return (one.root, one.source) == (other.root, other.source)
