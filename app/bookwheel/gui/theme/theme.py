"""The look as Qt takes it: tokens to a palette and a short style sheet, fonts, and light or dark as the system says."""

from __future__ import annotations

import re
import threading
import tomllib
from functools import cache
from typing import Literal

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QImage, QPainter, QPalette
from PySide6.QtWidgets import QApplication

from bookwheel import paths
from bookwheel.gui.theme.deferred_restyle import Unseen
from bookwheel.gui.theme.stylesheet import SHEET

Theme = Literal["system", "light", "dark"]
INTERFACE, SERIF, MONO = "Inter", "Bookwheel Serif", "JetBrains Mono"
_WEIGHT = QFont.Tag("wght")
ROW = 28
"""Height of a row in lists and trees, in pixels."""
_SIZE = 13
"""The usual size of the interface's letters; all others are in proportion to it."""


@cache
def _table() -> dict[str, dict[str, str]]:
    with (paths.resources() / "look" / "tokens.toml").open("rb") as file:
        return tomllib.load(file)


def sizes(group: str) -> dict[str, str | float]:
    """The tokens of `type` or `size` by name."""
    return {**_table()[group]}


def tokens(is_dark: bool) -> dict[str, str]:
    """The colours of the light or the dark look, by token name, as `#RRGGBB`."""
    return _table()["dark" if is_dark else "light"]


def load_fonts() -> None:
    """Make the bundled fonts known to Qt and set the interface's font."""
    for file in sorted((paths.resources() / "fonts").glob("*.ttf")):
        QFontDatabase.addApplicationFont(str(file))
    QApplication.setFont(_interface("", _SIZE))


def _interface(family: str, size: int) -> QFont:
    font = QFont(family or INTERFACE)
    font.setFamilies([*([family] if family else []), INTERFACE, "Noto Sans", "Noto Sans CJK SC", "Noto Sans Arabic"])
    font.setPixelSize(size)
    return font


def _scale() -> float:
    """How much larger than usual the person wants the interface's letters."""
    size = QApplication.font().pixelSize()
    return size / _SIZE if size > 0 else 1.0


def font(size: float, weight: int = 400, family: str = INTERFACE) -> QFont:
    """One of the three families at a size in pixels, in proportion to the interface's own; other scripts fall back to
    the system's fonts.
    """
    made = QFont(QApplication.font())
    if family != INTERFACE:
        made.setFamilies([family, "Noto Serif" if family == SERIF else "Noto Sans Mono"])
    made.setPixelSize(round(size * _scale()))
    if family == SERIF and weight != 400:
        # Qt finds only its regular style, so the weight is set on the variable font's own axis.
        made.setVariableAxis(_WEIGHT, weight)
    else:
        made.setWeight(QFont.Weight(weight))
    return made


def warm_fonts() -> None:
    """Find the fonts of other scripts in a thread, so that their first words do not hold the window up."""
    threading.Thread(target=_paint_scripts, args=(font(13), font(15.5, family=SERIF)), daemon=True).start()


def _paint_scripts(*fonts: QFont) -> None:
    sheet = QImage(200, 40, QImage.Format.Format_ARGB32_Premultiplied)
    for each in fonts:
        for words in ("书", "か", "글", "كتاب", "ספר"):
            painter = QPainter(sheet)
            painter.setFont(each)
            painter.drawText(0, 30, words)
            painter.end()


def _palette(of: dict[str, str]) -> QPalette:
    palette = QPalette()
    role, group = QPalette.ColorRole, QPalette.ColorGroup
    for each, name in (
        (role.Window, "panel"),
        (role.WindowText, "text"),
        (role.Base, "page"),
        (role.AlternateBase, "ground"),
        (role.Text, "text"),
        (role.PlaceholderText, "faint"),
        (role.Button, "panel"),
        (role.ButtonText, "text"),
        (role.BrightText, "warm"),
        (role.Highlight, "accent"),
        (role.HighlightedText, "on_accent"),
        (role.Link, "accent"),
        (role.LinkVisited, "accent"),
        (role.ToolTipBase, "page"),
        (role.ToolTipText, "text"),
        (role.Light, "page"),
        (role.Midlight, "ground"),
        (role.Mid, "line"),
        (role.Dark, "faint"),
        (role.Shadow, "line"),
        (role.Accent, "accent"),
    ):
        palette.setColor(each, QColor(of[name]))
    for each in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(group.Disabled, each, QColor(of["faint"]))
    return palette


class Look(QObject):
    """Keeps the application in the chosen theme, following the system live when that is the choice."""

    changed = Signal(bool)
    """The look is now dark (True) or light."""

    def __init__(self, app: QApplication, theme: Theme) -> None:
        super().__init__(app)
        self._app = app
        self._theme: Theme = theme
        self._is_dark: bool | None = None
        self._unseen = Unseen(self)
        app.setStyle("Fusion")
        app.styleHints().colorSchemeChanged.connect(lambda _scheme: self._apply())
        self.set_theme(theme)

    @property
    def theme(self) -> Theme:
        """What the person chose."""
        return self._theme

    @property
    def is_dark(self) -> bool:
        """Whether the dark look is on."""
        return bool(self._is_dark)

    @property
    def colours(self) -> dict[str, str]:
        """The tokens now in force."""
        return tokens(self.is_dark)

    def set_theme(self, theme: Theme) -> None:
        """Choose light, dark, or what the system says."""
        self._theme = theme
        schemes = {"system": Qt.ColorScheme.Unknown, "light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}
        QGuiApplication.styleHints().setColorScheme(schemes[theme])
        self._apply()

    def set_type(self, family: str, size: int) -> None:
        """Choose the interface's font (empty for its own) and the size of its letters in pixels."""
        wanted = _interface(family, size)
        if wanted != QApplication.font():
            QApplication.setFont(wanted)
            self._unseen.forget()  # letters of another size move everything, also what is hidden
            self._dress()
            self.changed.emit(self.is_dark)

    def toggle(self) -> None:
        """Go from dark to light or back."""
        self.set_theme("light" if self.is_dark else "dark")

    def _apply(self) -> None:
        is_dark = (
            self._theme == "dark"
            if self._theme != "system"
            else QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        )
        if is_dark == self._is_dark:
            return
        self._is_dark = is_dark
        with self._unseen.left_out():
            self._dress()
        self.changed.emit(is_dark)

    def _dress(self) -> None:
        of, scale = self.colours, _scale()
        # Qt takes four times as long to put one style sheet in another's place as to take it away and put a new one on.
        self._app.setStyleSheet("")
        palette = _palette(of)
        self._app.setPalette(palette)
        # Fusion draws the box of a check mark in a shade of the window, which hardly shows.
        palette.setColor(QPalette.ColorRole.Window, QColor(of["soft"]))
        self._app.setPalette(palette, "QCheckBox")  # pyright: ignore[reportArgumentType] - it takes no bytes
        sheet = SHEET.format(**of)
        self._app.setStyleSheet(
            re.sub(r"font-size: (\d+)px", lambda found: f"font-size: {round(int(found[1]) * scale)}px", sheet)
        )
