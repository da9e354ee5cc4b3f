"""Linking by hand: from the page read to another, by a relation in one's own words, and taking such links away."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu

from bookwheel.client.connection import Client
from bookwheel.domain.document import TOP
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.manual_links import (
    LinkAnswer,
    LinkRequest,
    LinksAnswer,
    LinksRequest,
    UnlinkAnswer,
    UnlinkRequest,
)
from bookwheel.domain.search import NamesAnswer
from bookwheel.domain.service import Event, EventKind
from bookwheel.gui.i18n.service_messages import heard
from bookwheel.gui.i18n.translation import QT_TR_NOOP, tr
from bookwheel.gui.links.model import ROW, LinkRow
from bookwheel.gui.search.quick_open import document_choice, note_of, seek_names
from bookwheel.gui.widgets.palette import Choice, fitting

if TYPE_CHECKING:
    from bookwheel.gui.links.manual_links_dialog import ByHandSheet
    from bookwheel.gui.window.window import Window

T = TypeVar("T")

USUAL = (
    QT_TR_NOOP("belongs to"),
    QT_TR_NOOP("contradicts"),
    QT_TR_NOOP("continues"),
    QT_TR_NOOP("is an example of"),
)
"""Relations that are offered before anybody made one."""

_MOST_KNOWN = 500


class Linking:
    """What the person links by hand."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._known: tuple[str, ...] = ()
        self._sheet: ByHandSheet | None = None
        window.link.event_received.connect(self._hear)
        view = window.around.links.view
        view.removed.connect(self.remove)
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        view.customContextMenuRequested.connect(self._show_menu)

    def begin(self) -> None:
        """Choose what the section being read shall be linked to."""
        window, page = self._window, self._window.reader.page
        if page is None:
            window.notice.say(tr("Open a document first; then it can be linked to another."))
            return
        anchor = window.reader.anchor
        subject = page.doc if anchor in ("", TOP) else f"{page.doc}#{anchor}"
        self._learn()
        window.palette_.summon(
            tr("Link this page"),
            tr("Which document shall it be linked to?"),
            partial(self._seek, subject, page.doc),
            tr("No document has that name."),
        )

    def everything(self) -> ByHandSheet:
        """Show all that was linked by hand."""
        from bookwheel.gui.links.manual_links_dialog import ByHandSheet  # noqa: PLC0415 - later.py has loaded it by now

        window = self._window
        if self._sheet is None:
            self._sheet = ByHandSheet(window.theme, window.calls, window)
            self._sheet.place_chosen.connect(lambda place, new: window.open(place, in_new_tab=new))
            window.link.connected.connect(self._sheet.meet)
        self._sheet.summon(window.client)
        return self._sheet

    def remove(self, id: str) -> None:
        """Take a link away."""

        def done(_answer: UnlinkAnswer) -> None:
            self._window.around.links.ask()
            self._window.notice.say(tr("The link was taken away."))

        self._ask(lambda client: client.unlink(UnlinkRequest((id,))), done)

    def menu_of(self, row: LinkRow) -> QMenu | None:
        """What can be done with a link, None for one that a source states."""
        if not row.link:
            return None
        menu = QMenu(self._window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(tr("Take this link away"), lambda: self.remove(row.link))
        return menu

    def _show_menu(self, at: QPoint) -> None:
        view = self._window.around.links.view
        index = view.indexAt(at) if view.indexAt(at).isValid() else view.currentIndex()
        menu = self.menu_of(index.data(ROW)) if index.isValid() else None
        if menu is not None:
            view.setCurrentIndex(index)
            menu.popup(view.viewport().mapToGlobal(at))

    def _learn(self) -> None:
        """Find out which relations were used before, the last ones first."""

        def done(answer: LinksAnswer) -> None:
            self._known = tuple(dict.fromkeys(each.link.label for each in answer.links))

        self._ask(lambda client: client.links(LinksRequest(limit=_MOST_KNOWN)), done)

    def _seek(self, subject: str, own: str, text: str) -> None:
        window = self._window

        def rows(answer: NamesAnswer) -> list[Choice]:
            others = (each for each in answer.documents if each.doc != own)
            return [
                document_choice(
                    *(window, each.doc, each.title, note_of(each, text)),
                    partial(self._relate, subject, each.doc, each.title),
                )
                for each in others
            ]

        seek_names(window, text, rows)

    def _relate(self, subject: str, object: str, title: str) -> None:
        """Choose how the two belong together, or say it in other words."""
        palette = self._window.palette_
        known = (*self._known, *(each for each in map(tr, USUAL) if each not in self._known))

        def offer(text: str) -> None:
            said = [text] if text and text not in known else []
            rows = [Choice(each, partial(self._link, subject, each, object), "link") for each in (*said, *known)]
            palette.set_rows(rows[: len(said)] + fitting(rows[len(said) :], text))

        palette.summon(tr("Relation"), tr("How does it belong to “{title}”?").format(title=title), offer)

    def _link(self, subject: str, relation: str, object: str) -> None:
        def done(_answer: LinkAnswer) -> None:
            self._window.around.links.ask()
            self._window.notice.say(tr("Linked by hand; Links beside the page shows it."))

        self._ask(lambda client: client.link(LinkRequest(subject, relation, object)), done)

    def _hear(self, event: Event) -> None:
        if event.kind is EventKind.LINKS_CHANGED:
            self._window.around.links.refresh()
        if self._sheet is not None:
            self._sheet.hear(event)

    def _ask(self, call: Callable[[Client], T], done: Callable[[T], None]) -> None:
        client = self._window.client

        def fail(error: BookwheelError) -> None:
            self._window.notice.say(heard(error.message))

        if client is not None:
            self._window.calls.ask(lambda: call(client), done, fail)
