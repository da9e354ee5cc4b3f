"""The watcher kept in step with the collections: what it follows, and what it cannot follow."""

from __future__ import annotations

from collections.abc import Callable

from bookwheel.domain.collection import Collection
from bookwheel.domain.indexing import Command, Report, ReportKind, Verb
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.paths import LibraryPaths, command
from bookwheel.service.workers.notices import Notices
from bookwheel.service.workers.worker_supervisor import Child

CRASHES_BEFORE_NOTICE = 5

NEVER_S = 1e8
"""Idle seconds after which the watcher may end."""


class Watcher:
    """The watcher process, which names the files that change. `configure` and `close` are called one at a time."""

    def __init__(
        self,
        paths: LibraryPaths,
        watched: Callable[[], tuple[Collection, ...]],
        on_changed: Callable[[str, tuple[str, ...]], None],
        notices: Notices,
    ) -> None:
        """Start nothing yet. `watched` gives the collections to follow; `on_changed` hears of files by collection."""
        self._watched, self._on_changed, self._notices = watched, on_changed, notices
        self._crashes = 0
        self._sentences: dict[str, Message] = {}
        line = [*command(), "child", "watcher", "--library", str(paths.root)]
        self._child = Child(
            "watcher", Verb.WAKE, line, paths.log, self._opening, self.on_report, self.on_crash, lambda: NEVER_S
        )

    def configure(self) -> None:
        """Have it follow the collections as they are; it is started with the first."""
        (configuration,) = self._opening()
        self._child.tell(configuration)
        if configuration.collections:
            self._child.warm()

    def close(self) -> None:
        """Stop it."""
        self._child.close()

    def on_report(self, report: Report) -> None:
        """Take in what it reports."""
        if report.kind is ReportKind.CHANGED:
            self._on_changed(report.collection, report.paths)
        elif report.kind is ReportKind.NOTICED:
            self._note(report.collection, report.message)

    def on_crash(self, slug: str, path: str) -> None:
        """Take in that it crashed; the next one asks for a scan, since changes may have been missed."""
        self._crashes += 1
        for watched in tuple(self._sentences):
            self._note(watched, NO_MESSAGE)
        if self._crashes == CRASHES_BEFORE_NOTICE:
            self._notices.add(
                Message("The file watcher keeps stopping, so changes to files may be missed. See the log for details.")
            )

    def _opening(self) -> list[Command]:
        return [Command(Verb.CONFIGURE, collections=self._watched())]

    def _note(self, slug: str, sentence: Message) -> None:
        """Keep the sentence about a collection until another one, empty for none, takes its place."""
        before = self._sentences.pop(slug, NO_MESSAGE)
        if sentence:
            self._sentences[slug] = sentence
        if before and before not in self._sentences.values():
            self._notices.drop(before)
            self._notices.announce()
        self._notices.add(sentence)
