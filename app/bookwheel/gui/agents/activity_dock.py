"""The Activity side bar: what agents asked, what they got and at what cost, as it happens."""

from __future__ import annotations

from urllib.parse import unquote

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import (
    QLabel,
    QListView,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from bookwheel.domain.document import TOP
from bookwheel.domain.service import Activity
from bookwheel.gui.agents.activity_filter import ActivityFilter, FilterBar, as_csv, as_json
from bookwheel.gui.agents.pinned_list import PinsPane
from bookwheel.gui.i18n.agent_names import display_name
from bookwheel.gui.i18n.translation import QT_TR_NOOP, moment, number, tr
from bookwheel.gui.theme import fonts, icons
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.dock import Dock, IconButton
from bookwheel.gui.widgets.file_dialogs import ask_where

Index = QModelIndex | QPersistentModelIndex
CALL = Qt.ItemDataRole.UserRole + 1
_NOWHERE = QModelIndex()
MOST_CALLS = 500
"""Calls that the list holds."""
_OWN = ("window", "cli", "")
_REFUSALS = {
    "agents_paused": QT_TR_NOOP("held: agents are paused"),
    "not_found": QT_TR_NOOP("no such document or section"),
    "bad_request": QT_TR_NOOP("not understood"),
    "too_many": QT_TR_NOOP("too many calls at once"),
    "timed_out": QT_TR_NOOP("took too long"),
    "unauthorised": QT_TR_NOOP("not allowed"),
}


_DONE = {
    "browse": QT_TR_NOOP("browse {what}"),
    "outline": QT_TR_NOOP("outline {what}"),
    "read": QT_TR_NOOP("read {what}"),
    "explore": QT_TR_NOOP("explore {what}"),
    "query": QT_TR_NOOP("query {what}"),
    "context": QT_TR_NOOP("context {what}"),
    "remember": QT_TR_NOOP("remember {what}"),
    "recall": QT_TR_NOOP("recall {what}"),
    "forget": QT_TR_NOOP("forget {what}"),
}
"""What a call to a tool did, in words."""
_HOLDING = {"tray": QT_TR_NOOP("tray"), "topics": QT_TR_NOOP("topics")}
"""What the resources hold that are no document's."""


def sentence(call: Activity) -> str:
    """What a call asked, as a person would say it."""
    if call.tool == "search" and call.query:
        return tr("search “{words}”").format(words=call.query)
    if call.tool == "resource":
        kind, _, doc = call.query.removeprefix("bookwheel://").partition("/")
        done = _DONE["outline"] if kind == "outline" else _DONE["read"]
        return tr(done).format(what=_place(unquote(doc) or tr(_HOLDING.get(kind, kind))))
    named = call.sections if call.tool == "read" and call.sections else tuple(call.query.split(", "))
    if named[0]:
        one = (
            tr(_DONE[call.tool]).format(what=_place(named[0]))
            if call.tool in _DONE
            else f"{call.tool} {_place(named[0])}"
        )
        return tr("{call} and %Ln more", "", len(named) - 1).format(call=one) if len(named) > 1 else one
    return tr("browse the library") if call.tool == "browse" else call.tool


def _place(section: str) -> str:
    """What an id names, as words: the section's own, else the file's; what is no id, as it stands."""
    if "/" not in section:
        return tr("“{words}”").format(words=section)
    doc, _, anchor = section.partition("#")
    name = anchor if anchor and anchor != TOP else doc.rpartition("/")[2].rpartition(".")[0] or doc
    words = name.replace("-", " ").replace("_", " ").strip() or section
    return tr("“{words}”").format(words=f"{words[:1].upper()}{words[1:]}")


def cost(call: Activity) -> str:
    """What a call gave and what it cost."""
    if call.error:
        return tr(_REFUSALS.get(call.error, call.error.replace("_", " ")))
    tokens = tr("%Ln token(s)", "", call.tokens)
    match call.tool:
        case "search":
            given = tr("%Ln hit(s)", "", call.hits)
        case "outline" | "read" | "context":
            given = tr("%Ln section(s)", "", call.hits)
        case "query":
            given = tr("%Ln row(s)", "", call.hits)
        case "browse" | "explore" | "recall":
            given = tr("%Ln found", "", call.hits)
        case _:
            return tokens
    return f"{given} · {tokens}"


def _took(call: Activity) -> str:
    return tr("{time} ms").format(time=number(call.took_ms, 0 if call.took_ms >= 1 else 1))


class ActivityModel(QAbstractListModel):
    """Calls, newest first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._calls: list[Activity] = []

    def set_calls(self, calls: tuple[Activity, ...]) -> None:
        """Replace the list by calls, newest first."""
        self.beginResetModel()
        self._calls = [each for each in calls if each.client not in _OWN][:MOST_CALLS]
        self.endResetModel()

    def add(self, call: Activity) -> None:
        """Put a call on top, unless it is the window's own or already here."""
        if call.client in _OWN or any(each.sequence == call.sequence for each in self._calls[:20]):
            return
        self.beginInsertRows(QModelIndex(), 0, 0)
        self._calls.insert(0, call)
        self.endInsertRows()
        if len(self._calls) > MOST_CALLS:
            self.beginRemoveRows(QModelIndex(), MOST_CALLS, len(self._calls) - 1)
            del self._calls[MOST_CALLS:]
            self.endRemoveRows()

    def rowCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802
        """See Qt."""
        return 0 if parent.isValid() else len(self._calls)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """A call, and its words."""
        if not index.isValid():
            return None
        call = self._calls[index.row()]
        if role == CALL:
            return call
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{display_name(call.client)}: {sentence(call)}"
        if role in (Qt.ItemDataRole.AccessibleDescriptionRole, Qt.ItemDataRole.ToolTipRole):
            return f"{sentence(call)}\n{cost(call)} · {_took(call)}\n{moment(call.at)}"
        return None


class _CallDelegate(QStyledItemDelegate):
    """A small card: client and time taken, what was asked, what it gave."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:  # noqa: N802
        """Three lines and a gap."""
        return QSize(option.rect.width(), 80)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """One call."""
        call: Activity = index.data(CALL)
        colours = self._theme.colours
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        card = QRectF(option.rect).adjusted(8.5, 0.5, -6.5, -8.5)
        is_chosen = bool(option.state & QStyle.StateFlag.State_HasFocus)
        is_under = bool(option.state & QStyle.StateFlag.State_MouseOver)
        painter.setPen(QColor(colours["accent" if is_chosen else "line"]))
        painter.setBrush(QColor(colours["hover" if is_under else "page"]))
        painter.drawRoundedRect(card, 8, 8)
        inner = card.adjusted(11, 8, -10, -8)
        painter.drawPixmap(
            inner.topLeft().toPoint(), icons.pixmap("bot", colours["warm" if call.error else "accent"], 14)
        )
        line = QRectF(inner.left(), inner.top() - 1, inner.width(), 18)
        left, right = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
        painter.setFont(fonts.font(11.5))
        painter.setPen(QColor(colours["soft"]))
        painter.drawText(line, right, _took(call))
        painter.setFont(fonts.font(12.6, 600))
        painter.setPen(QColor(colours["text"]))
        painter.drawText(line.adjusted(20, 0, -60, 0), left, display_name(call.client))
        for row, (words, tone) in enumerate(
            ((sentence(call), "text"), (cost(call), "warm" if call.error else "soft")), 1
        ):
            painter.setFont(fonts.font(12.2))
            painter.setPen(QColor(colours[tone]))
            cut = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, int(inner.width()))
            painter.drawText(line.translated(0, row * 18.5), left, cut)
        painter.restore()


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
        self.view = QListView()
        self.view.setAccessibleName(tr("Activity"))
        self.shown = ActivityFilter(self.model, CALL, self)
        self.view.setModel(self.shown)
        self.view.setItemDelegate(_CallDelegate(theme, self.view))
        self.view.setUniformItemSizes(True)
        self.view.setMouseTracking(True)
        self.view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.clicked.connect(self._choose)
        self.view.activated.connect(self._choose)
        self._build_title(theme)
        self.paused = QLabel(tr("All agents are paused: their calls are refused until you press Resume."))
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
        for each in (self.shown.rowsInserted, self.shown.rowsRemoved, self.shown.modelReset, self.shown.layoutChanged):
            each.connect(self._show_if_empty)
        self._show_if_empty()

    def _build_title(self, theme: Theme) -> None:
        self.pause = QPushButton(tr("Pause"))
        self.pause.setObjectName("chip")
        self.pause.setCheckable(True)
        self.pause.setMinimumHeight(24)
        self.pause.setToolTip(tr("Hold every agent's calls"))
        self.pause.setAccessibleName(tr("Pause agents"))
        self.pause.clicked.connect(self.pause_wanted)
        self.connecting = IconButton(theme, "plug", tr("Connect or revoke an agent"))
        self.connecting.setMinimumSize(24, 24)
        self.connecting.clicked.connect(self.agents_wanted)
        self.remembering = IconButton(theme, "book-marked", tr("Memories of agents"))
        self.remembering.setMinimumSize(24, 24)
        self.remembering.clicked.connect(self.memories_wanted)
        self.lacking = IconButton(theme, "search-x", tr("Queries that found nothing"))
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
            self.show_message(tr("No agent has called yet. What they ask and read shows up here."))
        else:
            self.show_message("" if self.shown.rowCount() else tr("No call is of this kind."))

    def _ask_for_file(self, kind: str) -> None:
        kinds = {kind: kind.upper()}
        ask_where(self, tr("Write the calls shown"), f"activity.{kind}", kinds, lambda file: self.export(str(file)))

    def export(self, path: str) -> None:
        """Have the calls shown written to a file, as JSON or CSV by its name."""
        calls = self.shown.calls()
        self.export_wanted.emit(path, as_csv(calls) if path.endswith(".csv") else as_json(calls))

    def _choose(self, at: QModelIndex) -> None:
        call: Activity = at.data(CALL)
        if call.sections:
            self.passage_chosen.emit(call.sections[0], call.query if call.tool == "search" else "")
