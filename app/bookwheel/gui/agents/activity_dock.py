"""The Activity side bar: what agents asked, what they got and at what cost, as it happens."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import (
    QLabel,
    QListView,
    QPushButton,
    QWidget,
)

from bookwheel.domain.service.activity import Activity
from bookwheel.gui.agents.activity_filter import ActivityFilter, FilterBar, as_csv, as_json
from bookwheel.gui.agents.activity_model import CALL, ActivityModel
from bookwheel.gui.agents.call_delegate import CallDelegate
from bookwheel.gui.agents.pinned_list import PinsPane
from bookwheel.gui.i18n.agent_names import display_name
from bookwheel.gui.i18n.translation import QT_TR_NOOP, tr
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.dock import Dock, IconButton
from bookwheel.gui.widgets.file_dialogs import ask_where
from bookwheel.gui.widgets.row_delegate import CardList


class ActivityDock(Dock):
    """The calls of agents, and a button that holds them all."""

    passage_chosen = Signal(str, str)
    """A section's or document's id, and the words that found it."""
    pause_wanted = Signal(bool)
    agents_wanted = Signal()
    memories_wanted = Signal()
    unanswered_wanted = Signal()
    export_wanted = Signal(str, str)
    """A file's path, and its text."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, QT_TR_NOOP("Activity"), "activity", parent)
        self.model = ActivityModel(self)
        self.view = CardList(theme)
        self.view.setAccessibleName(tr("Activity"))
        self.shown = ActivityFilter(self.model, CALL, self)
        self.view.setModel(self.shown)
        self.view.setItemDelegate(CallDelegate(theme, self.view))
        self.view.setUniformItemSizes(True)
        self.view.setMouseTracking(True)
        self.view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.clicked.connect(self._choose)
        self.view.activated.connect(self._choose)
        self._build_title(theme)
        self.paused = QLabel(tr("All agents are paused; their calls are refused until you press Resume."))
        self.paused.setObjectName("warm")
        self.paused.setWordWrap(True)
        self.paused.hide()
        self.filters = FilterBar(self.shown, display_name)
        self.filters.export_wanted.connect(self._ask_for_file)
        self.pins = PinsPane(theme, self)
        self.hold(self.pins, 0)
        self.hold(self.paused, 0)
        self.hold(self.filters, 0)
        self.hold(self.view)
        theme.changed.connect(self._redraw)
        self.model.modelReset.connect(self._show_if_empty)
        self.model.rowsInserted.connect(self._show_if_empty)
        for signal in (
            self.shown.rowsInserted,
            self.shown.rowsRemoved,
            self.shown.modelReset,
            self.shown.layoutChanged,
        ):
            signal.connect(self._show_if_empty)
        self._show_if_empty()

    def _build_title(self, theme: Theme) -> None:
        self.pause = QPushButton(tr("Pause"))
        self.pause.setObjectName("chip")
        self.pause.setCheckable(True)
        self.pause.setMinimumHeight(24)
        self.pause.setToolTip(tr("Refuse the calls of all agents until you resume them"))
        self.pause.setAccessibleName(tr("Pause agents"))
        self.pause.clicked.connect(self.pause_wanted)
        self.connecting = IconButton(theme, "plug", tr("Manage agents"))
        self.connecting.setMinimumSize(24, 24)
        self.connecting.clicked.connect(self.agents_wanted)
        self.remembering = IconButton(theme, "book-marked", tr("Agent memory"))
        self.remembering.setMinimumSize(24, 24)
        self.remembering.clicked.connect(self.memories_wanted)
        self.lacking = IconButton(theme, "search-x", tr("Unanswered queries"))
        self.lacking.setMinimumSize(24, 24)
        self.lacking.clicked.connect(self.unanswered_wanted)
        self.add_to_title(self.lacking)
        self.add_to_title(self.remembering)
        self.add_to_title(self.connecting)
        self.add_to_title(self.pause)

    def _redraw(self, _is_dark: bool) -> None:
        self.view.viewport().update()

    def panes(self) -> tuple[QWidget, ...]:
        """See the dock."""
        return (self.view,)

    def set_paused(self, is_paused: bool) -> None:
        """Show whether agents are held."""
        self.pause.setChecked(is_paused)
        self.pause.setText(tr("Resume") if is_paused else tr("Pause"))
        self.pause.setAccessibleName(tr("Resume agents") if is_paused else tr("Pause agents"))
        self.paused.setVisible(is_paused)

    def _show_if_empty(self) -> None:
        has_calls = self.model.rowCount() > 0
        self.filters.setVisible(has_calls)
        self.filters.refresh()
        if not has_calls:
            self.show_message(tr("No agent has called yet. Agent searches and reads appear here."))
        else:
            self.show_message("" if self.shown.rowCount() else tr("No matching calls."))

    def _ask_for_file(self, kind: str) -> None:
        kinds = {kind: kind.upper()}
        ask_where(self, tr("Export calls"), f"activity.{kind}", kinds, lambda file: self.export(str(file)))

    def export(self, path: str) -> None:
        """Have the calls shown written to a file, as JSON or CSV by its name."""
        calls = self.shown.calls()
        self.export_wanted.emit(path, as_csv(calls) if path.endswith(".csv") else as_json(calls))

    def _choose(self, at: QModelIndex) -> None:
        call: Activity = at.data(CALL)
        if call.sections:
            self.passage_chosen.emit(call.sections[0], call.query if call.tool == "search" else "")
