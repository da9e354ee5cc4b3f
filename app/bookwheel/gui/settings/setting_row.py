"""One setting as a row: what it does, its name, default and range, the field that changes it, and a way back."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QFontDatabase, QValidator
from PySide6.QtWidgets import (
    QCheckBox,
    QDoubleSpinBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from bookwheel.domain.service.settings import Setting
from bookwheel.gui.i18n.translation import QT_TR_NOOP, figure, number, tr
from bookwheel.gui.platform import editors
from bookwheel.gui.settings.narrowing_row import NarrowingRow
from bookwheel.gui.state.preferences import COMMAND, FONT, LINES
from bookwheel.gui.theme import fonts
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.choice_box import ChoiceBox
from bookwheel.gui.widgets.dock import IconButton
from bookwheel.gui.widgets.number_box import pad_number

_WIDTH = 216
_VALUES = {
    "": QT_TR_NOOP("not set"),
    "system": QT_TR_NOOP("system"),
    "light": QT_TR_NOOP("light"),
    "dark": QT_TR_NOOP("dark"),
    "auto": QT_TR_NOOP("automatic"),
    "balanced": QT_TR_NOOP("balanced"),
    "keyword": QT_TR_NOOP("keyword"),
    "graph": QT_TR_NOOP("graph"),
    "scores": QT_TR_NOOP("scores"),
    "ranks": QT_TR_NOOP("ranks"),
    "book": QT_TR_NOOP("as in the source"),
    "name": QT_TR_NOOP("by title"),
    "date": QT_TR_NOOP("newest first"),
    "true": QT_TR_NOOP("on"),
    "false": QT_TR_NOOP("off"),
    "ask": QT_TR_NOOP("ask the first time"),
    "environment": "$EDITOR",
    "custom": QT_TR_NOOP("own command"),
    **editors.LABELS,
    "en": "English",
    "de": "Deutsch",
}
"""What values are called on the screen, where they are not their own words."""


class Decimal(QDoubleSpinBox):
    """A number without needless noughts, as the window's language writes it; a point is as good as a comma."""

    def textFromValue(self, value: float) -> str:  # noqa: N802
        """As a person writes it."""
        return f"{value:.6g}".replace(".", self.locale().decimalPoint())

    def validate(self, text: str, at: int) -> tuple[QValidator.State, str, int]:
        """Take a point for what stands before the decimals: thousands are not parted."""
        return super().validate(text.replace(".", self.locale().decimalPoint()), at)

    def valueFromText(self, text: str) -> float:  # noqa: N802
        """The number written."""
        return super().valueFromText(text.replace(".", self.locale().decimalPoint()))


class Field:
    """The widget that changes a setting, how it shows a value, and how it tells a new one."""

    def __init__(self, theme: Theme, setting: Setting, told: Callable[[str], None], guard: QObject) -> None:
        self.widget, self.show = _made(theme, setting, told)
        self.widget.setAccessibleName(tr(setting.about))
        self.widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.widget.installEventFilter(guard)


def _made(theme: Theme, setting: Setting, told: Callable[[str], None]) -> tuple[QWidget, Callable[[str], None]]:
    if setting.type == "bool":
        box = QCheckBox()
        box.setMinimumSize(24, 24)
        box.clicked.connect(lambda on: told("true" if on else "false"))
        return box, lambda text: box.setChecked(text == "true")
    if setting.choices or setting.type == FONT:
        return _choice(theme, setting, told)
    if setting.type in ("int", "float"):
        return _number(setting, told)
    if setting.type == LINES:
        lines = _Lines()
        lines.setFixedHeight(74)
        lines.setTabChangesFocus(True)
        lines.left.connect(lambda: told(lines.toPlainText()))
        return lines, lines.setPlainText
    line = QLineEdit()
    line.editingFinished.connect(lambda: told(line.text()))
    return line, line.setText


def _choice(theme: Theme, setting: Setting, told: Callable[[str], None]) -> tuple[QWidget, Callable[[str], None]]:
    box = ChoiceBox(theme)
    values = ("", *QFontDatabase.families()) if setting.type == FONT else setting.choices
    for value in values:
        box.addItem(tr("Default") if setting.type == FONT and not value else _called(setting, value), value)
    box.activated.connect(lambda row: told(box.itemData(row)))

    def show(text: str) -> None:
        if box.findData(text) < 0:
            box.addItem(text, text)
        box.setCurrentIndex(box.findData(text))

    return box, show


def _called(setting: Setting, value: str) -> str:
    """What a value is called: a choice by its words, everything else as it is."""
    is_choice = bool(setting.choices) or setting.type == "bool"
    return tr(_VALUES[value]) if is_choice and value in _VALUES else value


