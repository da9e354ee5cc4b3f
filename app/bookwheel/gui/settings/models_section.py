"""The settings' page of embedding models: what each is, and buttons that fetch, use and remove it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMessageBox,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from bookwheel.client.connection import Client
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.service.models import (
    ModelAction,
    ModelEntry,
    ModelOffer,
    ModelsAnswer,
    ModelsRequest,
    ModelState,
)
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.translation import QT_TR_NOOP, number, tr
from bookwheel.gui.settings.sections import Section
from bookwheel.gui.theme import fonts
from bookwheel.gui.widgets.manual_page import set_manual_page

_POLL_MS = 500
_STATES = {
    ModelState.BUNDLED: QT_TR_NOOP("part of Bookwheel"),
    ModelState.READY: QT_TR_NOOP("on this computer"),
    ModelState.FETCHING: QT_TR_NOOP("downloading"),
    ModelState.FAILED: QT_TR_NOOP("not downloaded"),
    ModelState.OFFERED: "",
}
TITLE = QT_TR_NOOP("Embedding models")


class ModelsSection(Section):
    """Asks the service alone, which asks the hub when the person looks a model up, and fetches on consent."""

    def __init__(self, calls: BackgroundCalls, client: Client, on_used: Callable[[], object]) -> None:
        """`on_used` is called when another model was chosen."""
        super().__init__(tr(TITLE), tr("Models for semantic search. Nothing is downloaded before you agree."))
        set_manual_page(self, "models.md")
        self._calls, self._client, self._on_used = calls, client, on_used
        self.models: list[ModelRow] = []
        self.box = QLineEdit()
        self.box.setPlaceholderText(tr("Another model on the hub: owner/name"))
        self.box.setAccessibleName(tr("Another model on the hub: owner/name"))
        self.box.setMinimumHeight(30)
        self.box.returnPressed.connect(lambda: self.look_up(self.box.text().strip()))
        self.find_button = _button(tr("Download…"), lambda: self.look_up(self.box.text().strip()))
        self.said = QLabel()
        self.said.setObjectName("trouble")
        self.said.setWordWrap(True)
        self.said.hide()
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self.box, 1)
        line.addWidget(self.find_button)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(0)
        self._column.addLayout(self._rows)
        self._column.addSpacing(10)
        self._column.addLayout(line)
        self._column.addWidget(self.said)
        self._waiting = QTimer(self, singleShot=True, interval=_POLL_MS)
        self._waiting.timeout.connect(lambda: self.ask(ModelsRequest()))
        self.ask(ModelsRequest())

    def filter(self, words: list[str]) -> bool:
        """See `Section`: the whole page is shown where its title or a model's name holds every word."""
        told = " ".join((self.title, *(row.entry.name for row in self.models))).casefold()
        return all(word in told for word in words)

    def reset(self) -> None:
        """See `Section`: models have no defaults; `meaning.model` is the search's setting."""

    def ask(self, request: ModelsRequest, then: Callable[[ModelsAnswer], object] | None = None) -> None:
        """Have the service do something, and show how all models are."""

        def done(answer: ModelsAnswer) -> None:
            if isValid(self):  # the section may have been left meanwhile
                self.show_message("")
                self._show(answer)
                if then is not None:
                    then(answer)

        def fail(error: BookwheelError) -> None:
            if isValid(self):
                self.find_button.setEnabled(True)
                self.show_message(error.message)

        self._calls.ask(lambda: self._client.models(request), done, fail)

    def look_up(self, name: str) -> None:
        """Ask the hub what a model is, and the person whether to fetch it."""
        if name:
            self.find_button.setEnabled(False)
            self.ask(ModelsRequest(ModelAction.OFFER, name), lambda answer: self._propose(answer.offer))

    def show_message(self, sentence: str) -> None:
        """Say what was refused, below."""
        self.said.setText(sentence)
        self.said.setVisible(bool(sentence))

    def _propose(self, offer: ModelOffer | None) -> None:
        self.find_button.setEnabled(True)
        if offer is None or offer.problem:
            self.show_message(offer.problem if offer else "")
            return
        box = QMessageBox(self)
        box.setIcon(QMessageBox.Icon.NoIcon)
        box.setText(tr("Download {name} from {host}?").format(name=offer.name, host=offer.host))
        told = [
            tr("{size} MB").format(size=number(offer.size_bytes / 1e6, 1)),
            tr("Licence: {licence}").format(licence=offer.licence or tr("not stated")),
            tr("File: {file}").format(file=offer.graph),
            tr("Commit: {commit}").format(commit=offer.revision[:12]),
        ]
        box.setInformativeText("\n".join(told))
        box.setTextFormat(Qt.TextFormat.PlainText)
        yes = box.addButton(tr("Download"), QMessageBox.ButtonRole.AcceptRole)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.buttonClicked.connect(lambda button: self._fetch(offer) if button is yes else None)
        box.open()

    def _fetch(self, offer: ModelOffer) -> None:
        self.box.clear()
        self.ask(ModelsRequest(ModelAction.FETCH, offer=offer))

    def _use(self, name: str) -> None:
        self.ask(ModelsRequest(ModelAction.USE, name), lambda answer: self._on_used())

    def _remove(self, name: str) -> None:
        box = QMessageBox(self)
        box.setIcon(QMessageBox.Icon.NoIcon)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(tr("Delete {name} from this computer?").format(name=name))
        yes = box.addButton(tr("Delete"), QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        request = ModelsRequest(ModelAction.REMOVE, name)
        box.buttonClicked.connect(lambda button: self.ask(request) if button is yes else None)
        box.open()

    def _show(self, answer: ModelsAnswer) -> None:
        """Show every model; rows stay while the models are the same, so that focus does too."""
        if [row.entry.name for row in self.models] != [entry.name for entry in answer.models]:
            for row in self.models:
                row.deleteLater()
            self.models = [ModelRow(entry, self) for entry in answer.models]
            for row in self.models:
                self._rows.addWidget(row)
                row.fetch.clicked.connect(lambda _on=False, own=row: self.look_up(own.entry.name))
                row.use.clicked.connect(lambda _on=False, own=row: self._use(own.entry.name))
                row.remove.clicked.connect(lambda _on=False, own=row: self._remove(own.entry.name))
                row.cancel.clicked.connect(
                    lambda _on=False, own=row: self.ask(ModelsRequest(ModelAction.CANCEL, own.entry.name))
                )
        for row, entry in zip(self.models, answer.models, strict=True):
            row.show_entry(entry)
        if any(entry.state is ModelState.FETCHING for entry in answer.models):
            self._waiting.start()


class ModelRow(QWidget):
    """One model: its name, what is known of it, and what can be done."""

    def __init__(self, entry: ModelEntry, parent: QWidget) -> None:
        super().__init__(parent)
        self.entry = entry
        self.name, self.about, self.trouble = QLabel(entry.name), QLabel(), QLabel()
        self.about.setObjectName("soft")
        self.trouble.setObjectName("trouble")
        self.bar = QProgressBar()
        self.bar.setRange(0, 1000)
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(6)
        self.bar.setAccessibleName(tr("Download of {name}").format(name=entry.name))
        for label in (self.name, self.about, self.trouble):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.fetch, self.use = _button(tr("Download…")), _button(tr("Use"))
        self.remove, self.cancel = _button(tr("Delete…")), _button(tr("Cancel"))
        words = QVBoxLayout()
        words.setSpacing(2)
        for widget in (self.name, self.about, self.trouble, self.bar):
            words.addWidget(widget)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 9, 0, 9)
        row.setSpacing(8)
        row.addLayout(words, 1)
        for button in (self.remove, self.cancel, self.use, self.fetch):
            button.setAccessibleName(f"{button.text()} {entry.name}")
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
        self.show_entry(entry)

    def show_entry(self, entry: ModelEntry) -> None:
        """Show how a model is."""
        self.entry = entry
        is_here = entry.state in (ModelState.BUNDLED, ModelState.READY)
        is_usual = "*" in entry.used_by
        self.name.setFont(fonts.font(13, 600 if entry.used_by else 400))
        self.about.setFont(fonts.font(11.5))
        self.about.setText(" · ".join(part for part in _told(entry) if part))
        self.trouble.setText(entry.problem)
        self.trouble.setVisible(bool(entry.problem))
        self.bar.setVisible(entry.state is ModelState.FETCHING)
        self.bar.setValue(int(1000 * entry.done_bytes / max(1, entry.size_bytes)))
        self.use.setVisible(is_here and not is_usual)
        self.remove.setVisible(entry.state is ModelState.READY and not entry.used_by)
        self.cancel.setVisible(entry.state is ModelState.FETCHING)
        self.fetch.setVisible(entry.state in (ModelState.OFFERED, ModelState.FAILED))


