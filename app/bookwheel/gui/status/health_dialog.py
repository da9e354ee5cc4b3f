"""How the library is, in words: what is ready, what is coming and when, what failed and why, and what to press."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QGridLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QScrollArea,
    QWidget,
)

from bookwheel.client.connection import Client
from bookwheel.domain.collection import AddRequest, CollectionsAnswer, RebuildRequest
from bookwheel.domain.messages import Message
from bookwheel.domain.service.doctor import DoctorAnswer, DoctorRequest
from bookwheel.domain.service.requests import NameRequest
from bookwheel.domain.service.status import Problem, ProblemsAnswer, StatusAnswer
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import QT_TR_NOOP, tr
from bookwheel.gui.status.health_lines import HealthLine, list_lines
from bookwheel.gui.status.problem_delegate import ProblemDelegate
from bookwheel.gui.theme import fonts
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.confirmation import HARMLESS, ask_to_confirm
from bookwheel.gui.widgets.dialog import Dialog
from bookwheel.gui.widgets.dock import IconLabel
from bookwheel.gui.widgets.flow_layout import empty_out
from bookwheel.gui.widgets.row_delegate import ICON, NOTE
from bookwheel.gui.widgets.wrapping_row import WrappingRow

_LOOK_MS = 1500
_UNLIMITED = (1 << 24) - 1
"""Pixels; what Qt takes for no limit."""
_SIZE, _TALL = QSize(720, 380), 620
"""Pixels; as tall with more to say than how all is well."""
_PROBLEM = Qt.ItemDataRole.UserRole + 9
_ICONS = {"good": "circle-check", "warm": "clock", "bad": "circle-alert"}
_SAID = {"good": QT_TR_NOOP("OK"), "warm": QT_TR_NOOP("In progress"), "bad": QT_TR_NOOP("Needs attention")}
_READ_WHOLE = "Not UTF-8"
"""How the reason of a file begins that was read whole, by a guess at its letters."""
_KINDS = {
    "skipped": QT_TR_NOOP("skipped"),
    "protected": QT_TR_NOOP("protected"),
    "failed": QT_TR_NOOP("not read"),
    "warning": QT_TR_NOOP("partly read"),
}


class HealthDialog(Dialog):
    """The lines, the files with problems, and the buttons that help."""

    manual = "troubleshooting.md"

    document_chosen = Signal(str)
    edit_wanted = Signal(str)
    """A document whose file is to be opened in the editor."""
    file_wanted = Signal(str, bool)
    """A document whose file is to be opened in its program, or shown in its folder."""
    formats_wanted = Signal(str)
    """A collection by its name, whose formats are to be chosen."""
    password_wanted = Signal(str)
    """A protected document whose password is to be entered."""

    def __init__(self, theme: Theme, calls: BackgroundCalls, parent: QWidget) -> None:
        super().__init__(calls, tr("Library health"), _SIZE, parent)
        self._theme = theme
        self._checks: list[HealthLine] = []
        self._status: StatusAnswer | None = None
        self._is_tall = False
        self._file_keys: list[QShortcut] = []
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(10)
        self._grid.setColumnStretch(2, 1)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Files with problems"))
        self.list.setItemDelegate(ProblemDelegate(theme, self.list))
        self.list.setMouseTracking(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemActivated.connect(lambda entry: self._open(entry))
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._show_menu)
        self.list.currentItemChanged.connect(lambda *_items: self._offer_password())
        self.unlock = self._button(tr("Enter password…"), self._enter_password)
        self.formats = self._button(tr("Choose files to index"), self._choose_formats)
        self.pause = self._button(tr("Pause indexing"), self._pause)
        self.again = self._button(tr("Rescan folders"), self._try_again)
        self.rebuild = self._button(tr("Rebuild…"), self._ask_to_rebuild)
        self.check = self._button(tr("Check library"), partial(self._examine, repair=False))
        self.mend = self._button(tr("Repair"), partial(self._examine, repair=True))
        self.again.setToolTip(tr("Scan all folders again, including files with problems"))
        self.check.setToolTip(tr("Check the whole library without changing anything"))
        self.mend.setToolTip(tr("Check the whole library and repair what can be repaired"))
        self._lay_out()
        self._looking = QTimer(self, interval=_LOOK_MS)
        self._looking.timeout.connect(self.refresh)

    def _lay_out(self) -> None:
        ground = QWidget()
        ground.setObjectName("plainGround")
        ground.setLayout(self._grid)
        self._frame = frame = QScrollArea()
        frame.setObjectName("scrolled")
        frame.setAccessibleName(tr("Library health"))
        frame.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        frame.setWidgetResizable(True)
        frame.setWidget(ground)
        foot = WrappingRow()
        for button in (self.pause, self.again, self.rebuild):
            foot.add(button)
        foot.add_stretch()
        for button in (self.check, self.mend):
            foot.add(button)
        self.column.addWidget(frame, 1)
        self.column.addWidget(self.list, 1)
        self.column.addLayout(self._foot(self.formats, self.unlock))
        self.column.addLayout(foot)

    def show_for(self, client: Client | None) -> None:
        """Show how this client's library is, and follow it while shown."""
        self._checks = []
        self.said.clear()
        super().show_for(client)
        self.check.setFocus()
        self._looking.start()

    def hideEvent(self, event: object) -> None:  # noqa: N802
        """Follow no longer."""
        self._looking.stop()
        super().hideEvent(event)  # type: ignore[arg-type]

    def _fetch(self, client: Client) -> None:
        """Ask how it is."""
        self._calls.ask(
            lambda: (client.status(), client.problems(NameRequest())),
            lambda found: self.show_status(*found),
            self._fail,
            slot="health",
        )

    def show_status(self, status: StatusAnswer, problems: ProblemsAnswer) -> None:
        """Show what was answered."""
        self._status = status
        self.pause.setText(tr("Resume indexing") if status.progress.is_paused else tr("Pause indexing"))
        self._fill([*list_lines(status), *self._checks])
        shown = [self.list.item(row).data(_PROBLEM) for row in range(self.list.count())]
        if shown != list(problems.problems[:500]):
            self.list.clear()
            for problem in problems.problems[:500]:
                self.list.addItem(_entry(problem))
        self.list.setVisible(bool(problems.problems))
        self.formats.setVisible(bool(status.skipped_types))
        self._offer_password()
        self._fit_lines()
        if not self._is_tall and (problems.problems or self._checks):
            self._is_tall = True
            self._grow()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Lines that wrap otherwise are lower or higher."""
        super().resizeEvent(event)
        self._fit_lines()

    def _fit_lines(self) -> None:
        """Leave the files with problems all the room below the lines."""
        width = self._frame.viewport().width()
        height = self._grid.heightForWidth(width) if self.list.isVisibleTo(self) else -1
        self._frame.setMaximumHeight(height + 2 * self._frame.frameWidth() if height > 0 else _UNLIMITED)

    def _grow(self) -> None:
        """Make room for what came: once, for whoever makes the sheet small again wants it so."""
        window = self.parentWidget()
        most = window.height() - 80 if window is not None else _TALL
        self.resize(self.width(), max(self.height(), min(_TALL, most)))

    @property
    def words(self) -> list[str]:
        """Everything said above the list."""
        return [line.words for line in self._shown]

    _shown: tuple[HealthLine, ...] = ()

    def _fill(self, rows: list[HealthLine]) -> None:
        if tuple(rows) == self._shown:
            return
        self._shown = tuple(rows)
        empty_out(self._grid)
        for row, line in enumerate(rows):
            icon = IconLabel(self._theme, _ICONS[line.tone], line.tone, 16)
            icon.setAccessibleName(tr(_SAID[line.tone]))
            icon.setToolTip(tr(_SAID[line.tone]))
            title = QLabel(line.title)
            title.setFont(fonts.font(13, 600))
            words = QLabel(" ".join(part for part in (line.words, line.advice) if part))
            words.setWordWrap(True)
            words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            words.setAccessibleName(f"{line.title}: {tr(_SAID[line.tone])}. {words.text()}")
            top = Qt.AlignmentFlag.AlignTop
            self._grid.addWidget(icon, row, 0, top)
            self._grid.addWidget(title, row, 1, top)
            self._grid.addWidget(words, row, 2)
            self._grid.setRowStretch(row, 0)
        self._grid.setRowStretch(len(rows), 1)

    def _pause(self) -> None:
        client, status = self._client, self._status
        if client is not None and status is not None:
            act = client.resume if status.progress.is_paused else client.pause
            self._calls.ask(lambda: act(), lambda _done: self.refresh(), self._fail)

    def _try_again(self) -> None:
        client = self._client
        if client is None:
            return

        def again() -> CollectionsAnswer:
            known = client.collections()
            for card in known.collections:
                if card.state != "missing" and not card.team:
                    client.add(AddRequest(card.root))
            return known

        self._calls.ask(again, lambda _done: self._show_message(tr("Rescanning all folders.")), self._fail)

    def _choose_formats(self) -> None:
        """Lead to the collection with most files that were skipped because of their type."""
        client = self._client
        if client is None:
            return

        def done(answer: CollectionsAnswer) -> None:
            cards = [card for card in answer.collections if card.skipped_types and not card.team]
            if cards:
                most = max(cards, key=lambda card: sum(kind.count for kind in card.skipped_types))
                self.formats_wanted.emit(most.name)

        self._calls.ask(client.collections, done, self._fail)

    def _ask_to_rebuild(self) -> None:
        ask_to_confirm(
            self,
            tr("Rebuild the whole index?"),
            tr("You can keep reading and searching. Your files are not changed."),
            tr("Rebuild"),
            self.rebuild_all,
            HARMLESS,
        )

    def rebuild_all(self) -> None:
        """Read every file anew."""
        client = self._client
        if client is not None:
            self._calls.ask(
                lambda: client.rebuild(RebuildRequest()),
                lambda _done: self._show_message(tr("Rebuilding the index from all files.")),
                self._fail,
            )

    def _examine(self, *, repair: bool) -> None:
        client = self._client
        if client is not None:
            self._show_message(tr("Checking library…"))
            self._calls.ask(lambda: client.doctor(DoctorRequest(repair)), self._show_checks, self._fail, slot="doctor")

    def _show_checks(self, answer: DoctorAnswer) -> None:
        tones = {"good": "good", "mended": "warm"}
        self._checks = [
            HealthLine(
                tones.get(check.state, "bad"),
                _named(check.name),
                translate_message(check.message),
                translate_message(check.advice),
            )
            for check in answer.checks
        ]
        self._show_message(
            tr("No problems found.") if answer.is_healthy else tr("Problems found. Press “Repair” to fix them.")
        )

    def _show_message(self, sentence: str) -> None:
        self.said.setText(sentence)
        self.refresh()

    def _open(self, entry: QListWidgetItem) -> None:
        problem: Problem = entry.data(_PROBLEM)
        if problem.kind == "protected":
            self.password_wanted.emit(problem.doc)
        elif problem.kind == "warning" and problem.doc:
            self.document_chosen.emit(problem.doc)

    def _protected(self) -> str:
        """The protected document that is chosen in the list, or else the first one; empty for none."""
        entries = [self.list.currentItem(), *(self.list.item(row) for row in range(self.list.count()))]
        problems: list[Problem] = [entry.data(_PROBLEM) for entry in entries if entry is not None]
        return next((problem.doc for problem in problems if problem.kind == "protected"), "")

    def _offer_password(self) -> None:
        self.unlock.setVisible(bool(self._protected()))

    def _enter_password(self) -> None:
        if doc := self._protected():
            self.password_wanted.emit(doc)

    def set_file_keys(self, edit_keys: Sequence[str], reveal_keys: Sequence[str]) -> None:
        """Edit the file of the chosen problem, and show it in its folder, with the keys of the window's commands."""
        for shortcut in self._file_keys:
            shortcut.deleteLater()
        self._file_keys = []
        for keys, act in (
            (edit_keys, self.edit_wanted.emit),
            (reveal_keys, lambda doc: self.file_wanted.emit(doc, True)),
        ):
            for key in keys:
                shortcut = QShortcut(QKeySequence(key), self)
                shortcut.activated.connect(partial(self._act_on_file, act))
                self._file_keys.append(shortcut)

    def _act_on_file(self, act: Callable[[str], object]) -> None:
        entry = self.list.currentItem()
        if entry is not None and self.list.isVisible():
            act(entry.data(_PROBLEM).doc)

    def build_menu(self, entry: QListWidgetItem) -> QMenu:
        """What can be done with the file of a problem."""
        problem: Problem = entry.data(_PROBLEM)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if problem.kind == "protected":
            menu.addAction(tr("Enter password…"), lambda: self.password_wanted.emit(problem.doc))
        menu.addAction(tr("Open in editor"), lambda: self.edit_wanted.emit(problem.doc))
        menu.addAction(tr("Open in default app"), lambda: self.file_wanted.emit(problem.doc, False))
        menu.addAction(tr("Reveal in folder"), lambda: self.file_wanted.emit(problem.doc, True))
        return menu

    def _show_menu(self, at: QPoint) -> None:
        entry = self.list.itemAt(at) or self.list.currentItem()
        if entry is not None:
            self.build_menu(entry).popup(self.list.viewport().mapToGlobal(at))


def _named(check: Message) -> str:
    named = translate_message(check)
    return named[:1].upper() + named[1:] if check.template else named


def _entry(problem: Problem) -> QListWidgetItem:
    entry = QListWidgetItem(problem.path or problem.collection)
    is_whole = problem.kind == "warning" and problem.reason.template.startswith(_READ_WHOLE)
    kind = tr("note") if is_whole else tr(_KINDS.get(problem.kind, problem.kind))
    words = f"{kind}: {translate_message(problem.reason)}"
    entry.setData(_PROBLEM, problem)
    entry.setData(ICON, "triangle-alert")
    entry.setToolTip(f"{problem.path}\n{words}")
    entry.setData(NOTE, words)
    entry.setData(Qt.ItemDataRole.AccessibleDescriptionRole, words)
    return entry
