"""Publishes a collection for others: asks where to, shows what would go out, follows the job, and tells the key."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPlainTextEdit, QProgressBar, QPushButton, QVBoxLayout, QWidget

from bookwheel.client.connection import Client
from bookwheel.domain.collection import CollectionsAnswer
from bookwheel.domain.errors import BookwheelError, ServiceUnavailable
from bookwheel.domain.jobs import ENDED, Job, JobRequest, JobState
from bookwheel.domain.publications import PublishRequest, PublishSummary
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.shell.subscription import is_subscription
from bookwheel.gui.sources.publish_form import PublishForm
from bookwheel.gui.sources.publish_texts import describe_preview, describe_published, describe_publishing
from bookwheel.gui.state.session import Session
from bookwheel.gui.theme import fonts
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.dialog import Dialog

_SIZE = QSize(640, 600)
_PATHS = 110
"""Pixels of the list of first documents."""


class PublishDialog(Dialog):
    """The fields, then what would be published, how far it is, or the fingerprint that subscribers check."""

    manual = "sharing.md"

    ended_unseen = Signal(str)
    """What came of publishing, in a sentence, while the dialog was closed."""

    def __init__(self, theme: Theme, calls: BackgroundCalls, session: Session, parent: QWidget) -> None:
        super().__init__(calls, tr("Publish collection"), _SIZE, parent)
        self._session = session
        self._wanted = ""
        self._request: PublishRequest | None = None
        self._job = ""
        self._is_read = False
        self._sentence = ""
        self.form = PublishForm(theme)
        self.form.changed.connect(self._forget_result)
        self.form.collection_chosen.connect(self._show_known)
        about = QLabel(
            tr(
                "Bookwheel writes the documents with their index to a folder or bucket and signs them with your key. "
                "Any web server can share them from there. Your files stay where they are."
            )
        )
        about.setObjectName("soft")
        about.setWordWrap(True)
        self.column.addWidget(about)
        self.column.addWidget(self.form)
        self.column.addWidget(self._build_result())
        self.column.addWidget(self.said)
        self.column.addStretch(1)
        self.column.addLayout(self._build_buttons())
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        self._show_state()

    def _build_result(self) -> QWidget:
        self.summary, self.fingerprint = QLabel(), QLabel()
        self.advice = QLabel(tr("Tell subscribers the fingerprint of your key. With it they check who published:"))
        self.advice.setObjectName("soft")
        self.fingerprint.setFont(fonts.font(14, 600, fonts.MONO))
        for label in (self.summary, self.advice, self.fingerprint):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.fingerprint.setWordWrap(False)
        by = Qt.TextInteractionFlag
        self.fingerprint.setTextInteractionFlags(by.TextSelectableByMouse | by.TextSelectableByKeyboard)
        self.paths = QPlainTextEdit()
        self.paths.setReadOnly(True)
        self.paths.setTabChangesFocus(True)
        self.paths.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.paths.setFixedHeight(_PATHS)
        self.paths.setAccessibleName(tr("First documents"))
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(6)
        self.bar.setAccessibleName(tr("Progress of publishing"))
        self.copy = self._button(tr("Copy fingerprint"), self._copy_fingerprint)
        key = QHBoxLayout()
        key.setSpacing(8)
        key.addWidget(self.fingerprint)
        key.addWidget(self.copy)
        key.addStretch(1)
        result = QWidget()
        column = QVBoxLayout(result)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        for widget in (self.summary, self.paths, self.bar, self.advice):
            column.addWidget(widget)
        column.addLayout(key)
        return result

    def _build_buttons(self) -> QHBoxLayout:
        self.close_button = self._button(tr("Close"), self.reject)
        self.cancel = self._button(tr("Cancel publishing"), self._cancel)
        self.preview = self._button(tr("Preview"), lambda: self._start(is_trial=True))
        self.publish = QPushButton(tr("Publish"))
        self.publish.setMinimumHeight(30)
        self.publish.setDefault(True)
        self.publish.clicked.connect(lambda _on=False: self._start(is_trial=False))
        foot = QHBoxLayout()
        foot.addStretch(1)
        for button in (self.cancel, self.close_button, self.preview, self.publish):
            foot.addWidget(button)
        return foot

    def ask_for(self, client: Client | None, slug: str = "") -> None:
        """Ask where to publish a collection; while one is being published, show how far that is."""
        if self._request is None:
            self._wanted, self._is_read = slug, False
            self._clear_result()
        self.show_for(client)
        self.form.target.setFocus()

    def show_again(self) -> None:
        """Show what came of publishing."""
        self.show_for(self._client)

    def on_event(self, event: Event) -> None:
        """Look how far publishing is."""
        if self._job and event.kind in (EventKind.JOBS_CHANGED, EventKind.RESYNC):
            self._check_job()

    def on_connected(self, client: Client) -> None:
        """The service is there again: ask what became of the job, whether the dialog is seen or not."""
        super().on_connected(client)
        if self._job:
            self._check_job()

    def refresh(self) -> None:
        """Nothing can be started while the service is away."""
        super().refresh()
        self._show_state()

    def _fetch(self, client: Client) -> None:
        self.said.setText(self._sentence)
        self._calls.ask(client.collections, self._show_collections, self._fail, slot="publish collections")

    def _show_collections(self, answer: CollectionsAnswer) -> None:
        if self._request is not None:
            return
        names = {card.slug: card.name for card in answer.collections if not (card.team or is_subscription(card))}
        is_first, wanted = not self._is_read, self.form.slug if self._is_read else self._wanted
        self._is_read = True
        self.form.blockSignals(True)
        self.form.show_collections(names, wanted)
        self.form.blockSignals(False)
        if is_first:
            self._show_known(self.form.slug)
        if not names:
            self._say(tr("There is no collection of your own to publish. Add a folder first."))
        self._show_state()

    def _show_known(self, slug: str) -> None:
        """Fill in how the collection was published last."""
        self.form.show_choice(self._session.publishing(slug))
        self._forget_result()

    def _start(self, *, is_trial: bool) -> None:
        client = self._client
        if client is None or self._request is not None or not self.form.is_filled:
            return
        request = self._request = self.form.request(is_trial=is_trial)
        self._clear_result()
        if is_trial:
            self._say(tr("Checking what would be published…"))
        else:
            self._session.keep_publishing(request.collection, self.form.choice)
            self._say(tr("Publishing…"))
        self._show_state()
        self._calls.ask(lambda: client.publish(request), self._on_started, self._fail)

    def _on_started(self, job: Job) -> None:
        self._job = job.id
        self._show_job(job)
        self._check_job()

    def _check_job(self) -> None:
        client, id = self._client, self._job
        if client is not None and id:
            self._calls.ask(lambda: client.job(JobRequest(id)), self._show_job, self._fail, slot="publish job")

    def _cancel(self) -> None:
        client, id = self._client, self._job
        if client is not None and id:
            cancel = JobRequest(id, is_cancelled=True)
            self._calls.ask(lambda: client.job(cancel), self._show_job, self._fail, slot="publish job")

    def _show_job(self, job: Job) -> None:
        request = self._request
        if request is None or job.id != self._job:
            return
        if job.state not in ENDED:
            self.bar.setRange(0, max(0, job.counts.total))
            self.bar.setValue(job.counts.done)
            if not request.is_trial:
                self._say(describe_publishing(job))
            return
        self._request, self._job = None, ""
        self._say("")
        if job.state is JobState.FAILED:
            self._say(tr("Could not publish: {reason}").format(reason=translate_message(job.message)))
        elif job.state is JobState.CANCELLED and not request.is_trial:
            self._say(tr("Publishing was cancelled. Subscribers keep what was published before."))
        elif job.publication is not None and request.is_trial:
            self._show_preview(job.publication)
        elif job.publication is not None:
            self._show_published(job.publication, request.target)
        self._show_state()
        if not self.isVisible() and not request.is_trial:
            self.ended_unseen.emit(self._sentence or self.summary.text())

    def _show_preview(self, summary: PublishSummary) -> None:
        self.summary.setText(describe_preview(summary))
        self.paths.setPlainText("\n".join(summary.paths))
        self._show_state()

    def _show_published(self, summary: PublishSummary, target: str) -> None:
        self.summary.setText(describe_published(summary, target))
        self.fingerprint.setText(summary.key)
        self._show_state()

    def _copy_fingerprint(self) -> None:
        QGuiApplication.clipboard().setText(self.fingerprint.text())
        self._say(tr("Fingerprint copied."))

    def _forget_result(self) -> None:
        """What was shown belongs to other fields."""
        if self._request is None:
            self._clear_result()
            self._show_state()

    def _clear_result(self) -> None:
        self._say("")
        for label in (self.summary, self.fingerprint):
            label.clear()
        self.paths.clear()
        self.bar.setRange(0, 0)

    def _say(self, sentence: str) -> None:
        self._sentence = sentence
        self.said.setText(sentence)

    def _show_state(self) -> None:
        """Show the parts that there is something to say of, and let press what can be done now."""
        is_busy, is_there = self._request is not None, self._client is not None
        self.form.setEnabled(not is_busy)
        for button in (self.preview, self.publish):
            button.setEnabled(is_there and not is_busy and self.form.is_filled)
        self.cancel.setVisible(is_busy)
        self.cancel.setEnabled(is_there)
        self.bar.setVisible(is_busy)
        self.summary.setVisible(bool(self.summary.text()))
        self.paths.setVisible(bool(self.paths.toPlainText()))
        for widget in (self.advice, self.fingerprint, self.copy):
            widget.setVisible(bool(self.fingerprint.text()))

    def _fail(self, error: BookwheelError) -> None:
        """Say why; a job whose service is away is asked for again once that is back."""
        if not self._job or not isinstance(error, ServiceUnavailable):
            self._request, self._job = None, ""
        self._say(translate_message(error.message))
        self._show_state()
