"""Following changes on disk, in a process of its own: paths that collections' folders saw appear, change or vanish."""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from bookwheel.domain.collection import Collection
from bookwheel.domain.indexing import Command, Report, ReportKind, Verb
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.library.history.repository import GIT, find_trace
from bookwheel.library.indexing.folder_watch import LOOK_S, WHOLE, can_listen, compare, is_stating, listen
from bookwheel.library.sources import collection_root
from bookwheel.library.sources.file_rules import Rules

log = logging.getLogger(__name__)

TRACE_S = 10.0
"""Seconds between two looks for new commits, which the watched files do not show."""

RETRY_S = 60.0
"""Seconds after which Bookwheel tries again to watch a folder that could not be watched."""

_DEBOUNCE_MS = 50


def run(library: Path, inbox: Callable[[float | None], Command | None], report: Callable[[Report], None]) -> None:
    """Watch the collections of the newest CONFIGURE until STOP, or until the inbox raises EOFError."""
    watcher = Watcher(
        lambda slug, paths: report(Report(ReportKind.CHANGED, collection=slug, paths=tuple(sorted(paths)))),
        lambda slug, sentence: report(Report(ReportKind.NOTICED, collection=slug, message=sentence)),
        library,
    )
    while True:
        command = inbox(None)
        if command is not None and command.verb is Verb.STOP:
            return
        if command is not None and command.verb is Verb.CONFIGURE:
            watcher.watch(command.collections)


@dataclass(slots=True)
class _Watch:
    collection: Collection
    stop: threading.Event
    thread: threading.Thread | None = None
    notice: Message = NO_MESSAGE


