"""How the endpoint for agents is: a light, a sentence, and a button that looks closely."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from bookwheel.client import mcp_doctor
from bookwheel.client.known_agents import Surroundings
from bookwheel.domain.service.doctor import Check, DoctorAnswer
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.status_light import StatusLight
from bookwheel.paths import LibraryPaths


class EndpointHealth(QWidget):
    """Examines the endpoint in a thread and says what it found."""

    examined = Signal(object, str)
    """The names of the checks that were made, a set, and what is wrong with the endpoint, empty for nothing."""
    examined_closely = Signal(str)
    """Every check, one a line, after the bridge was tried as well."""
    failed = Signal(object)
    """A BookwheelError."""

    def __init__(self, theme: Theme, calls: BackgroundCalls, library: LibraryPaths) -> None:
        super().__init__()
        self._calls = calls
        self._library = library
        self.light = StatusLight(theme)
        self.sentence = QLabel()
        self.sentence.setObjectName("soft")
        self.sentence.setWordWrap(True)
        self.check = QPushButton(tr("Check"))
        self.check.setAutoDefault(False)
        self.check.setMinimumHeight(30)
        self.check.clicked.connect(self._look_closely)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.light)
        row.addWidget(self.sentence, 1)
        row.addWidget(self.check)

    def examine(self, *, is_whole: bool = False) -> None:
        """Look how the endpoint is; the whole of it with the bridge."""
        work = partial(mcp_doctor.examine, self._library, Surroundings.here(), is_whole=is_whole)
        self._calls.ask(work, lambda answer: self._show(answer, is_whole=is_whole), self.failed.emit, slot="endpoint")

    def _look_closely(self) -> None:
        self.light.set_tone("faint")
        self.sentence.setText(tr("Checking…"))
        self.examine(is_whole=True)

    def _show(self, answer: DoctorAnswer, *, is_whole: bool) -> None:
        about = [check for check in answer.checks if check.name in mcp_doctor.ENDPOINT]
        bad = [check for check in about if check.state == mcp_doctor.BAD]
        others = [check for check in answer.checks if check.state == mcp_doctor.BAD and check not in bad]
        said = [translate_message(check.message) for check in bad or about if check.name != "tokens" or bad]
        said += [tr("Problem: {fault}").format(fault=translate_message(check.message)) for check in others]
        self.sentence.setText(" ".join(said))
        self.light.set_tone("bad" if bad else "warm" if others else "good", self.sentence.text())
        fault = translate_message(bad[0].message) if bad else ""
        self.examined.emit({check.name for check in answer.checks}, fault)
        if is_whole:
            self.examined_closely.emit("\n".join(_line(check) for check in answer.checks))


def _line(check: Check) -> str:
    mark = "✓" if check.state == mcp_doctor.GOOD else "✗"
    advice = f"\n    {translate_message(check.advice)}" if check.advice else ""
    return f"{mark} {translate_message(check.name)}: {translate_message(check.message)}{advice}"
