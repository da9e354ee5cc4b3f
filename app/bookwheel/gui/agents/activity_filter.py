"""What of the agents' calls is shown, and the same as a file: by client, by tool, and what was refused."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, fields

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Signal,
)
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QToolButton, QWidget

from bookwheel.domain.service.activity import Activity
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.widgets import table

Index = QModelIndex | QPersistentModelIndex


class ActivityFilter(QSortFilterProxyModel):
    """The calls of one client and one tool (all, when empty), or those alone that were refused."""

    def __init__(self, source: QAbstractListModel, role: int, parent: QObject) -> None:
        super().__init__(parent)
        self._role = role
        self.client = self.tool = ""
        self.is_refused = False
        self.setSourceModel(source)

    def choose(self, *, client: str | None = None, tool: str | None = None, is_refused: bool | None = None) -> None:
        """Show other calls; None leaves a choice as it is."""
        self.client = self.client if client is None else client
        self.tool = self.tool if tool is None else tool
        self.is_refused = self.is_refused if is_refused is None else is_refused
        self.invalidate()

    def filterAcceptsRow(self, row: int, parent: Index) -> bool:  # noqa: N802
        """See Qt."""
        call: Activity = self.sourceModel().index(row, 0, parent).data(self._role)
        return (
            self.client in ("", call.client)
            and self.tool in ("", call.tool)
            and (not self.is_refused or bool(call.error))
        )

    def calls(self) -> list[Activity]:
        """The calls shown, newest first."""
        return [self.index(row, 0).data(self._role) for row in range(self.rowCount())]


def as_json(calls: Sequence[Activity]) -> str:
    """Calls as a JSON list."""
    return json.dumps([asdict(call) for call in calls], ensure_ascii=False, indent=2) + "\n"


def as_csv(calls: Sequence[Activity]) -> str:
    """Calls as a table with a head; what would be taken for a formula is quoted."""
    rows = [{**asdict(call), "sections": " ".join(call.sections)} for call in calls]
    return table.as_csv([[field.name for field in fields(Activity)], *([*row.values()] for row in rows)])


class FilterBar(QWidget):
    """Two short menus and a chip."""

    export_wanted = Signal(str)
    """`json` or `csv`."""

    def __init__(self, shown: ActivityFilter, spoken: object) -> None:
        super().__init__()
        self._shown, self._spoken = shown, spoken
        self.clients = self._menu(tr("Agent"))
        self.tools = self._menu(tr("Tool"))
        self.refused = QPushButton(tr("Refused"))
        self.refused.setObjectName("chip")
        self.refused.setCheckable(True)
        self.refused.setMinimumHeight(24)
        self.refused.setToolTip(tr("Show only calls that were refused or failed"))
        self.refused.clicked.connect(lambda on: shown.choose(is_refused=on))
        self.export = self._menu(tr("Export calls…"))
        self.export.setText(tr("Export"))
        for kind in ("json", "csv"):
            self.export.menu().addAction(kind.upper() + "…", lambda which=kind: self.export_wanted.emit(which))
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 12, 6)
        row.setSpacing(4)
        for menu in (self.clients, self.tools, self.refused):
            row.addWidget(menu)
        row.addStretch(1)
        row.addWidget(self.export)
        self.refresh()

    def refresh(self) -> None:
        """Offer the clients and tools that called."""
        model, role = self._shown.sourceModel(), self._shown._role  # noqa: SLF001 - one module
        calls: list[Activity] = [model.index(row, 0).data(role) for row in range(model.rowCount())]
        for button, usual, chosen, names in (
            (self.clients, tr("All agents"), self._shown.client, sorted({call.client for call in calls})),
            (self.tools, tr("All tools"), self._shown.tool, sorted({call.tool for call in calls})),
        ):
            is_client = button is self.clients
            menu = button.menu()
            menu.clear()
            for name in ("", *names):
                words = (self._spoken(name) if is_client else name) if name else usual  # type: ignore[operator]
                action = menu.addAction(words, lambda one=name, of=is_client: self._choose(one, of))
                action.setCheckable(True)
                action.setChecked(name == chosen)
                if name == chosen:
                    button.setText(words)
            button.setAccessibleName(f"{button.toolTip()}: {button.text()}")

    def _choose(self, name: str, is_client: bool) -> None:
        self._shown.choose(client=name) if is_client else self._shown.choose(tool=name)
        self.refresh()

    def _menu(self, words: str) -> QToolButton:
        button = QToolButton()
        button.setObjectName("quietMenu")
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setMinimumHeight(24)
        button.setToolTip(words)
        button.setAccessibleName(words)
        button.setMenu(QMenu(button))
        return button
