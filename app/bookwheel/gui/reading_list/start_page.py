"""The start page of a library: what is to be continued, read, was pinned and read lately, and what has changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QLabel, QMenu, QScrollArea, QVBoxLayout, QWidget

from bookwheel.client.connection import Client
from bookwheel.domain.annotations.reading_progress import ReadingEntry
from bookwheel.domain.collection import CollectionsAnswer
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.publication_texts import describe_shared
from bookwheel.gui.i18n.reading_texts import ago_now, describe_progress
from bookwheel.gui.i18n.translation import moment, number, share, tr
from bookwheel.gui.reading_list.reading_places import ReadingPlaces, locate
from bookwheel.gui.reading_list.start_contents import (
    StartContents,
    fetch_start_contents,
    list_continued,
    list_recent,
)
from bookwheel.gui.reading_list.start_rows import StartRow
from bookwheel.gui.state.locations import Location, section_location
from bookwheel.gui.theme import fonts
from bookwheel.gui.theme.theme import Theme

_REFRESH_MS = 400
_WIDEST, _ROOM_FOR_TWO, _GAP = 1000, 600, 28
_MOST_CONTINUED, _MOST_LISTED, _MOST_OTHERS = 4, 8, 6


class StartPage(QScrollArea):
    """Asks only while it is seen."""

    opened = Signal(object, bool)
    """A Location, and whether a new tab was asked for."""
    left = Signal()
    """Escape was pressed."""

    def __init__(self, theme: Theme, calls: BackgroundCalls, since: str) -> None:
        """`since` is when the window was last used, ISO 8601, empty for never."""
        super().__init__()
        self._theme, self._calls, self._since = theme, calls, since
        self._client: Client | None = None
        self._places: ReadingPlaces | None = None
        self._contents = StartContents()
        self._names: dict[str, str] = {}
        self._shared: dict[str, str] = {}
        """Who shares a collection, by slug; a person's own are not in it."""
        self._shown: object = None
        self._rows: list[StartRow] = []
        self.extend_menu: Callable[[QMenu, str], None] = lambda _menu, _doc: None
        """Adds what can be done with a document."""
        self.setObjectName("start")
        self.setAccessibleName(tr("Start page"))
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._build()
        self._refreshing = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._refreshing.timeout.connect(self.ask)
        theme.changed.connect(self._redraw)

    def _redraw(self, _is_dark: bool) -> None:
        self._sheet.update()

    def _build(self) -> None:
        self._sheet = QWidget()
        self._sheet.setObjectName("page")
        self._title = QLabel(tr("Library"))
        self._title.setObjectName("emptyTitle")
        self._title.setFont(fonts.font(28, 600, fonts.SERIF))
        self._summary = QLabel()
        self._summary.setObjectName("soft")
        self._hint = QLabel(tr("Choose a document on the left, or press Ctrl+K to search."))
        self._hint.setObjectName("emptyText")
        self._hint.setWordWrap(True)
        self._columns = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._columns.setSpacing(_GAP)
        self._sides = (QVBoxLayout(), QVBoxLayout())
        for side in self._sides:
            side.setSpacing(2)
            side.addStretch(1)
            self._columns.addLayout(side, 1)
        self._column = QVBoxLayout(self._sheet)
        self._column.setSpacing(4)
        for widget in (self._title, self._summary, self._hint):
            self._column.addWidget(widget)
        self._column.addSpacing(14)
        self._column.addLayout(self._columns)
        self._column.addStretch(1)
        self.setWidget(self._sheet)

    @property
    def rows(self) -> list[StartRow]:
        """All rows, from top to bottom, the left side first."""
        return self._rows

    @property
    def headings(self) -> list[str]:
        """The headings of what is shown."""
        labels = self._sheet.findChildren(QLabel, "startHead")
        return [label.text() for label in labels if not label.isHidden()]

    def set_client(self, client: Client | None) -> None:
        """Ask this client."""
        self._client = client
        self._refreshing.start(0)

    def follow(self, places: ReadingPlaces) -> None:
        """Show where documents were left, now and when that changes."""
        self._places = places
        places.changed.connect(self._show)

    def set_collections(self, answer: CollectionsAnswer) -> None:
        """Say how large the library is."""
        self._names = {card.slug: card.name for card in answer.collections}
        published = ((card.slug, card.publication) for card in answer.collections)
        self._shared = {slug: describe_shared(card) for slug, card in published if card is not None}
        documents = sum(card.documents for card in answer.collections)
        counted = (tr("%Ln document(s)", "", documents), tr("%Ln collection(s)", "", len(answer.collections)))
        self._summary.setText(" · ".join(counted))
        self._refreshing.start()

    def on_event(self, event: Event) -> None:
        """Ask again when documents or pins are others."""
        if event.kind in (EventKind.PUBLISHED, EventKind.TRAY_CHANGED, EventKind.RESYNC):
            self._refreshing.start()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """What changed meanwhile is asked for."""
        super().showEvent(event)
        self._refreshing.start(0)

    def ask(self) -> None:
        """Ask now, if it is seen."""
        client, since = self._client, self._since
        if client is not None and self.isVisible():
            self._calls.ask(lambda: fetch_start_contents(client, since), self._take, lambda _: None, slot="start")

    def _take(self, contents: StartContents) -> None:
        self._contents = contents
        self._show()

    def _show(self) -> None:
        """Lay the rows out anew, if they are others; the keyboard stays on the document on which it was."""
        entries = dict(self._places.entries) if self._places is not None else {}
        wanted = (entries, self._contents, dict(self._names), dict(self._shared))
        if wanted == self._shown or not self.isVisible():
            return
        self._shown = wanted
        focused = next((row for row in self.rows if row.hasFocus()), None)
        for side in self._sides:
            while side.count() > 1 and (taken := side.takeAt(0)) is not None:
                if (widget := taken.widget()) is not None:
                    widget.hide()
                    widget.deleteLater()
        self._rows = []
        self._fill(entries)
        self._hint.setVisible(not self.rows)
        if focused is not None:
            same = [row for row in self.rows if row.place.doc == focused.place.doc]
            (same[0] if same else self).setFocus()

    def _fill(self, entries: dict[str, ReadingEntry]) -> None:
        left, right = self._sides
        continued = list_continued(entries)[:_MOST_CONTINUED]
        above = {entry.doc for entry in continued}
        listed = [entry for entry in self._places.listed if not entry.is_lost] if self._places is not None else []
        listed = [entry for entry in listed if entry.doc not in above]
        self._add(left, tr("Continue reading"), [self._build_card(entry) for entry in continued])
        self._add(left, tr("Reading list"), [self._build_row(entry) for entry in listed[:_MOST_LISTED]], len(listed))
        self._add(right, self._name_changes(), self._build_changed(), note=self._count_changes())
        pinned = [
            StartRow(
                *(self._theme, section_location(entry.section, "", entry.place, entry.document_title), entry.title),
                *(entry.document_title if entry.document_title != entry.title else "", "pin"),
            )
            for entry in self._contents.pinned
        ]
        self._add(right, tr("Pinned for agents"), pinned[:_MOST_OTHERS], len(pinned))
        recent = [self._build_row(entry) for entry in list_recent(entries)[:_MOST_OTHERS]]
        self._add(right if continued or listed else left, tr("Recent"), recent)

    def _add(self, side: QVBoxLayout, title: str, rows: Sequence[StartRow], total: int = 0, *, note: str = "") -> None:
        """Add rows under a heading and a note; nothing where there are none."""
        if not rows:
            return
        heading = QLabel(title)
        heading.setObjectName("startHead")
        heading.setContentsMargins(2 if rows[0].is_card else 10, 0 if side.count() == 1 else 22, 0, 6)
        heading.setWordWrap(True)
        side.insertWidget(side.count() - 1, heading)
        if note:
            self._add_words(side, note, 10)
        for row in rows:
            row.opened.connect(self.opened)
            row.menu_wanted.connect(self._show_menu)
            row.add_remark(self._shared.get(row.place.doc.partition("/")[0], ""))
            side.insertWidget(side.count() - 1, row)
            self._rows.append(row)
            if row.is_card:
                side.insertSpacing(side.count() - 1, 6)
        if total > len(rows):
            self._add_words(side, tr("and {count} more").format(count=number(total - len(rows))), 36)

    def _add_words(self, side: QVBoxLayout, words: str, inset: int) -> None:
        label = QLabel(words)
        label.setObjectName("soft")
        label.setWordWrap(True)
        label.setContentsMargins(inset, 0, 10, 4)
        side.insertWidget(side.count() - 1, label)

    def _build_card(self, entry: ReadingEntry) -> StartRow:
        parts = (share(entry.fraction), ago_now(entry.left_at), entry.section)
        note = " · ".join(part for part in parts if part)
        return StartRow(self._theme, locate(entry), entry.title, note, fraction=entry.fraction)

    def _build_row(self, entry: ReadingEntry) -> StartRow:
        note = self._names.get(entry.doc.partition("/")[0], "")
        if entry.left_at:
            note = describe_progress(entry) if entry.fraction else ago_now(entry.left_at)
        row = StartRow(self._theme, locate(entry), entry.title, note)
        if entry.fraction or entry.is_read:
            row.ring = (entry.fraction, entry.is_read)
        return row

    def _name_changes(self) -> str:
        return tr("Changed since {when}").format(when=moment(self._since))

    def _count_changes(self) -> str:
        """How many documents changed in each collection."""
        more = "" if self._contents.is_all else "+"
        counts = ((self._names.get(slug, slug), f"{number(count)}{more}") for slug, count in self._contents.counts)
        return " · ".join(f"{name}\N{NO-BREAK SPACE}{count}" for name, count in counts)

    def _build_changed(self) -> list[StartRow]:
        return [
            StartRow(
                *(self._theme, Location(card.doc, title=card.title), card.title),
                self._names.get(card.collection, card.collection),
            )
            for card in self._contents.changed[:_MOST_OTHERS]
        ]

    def _show_menu(self, doc: str, at: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(tr("Open in new tab"), lambda: self.opened.emit(Location(doc), True))
        menu.addSeparator()
        self.extend_menu(menu, doc)
        menu.popup(at)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Two columns where there is room, and the sheet no wider than can be read."""
        super().resizeEvent(event)
        width = self.viewport().width()
        side = max(24, (width - _WIDEST) // 2)
        self._column.setContentsMargins(side, 40 if width >= _ROOM_FOR_TWO else 24, side, 32)
        is_wide = width - 2 * side >= _ROOM_FOR_TWO
        self._columns.setDirection(QBoxLayout.Direction.LeftToRight if is_wide else QBoxLayout.Direction.TopToBottom)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Down goes to the first row, Escape leaves."""
        if event.key() == Qt.Key.Key_Down and self.rows:
            self.rows[0].setFocus(Qt.FocusReason.TabFocusReason)
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