def _number(setting: Setting, told: Callable[[str], None]) -> tuple[QWidget, Callable[[str], None]]:
    least, most = setting.least, setting.most
    if setting.type == "int":
        whole = QSpinBox()
        pad_number(whole)
        whole.setRange(int(least or 0), int(most if most is not None else 1_000_000_000))
        whole.setKeyboardTracking(False)
        whole.valueChanged.connect(lambda value: told(str(value)))
        return whole, lambda text: _quietly(whole, lambda: whole.setValue(int(text)))
    number = Decimal()
    pad_number(number)
    number.setDecimals(4)
    number.setRange(least or 0.0, most if most is not None else 1e9)
    number.setSingleStep(0.05 if most is not None and most <= 1 else 0.5)
    number.setKeyboardTracking(False)
    number.valueChanged.connect(lambda value: told(f"{value:.6g}"))
    return number, lambda text: _quietly(number, lambda: number.setValue(float(text)))


def _quietly(widget: QWidget, act: Callable[[], None]) -> None:
    was = widget.blockSignals(True)
    act()
    widget.blockSignals(was)


class _Lines(QPlainTextEdit):
    """Several lines, told when they are left."""

    left = Signal()

    def focusOutEvent(self, event: object) -> None:  # noqa: N802
        """The lines are as they should be."""
        super().focusOutEvent(event)  # type: ignore[arg-type]
        self.left.emit()


class SettingRow(NarrowingRow):
    """A setting: words on the left, its field on the right, and a button that brings the default back."""

    changed = Signal(str, str)
    """The setting's name and its new value as text."""

    def __init__(self, theme: Theme, setting: Setting, guard: QObject, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setting = setting
        self._about = QLabel(tr(setting.about))
        self._about.setWordWrap(True)
        self._small = QLabel()
        self._small.setObjectName("soft")
        self._small.setWordWrap(True)
        self._trouble = QLabel()
        self._trouble.setObjectName("trouble")
        self._trouble.setWordWrap(True)
        self._trouble.hide()
        self._field = Field(theme, setting, self._report, guard)
        self._field.widget.setMinimumHeight(28)
        self._field.widget.setFixedWidth(24 if setting.type == "bool" else _WIDTH)
        self.reset = IconButton(theme, "undo-2", tr("Reset to default"))
        self.reset.setAccessibleName(tr("Reset to default: {about}").format(about=tr(setting.about)))
        self.reset.clicked.connect(lambda: self._report(self.setting.default))
        theme.changed.connect(self._apply_theme)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addStretch(1)
        for label in (self._about, self._small, self._trouble):
            words.addWidget(label)
        words.addStretch(1)
        self.lay_out(words, self._field.widget, self.reset, 9)
        self.show_setting(setting)

    @property
    def field(self) -> QWidget:
        """What is typed in or pressed."""
        return self._field.widget

    @property
    def trouble(self) -> str:
        """Why the last change was refused, empty when it was not."""
        return self._trouble.text() if not self._trouble.isHidden() else ""

    def fits(self, words: list[str]) -> bool:
        """Whether every word stands in what the row says."""
        said = f"{self.setting.name} {tr(self.setting.about)} {' '.join(self.setting.choices)}"
        said = " ".join((said, *(_called(self.setting, choice) for choice in self.setting.choices))).casefold()
        return all(word in said for word in words)

    def show_setting(self, setting: Setting) -> None:
        """Show what is in force."""
        self.setting = setting
        self._field.show(setting.value)
        self._small.setText(" · ".join(part for part in _bounds(setting) if part))
        self._small.setVisible(bool(self._small.text()))
        self.setToolTip(tr("Name in the settings file: {name}").format(name=setting.name.rpartition(":")[2]))
        self.reset.setEnabled(setting.value != setting.default)
        self._apply_theme()
        self.show_message("")

    def _apply_theme(self, _is_dark: bool = False) -> None:
        """Set the words in the interface's letters of now, bolder where the default does not hold."""
        self._about.setFont(fonts.font(13, 400 if self.setting.value == self.setting.default else 600))
        self._small.setFont(fonts.font(11.5))

    def show_message(self, sentence: str) -> None:
        """Say under the row why a value was refused, and show the one in force again."""
        self._trouble.setText(sentence)
        self._trouble.setVisible(bool(sentence))
        if sentence:
            self._field.show(self.setting.value)

    def _report(self, text: str) -> None:
        if text != self.setting.value:
            self.changed.emit(self.setting.name, text)


def _bounds(setting: Setting) -> tuple[str, str]:
    shown = _called(setting, setting.default)
    if setting.type in ("int", "float") and setting.default:
        shown = _plain(float(setting.default))
    if setting.type in (FONT, LINES, COMMAND, "str") and not setting.default and not setting.choices:
        shown = "" if setting.type == FONT else tr("empty")
    between = ""
    if setting.least is not None and setting.most is not None:
        between = tr("{least} to {most}").format(least=_plain(setting.least), most=_plain(setting.most))
    return (tr("default: {value}").format(value=shown) if shown else "", between)


def _plain(value: float) -> str:
    return figure(value, 10) if value % 1 else number(value)
