"""Adding sites, feeds, git repositories and shared collections to one window's library, and refreshing one."""

from __future__ import annotations

from functools import partial
from typing import Protocol

from bookwheel.client.connection import Client
from bookwheel.domain.errors import BookwheelError, ServiceUnavailable
from bookwheel.domain.jobs import ENDED, Job, JobRequest, JobState
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.domain.sources import AddSourceAnswer, RefreshAnswer, RefreshRequest
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.library_tree.dock import LibraryDock
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.sources.descriptions import describe_counts
from bookwheel.gui.window.dialogs import Dialogs


class Show(Protocol):
    """Shows a collection in the tree."""

    def __call__(self, slug: str, *, opens: bool) -> None:
        """`opens` its front page too, once that is there."""
        ...


class AddSource:
    """Shows in the tree what was added, says that it is on its way, and what came of it."""

    def __init__(self, shell: Shell, library: LibraryDock, dialogs: Dialogs, show: Show) -> None:
        self._shell, self._library, self._dialogs, self._show = shell, library, dialogs, show
        self._awaited: dict[str, tuple[str, str]] = {}
        """By the id of a job that this window asked for: the name of its source, and what was said when it began."""
        dialogs.source_added.connect(self._on_added)
        dialogs.collection_wanted.connect(library.focus_collection)
        library.row_menu.refresh_wanted.connect(self._refresh)
        library.row_menu.sources_wanted.connect(dialogs.show_sources)
        library.row_menu.teams_wanted.connect(dialogs.teams.show)
        dialogs.teams.changed.connect(library.refresh)
        library.row_menu.publish_wanted.connect(dialogs.publish)
        shell.event_received.connect(self._on_event)

    def _on_added(self, answer: AddSourceAnswer) -> None:
        self._library.refresh()
        name = answer.collection.name
        if answer.is_known:
            self._notify(tr("“{name}” is already in the library.").format(name=name))
        else:
            self._await(answer.job, name, tr("Fetching “{name}”…").format(name=name))
        self._show(answer.collection.slug, opens=not answer.is_known)

    def _refresh(self, slug: str) -> None:
        client, shell = self._shell.client, self._shell
        if client is None:
            return
        name = shell.collection_names().get(slug, slug)

        def done(answer: RefreshAnswer) -> None:
            for job in answer.jobs:
                self._await(job, name, tr("Refreshing “{name}”…").format(name=name))

        shell.calls.ask(
            lambda: client.refresh(RefreshRequest(slug)),
            done,
            lambda error: shell.notify(translate_message(error.message)),
        )

    def _notify(self, sentence: str) -> None:
        self._shell.notify(sentence, tr("Show sources"), self._dialogs.show_sources)

    def _await(self, job: Job | None, name: str, sentence: str) -> None:
        self._notify(sentence)
        if job is not None:
            self._awaited[job.id] = (name, sentence)
            self._check_job(job.id)

    def _on_event(self, event: Event) -> None:
        if event.kind in (EventKind.JOBS_CHANGED, EventKind.RESYNC):
            for id in self._awaited:
                self._check_job(id)

    def _check_job(self, id: str) -> None:
        client = self._shell.client
        if client is not None:
            ask = partial(_fetch_job, client, id)
            self._shell.calls.ask(ask, self._notify_end, partial(self._forget, id), slot=f"job {id}")

    def _forget(self, id: str, error: BookwheelError) -> None:
        """Await a job no longer that is not known any more, as when its source was removed."""
        if not isinstance(error, ServiceUnavailable):
            self._awaited.pop(id, None)

    def _notify_end(self, found: tuple[Job, str]) -> None:
        job, known = found
        if job.state not in ENDED or job.id not in self._awaited:
            return
        name, sentence = self._awaited.pop(job.id)
        name = known or name
        self._shell.withdraw(sentence)
        if job.state is JobState.FAILED:
            reason = translate_message(job.message)
            self._notify(tr("Could not fetch “{name}”: {reason}").format(name=name, reason=reason))
        elif job.state is JobState.DONE:
            counts = describe_counts(job.counts) or tr("nothing new")
            said = tr("Fetched “{name}”: {counts}.").format(name=name, counts=counts)
            if job.counts.failed:
                self._notify(said)
            else:
                self._shell.notify(said)


def _fetch_job(client: Client, id: str) -> tuple[Job, str]:
    """A job, and the name that its collection has once it has ended: a first download may tell a better one."""
    job = client.job(JobRequest(id))
    cards = client.collections().collections if job.state in ENDED else ()
    return job, next((card.name for card in cards if card.slug == job.collection), "")
