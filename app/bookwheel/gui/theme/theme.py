"""The theme: turns colour tokens into Qt's palette and style sheet, light or dark, and follows the system."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from typing import Literal

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from bookwheel import paths
from bookwheel.gui.theme import fonts
from bookwheel.gui.theme.deferred_restyle import DeferredRestyle
from bookwheel.gui.theme.stylesheet import SHEET

ColourScheme = Literal["system", "light", "dark"]
ROW_HEIGHT = 28
"""Height of a row in lists and trees, in pixels."""


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


def _palette(of: dict[str, str]) -> QPalette:
    palette = QPalette()
    role, group = QPalette.ColorRole, QPalette.ColorGroup
    for entry, name in (
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
        palette.setColor(entry, QColor(of[name]))
    for text_role in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(group.Disabled, text_role, QColor(of["faint"]))
    return palette


class Theme(QObject):
    """Keeps the application in the chosen colour scheme, and follows the system live when that is the choice."""

    changed = Signal(bool)
    """The look is now dark (True) or light."""

    def __init__(self, app: QApplication, colour_scheme: ColourScheme) -> None:
        super().__init__(app)
        self._app = app
        self._colour_scheme: ColourScheme = colour_scheme
        self._is_dark: bool | None = None
        self._unseen = DeferredRestyle(self)
        app.setStyle("Fusion")
        app.styleHints().colorSchemeChanged.connect(lambda _scheme: self._apply())
        self.set_colour_scheme(colour_scheme)

    @property
    def colour_scheme(self) -> ColourScheme:
        """What the person chose."""
        return self._colour_scheme

    @property
    def is_dark(self) -> bool:
        """Whether the dark look is on."""
        return bool(self._is_dark)

    @property
    def colours(self) -> dict[str, str]:
        """The tokens now in force."""
        return tokens(self.is_dark)

    def set_colour_scheme(self, colour_scheme: ColourScheme) -> None:
        """Choose light, dark, or what the system says."""
        self._colour_scheme = colour_scheme
        schemes = {"system": Qt.ColorScheme.Unknown, "light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}
        QGuiApplication.styleHints().setColorScheme(schemes[colour_scheme])
        self._apply()

    def set_type(self, family: str, size: int) -> None:
        """Choose the interface's font (empty for its own) and the size of its letters in pixels."""
        wanted = fonts.interface_font(family, size)
        if wanted != QApplication.font():
            QApplication.setFont(wanted)
            self._unseen.forget()  # letters of another size move everything, also what is hidden
            self._apply_stylesheet()
            self.changed.emit(self.is_dark)

    def toggle(self) -> None:
        """Go from dark to light or back."""
        self.set_colour_scheme("light" if self.is_dark else "dark")

    def _apply(self) -> None:
        is_dark = (
            self._colour_scheme == "dark"
            if self._colour_scheme != "system"
            else QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        )
        if is_dark == self._is_dark:
            return
        self._is_dark = is_dark
        with self._unseen.left_out():
            self._apply_stylesheet()
        self.changed.emit(is_dark)

    def _apply_stylesheet(self) -> None:
        of, scale = self.colours, fonts.interface_scale()
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