class Watcher:
    """Watches folders, a thread for each; use from one thread.

    `on_change` is called in those threads with a collection's slug and paths relative to its root, POSIX, as the disk
    spells them; `WHOLE` among them asks for a scan. A root that leads to another folder than before is watched there.
    Where the system cannot watch, the folder is looked at again and again, and `on_notice` gets the collection's slug
    with a sentence about it; an empty sentence takes it back.
    """

    def __init__(
        self,
        on_change: Callable[[str, frozenset[str]], None],
        on_notice: Callable[[str, Message], None] | None = None,
        library: Path = Path(os.devnull),
    ) -> None:
        """Watch nothing yet; a root that has come to lead to the folder of `library` is not watched."""
        self._on_change, self._on_notice, self._library = on_change, on_notice, library
        self._watches: dict[str, _Watch] = {}

    def watch(self, collections: Iterable[Collection]) -> None:
        """Watch these collections and no others; those that are watched already go on undisturbed."""
        wanted = {collection.slug: collection for collection in collections}
        for slug in list(self._watches):
            collection = wanted.get(slug)
            if collection is None or not _is_same(collection, self._watches[slug].collection):
                self._end([self._watches.pop(slug)])
        for slug, collection in wanted.items():
            if slug not in self._watches:
                started = _Watch(collection, threading.Event())
                started.thread = threading.Thread(
                    target=self._follow, args=(started,), name=f"watch {slug}", daemon=True
                )
                self._watches[slug] = started
                started.thread.start()

    def close(self) -> None:
        """Watch nothing any more; returns once every thread has ended."""
        watches = list(self._watches.values())
        self._watches.clear()
        self._end(watches)

    def _end(self, watches: list[_Watch]) -> None:
        for watched in watches:
            watched.stop.set()
        for watched in watches:
            if watched.thread is not None and watched.thread is not threading.current_thread():
                watched.thread.join(timeout=5)
            self._notify(watched, NO_MESSAGE)

    def _follow(self, watched: _Watch) -> None:
        """Report changes until the watch ends, whatever becomes of the root."""
        collection = watched.collection
        seen: collection_root.Identity | None = None
        compares_until = 0.0
        while not watched.stop.is_set():
            identity = collection_root.identify(collection.root)
            if identity != seen:
                if seen is not None or not identity.is_there:
                    self._tell(collection.slug, frozenset((WHOLE,)))
                seen, compares_until = identity, 0.0
            if not identity.is_there or collection_root.find_refusal_of_link(collection.root, self._library):
                watched.stop.wait(LOOK_S)
                continue
            rules = Rules.of(collection)
            if not compares_until and (network := collection_root.find_network_type(rules.root)):
                compares_until = float("inf")
                self._notify(
                    watched,
                    Message(
                        "{folder} is on a network file system ({type}) that does not report every change, so "
                        "Bookwheel looks for changes every few seconds.",
                        folder=collection.root,
                        type=network,
                    ),
                )
            try:
                self._report_while(watched, identity, rules, compares_until)
                compares_until = 0.0 if compares_until != float("inf") else compares_until
            except OSError as error:
                if compares_until or collection_root.identify(collection.root) != identity:
                    watched.stop.wait(LOOK_S)
                    continue
                compares_until = time.monotonic() + RETRY_S
                self._notify(
                    watched,
                    Message(
                        "Bookwheel cannot watch {folder} for changes ({reason}), so it looks for them every few "
                        "seconds. On Linux, raise fs.inotify.max_user_watches and max_user_instances.",
                        folder=collection.root,
                        reason=error.strerror or error,
                    ),
                )
            except Exception:  # the thread's edge: the folder is watched again
                log.exception("a folder could not be followed")
                watched.stop.wait(LOOK_S)

    def _report_while(
        self, watched: _Watch, identity: collection_root.Identity, rules: Rules, compares_until: float
    ) -> None:
        """Report changes until the watch ends, the root leads elsewhere, or watching may be tried again.

        Raises:
            OSError: when the system cannot watch the folder.
        """
        if compares_until:
            changes = compare(rules, watched.stop)
        elif sys.platform == "linux":
            changes = listen(rules, watched.stop)
        else:
            changes = _listen_natively(rules, watched.stop)
        trace, looked_at = find_trace(rules.root), time.monotonic()
        for paths in changes:
            if time.monotonic() - looked_at >= TRACE_S:
                before, trace, looked_at = trace, find_trace(rules.root), time.monotonic()
                if trace != before:
                    self._tell(watched.collection.slug, frozenset((GIT,)))
            if not compares_until:
                self._notify(watched, NO_MESSAGE)
            if paths:
                self._tell(watched.collection.slug, paths)
            if collection_root.identify(watched.collection.root) != identity:
                return
            if 0 < compares_until < time.monotonic():
                if can_listen(rules):
                    return
                compares_until = time.monotonic() + RETRY_S

    def _tell(self, slug: str, paths: frozenset[str]) -> None:
        try:
            self._on_change(slug, paths)
        except EOFError:  # the service has gone, and this process goes with it
            pass
        except Exception:  # the thread's edge: later changes are still followed
            log.exception("a change could not be passed on")

    def _notify(self, watched: _Watch, sentence: Message) -> None:
        if sentence == watched.notice:
            return
        watched.notice = sentence
        if sentence:
            log.warning("%s", sentence)
        if self._on_notice is not None:
            self._on_notice(watched.collection.slug, sentence)


def _listen_natively(rules: Rules, stop: threading.Event) -> Iterator[frozenset[str]]:
    """Yield what macOS and Windows report of a whole tree, which follows no link there; first WHOLE.

    Raises:
        OSError: when the system cannot watch the folder.
    """
    from watchfiles import watch  # noqa: PLC0415 - on Linux its watches follow links while they hold the interpreter

    yield frozenset((WHOLE,))
    for changes in watch(
        rules.root,
        watch_filter=None,
        debounce=_DEBOUNCE_MS,
        step=_DEBOUNCE_MS,
        stop_event=stop,
        rust_timeout=int(LOOK_S * 1000),
        yield_on_timeout=True,
        raise_interrupt=False,
    ):
        paths = ((change.name == "deleted", _relative(full, rules)) for change, full in changes)
        yield frozenset(path for is_gone, path in paths if path and _matters(path, rules, is_gone=is_gone))


def _relative(full: str, rules: Rules) -> str:
    path = os.path.relpath(full, rules.root).replace(os.sep, "/")
    return "" if path == "." or path.startswith("../") else path


def _matters(path: str, rules: Rules, *, is_gone: bool) -> bool:
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
        return enters
    takes, _ = rules.takes_file(path, in_left_out=in_left_out)
    return is_stating(path) or takes or (enters and is_gone)


def _is_same(one: Collection, other: Collection) -> bool:
    return (one.root, one.ignore, one.include, one.formats) == (
        other.root,
        other.ignore,
        other.include,
        other.formats,
    )
