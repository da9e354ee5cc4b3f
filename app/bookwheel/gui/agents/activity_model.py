"""The calls of agents as rows of a list, in sentences, with what they cost."""

from __future__ import annotations

from urllib.parse import unquote

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import (
    QWidget,
)

from bookwheel.domain.document import TOP
from bookwheel.domain.service.activity import Activity
from bookwheel.gui.i18n.agent_names import display_name
from bookwheel.gui.i18n.translation import QT_TR_NOOP, moment, number, tr

Index = QModelIndex | QPersistentModelIndex


CALL = Qt.ItemDataRole.UserRole + 1


_NOWHERE = QModelIndex()


MOST_CALLS = 500
"""Calls that the list holds."""


_OWN = ("window", "cli", "")


_REFUSALS = {
    "agents_paused": QT_TR_NOOP("refused: agents are paused"),
    "not_found": QT_TR_NOOP("no such document or section"),
    "bad_request": QT_TR_NOOP("invalid request"),
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
    "ingest": QT_TR_NOOP("add documents to {what}"),
    "jobs": QT_TR_NOOP("jobs of {what}"),
}
"""What a call to a tool did, in words."""


_HOLDING = {"tray": QT_TR_NOOP("pinned passages"), "topics": QT_TR_NOOP("topics")}
"""What the resources hold that are no document's."""


def describe_call(call: Activity) -> str:
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


def describe_cost(call: Activity) -> str:
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


def describe_duration(call: Activity) -> str:
    """How long a call took, in milliseconds with one digit for the shortest."""
    return tr("{time} ms").format(time=number(call.took_ms, 0 if call.took_ms >= 1 else 1))


class ActivityModel(QAbstractListModel):
    """Calls, newest first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._calls: list[Activity] = []

    def set_calls(self, calls: tuple[Activity, ...]) -> None:
        """Replace the list by calls, newest first."""
        self.beginResetModel()
        self._calls = [call for call in calls if call.client not in _OWN][:MOST_CALLS]
        self.endResetModel()

    def add(self, call: Activity) -> None:
        """Put a call on top, unless it is the window's own or already here."""
        if call.client in _OWN or any(known.sequence == call.sequence for known in self._calls[:20]):
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
            return f"{display_name(call.client)}: {describe_call(call)}"
        if role in (Qt.ItemDataRole.AccessibleDescriptionRole, Qt.ItemDataRole.ToolTipRole):
            return f"{describe_call(call)}\n{describe_cost(call)} · {describe_duration(call)}\n{moment(call.at)}"
        return None
