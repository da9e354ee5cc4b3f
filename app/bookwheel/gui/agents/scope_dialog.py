"""What one agent sees and may do: its collections, what of them is shown or hidden, and whether it may remember."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QAbstractItemModel, QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QMouseEvent, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from bookwheel.client.connection import Client
from bookwheel.domain.browse import BrowseRequest, View
from bookwheel.domain.collection import CollectionsAnswer
from bookwheel.domain.collection_source import SourceKind
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.scopes import filters_of
from bookwheel.domain.search import Filter
from bookwheel.domain.service.agents import AgentAnswer, AgentClient, AgentRequest
from bookwheel.domain.sources import SourcesAnswer
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.agent_names import display_name
from bookwheel.gui.i18n.translation import number, tr
from bookwheel.gui.theme import fonts
from bookwheel.gui.widgets.manual_page import ManualButton, open_manual_on_f1
from bookwheel.gui.widgets.row_delegate import Index
from bookwheel.gui.widgets.screen_fit import fit_to_screen

PAUSE_MS = 200
"""After the last key before the documents are counted."""
_TINT = 36
"""How strongly (0 to 255) the row gone to is tinted."""
_ROW, _MOST_ROWS = 28, 3
"""Height of a row of collections, and rows that programs' collections take at most."""


class _BoxDelegate(QStyledItemDelegate):
    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:  # noqa: N802
        """Take the colours of boxes that stand alone; the row gone to is tinted."""
        super().initStyleOption(option, index)
        palette = QPalette(QApplication.palette("QCheckBox"))  # pyright: ignore[reportCallIssue, reportArgumentType]
        tint = palette.color(QPalette.ColorRole.Accent)
        tint.setAlpha(_TINT)
        palette.setColor(QPalette.ColorRole.Highlight, tint)
        palette.setColor(QPalette.ColorRole.HighlightedText, palette.color(QPalette.ColorRole.Text))
        option.palette = palette

    def editorEvent(  # noqa: N802
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        """A click on a row's words ticks its box, as on a box that stands alone."""
        if event.type() != QEvent.Type.MouseButtonRelease or not isinstance(event, QMouseEvent):
            return super().editorEvent(event, model, option, index)
        wanted = Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsEnabled
        if event.button() is not Qt.MouseButton.LeftButton or index.flags() & wanted != wanted:
            return False
        role, state = Qt.ItemDataRole.CheckStateRole, Qt.CheckState
        is_ticked = state(index.data(role)) is state.Checked
        return model.setData(index, state.Unchecked if is_ticked else state.Checked, role)


class BoxList(QListWidget):
    """Rows to tick, whose boxes are drawn as clearly as those that stand alone."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setItemDelegate(_BoxDelegate(self))


class ScopeDialog(QDialog):
    """A form over one agent's scope; it says how many documents that is before anything is kept."""

    def __init__(
        self, calls: BackgroundCalls, client: Client, agent: AgentClient, done: Callable[[], None], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Permissions of {agent}").format(agent=display_name(agent.name)))
        fit_to_screen(self, QSize(560, 520), parent)
        self._calls, self._client, self._agent, self._done = calls, client, agent, done
        head = QLabel(self.windowTitle())
        head.setFont(fonts.font(18, 600, fonts.SERIF))
        self.everything = QCheckBox(tr("All collections, including those added later"))
        self.everything.setChecked(agent.collections is None)
        self.everything.toggled.connect(self._changed)
        self.list = BoxList()
        self.list.setAccessibleName(tr("Collections that the agent can read"))
        self.list.itemChanged.connect(self._changed)
        about = QLabel(tr("Only documents that match:"))
        self.filter = QLineEdit(agent.filter)
        self.filter.setClearButtonEnabled(True)
        self.filter.setPlaceholderText(tr("all documents, including private ones"))
        self.filter.setAccessibleName(tr("Filter for what the agent can read"))
        self.filter.textChanged.connect(self._changed)
        about.setBuddy(self.filter)
        help_ = QLabel(
            tr(
                "path:guide/ allows only a folder, -tag:draft excludes a tag, -private:true excludes "
                "documents marked private."
            )
        )
        help_.setObjectName("soft")
        help_.setWordWrap(True)
        self.remember = QCheckBox(tr("Can save memories"))
        self.remember.setChecked(agent.may_remember)
        self.annotations = QCheckBox(tr("Can read your annotations and reading list"))
        self.annotations.setChecked(agent.may_read_annotations)
        self.write_label = QLabel(tr("Can add documents and entities to:"))
        self.writable = BoxList()
        self.writable.setAccessibleName(tr("Collections that the agent can write to"))
        self.write_label.setBuddy(self.writable)
        self.said = QLabel("")
        self.said.setWordWrap(True)
        box = self._build_buttons()
        permissions = (self.remember, self.annotations, self.write_label, self.writable)
        self._lay_out((head, self.everything), (about, self.filter, help_, *permissions, self.said, box))
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._count)
        for widget in (self.write_label, self.writable):
            widget.hide()
        calls.ask(lambda: client.collections(), self._on_collections, self._fail, slot="scope")
        calls.ask(lambda: client.sources(), self._on_sources, self._fail, slot="scope sources")
        self.finished.connect(lambda _code: [calls.drop(slot) for slot in ("scope", "scope sources", "scope count")])

    def _build_buttons(self) -> QDialogButtonBox:
        box = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel)
        self.save = box.button(QDialogButtonBox.StandardButton.Save)
        self.save.setObjectName("primary")
        box.accepted.connect(self.keep)
        box.rejected.connect(self.reject)
        for button in box.buttons():
            button.setMinimumHeight(30)
        box.addButton(ManualButton(), QDialogButtonBox.ButtonRole.HelpRole)
        open_manual_on_f1(self, "permissions.md")
        return box

    def _lay_out(self, above: Sequence[QWidget], below: Sequence[QWidget]) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 18, 24, 18)
        column.setSpacing(12)
        for widget in above:
            column.addWidget(widget)
        column.addWidget(self.list, 1)
        for widget in below:
            column.addWidget(widget)

    def chosen(self) -> tuple[str, ...] | None:
        """The slugs of the collections that are ticked; None for every one."""
        if self.everything.isChecked():
            return None
        return _ticked(self.list)

    def keep(self) -> None:
        """Give the agent this scope; its token stays."""
        client = self._client
        request = AgentRequest(
            self._agent.name,
            self.chosen(),
            may_remember=self.remember.isChecked(),
            filter=self.filter.text(),
            may_read_annotations=self.annotations.isChecked(),
            may_write=_ticked(self.writable) if self.writable.count() else None,
        )

        def done(_answer: AgentAnswer) -> None:
            self._done()
            self.accept()

        self._calls.ask(lambda: client.agent(request), done, self._fail)

    def _on_collections(self, answer: CollectionsAnswer) -> None:
        chosen = self._agent.collections
        self.list.blockSignals(True)
        for card in (card for card in answer.collections if not card.team):
            _add_row(self.list, card.name, card.slug, is_ticked=chosen is None or card.slug in chosen)
        self.list.blockSignals(False)
        self._changed()

    def _on_sources(self, answer: SourcesAnswer) -> None:
        """Offer the collections that programs may write to, if there are any."""
        for card in answer.sources:
            if card.kind is SourceKind.DATASOURCE:
                _add_row(self.writable, card.name, card.slug, is_ticked=card.slug in self._agent.may_write)
        count = self.writable.count()
        self.writable.setFixedHeight(_ROW * min(count, _MOST_ROWS) + 8)
        for widget in (self.write_label, self.writable):
            widget.setVisible(bool(count))

    def _changed(self, *_: object) -> None:
        self.list.setEnabled(not self.everything.isChecked())
        self._pause.start()

    def _count(self) -> None:
        """Say how many documents that shows, or what is wrong with it."""
        client, slugs = self._client, self.chosen()
        try:
            filters = filters_of(self.filter.text())
        except BookwheelError as error:
            self._fail(error)
            return
        if slugs is not None:
            filters = (Filter("collection", slugs or ("",)), *filters)

        def ask() -> tuple[int, int]:
            whole = BrowseRequest(View.DOCUMENTS, limit=1)
            return client.browse(replace(whole, filters=filters)).total, client.browse(whole).total

        def done(counts: tuple[int, int]) -> None:
            self.save.setEnabled(True)
            shown, whole = (number(count) for count in counts)
            self.said.setText(tr("{shown} of {whole} documents.").format(shown=shown, whole=whole))

        self._calls.ask(ask, done, self._fail, slot="scope count")

    def _fail(self, error: BookwheelError) -> None:
        self.save.setEnabled(False)
        self.said.setText(error.message)


def _add_row(boxes: BoxList, name: str, slug: str, *, is_ticked: bool) -> None:
    row = QListWidgetItem(name)
    row.setData(Qt.ItemDataRole.UserRole, slug)
    row.setCheckState(Qt.CheckState.Checked if is_ticked else Qt.CheckState.Unchecked)
    row.setSizeHint(QSize(0, _ROW))
    boxes.addItem(row)


def _ticked(boxes: BoxList) -> tuple[str, ...]:
    """The slugs of the collections that are ticked."""
    rows = (boxes.item(row) for row in range(boxes.count()))
    return tuple(row.data(Qt.ItemDataRole.UserRole) for row in rows if row.checkState() is Qt.CheckState.Checked)
