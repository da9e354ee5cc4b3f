"""Two passages side by side, with what may be wrong between them."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from bookwheel.domain.diagnostics import LinkFinding
from bookwheel.domain.places import FilePlace
from bookwheel.gui.i18n.file_places import name_place
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import number, tr
from bookwheel.gui.state.locations import Location, section_location
from bookwheel.gui.theme import fonts


class PassagePair(QWidget):
    """The two passages of a finding; each says where it stands and opens there."""

    opened = Signal(object, bool)
    """The Location of a passage, and whether a new tab was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.note = _label("soft")
        self.first, self.second = _Passage(tr("First passage")), _Passage(tr("Second passage"))
        row = QHBoxLayout()
        row.setSpacing(24)
        for passage in (self.first, self.second):
            passage.open_button.clicked.connect(lambda _on=False, which=passage: self._open(which))
            row.addWidget(passage, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.note)
        column.addLayout(row, 1)
        self.show_finding(None)

    def show_finding(self, finding: LinkFinding | None) -> None:
        """Show the passages of a finding, or none."""
        one = finding
        self.note.setText("" if one is None else translate_message(one.note))
        self.note.setVisible(one is not None and bool(one.note))
        if one is None:
            self.first.clear()
            self.second.clear()
            return
        self.first.show_passage(one.title, one.section or one.doc, one.line, one.place, one.text)
        where, line = one.other_section or one.other, one.other_line
        # What replaces a document may stand in a third one.
        title = one.other_title if where.partition("#")[0] == one.other else ""
        self.second.show_passage(title, where, line, one.other_place, one.other_text)

    def _open(self, passage: _Passage) -> None:
        if passage.location is not None:
            self.opened.emit(passage.location, False)


class _Passage(QWidget):
    """A document's title, where in it the passage stands, and its words."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.location: Location | None = None
        self._title, self._where, self.words = _label(), _label("soft"), _label()
        self._title.setFont(fonts.font(13, 600))
        self.words.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.words.setAccessibleName(name)
        self.open_button = QPushButton(tr("Open"))
        self.open_button.setAutoDefault(False)
        self.open_button.setAccessibleDescription(name)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        for label in (self._title, self._where, self.words):
            column.addWidget(label)
        column.addSpacing(6)
        column.addWidget(self.open_button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)

    def clear(self) -> None:
        """Show nothing."""
        self.location = None
        self.setVisible(False)

    def show_passage(self, title: str, section: str, line: int, place: FilePlace | None, words: str) -> None:
        """Show a passage of a document by the id of its section."""
        self.location = section_location(section, place=place, title=title)
        at = name_place(place) if place is not None else tr("line {number}").format(number=number(line)) if line else ""
        doc = section.partition("#")[0]
        self._title.setText(title)
        self._title.setVisible(bool(title))
        self._where.setText(f"{doc} · {at}" if at else doc)
        self.words.setText(words)
        self.setVisible(True)


def _label(name: str = "") -> QLabel:
    """A label of plain text, whatever stands in it, over as many lines as it needs."""
    made = QLabel()
    made.setObjectName(name)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(True)
    made.setMinimumWidth(1)
    return made
