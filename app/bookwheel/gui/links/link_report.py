"""The link workbench: links that lead nowhere, documents without links, and documents that are nearly the same."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QLabel,
    QWidget,
)

from bookwheel.client.connection import Client
from bookwheel.domain.diagnostics import DismissRequest, InspectAnswer, InspectRequest, InspectView, LinkFinding
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import number, tr
from bookwheel.gui.links.findings_table import COLUMNS, FindingsTable
from bookwheel.gui.links.passage_pair import PassagePair
from bookwheel.gui.links.report_views import LINK_VIEWS, WORTH_VIEWS
from bookwheel.gui.state.comparisons import comparison_id
from bookwheel.gui.state.locations import Location
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.chip import chip
from bookwheel.gui.widgets.dialog import Dialog
from bookwheel.gui.widgets.file_dialogs import ask_where
from bookwheel.gui.widgets.menu_button import QuietMenu
from bookwheel.gui.widgets.wrapping_row import WrappingRow

_OF_TWO = (InspectView.COPIES, InspectView.SIMILAR)
"""Views whose findings are two documents that a person may want to see beside each other."""


class LinkReport(Dialog):
    """Several views of one table, for one collection or for all, narrowed by words, written as CSV.

    It shows what links leave to mend or, with `is_worth`, what is worth a look, with two passages under the table.
    """

    manual = "links.md"

    location_chosen = Signal(object, bool)
    """A Location, and whether a new tab was asked for."""
    edit_wanted = Signal(object)
    """An EditTarget: the line of a finding."""
    note_wanted = Signal(str, str)
    """A document, and the target of a broken link in it."""

    def __init__(self, theme: Theme, calls: BackgroundCalls, parent: QWidget, *, is_worth: bool = False) -> None:
        super().__init__(calls, tr("Worth a look") if is_worth else tr("Link report"), QSize(1160, 680), parent)
        self._views = WORTH_VIEWS if is_worth else LINK_VIEWS
        self._collection = ""
        self._names: dict[str, str] = {}
        self._answer: InspectAnswer | None = None
        self._view = next(iter(self._views))
        self.views = QButtonGroup(self)
        row = WrappingRow(spacing=6)
        for place, (view, (name, about, _)) in enumerate(self._views.items()):
            made = chip(tr(name), is_on=view is self._view)
            made.setToolTip(tr(about))
            made.clicked.connect(lambda _on=False, which=view: self.choose(which))
            self.views.addButton(made, place)
            row.add(made)
        row.add_stretch()
        self.collections = QuietMenu(theme, tr("Collection"))
        self.collections.chosen.connect(self.within)
        self.box = self._narrowing(self._narrow)
        row.add(self.collections)
        row.add(self.box)
        self._about = QLabel()
        self._about.setObjectName("soft")
        self._about.setWordWrap(True)
        self.table = FindingsTable(theme)
        self.table.opened.connect(self.location_chosen)
        self.table.edit_wanted.connect(self.edit_wanted)
        self.table.note_wanted.connect(self.note_wanted)
        self.table.left.connect(self.close)
        self.table.chosen.connect(lambda _where: self._choose())
        self.export = self._button(tr("Export as CSV…"), self._ask_for_file)
        self.open_button = self._button(
            tr("Open"), lambda: self.table.open(self.table.currentIndex(), in_new_tab=False)
        )
        self.show_dismissed = chip(tr("Show dismissed"), is_on=False)
        self.show_dismissed.clicked.connect(lambda _on=False: self.refresh())
        self._dismissing = tr("Not worth a look") if is_worth else tr("Dismiss finding")
        self.dismiss_button = self._button(self._dismissing, self._dismiss)
        self.compare_button = self._button(tr("Compare documents"), self._compare)
        buttons = (self.show_dismissed, self.dismiss_button, self.export, self.compare_button, self.open_button)
        self.column.addLayout(row)
        self.column.addWidget(self._about)
        self.pair = PassagePair() if is_worth else None
        if self.pair is None:
            self.column.addWidget(self.table, 1)
        else:
            self.open_button.hide()  # each passage has its own
            self.pair.opened.connect(self.location_chosen)
            self.column.addWidget(self._split(self.table, self.pair, (300, 220)), 1)
        self.column.addLayout(self._foot(*buttons))

    def show_names(self, names: dict[str, str]) -> None:
        """Offer to look in one of the collections, by their names by slug."""
        self._names = names
        if self._collection not in names:
            self._collection = ""
        self._offer()

    def show_for(self, client: Client | None) -> None:
        """Show what there is to mend by this client."""
        self._show_view()
        super().show_for(client)
        self.table.setFocus()

    def choose(self, view: InspectView) -> None:
        """Show another view."""
        self._view = view
        self._show_view()
        self.refresh()

    def _show_view(self) -> None:
        self.views.button(list(self._views).index(self._view)).setChecked(True)
        self._about.setText(tr(self._views[self._view][1]))

    def within(self, collection: str) -> None:
        """Look in one collection, by its slug, or in all, when empty."""
        self._collection = collection
        self._offer()
        self.refresh()

    def _fetch(self, client: Client) -> None:
        request = InspectRequest(self._view, self._collection, with_dismissed=self.show_dismissed.isChecked())
        self.said.setText(tr("Checking links…"))
        self._calls.ask(lambda: client.inspect(request), self._show, self._fail, slot="inspect")

    def export_to(self, file: Path) -> None:
        """Write the rows shown as CSV, and say so."""
        self._write(file, as_rows(self._view, self.table.items.rows))

    def _offer(self) -> None:
        by_name = sorted(self._names.items(), key=lambda name: name[1].casefold())
        self.collections.offer([("", tr("All collections")), *by_name], self._collection)

    def _show(self, answer: InspectAnswer) -> None:
        self._answer = answer
        self.table.show_findings(answer.view, answer.findings)
        self._show_summary()

    def _choose(self) -> None:
        """Show what belongs to the row that is chosen."""
        finding = self.table.item
        self.dismiss_button.setEnabled(finding is not None)
        is_dismissed = finding is not None and finding.is_dismissed
        self.dismiss_button.setText(tr("Restore finding") if is_dismissed else self._dismissing)
        self.compare_button.setVisible(self._view in _OF_TWO)
        self.compare_button.setEnabled(finding is not None)
        if self.pair is not None:
            self.pair.show_finding(finding)

    def _compare(self) -> None:
        finding = self.table.item
        if finding is not None:
            self.location_chosen.emit(Location(comparison_id(finding.doc, finding.other)), True)

    def _dismiss(self) -> None:
        """Dismiss the finding that is chosen, or restore it."""
        finding, client = self.table.item, self._client
        if finding is not None and client is not None:
            request = DismissRequest((finding.id,), is_restored=finding.is_dismissed)
            self._calls.ask(lambda: client.dismiss(request), lambda _done: self.refresh(), self._fail)

    def _narrow(self, words: str) -> None:
        self.table.items.narrow(words)
        self.table.choose_first()
        self._show_summary()

    def _show_summary(self) -> None:
        answer = self._answer
        if answer is None:
            return
        shown = self.table.items.rowCount()
        is_any = shown > 0
        self._choose()
        for button in (self.export, self.open_button):
            button.setEnabled(is_any)
        hidden = tr("%Ln dismissed", "", answer.dismissed) if answer.dismissed else ""
        if not answer.total:
            nothing = " ".join(map(translate_message, answer.notices)) or tr(self._views[answer.view][2])
            self.said.setText(" · ".join(filter(None, (nothing, hidden))))
            return
        parts = [tr("{shown} of {total}").format(shown=number(shown), total=number(answer.total))]
        if shown == answer.total:
            parts = [tr("%Ln finding(s)", "", answer.total)]
        elif not self.box.text() and answer.total > len(answer.findings):
            parts.append(tr("choose a collection to see the rest"))
        self.said.setText(" · ".join(filter(None, [*parts, hidden, *map(translate_message, answer.notices)])))

    def _ask_for_file(self) -> None:
        ask_where(self, tr("Export as CSV"), f"{self._view.value}.csv", {"csv": "CSV"}, self.export_to)


def as_rows(view: InspectView, findings: Sequence[LinkFinding]) -> list[list[str]]:
    """A head and the findings' cells, with the id of where each is written."""
    columns = COLUMNS[view]
    rows = [[*(column.words(one) for column in columns), one.section or one.doc] for one in findings]
    return [[*(tr(column.name) for column in columns), tr("ID")], *rows]
