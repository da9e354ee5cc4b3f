"""Linking by hand: from the page read to another, by a relation in one's own words, and taking such links away."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from bookwheel.client.connection import Client
from bookwheel.domain.annotations.manual_links import (
    LinkAnswer,
    LinkRequest,
    LinksAnswer,
    LinksRequest,
    UnlinkAnswer,
    UnlinkRequest,
)
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import QT_TR_NOOP, tr
from bookwheel.gui.links.dock import LinksDock
from bookwheel.gui.shell.document_picker import pick_document
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.shell.team_documents import refuses_change
from bookwheel.gui.widgets.palette import Choice, filter_choices

if TYPE_CHECKING:
    from bookwheel.gui.links.manual_links_dialog import ManualLinksDialog

T = TypeVar("T")

USUAL = (
    QT_TR_NOOP("belongs to"),
    QT_TR_NOOP("contradicts"),
    QT_TR_NOOP("continues"),
    QT_TR_NOOP("is an example of"),
)
"""Relations that are offered before anybody made one."""

_MOST_KNOWN = 500


class ManualLinks:
    """What the person links by hand."""

    def __init__(self, shell: Shell, links: LinksDock) -> None:
        self._shell = shell
        self._links = links
        self._view = links.view
        self._known: tuple[str, ...] = ()
        self._dialog: ManualLinksDialog | None = None
        shell.event_received.connect(self._on_event)
        self._view.removed.connect(self.remove)

    def link_here(self) -> None:
        """Choose what the section being read shall be linked to."""
        shell = self._shell
        section = shell.section
        if not section:
            shell.notify(tr("No document is open. Open one, then add a manual link."))
            return
        if refuses_change(shell, section):
            return
        self._fetch_relations()
        pick_document(
            shell,
            tr("Add manual link"),
            tr("Link to which document?"),
            partial(self._choose_relation, section),
            without=section.partition("#")[0],
        )

    def show_all(self) -> ManualLinksDialog:
        """Show all that was linked by hand."""
        from bookwheel.gui.links.manual_links_dialog import ManualLinksDialog  # noqa: PLC0415 - deferred_imports has loaded it

        shell = self._shell
        if self._dialog is None:
            self._dialog = ManualLinksDialog(shell.theme, shell.calls, shell.dialog_parent())
            self._dialog.location_chosen.connect(lambda place, new: shell.open(place, in_new_tab=new))
            shell.connected.connect(self._dialog.on_connected)
        self._dialog.show_for(shell.client)
        return self._dialog

    def remove(self, id: str) -> None:
        """Take a link away."""

        def done(_answer: UnlinkAnswer) -> None:
            self._links.ask()
            self._shell.notify(tr("Link deleted."))

        self._call(lambda client: client.unlink(UnlinkRequest((id,))), done)

    def _fetch_relations(self) -> None:
        """Find out which relations were used before, the last ones first."""

        def done(answer: LinksAnswer) -> None:
            self._known = tuple(dict.fromkeys(entry.link.label for entry in answer.links))

        self._call(lambda client: client.links(LinksRequest(limit=_MOST_KNOWN)), done)

    def _choose_relation(self, subject: str, object: str, title: str) -> None:
        """Choose how the two belong together, or say it in other words."""
        palette = self._shell.command_palette
        known = (*self._known, *(relation for relation in map(tr, USUAL) if relation not in self._known))

        def offer(text: str) -> None:
            said = [text] if text and text not in known else []
            rows = [
                Choice(relation, partial(self._link, subject, relation, object), "link") for relation in (*said, *known)
            ]
            palette.set_rows(rows[: len(said)] + filter_choices(rows[len(said) :], text))

        palette.show_choices(tr("Relation"), tr("Relation to “{title}”").format(title=title), offer)

    def _link(self, subject: str, relation: str, object: str) -> None:
        def done(_answer: LinkAnswer) -> None:
            self._links.ask()
            self._shell.notify(tr("Manual link added. The Links pane shows it."))

        self._call(lambda client: client.link(LinkRequest(subject, relation, object)), done)

    def _on_event(self, event: Event) -> None:
        if event.kind is EventKind.LINKS_CHANGED:
            self._links.refresh()
        if self._dialog is not None:
            self._dialog.on_event(event)

    def _call(self, call: Callable[[Client], T], done: Callable[[T], None]) -> None:
        client = self._shell.client

        def fail(error: BookwheelError) -> None:
            self._shell.notify(translate_message(error.message))

        if client is not None:
            self._shell.calls.ask(lambda: call(client), done, fail)
