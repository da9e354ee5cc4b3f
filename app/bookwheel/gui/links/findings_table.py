"""What links leave to mend as a table: one row a finding, its columns as its view needs them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu

from bookwheel.domain.diagnostics import InspectView, LinkFinding
from bookwheel.gui.i18n.file_places import name_place
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import QT_TR_NOOP, number, share, tr
from bookwheel.gui.shell.edit_target import EditTarget
from bookwheel.gui.state.locations import Location, section_location
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.table import Column, RowsModel, Table


def _written_at(one: LinkFinding) -> str:
    if one.place is not None:
        return name_place(one.place)
    return tr("line {number}").format(number=number(one.line)) if one.line else ""


def _where(doc: str) -> str:
    return " › ".join(doc.split("/")[:-1])


_DOCUMENT: Column[LinkFinding] = Column(QT_TR_NOOP("Document"), 250, lambda one: one.title)
_PLACE: Column[LinkFinding] = Column(
    QT_TR_NOOP("Location"), 300, lambda one: _where(one.doc), lambda one: one.doc.casefold()
)
_LINKS_OUT: Column[LinkFinding] = Column(
    QT_TR_NOOP("Outgoing links"), 110, lambda one: number(one.links), lambda one: one.links
)
_LINKS_BACK: Column[LinkFinding] = Column(
    QT_TR_NOOP("Backlinks"), 110, lambda one: number(one.links), lambda one: one.links
)

_WRITTEN: Column[LinkFinding] = Column(QT_TR_NOOP("Place"), 84, lambda one: _written_at(one), lambda one: one.line)
_REASON: Column[LinkFinding] = Column(QT_TR_NOOP("Reason"), 400, lambda one: translate_message(one.note))

COLUMNS: dict[InspectView, tuple[Column[LinkFinding], ...]] = {
    InspectView.BROKEN: (
        _DOCUMENT,
        _WRITTEN,
        Column(QT_TR_NOOP("Link text"), 170, lambda one: one.text),
        Column(QT_TR_NOOP("Target"), 200, lambda one: one.other),
        Column(QT_TR_NOOP("Similar names"), 200, lambda one: ", ".join(one.near)),
        _PLACE,
    ),
    InspectView.ORPHANS: (_DOCUMENT, _LINKS_OUT, _PLACE),
    InspectView.DEAD_ENDS: (_DOCUMENT, _LINKS_BACK, _PLACE),
    InspectView.COPIES: (
        _DOCUMENT,
        Column(QT_TR_NOOP("Similar document"), 230, lambda one: one.other_title),
        Column(QT_TR_NOOP("Shared lines"), 90, lambda one: share(one.share), lambda one: one.share),
        Column(QT_TR_NOOP("Location"), 230, lambda one: _where(one.doc), lambda one: one.doc.casefold()),
        Column(QT_TR_NOOP("Other location"), 230, lambda one: _where(one.other), lambda one: one.other.casefold()),
    ),
    InspectView.UNLINKED: (
        _DOCUMENT,
        _WRITTEN,
        Column(QT_TR_NOOP("Text"), 420, lambda one: one.text),
        Column(QT_TR_NOOP("Named document"), 230, lambda one: one.other_title),
        _PLACE,
    ),
    InspectView.AMBIGUOUS: (
        Column(QT_TR_NOOP("Name"), 250, lambda one: one.text),
        Column(QT_TR_NOOP("Count"), 70, lambda one: number(one.links), lambda one: one.links),
        Column(QT_TR_NOOP("Documents and things with this name"), 700, lambda one: ", ".join(one.near)),
    ),
    InspectView.REPLACED: (
        _DOCUMENT,
        _WRITTEN,
        Column(QT_TR_NOOP("Replaced document"), 220, lambda one: one.other_title),
        Column(QT_TR_NOOP("Replaced by"), 200, lambda one: ", ".join(one.near)),
        _PLACE,
    ),
    InspectView.STALE: (_DOCUMENT, _REASON, _LINKS_BACK, _PLACE),
    InspectView.PASSED: (_DOCUMENT, _REASON, _LINKS_BACK, _PLACE),
    InspectView.SIMILAR: (
        _DOCUMENT,
        Column(QT_TR_NOOP("Similar document"), 230, lambda one: one.other_title),
        Column(QT_TR_NOOP("Similarity"), 90, lambda one: share(one.share), lambda one: one.share),
        Column(QT_TR_NOOP("Location"), 230, lambda one: _where(one.doc), lambda one: one.doc.casefold()),
        Column(QT_TR_NOOP("Other location"), 230, lambda one: _where(one.other), lambda one: one.other.casefold()),
    ),
}
"""The columns of each view."""

_OF_OTHER = {
    (InspectView.COPIES, 1), (InspectView.COPIES, 4), (InspectView.UNLINKED, 3), (InspectView.REPLACED, 2),
    (InspectView.SIMILAR, 1), (InspectView.SIMILAR, 4),
}  # fmt: skip
"""Columns that lead to the second document of a finding."""


def findings_model() -> RowsModel[LinkFinding]:
    """No findings yet; `narrow` looks in titles, ids and the links' words."""
    return RowsModel(
        COLUMNS[InspectView.BROKEN], lambda one: f"{one.title} {one.doc} {one.text} {one.other} {one.other_title}"
    )


class FindingsTable(Table[LinkFinding]):
    """What there is to mend; `opened` tells the Location where it is written."""

    edit_wanted = Signal(object)
    """An EditTarget."""
    note_wanted = Signal(str, str)
    """A document, and the target of a broken link in it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, tr("Findings"), findings_model())
        self._view = InspectView.BROKEN
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._show_menu)

    def show_findings(self, view: InspectView, findings: Sequence[LinkFinding]) -> None:
        """Show findings in the columns of their view, the first one chosen."""
        self._view = view
        is_other = self.items.columns is not COLUMNS[view]
        self.items.show(findings, COLUMNS[view])
        if is_other:
            self.unsort()
        self.choose_first()

    def edit_target(self, item: LinkFinding, column: int) -> EditTarget:
        """The line at which a finding is written; of two documents, the one whose column was chosen."""
        if (self._view, column) in _OF_OTHER:
            return EditTarget(item.other, item.other_section, item.other_line, item.other_text, item.other_place)
        return EditTarget(item.doc, item.section, 0 if item.place is not None else item.line, item.text, item.place)

    def build_menu(self) -> QMenu | None:
        """What can be done with the finding that is chosen; None without one, or for one that is no place."""
        item, column = self.item, self.currentIndex().column()
        if item is None or not item.doc:
            return None
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(tr("Open in new tab"), lambda: self.open(self.currentIndex(), in_new_tab=True))
        menu.addAction(tr("Open in editor"), lambda: self.edit_wanted.emit(self.edit_target(item, column)))
        if self._view is InspectView.BROKEN:
            menu.addAction(tr("New note…"), lambda: self.note_wanted.emit(item.doc, item.other))
        return menu

    def _show_menu(self, at: QPoint) -> None:
        menu = self.build_menu()
        if menu is not None:
            menu.popup(self.viewport().mapToGlobal(at))

    def target(self, item: LinkFinding, column: int) -> Location:
        """Where a finding is written; of two documents, the one whose column was chosen."""
        if (self._view, column) in _OF_OTHER:
            return section_location(item.other_section or item.other, title=item.other_title)
        return section_location(item.section or item.doc, place=item.place, title=item.title)
