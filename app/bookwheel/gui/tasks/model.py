"""Tasks as rows, under headings that say when they are due."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QWidget

from bookwheel.domain.tasks import Task
from bookwheel.gui.i18n.file_places import name_place
from bookwheel.gui.i18n.translation import day, number, tr

Index = QModelIndex | QPersistentModelIndex
ROW = Qt.ItemDataRole.UserRole + 1
_NOWHERE = QModelIndex()
WEEK = 6
"""Days after today that count as the next seven, today included."""


@dataclass(frozen=True, slots=True)
class TaskRow:
    """A heading, a sentence under the last task, or a task; `is_late` says that its due date has passed."""

    title: str
    note: str = ""
    task: Task | None = None
    is_late: bool = False
    is_heading: bool = False


def rows_of(tasks: Sequence[Task], total: int, today: date) -> list[TaskRow]:
    """The rows of tasks in the order in which they came, with a heading before each group."""
    rows: list[TaskRow] = []
    groups: dict[str, list[Task]] = {}
    for task in tasks:
        groups.setdefault(_group_of(task, today), []).append(task)
    is_whole = len(tasks) == total
    for name, members in groups.items():
        is_cut = not is_whole and members[-1] is tasks[-1]
        rows.append(TaskRow(name, "" if is_cut else number(len(members)), is_heading=True))
        rows.extend(_row(task, today) for task in members)
    if not is_whole:
        rows.append(TaskRow(tr("%Ln more. Filter to see them.", "", total - len(tasks))))
    return rows


def _row(task: Task, today: date) -> TaskRow:
    is_late = not task.is_done and bool(task.due) and task.due < today.isoformat()
    return TaskRow(task.text, when(task, today), task, is_late)


def _group_of(task: Task, today: date) -> str:
    if task.is_done:
        return tr("Done tasks")
    if not task.due:
        return tr("No due date")
    if task.due < today.isoformat():
        return tr("Overdue")
    if task.due == today.isoformat():
        return tr("Due today")
    return tr("Next 7 days") if task.due <= (today + timedelta(days=WEEK)).isoformat() else tr("Later")


def when(task: Task, today: date) -> str:
    """When a task was done or is due, in words; empty for one without a day."""
    if task.is_done:
        return tr("done {day}").format(day=day(task.done)) if task.done else ""
    if task.due:
        near = {0: tr("today"), 1: tr("tomorrow"), -1: tr("yesterday")}
        return near.get((date.fromisoformat(task.due) - today).days, day(task.due))
    for written, words in ((task.scheduled, tr("scheduled {day}")), (task.start, tr("starts {day}"))):
        if written:
            return words.format(day=day(written))
    return ""


def place_of(task: Task) -> str:
    """Where a task is written, in words."""
    where = name_place(task.place) if task.place else tr("line {number}").format(number=number(task.line))
    return f"{' › '.join(task.doc.split('/'))} · {where}"


class TasksModel(QAbstractListModel):
    """Rows in groups."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: Sequence[TaskRow] = ()

    def set_rows(self, rows: Sequence[TaskRow]) -> None:
        """Replace all rows, unless they are the same."""
        if rows != self.rows:
            self.beginResetModel()
            self.rows = rows
            self.endResetModel()

    def rowCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802
        """See Qt."""
        return 0 if parent.isValid() else len(self.rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Only tasks can be chosen."""
        if index.isValid() and self.rows[index.row()].task is not None:
            return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
        return Qt.ItemFlag.ItemIsEnabled if index.isValid() else Qt.ItemFlag.NoItemFlags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """A row, and its words."""
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        if role == ROW:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{row.title}, {row.note}" if row.note else row.title
        if role in (Qt.ItemDataRole.AccessibleDescriptionRole, Qt.ItemDataRole.ToolTipRole) and row.task is not None:
            return "\n".join(part for part in (row.title, row.task.title, place_of(row.task), row.note) if part)
        return None
