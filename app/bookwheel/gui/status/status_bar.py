"""The status bar: what is ready, what is coming, what went wrong, and who is connected."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QStatusBar, QToolButton, QWidget

from bookwheel.domain.service.status import Embedding, Progress, StatusAnswer
from bookwheel.gui.i18n.agent_names import display_name
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import number, share, tr
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.dock import IconLabel
from bookwheel.gui.widgets.status_light import StatusLight

_COMING = ("waiting", "loading", "embedding", "paused", "battery")


def _share(done: int, total: int) -> str:
    return share(done / total if total else 0)


def time_left(least_s: float, most_s: float = -1.0) -> str:
    """How long something will still take, as a range in words; empty when unknown."""
    if least_s < 0:
        return ""
    most_s = max(least_s, most_s)
    if most_s < 60:
        return tr("less than a minute left")
    if most_s < 90 * 60:
        return _range(least_s / 60, most_s / 60, tr("{count} min left"), tr("{least} to {most} min left"))
    return _range(least_s / 3600, most_s / 3600, tr("{count} h left"), tr("{least} to {most} h left"))


def _range(least: float, most: float, one: str, two: str) -> str:
    """A range in words; numbers above ten in steps of five."""
    low, high = (max(1, round(value) if value < 10 else 5 * round(value / 5)) for value in (least, most))
    if low == high:
        return one.format(count=number(low))
    return two.format(least=number(low), most=number(high))


class StatusBar(QWidget):
    """One quiet line at the foot of the window."""

    problems_wanted = Signal()
    agents_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("statusBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(tr("Status"))
        self.setFixedHeight(28)
        self._dot = StatusLight(theme)
        self._ready = QToolButton()
        self._ready.setText(tr("Connecting"))
        self._ready.setAccessibleDescription(tr("Opens library health"))
        self._ready.clicked.connect(self.problems_wanted)
        self._coming = QLabel()
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(120)
        self._bar.setAccessibleName(tr("Progress"))
        self._left = QLabel()
        self._message = QLabel()
        self._problems = QToolButton()
        self._problems.setAccessibleName(tr("Problems"))
        self._problems.clicked.connect(self.problems_wanted)
        self._plug = IconLabel(theme, "plug", size=13)
        self.endpoint = StatusLight(theme)
        self._fault = ""
        self._has_agents = False
        self._agents = QToolButton()
        self._agents.setAccessibleDescription(tr("Opens agent access"))
        self._agents.clicked.connect(self.agents_wanted)
        self._lay_out()
        self._documents = 0
        self._progress = Progress()
        self._embedding = Embedding()
        self._storage_problem = ""
        self._show_coming()
        for widget in (self._problems, self._plug, self.endpoint, self._agents):
            widget.hide()

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(13, 0, 14, 0)
        row.setSpacing(7)
        for widget in (self._dot, self._ready):
            row.addWidget(widget)
        row.addSpacing(12)
        for widget in (self._coming, self._bar, self._left, self._message):
            row.addWidget(widget)
        for widget in (self._coming, self._left, self._message, self._agents):
            widget.setMinimumWidth(1)  # cut where the screen is too small for all of them, before the window grows
        row.addStretch(1)
        row.addWidget(self._problems)
        row.addSpacing(8)
        for widget in (self._plug, self.endpoint, self._agents):
            row.addWidget(widget)

    def add_to(self, foot: QStatusBar) -> None:
        """Take the whole of the window's own status bar."""
        foot.setSizeGripEnabled(False)
        foot.setContentsMargins(0, 0, 0, 0)
        foot.addPermanentWidget(self, 1)
        layout = foot.layout()
        if layout is not None:
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(0)
        foot.setStyleSheet("QStatusBar::item { border: none; } QStatusBar { min-height: 28px; }")

    def show_status(self, status: StatusAnswer) -> None:
        """Take how the service is."""
        self._documents = status.documents
        if status.state == "starting":
            self._ready.setText(tr("Starting"))
            self._ready.setToolTip(tr("The background service is starting."))
            return
        self._show_ready()
        self._embedding, self._storage_problem = status.embedding, translate_message(status.storage_problem)
        self.show_progress(status.progress)
        self.show_problems(status.problems)
        names = ", ".join(display_name(agent) for agent in status.agents_connected)
        self._agents.show()
        self._has_agents = bool(names)
        words = tr("Agents: {names}").format(names=names) if names else tr("No agents connected")
        self._agents.setText(tr("{agents} (paused)").format(agents=words) if status.agents_paused else words)
        if status.agents_paused:
            self._show_light("warm", tr("All agents are paused."))
        else:
            self.show_endpoint(self._fault)

    def show_endpoint(self, fault: str) -> None:
        """Say whether agents are answered; what was found wrong is kept until it is looked at again."""
        self._fault = fault
        self._show_light("bad" if fault else "good", fault or tr("Agents can connect."))

    def _show_light(self, tone: str, words: str) -> None:
        """Set the light of the agents, and show it where there are any or something is amiss."""
        self.endpoint.set_tone(tone, words)
        for part in (self._plug, self.endpoint):
            part.setVisible(self._has_agents or tone != "good")

    def names_agent(self, client: str) -> bool:
        """Whether a client that called stands among the agents; the window and the command line never do."""
        return client in ("window", "cli", "") or display_name(client) in self._agents.text()

    def show_problems(self, count: int) -> None:
        """Say how many files could not be read."""
        self._problems.setVisible(count > 0)
        self._problems.setText(tr("%Ln problem(s)", "", count))

    def show_progress(self, progress: Progress) -> None:
        """Say how far the reading of files is."""
        self._progress = progress
        self._dot.set_tone("warm" if self.is_reading else "good")
        self._show_coming()

    def show_embedding(self, embedding: Embedding) -> None:
        """Say how much of the library can be found by its meaning."""
        self._embedding = embedding
        self._show_coming()

    @property
    def is_reading(self) -> bool:
        """Whether files are being taken in, as far as was told."""
        return self._progress.phase in ("counting", "indexing")

    def _show_coming(self) -> None:
        """One thing at a time: files first, then meaning; nothing when neither is told."""
        progress, meaning, is_reading = self._progress, self._embedding, self.is_reading
        is_coming = meaning.state in _COMING and meaning.done < meaning.total
        self._coming.setToolTip("")
        self._bar.setVisible((is_reading or is_coming) and not self._storage_problem)
        self._left.setVisible((is_reading or is_coming) and not self._storage_problem)
        if self._storage_problem:
            self._coming.setText(tr("Indexing stopped: disk problem"))
            self._coming.setToolTip(self._storage_problem)
        elif progress.is_paused:
            self._coming.setText(tr("Indexing paused"))
        elif is_reading:
            total = 0 if progress.phase == "counting" else progress.files_total
            self._coming.setText(
                tr("Indexing {share}").format(share=_share(progress.files_done, total))
                if total
                else tr("Counting files")
            )
            left = time_left(progress.time_left_s, progress.most_left_s)
            self._advance(progress.files_done, total, left, progress.current_file)
        elif meaning.state == "failed":
            self._coming.setText(
                tr("Semantic index stopped at {share}").format(share=_share(meaning.done, meaning.total))
            )
            self._coming.setToolTip(translate_message(meaning.problem))
        elif is_coming:
            self._coming.setText(tr("Semantic index {share}").format(share=_share(meaning.done, meaning.total)))
            left = time_left(meaning.time_left_s, meaning.most_left_s)
            self._advance(meaning.done, meaning.total, left, meaning.model)
        else:
            is_whole = meaning.state == "ready" and meaning.total > 0
            self._coming.setText(tr("Semantic index up to date") if is_whole else "")
        self._coming.setVisible(bool(self._coming.text()))

    def _advance(self, done: int, total: int, left: str, what: str) -> None:
        self._bar.setRange(0, total)
        self._bar.setValue(done)
        self._bar.setToolTip(what)
        self._left.setText(left)

    def show_lost(self, sentence: str) -> None:
        """Say calmly that the service is away."""
        self._dot.set_tone("warm")
        if self._has_agents:
            self.endpoint.set_tone("warm", sentence)
        self._ready.setText(tr("Reconnecting"))
        self._ready.setToolTip(sentence)

    def _show_ready(self) -> None:
        self._ready.setToolTip("")
        self._ready.setText(tr("%Ln document(s) ready", "", self._documents))
