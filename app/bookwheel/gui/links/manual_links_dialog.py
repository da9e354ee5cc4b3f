"""Everything that was linked by hand, by whomever, what is lost included: opened, narrowed by words, taken away."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from bookwheel.client.connection import Client
from bookwheel.domain.annotations.manual_links import (
    THE_PERSON,
    LinkEntry,
    LinksAnswer,
    LinksRequest,
    UnlinkAnswer,
    UnlinkRequest,
)
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.translation import QT_TR_NOOP, moment, number, tr
from bookwheel.gui.links.model import end_place
from bookwheel.gui.state.locations import Location
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.dialog import Dialog
from bookwheel.gui.widgets.table import Column, RowsModel, Table

_MOST = 2000


def _end(id: str, title: str) -> str:
    return title if id else tr("{title} (no longer there)").format(title=title)


COLUMNS: tuple[Column[LinkEntry], ...] = (
    Column(QT_TR_NOOP("From"), 190, lambda one: _end(one.subject, one.subject_title)),
    Column(QT_TR_NOOP("Relation"), 150, lambda one: one.link.label),
    Column(QT_TR_NOOP("To"), 190, lambda one: _end(one.object, one.object_title)),
    Column(QT_TR_NOOP("Created by"), 150, lambda one: tr("you") if one.link.by == THE_PERSON else one.link.by),
    Column(QT_TR_NOOP("Created"), 140, lambda one: moment(one.link.created_at), lambda one: one.link.created_at),
    Column(QT_TR_NOOP("Note"), 220, lambda one: one.link.note),
)


class _LinksTable(Table[LinkEntry]):
    """The links: Return opens the end whose cell was gone to, the first one elsewhere; Delete takes a link away."""

    removed = Signal(str)

    def target(self, item: LinkEntry, column: int) -> Location | None:
        """The other end in its own column, else the first that is there."""
        ends = [
            end_place(item.link.subject, item.subject, item.subject_title),
            end_place(item.link.object, item.object, item.object_title),
        ]
        return ends[1] if column == 2 else ends[0] or ends[1]

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """See the class."""
        entry = self.item
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and entry is not None:
            self.removed.emit(entry.link.id)
        else:
            super().keyPressEvent(event)


class ManualLinksDialog(Dialog):
    """The list, the newest first. It follows what is linked while it is open."""

    manual = "links.md"

    location_chosen = Signal(object, bool)
    """A Location, and whether a new tab was asked for."""

    def __init__(self, theme: Theme, calls: BackgroundCalls, parent: QWidget) -> None:
        super().__init__(calls, tr("Manual links"), QSize(1100, 600), parent)
        about = QLabel(
            tr("Links that you and agents added. Links to a missing page are kept and work again when it is back.")
        )
        about.setObjectName("soft")
        about.setWordWrap(True)
        self.box = self._narrowing(self._narrow)
        self._total = 0
        words = RowsModel(COLUMNS, lambda one: " ".join(column.words(one) for column in COLUMNS))
        self.table = _LinksTable(theme, tr("Manual links"), words)
        self.table.opened.connect(self._open)
        self.table.removed.connect(self.remove)
        self.table.left.connect(self.close)
        self.remove_button = self._button(tr("Delete link"), self._remove_chosen)
        head = QHBoxLayout()
        head.addWidget(about, 1)
        head.addWidget(self.box)
        self.column.addLayout(head)
        self.column.addWidget(self.table, 1)
        self.column.addLayout(self._foot(self.remove_button))

    def show_for(self, client: Client | None) -> None:
        """Show what was linked, as this client knows it."""
        super().show_for(client)
        self.table.setFocus()

    def on_event(self, event: Event) -> None:
        """Ask again when something was linked or documents changed, while the sheet is seen."""
        if self.isVisible() and event.kind in (EventKind.LINKS_CHANGED, EventKind.PROJECTED, EventKind.RESYNC):
            self._hearing.start()

    def remove(self, id: str) -> None:
        """Take a link away."""
        client = self._client

        def done(_answer: UnlinkAnswer) -> None:
            self.refresh()

        if client is not None:
            self._calls.ask(lambda: client.unlink(UnlinkRequest((id,))), done, self._fail)

    def _remove_chosen(self) -> None:
        entry = self.table.item
        if entry is not None:
            self.remove(entry.link.id)

    def _fetch(self, client: Client) -> None:
        self._calls.ask(lambda: client.links(LinksRequest(limit=_MOST)), self._show, self._fail, slot="by hand")

    def _show(self, answer: LinksAnswer) -> None:
        former, row = self.table.item, self.table.currentIndex().row()
        self._total = answer.total
        self.table.items.show(answer.links)
        if former is not None:
            self.table.choose_where(lambda one: one.link.id == former.link.id)
        if self.table.item is None and self.table.items.rowCount():
            last = self.table.items.rowCount() - 1
            self.table.setCurrentIndex(self.table.items.index(min(max(row, 0), last), 0))
        self._show_summary()

    def _narrow(self, words: str) -> None:
        self.table.items.narrow(words)
        self.table.choose_first()
        self._show_summary()

    def _show_summary(self) -> None:
        shown = self.table.items.rowCount()
        self.remove_button.setEnabled(shown > 0)
        if not self._total:
            self.said.setText(tr("No manual links yet. Use “Add manual link…” to create one."))
        elif shown == self._total:
            self.said.setText(tr("%Ln link(s)", "", shown))
        else:
            self.said.setText(tr("{shown} of {total}").format(shown=number(shown), total=number(self._total)))

    def _open(self, place: Location | None, in_new_tab: bool) -> None:
        if place is not None:
            self.location_chosen.emit(place, in_new_tab)