def _told(entry: ModelEntry) -> list[str]:
    users = [user for user in entry.used_by if user != "*"]
    is_partial = entry.state is ModelState.FETCHING
    size = number(entry.size_bytes / 1e6, 1)
    done = tr("{done} of {size} MB").format(done=number(entry.done_bytes / 1e6, 1), size=size)
    return [
        tr("in use") if "*" in entry.used_by else "",
        tr("in use for {collections}").format(collections=", ".join(users)) if users else "",
        tr(_STATES[entry.state]) if _STATES[entry.state] else "",
        done if is_partial else tr("{size} MB").format(size=size) if entry.size_bytes else "",
        tr("{count} dimensions").format(count=number(entry.dimensions)) if entry.dimensions else "",
        tr(entry.languages) if entry.languages else "",
        entry.licence,
        *(f"{score.measure} {score.value}" for score in entry.scores),
    ]


def _button(text: str, act: Callable[[], object] | None = None) -> QPushButton:
    button = QPushButton(text)
    button.setAutoDefault(False)
    button.setMinimumHeight(30)
    if act is not None:
        button.clicked.connect(lambda: act())
    return button


LANGUAGES = (
    QT_TR_NOOP("English"),
    QT_TR_NOOP("94 languages"),
    QT_TR_NOOP("52 languages, and code"),
    QT_TR_NOOP("over 100 languages"),
    QT_TR_NOOP("English; reranker"),
)
"""What the catalogue says of languages, for the translators."""
