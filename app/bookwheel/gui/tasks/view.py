"""The list of the Tasks pane: its keys, and what opens."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QListView, QMenu

from bookwheel.domain.tasks import Task
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.shell.edit_target import EditTarget
from bookwheel.gui.tasks.model import ROW, TaskRow, TasksModel
from bookwheel.gui.tasks.task_delegate import TaskDelegate
from bookwheel.gui.theme.theme import Theme


class TasksView(QListView):
    """The rows; a click or Return opens a task, with Ctrl in a new tab; Escape leaves."""

    opened = Signal(object, bool)
    """A Task, and whether a new tab was asked for."""
    left = Signal()
    edit_wanted = Signal(object)
    """An EditTarget: the line of a task."""

    def __init__(self, theme: Theme, model: TasksModel) -> None:
        super().__init__()
        self.setAccessibleName(tr("Tasks"))
        self.setObjectName("linksView")
        self.setModel(model)
        self.setItemDelegate(TaskDelegate(theme, self))
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._show_menu)
        self.clicked.connect(lambda at: self._open(at, in_new_tab=False))
        theme.changed.connect(self._redraw)

    @property
    def task(self) -> Task | None:
        """The task of the row that is chosen, None for none."""
        row: TaskRow | None = self.currentIndex().data(ROW)
        return row.task if row is not None else None

    def edit_target(self) -> EditTarget | None:
        """The line of the task that is chosen, while the list has the keyboard."""
        task = self.task
        return _target_of(task) if task is not None and self.hasFocus() else None

    def build_menu(self, task: Task) -> QMenu:
        """What can be done with a task."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(tr("Open in new tab"), lambda: self.opened.emit(task, True))
        menu.addAction(tr("Open in editor"), lambda: self.edit_wanted.emit(_target_of(task)))
        return menu

    def _show_menu(self, at: QPoint) -> None:
        index = self.indexAt(at) if self.indexAt(at).isValid() else self.currentIndex()
        row: TaskRow | None = index.data(ROW)
        if row is not None and row.task is not None:
            self.setCurrentIndex(index)
            self.build_menu(row.task).popup(self.viewport().mapToGlobal(at))

    def choose_first(self) -> None:
        """Choose the first task, unless one is chosen."""
        model = self.model()
        if self.task is None and model.rowCount() > 1:
            self.setCurrentIndex(model.index(1, 0))

    def choose(self, task: Task) -> None:
        """Choose the row of a task that is written at the same line, if there is one."""
        model = self.model()
        for row in range(model.rowCount()):
            found: TaskRow = model.index(row, 0).data(ROW)
            if found.task is not None and (found.task.doc, found.task.line) == (task.doc, task.line):
                self.setCurrentIndex(model.index(row, 0))
                return

    def _redraw(self, _is_dark: bool) -> None:
        self.viewport().update()

    def _open(self, at: QModelIndex, *, in_new_tab: bool) -> None:
        row: TaskRow | None = at.data(ROW)
        if row is not None and row.task is not None:
            self.opened.emit(row.task, in_new_tab)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Heights follow the width."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Return opens, Escape leaves."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._open(self.currentIndex(), in_new_tab=bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier))
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


def _target_of(task: Task) -> EditTarget:
    """The line of a task in its file; in a file that is not read line by line, its place."""
    return EditTarget(task.doc, task.section, 0 if task.place else task.line, place=task.place)
