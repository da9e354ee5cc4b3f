"""One memory as a form: its content, type and tags to be changed, and what it says about itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from bookwheel.domain.annotations.memory import Memory, MemoryChange, MemoryType
from bookwheel.gui.agents.memory_table import TYPES, owner_of
from bookwheel.gui.i18n.translation import QT_TR_NOOP, moment, tr
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.choice_box import ChoiceBox

ROLES = {
    "user": QT_TR_NOOP("from the user"),
    "assistant": QT_TR_NOOP("from the agent"),
    "system": QT_TR_NOOP("from the system"),
    "tool": QT_TR_NOOP("from a tool"),
}
"""Who said what is kept."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What stands in the form."""

    content: str
    type: MemoryType
    tags: tuple[str, ...]

    @classmethod
    def of(cls, memory: Memory) -> Draft:
        """A memory as it is kept."""
        return cls(memory.content, memory.type, memory.tags)

    def change_of(self, memory: Memory) -> MemoryChange:
        """What would make a memory so: only what is other than it was."""
        kept = Draft.of(memory)
        return MemoryChange(
            memory.id,
            None if self.content.strip() == kept.content else self.content,
            None if self.type is kept.type else self.type,
            None if self.tags == kept.tags else self.tags,
        )


class MemoryEditor(QWidget):
    """The form over the memory that is chosen. What was typed and not saved stays with its memory."""

    save_wanted = Signal(object)
    """A MemoryChange."""
    delete_wanted = Signal(object)
    """The Memory."""
    changed = Signal()
    """Something was typed, or put back."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._memory: Memory | None = None
        self._drafts: dict[str, tuple[Memory, Draft]] = {}
        self._is_filling = False
        self.content = QPlainTextEdit()
        self.content.setTabChangesFocus(True)
        self.content.setAccessibleName(tr("Content"))
        self.content.textChanged.connect(self._note)
        self.type = ChoiceBox(theme)
        self.type.setAccessibleName(tr("Type"))
        self.type.setMinimumHeight(30)
        for kind, name in TYPES.items():
            self.type.addItem(tr(name), kind.value)
        self.type.currentIndexChanged.connect(self._note)
        self.tags = QLineEdit()
        self.tags.setAccessibleName(tr("Tags"))
        self.tags.setMinimumHeight(30)
        self.tags.setPlaceholderText(tr("separated by commas"))
        self.tags.textChanged.connect(self._note)
        self.about = QLabel()
        self.about.setObjectName("soft")
        self.about.setWordWrap(True)
        self.save = QPushButton(tr("Save"))
        self.save.setObjectName("primary")
        self.revert = QPushButton(tr("Discard changes"))
        self.revert.setToolTip(tr("Return to the saved version"))
        self.delete = QPushButton(tr("Delete…"))
        self.save.clicked.connect(self._save)
        self.revert.clicked.connect(self._put_back)
        self.delete.clicked.connect(lambda: self._memory is not None and self.delete_wanted.emit(self._memory))
        keep = QShortcut(QKeySequence(QKeySequence.StandardKey.Save), self)
        keep.activated.connect(self._save)
        for button in (self.save, self.revert, self.delete):
            button.setAutoDefault(False)
            button.setMinimumHeight(30)
        self._lay_out()
        self.show_memory(None)

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setSpacing(8)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        form.addRow(tr("Type"), self.type)
        form.addRow(tr("Tags"), self.tags)
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self.save)
        foot.addWidget(self.revert)
        foot.addStretch(1)
        foot.addWidget(self.delete)
        side = QVBoxLayout()
        side.setSpacing(10)
        side.addLayout(form)
        side.addWidget(self.about)
        side.addStretch(1)
        side.addLayout(foot)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(16)
        row.addWidget(self.content, 3)
        row.addLayout(side, 2)

    @property
    def drafts(self) -> int:
        """Memories with changes that are not saved."""
        return len(self._drafts)

    def show_memory(self, memory: Memory | None) -> None:
        """Show a memory, with what was typed into it before, or none; what is being typed stays under the hands."""
        former, self._memory = self._memory, memory
        if memory is None:
            self._fill(Draft("", MemoryType.NOTE, ()))
        elif former is None or former.id != memory.id:
            self._fill(self._drafts[memory.id][1] if memory.id in self._drafts else Draft.of(memory))
        elif memory.id not in self._drafts and Draft.of(memory) != self.draft():
            self._fill(Draft.of(memory))
        self.about.setText("" if memory is None else describe_memory(memory))
        self._follow()

    def release(self, is_gone: Callable[[Memory], bool]) -> None:
        """Forget what was typed into memories that are gone."""
        self._drafts = {id: kept for id, kept in self._drafts.items() if not is_gone(kept[0])}

    def saved(self, memory: Memory) -> None:
        """A change was kept: nothing of it waits any more."""
        self._drafts.pop(memory.id, None)
        if self._memory is not None and self._memory.id == memory.id:
            self.show_memory(memory)
        self.changed.emit()

    def draft(self) -> Draft:
        """What stands in the form now."""
        words = (word.strip().lstrip("#").strip() for word in self.tags.text().split(","))
        tags = tuple(dict.fromkeys(word for word in words if word))
        return Draft(self.content.toPlainText(), MemoryType(self.type.currentData()), tags)

    def _fill(self, draft: Draft) -> None:
        self._is_filling = True
        self.content.setPlainText(draft.content)
        self.type.setCurrentIndex(self.type.findData(draft.type.value))
        self.tags.setText(", ".join(draft.tags))
        self._is_filling = False

    def _note(self) -> None:
        memory = self._memory
        if self._is_filling or memory is None:
            return
        draft = self.draft()
        if draft.change_of(memory) == MemoryChange(memory.id):
            self._drafts.pop(memory.id, None)
        else:
            self._drafts[memory.id] = (memory, draft)
        self._follow()
        self.changed.emit()

    def _follow(self) -> None:
        """What can be pressed now."""
        memory = self._memory
        is_typed = memory is not None and memory.id in self._drafts
        for widget in (self.content, self.type, self.tags, self.delete):
            widget.setEnabled(memory is not None)
        self.save.setEnabled(is_typed and bool(self.content.toPlainText().strip()))
        self.revert.setEnabled(is_typed)

    def _save(self) -> None:
        if self._memory is not None and self.save.isEnabled():
            self.save_wanted.emit(self.draft().change_of(self._memory))

    def _put_back(self) -> None:
        memory = self._memory
        if memory is not None:
            self._drafts.pop(memory.id, None)
            self._fill(Draft.of(memory))
            self._follow()
            self.changed.emit()


def describe_memory(memory: Memory) -> str:
    """Whose a memory is, who said it, when it was kept, changed and read, and what it stands for."""
    parts = [owner_of(memory), tr(ROLES[memory.role.value])]
    if memory.session:
        parts.append(tr("session {name}").format(name=memory.session))
    parts.append(tr("created {time}").format(time=moment(memory.created_at)))
    if memory.changed_at:
        parts.append(tr("edited {time}").format(time=moment(memory.changed_at)))
    parts.append(tr("last read {time}").format(time=moment(memory.read_at)) if memory.read_at else tr("never read"))
    if memory.folded:
        folded = tr("summary of %Ln memory(ies), from {time} on", "", memory.folded)
        parts.append(folded.format(time=moment(memory.since)))
    return " · ".join(parts)
