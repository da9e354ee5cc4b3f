"""The Tasks pane: every `- [ ]` of the library, narrowed by state, due date, folder, tag and words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, timedelta

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from bookwheel.client.connection import Client
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.search import FacetCount
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.domain.tasks import Task, TasksAnswer, TasksRequest, TaskState
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.graph.node_actions import phrase
from bookwheel.gui.i18n.translation import QT_TR_NOOP, number, tr
from bookwheel.gui.state.locations import section_location
from bookwheel.gui.tasks.model import WEEK, TasksModel, rows_of
from bookwheel.gui.tasks.view import TasksView
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.dock import Dock
from bookwheel.gui.widgets.filter_box import FilterBox
from bookwheel.gui.widgets.flow_layout import FlowLayout
from bookwheel.gui.widgets.menu_button import QuietMenu

_REFRESH_MS, _TYPING_MS = 900, 120
_MARKED_WORDS = 8
"""Words of a task that are marked on its page; its end may be dates that the page shows otherwise."""
_ANY, _OVERDUE, _TODAY, _WEEK, _NONE = "any", "overdue", "today", "week", "none"
_STATES = (
    (TaskState.OPEN, QT_TR_NOOP("Open tasks")),
    (TaskState.DONE, QT_TR_NOOP("Done tasks")),
    (TaskState.ALL, QT_TR_NOOP("All tasks")),
)
_DAYS = (
    (_ANY, QT_TR_NOOP("Any date")),
    (_OVERDUE, QT_TR_NOOP("Overdue")),
    (_TODAY, QT_TR_NOOP("Due today")),
    (_WEEK, QT_TR_NOOP("Next 7 days")),
    (_NONE, QT_TR_NOOP("No due date")),
)
_CHANGING = (EventKind.PUBLISHED, EventKind.COLLECTIONS_CHANGED, EventKind.RESYNC)
"""After these the tasks may be others."""


class TasksDock(Dock):
    """Asks only while it is seen."""

    location_chosen = Signal(object, bool)
    """A Location, and whether a new tab was asked for."""
    left = Signal()

    def __init__(self, theme: Theme, calls: BackgroundCalls, parent: QWidget) -> None:
        super().__init__(theme, QT_TR_NOOP("Tasks"), "list-checks", parent)
        self._calls = calls
        self._client: Client | None = None
        self.wanted = TasksRequest()
        self._days = _ANY
        self._is_stale = True
        self._is_wanted = False
        """Whether the keyboard's focus goes to the first task once there is one."""
        self.model = TasksModel(self)
        self.view = TasksView(theme, self.model)
        self.box = FilterBox(tr("Filter tasks"))
        self.box.left.connect(self.left)
        self.box.list_wanted.connect(self.go_to_view)
        self.states, self.days = QuietMenu(theme, tr("State")), QuietMenu(theme, tr("Due date"))
        self.folders, self.tags = QuietMenu(theme, tr("Folder")), QuietMenu(theme, tr("Tag"))
        self.hold(self._build_filters(), stretch=0)
        self.hold(self.view)
        self._refreshing = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._refreshing.timeout.connect(self.ask)
        self._typing = QTimer(self, singleShot=True, interval=_TYPING_MS)
        self._typing.timeout.connect(self.ask)
        self.box.textChanged.connect(self._narrow)
        self.view.opened.connect(self._open)
        self.view.left.connect(self.left)
        self.visibilityChanged.connect(self._appear)
        self._offer((), ())
        self.show_message("")

    def _build_filters(self) -> QWidget:
        frame = QWidget()
        column = QVBoxLayout(frame)
        column.setContentsMargins(14, 2, 12, 4)
        column.setSpacing(2)
        column.addWidget(self.box)
        row = QWidget()
        flow = FlowLayout(row)
        for menu, name in ((self.states, "state"), (self.days, ""), (self.folders, "folder"), (self.tags, "tag")):
            flow.addWidget(menu)
            menu.chosen.connect(lambda value, field=name: self.choose(**{field: value} if field else {"days": value}))
        column.addWidget(row)
        return frame

    def panes(self) -> tuple[QWidget, ...]:
        """See the dock."""
        return (self.view,)

    def set_client(self, client: Client | None) -> None:
        """Ask this client."""
        self._client = client
        self.refresh()

    def on_event(self, event: Event) -> None:
        """Look again when documents or collections changed."""
        if event.kind in _CHANGING:
            self.refresh()

    def refresh(self) -> None:
        """Ask again soon; when it is not seen, once it is."""
        self._is_stale = True
        if self.isVisible() and not self._refreshing.isActive():
            self._refreshing.start()

    def choose(self, *, days: str = "", **fields: object) -> None:
        """Ask for other tasks: `days` names when they are due, the rest are fields of a TasksRequest."""
        self._days = days or self._days
        self.wanted = replace(self.wanted, **fields)  # type: ignore[arg-type]
        self.ask()

    def go_to_view(self) -> None:
        """Take the keyboard's focus to the first task, once there is one."""
        self.view.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._is_wanted = True
        self.view.choose_first()

    def ask(self) -> None:
        """Ask again now, if it is seen."""
        client = self._client
        if client is None or not self.isVisible():
            self._is_stale = True
            return
        self._is_stale = False
        request = self._dated()
        self._calls.ask(lambda: client.tasks(request), self._show, self._fail, slot="tasks")

    def _dated(self) -> TasksRequest:
        """What is asked for, with the days that the choice means today."""
        today = date.today()
        spans = {
            _OVERDUE: ("", today - timedelta(days=1)),
            _TODAY: (today, today),
            _WEEK: (today, today + timedelta(days=WEEK)),
        }
        first, last = spans.get(self._days, ("", ""))
        return replace(self.wanted, after=str(first), before=str(last), is_undated=self._days == _NONE)

    def _narrow(self, words: str) -> None:
        self.wanted = replace(self.wanted, words=words.strip())
        self._typing.start()

    def _show(self, answer: TasksAnswer) -> None:
        chosen = self.view.task
        self.model.set_rows(rows_of(answer.tasks, answer.total, date.today()))
        if chosen is not None:
            self.view.choose(chosen)
        if self._is_wanted and answer.total:
            self._is_wanted = False
            self.view.choose_first()
        self._offer(answer.folders, answer.tags)
        has_filter = self.wanted != TasksRequest() or self._days != _ANY
        usual = tr("No open tasks. A task is a line such as “- [ ] words”.")
        nothing = tr("No task matches these filters.") if has_filter else usual
        self.show_message("" if answer.total else nothing)

    def _fail(self, error: BookwheelError) -> None:
        self._is_stale = True
        self.model.set_rows([])
        self.show_message(error.message)

    def _offer(self, folders: Iterable[FacetCount], tags: Iterable[FacetCount]) -> None:
        """Fill the menus with what can be chosen."""
        self.states.offer([(state, tr(words)) for state, words in _STATES], self.wanted.state)
        self.days.offer([(days, tr(words)) for days, words in _DAYS], self._days)
        self.folders.offer(_choices(tr("All folders"), folders, self.wanted.folder), self.wanted.folder)
        self.tags.offer(_choices(tr("All tags"), tags, self.wanted.tag), self.wanted.tag)

    def _open(self, task: Task, in_new_tab: bool) -> None:
        words = phrase(" ".join(task.text.split()[:_MARKED_WORDS]))
        self.location_chosen.emit(section_location(task.section, words, task.place, task.title), in_new_tab)

    def _appear(self, is_visible: bool) -> None:
        if is_visible and self._is_stale:
            self.ask()


def _choices(everything: str, counts: Iterable[FacetCount], chosen: str) -> list[tuple[str, str]]:
    """Values with their words and counts, after the one for all; what is chosen is among them in any case."""
    rows = [(count.value, f"{count.value}  {number(count.count)}") for count in counts]
    if chosen and all(value != chosen for value, _ in rows):
        rows.insert(0, (chosen, chosen))
    return [("", everything), *rows]
