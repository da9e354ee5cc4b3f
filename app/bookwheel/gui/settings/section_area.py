"""The sections of the settings, made when they are first shown or searched."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QLabel, QScrollArea, QVBoxLayout, QWidget

from bookwheel.gui.settings.sections import Section


@dataclass(slots=True)
class SectionEntry:
    """An entry of the list, and its section while that is shown or searched."""

    title: str
    short: str
    icon: str
    make: Callable[[], Section]
    slug: str = ""
    """The collection that it is about, if it is about one."""
    section: Section | None = None


class SectionArea(QScrollArea):
    """Only the section shown exists, for each widget makes a change of theme longer.

    A search makes the others, one a turn of the loop, so that the window stays awake.
    """

    section_made = Signal(object)
    """A Section that is new, or has more rows."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[SectionEntry] = []
        self._words: list[str] = []
        page = QWidget()
        page.setObjectName("settingsPage")
        self._column = QVBoxLayout(page)
        self._column.setContentsMargins(26, 18, 18, 18)
        self._column.setSpacing(0)
        self.empty = QLabel()
        self.empty.setObjectName("soft")
        self.empty.hide()
        self._column.addWidget(self.empty)
        self._column.addStretch(1)
        self.setObjectName("settingsScroll")
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(page)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._searching = QTimer(self, singleShot=True, interval=0)
        self._searching.timeout.connect(self._search_next)
        self._growing = QTimer(self, singleShot=True, interval=0)
        self._growing.timeout.connect(self._grow_next)
        self._clearing = QTimer(self, singleShot=True, interval=0)
        self._clearing.timeout.connect(self._clear_next)

    @property
    def titles(self) -> list[str]:
        """The titles of all sections."""
        return [entry.title for entry in self.entries]

    @property
    def sections(self) -> list[Section]:
        """The sections that exist now."""
        return [entry.section for entry in self.entries if entry.section is not None]

    def add(self, entry: SectionEntry) -> None:
        """Add a section below the others; while words are looked for, look in it too."""
        self.entries.append(entry)
        if self._words:
            self._searching.start()

    def remove(self, entry: SectionEntry) -> int:
        """Take a section away; the row where it stood."""
        row = self.entries.index(entry)
        self.entries.remove(entry)
        if entry.section is not None:
            entry.section.deleteLater()
        return row

    def section_of(self, entry: SectionEntry) -> Section:
        """The section of an entry, made if it is not there."""
        if entry.section is None:
            entry.section = entry.make()
            entry.section.hide()
            above = sum(earlier.section is not None for earlier in self.entries[: self.entries.index(entry)])
            self._column.insertWidget(1 + above, entry.section)
            self.section_made.emit(entry.section)
            self._growing.start()
        return entry.section

    def show_entry(self, entry: SectionEntry) -> None:
        """Show one whole section alone."""
        self._words = []
        for section in self.sections:
            section.hide()
        chosen = self.section_of(entry)
        chosen.filter([])
        chosen.show()
        self._clearing.start()
        self.empty.hide()
        self.verticalScrollBar().setValue(0)

    def search(self, words: list[str], sentence: str) -> None:
        """Show what holds all words, of every section; the sentence when nothing does."""
        self._words = words
        self.empty.setText(sentence)
        for section in self.sections:
            self._narrow(section)
        self._searching.start()

    def release_one(self) -> bool:
        """Delete a section for good; False when there is none left."""
        self._searching.stop()
        self._growing.stop()
        self._clearing.stop()
        while self.entries:
            section = self.entries.pop().section
            if section is not None:
                section.deleteLater()
                return True
        return False

    def _search_next(self) -> None:
        """While words are looked for, make a section that is not there and look in it too."""
        entry = next((entry for entry in self.entries if entry.section is None), None)
        if not self._words or entry is None:
            return
        self._narrow(self.section_of(entry))
        self._searching.start()

    def _grow_next(self) -> None:
        """Have a section make some more of its rows."""
        section = next((section for section in self.sections if section.is_growing), None)
        if section is not None:
            section.grow()
            self.section_made.emit(section)
            if self._words:
                self._narrow(section)
            self._growing.start()

    def _clear_next(self) -> None:
        """While one section is shown, let another one go."""
        hidden = (entry for entry in self.entries if entry.section is not None and entry.section.isHidden())
        entry = next(hidden, None)
        if self._words or entry is None or entry.section is None:
            return
        entry.section.deleteLater()
        entry.section = None
        self._clearing.start()

    def _narrow(self, section: Section) -> None:
        section.setVisible(section.filter(self._words))
        is_over = all(entry.section is not None and not entry.section.is_growing for entry in self.entries)
        self.empty.setVisible(is_over and all(other.isHidden() for other in self.sections))
