"""The keys of every action: shown, recorded anew, refused where they would clash, and brought back."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QKeyCombination, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.settings.narrowing_row import NarrowingRow
from bookwheel.gui.shell.shortcuts import Shortcuts
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.dock import IconButton

_PORTABLE = QKeySequence.SequenceFormat.PortableText
_NATIVE = QKeySequence.SequenceFormat.NativeText
_K, _M = Qt.Key, Qt.KeyboardModifier
_MODIFIERS = (_K.Key_Shift, _K.Key_Control, _K.Key_Alt, _K.Key_Meta, _K.Key_AltGr, _K.Key_unknown)
_MOVING = (
    *(_K.Key_Tab, _K.Key_Backtab, _K.Key_Return, _K.Key_Enter, _K.Key_Escape, _K.Key_Space, _K.Key_Backspace),
    *(_K.Key_Up, _K.Key_Down, _K.Key_Left, _K.Key_Right, _K.Key_Home, _K.Key_End, _K.Key_PageUp, _K.Key_PageDown),
)
_OF_TEXT = ("Ctrl+C", "Ctrl+V", "Ctrl+X", "Ctrl+A", "Ctrl+Z", "Ctrl+Shift+Z", "Ctrl+Y", "Ctrl+Left", "Ctrl+Right")


def refusal(keys: str, name: str, shortcuts: Shortcuts) -> str:
    """Why an action cannot have these keys (as portable text), in a sentence; empty when it can."""
    sequence = QKeySequence(keys, _PORTABLE)
    shown = sequence.toString(_NATIVE)
    if sequence.isEmpty():
        return tr("This shortcut can't be used.")
    pressed = sequence[0]  # pyright: ignore[reportIndexIssue] - it has one; the stubs do not say so
    has_modifier = bool(pressed.keyboardModifiers() & (_M.ControlModifier | _M.AltModifier | _M.MetaModifier))
    if not has_modifier and pressed.key() in (*_MOVING, _K.Key_Delete, _K.Key_Insert):
        return tr("{keys} is needed for typing and navigation; add Ctrl or Alt.").format(keys=shown)
    if not has_modifier and not _K.Key_F1 <= pressed.key() <= _K.Key_F35 and pressed.key() < _K.Key_Back:
        return tr("{keys} alone types a character; add Ctrl or Alt.").format(keys=shown)
    if keys in _OF_TEXT:
        return tr("{keys} is reserved for editing text. Choose another shortcut.").format(keys=shown)
    for other in shortcuts.usual_keys():
        if other != name and keys in shortcuts.keys_of(other):
            return tr("{keys} is already used for “{action}”. Change that shortcut first.").format(
                keys=shown, action=shortcuts.words_of(other)
            )
    return ""


class ShortcutRecorder(QPushButton):
    """Shows keys; pressed, it waits for new ones. Escape leaves them, Backspace takes them away."""

    recorded = Signal(str)
    """Keys as portable text, empty for none."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self._words = words
        self._keys: tuple[str, ...] = ()
        self._is_waiting = False
        self.setAutoDefault(False)
        self.setMinimumWidth(216)
        self.setMinimumHeight(28)
        self.clicked.connect(self._begin)

    def show_keys(self, keys: tuple[str, ...]) -> None:
        """Say which keys are in force."""
        self._keys = keys
        self._is_waiting = False
        shown = ", ".join(QKeySequence(key, _PORTABLE).toString(_NATIVE) for key in keys)
        self.setText(shown or tr("no shortcut"))
        self.setAccessibleName(
            tr("Shortcut for {action}: {keys}").format(action=self._words, keys=shown or tr("none", "keys"))
        )

    @property
    def is_waiting(self) -> bool:
        """Whether the next keys pressed are recorded."""
        return self._is_waiting

    def _begin(self) -> None:
        self._is_waiting = True
        self.setText(tr("Press keys…"))
        self.setAccessibleName(tr("Press the new shortcut for {action}").format(action=self._words))
        self.setFocus()

    def event(self, event: QEvent) -> bool:
        """While waiting, every key is ours, even those that move about."""
        if self._is_waiting and isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                self._record(event)
                return True
        return super().event(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        """Wait no longer."""
        if self._is_waiting:
            self.show_keys(self._keys)
        super().focusOutEvent(event)

    def _record(self, event: QKeyEvent) -> None:
        key, modifiers = Qt.Key(event.key()), event.modifiers() & ~_M.KeypadModifier
        if key in _MODIFIERS:
            return
        if modifiers == _M.NoModifier and key in (_K.Key_Escape, _K.Key_Backspace):
            self.show_keys(self._keys)
            if key == _K.Key_Backspace:
                self.recorded.emit("")
            return
        if key == _K.Key_Backtab:
            key = _K.Key_Tab
        self.show_keys(self._keys)
        self.recorded.emit(QKeySequence(QKeyCombination(modifiers, key)).toString(_PORTABLE))


class ShortcutRow(NarrowingRow):
    """An action with its keys."""

    recorded = Signal(str, str)
    """The action's name, and its new keys as portable text."""
    reset_wanted = Signal(str)

    def __init__(self, theme: Theme, name: str, called: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name, self.called = name, called
        self._trouble = QLabel()
        self._trouble.setObjectName("trouble")
        self._trouble.setWordWrap(True)
        self._trouble.hide()
        self.recorder = ShortcutRecorder(called)
        self.recorder.recorded.connect(lambda keys: self.recorded.emit(name, keys))
        self.reset = IconButton(theme, "undo-2", tr("Reset shortcut"))
        self.reset.setAccessibleName(tr("Reset shortcut: {action}").format(action=called))
        self.reset.clicked.connect(lambda: self.reset_wanted.emit(name))
        words = QVBoxLayout()
        words.setSpacing(2)
        label = QLabel(called)
        label.setWordWrap(True)
        words.addWidget(label)
        words.addWidget(self._trouble)
        self.lay_out(words, self.recorder, self.reset, 3)

    @property
    def trouble(self) -> str:
        """Why the last keys were refused, empty when they were not."""
        return self._trouble.text() if not self._trouble.isHidden() else ""

    def fits(self, words: list[str]) -> bool:
        """Whether every word stands in the action's name or keys."""
        said = " ".join((self.name, self.called, self.recorder.text(), tr("Keyboard shortcuts"), "keys")).casefold()
        return all(word in said for word in words)

    def show_keys(self, keys: tuple[str, ...], usual: tuple[str, ...]) -> None:
        """Say which keys are in force."""
        self.recorder.show_keys(keys)
        self.reset.setEnabled(keys != usual)
        self.show_message("")

    def show_message(self, sentence: str) -> None:
        """Say why keys were refused."""
        self._trouble.setText(sentence)
        self._trouble.setVisible(bool(sentence))
