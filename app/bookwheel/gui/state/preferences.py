"""The window's own settings: frozen values with their meaning, kept as TOML in the person's configuration folder."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TypeVar, cast

from PySide6.QtCore import QObject, Signal

from bookwheel.domain.errors import BadRequest, NotFound
from bookwheel.domain.service.settings import Setting
from bookwheel.gui.i18n.translation import QT_TR_NOOP, SYSTEM, TONGUES, tr
from bookwheel.gui.platform import editors
from bookwheel.gui.state.renamed_commands import RENAMED_COMMANDS

T = TypeVar("T")
THEMES = ("system", "light", "dark")
LANGUAGES = (SYSTEM, *TONGUES)
TREES = ("book", "name", "date")
FONT = "font"
"""The type of a setting that names a family of fonts; empty for the one that comes with the program."""
LINES = "lines"
"""The type of a setting that holds one thing a line."""
COMMAND = "command"
"""The type of a setting that is a command of the person's."""


def _setting(default: T, about: str, kind: str, **more: object) -> T:
    return field(default=default, metadata={"about": about, "type": kind, **more})


@dataclass(frozen=True, slots=True)
class WindowSettings:
    """All of them. `keys` holds the keys of actions by their names, where they differ from the usual ones."""

    language: str = _setting(SYSTEM, QT_TR_NOOP("Interface language (after a restart)."), "str", choices=LANGUAGES)
    theme: str = _setting("system", QT_TR_NOOP("Theme: light, dark or same as the system."), "str", choices=THEMES)
    interface_font: str = _setting("", QT_TR_NOOP("Interface font (default: Inter)."), FONT)
    interface_size: int = _setting(13, QT_TR_NOOP("Interface font size in pixels."), "int", least=11, most=16)
    page_font: str = _setting("", QT_TR_NOOP("Page font (default: Bookwheel Serif)."), FONT)
    page_size: int = _setting(17, QT_TR_NOOP("Page font size in pixels."), "int", least=11, most=32)
    page_measure: int = _setting(68, QT_TR_NOOP("Line width of pages in characters."), "int", least=40, most=140)
    reduced_motion: bool = _setting(False, QT_TR_NOOP("Reduce motion: pages jump, menus appear at once."), "bool")
    menu_bar: bool = _setting(True, QT_TR_NOOP("Show the menu bar; when it is hidden, Alt shows it."), "bool")
    tree_order: str = _setting(
        "book",
        QT_TR_NOOP("Sort order of the tree: as in the source (book), by title or newest first."),
        "str",
        choices=TREES,
    )
    group_hits: bool = _setting(True, QT_TR_NOOP("Group hits by document."), "bool")
    link_previews: bool = _setting(True, QT_TR_NOOP("Show a preview while the pointer is over a link."), "bool")
    name_links: bool = _setting(True, QT_TR_NOOP("Link names of things in the text to their pages."), "bool")
    dark_pages: bool = _setting(True, QT_TR_NOOP("Show the pages of PDFs dark in the dark theme."), "bool")
    tray: bool = _setting(
        False, QT_TR_NOOP("Keep running in the system tray, if there is one, when the last window is closed."), "bool"
    )
    editor: str = _setting(editors.ASK, QT_TR_NOOP("Editor for “Open in editor”."), "str", choices=editors.CHOICES)
    editor_command: str = _setting(
        "", QT_TR_NOOP("Command of an editor of your own, such as gvim +{line} {file}."), COMMAND
    )
    trusted_hosts: str = _setting(
        "", QT_TR_NOOP("Hosts whose links open without asking, one per line; * for all."), LINES, pattern=r"\*|[\w.-]+"
    )
    trusted_schemes: str = _setting(
        "", QT_TR_NOOP("Schemes whose links open without asking, one per line."), LINES, pattern=r"[a-z][a-z0-9+.-]*"
    )
    trusted_kinds: str = _setting(
        "", QT_TR_NOOP("Endings of files that links open without asking, one per line."), LINES, pattern=r"\.[\w-]+"
    )
    continue_reading: bool = _setting(True, QT_TR_NOOP("Open documents where you left them."), "bool")
    restore_session: bool = _setting(True, QT_TR_NOOP("Restore tabs on startup."), "bool")
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])


_OWN = {one.name: one for one in fields(WindowSettings) if one.name != "keys"}


def list_settings(values: WindowSettings) -> tuple[Setting, ...]:
    """Every setting but the keys, by its name."""
    return tuple(
        Setting(
            name,
            _as_text(getattr(values, name)),
            _as_text(one.default),
            one.metadata["type"],
            one.metadata["about"],
            one.metadata.get("least"),
            one.metadata.get("most"),
            one.metadata.get("choices", ()),
        )
        for name, one in _OWN.items()
    )


def with_value(values: WindowSettings, name: str, text: str) -> WindowSettings:
    """The settings with one of them set from text.

    Raises:
        NotFound: for an unknown name.
        BadRequest: for a value of the wrong kind or out of range.
    """
    if name not in _OWN:
        raise NotFound(tr("There is no window setting {name}.").format(name=name))
    of = _OWN[name].metadata
    least, most, choices = of.get("least"), of.get("most"), of.get("choices", ())
    parsed: object = text.strip()
    if of["type"] == "bool":
        if parsed not in ("true", "false"):
            raise BadRequest(tr("{name} must be true or false, not {text}.").format(name=name, text=text))
        parsed = parsed == "true"
    elif of["type"] == "int":
        try:
            number = int(text)
        except ValueError:
            raise BadRequest(tr("{name} must be a whole number, not {text}.").format(name=name, text=text)) from None
        if least is not None and most is not None and not least <= number <= most:
            raise BadRequest(
                tr("{name} must be between {least} and {most}, not {text}.").format(
                    name=name, least=least, most=most, text=text
                )
            )
        parsed = number
    elif choices and parsed not in choices:
        raise BadRequest(
            tr("{name} must be one of {choices}, not {text}.").format(name=name, choices=", ".join(choices), text=text)
        )
    elif of["type"] == LINES:
        lines = [line.strip().lower() for line in text.splitlines() if line.strip()]
        bad = next((line for line in lines if not re.fullmatch(of["pattern"], line)), "")
        if bad:
            raise BadRequest(tr("{name} cannot hold {text}.").format(name=name, text=bad[:80]))
        parsed = "\n".join(dict.fromkeys(lines))
    elif of["type"] == COMMAND:
        if parsed and not editors.split_command(text):
            raise BadRequest(tr("{name} must be a command; a quote in it is not closed.").format(name=name))
    elif any(letter in text for letter in "\"'\\;{}<>\n"):
        raise BadRequest(tr("{name} must be the name of a font.").format(name=name))
    return cast("WindowSettings", replace(values, **{name: parsed}))  # type: ignore[arg-type]


def parse_settings(text: str) -> tuple[WindowSettings, tuple[str, ...]]:
    """The settings that a TOML text holds, and a sentence for each value that was not usable.

    Raises:
        BadRequest: for a text that is not whole TOML.
    """
    try:
        table = tomllib.loads(text)
    except ValueError as error:
        raise BadRequest(tr("This is not valid TOML ({error}).").format(error=error)) from None
    values, notices = WindowSettings(), list[str]()
    for name, value in table.items():
        try:
            values = replace(values, keys=_keys(value)) if name == "keys" else with_value(values, name, _as_text(value))
        except (BadRequest, NotFound) as error:
            notices.append(error.message)
    return values, tuple(notices)


def format_settings(values: WindowSettings) -> str:
    """What differs from the defaults, as TOML."""
    import tomlkit  # noqa: PLC0415 - it takes 20 ms, and most processes write no settings

    table: dict[str, object] = {
        name: getattr(values, name) for name, one in _OWN.items() if getattr(values, name) != one.default
    }
    if values.keys:
        table["keys"] = {name: list(keys) for name, keys in values.keys.items()}
    return tomlkit.dumps(table)


class Preferences(QObject):
    """Holds the window's settings and keeps them in a file; what cannot be read is kept aside, never overwritten."""

    changed = Signal()
    troubled = Signal(str)
    """A sentence: why the file could not be written. The settings are in force all the same."""

    def __init__(self, path: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.path = path
        self.values, self.notices = self._load()

    def set(self, name: str, text: str) -> None:
        """Set one of them from text, keep it and tell.

        Raises:
            BadRequest: for a value of the wrong kind or out of range.
        """
        self._apply(with_value(self.values, name, text))

    def set_keys(self, keys: Mapping[str, tuple[str, ...]]) -> None:
        """Take the keys that differ from the usual ones, by the names of actions."""
        self._apply(replace(self.values, keys=dict(keys)))

    def reset(self) -> None:
        """Go back to the defaults; the keys stay."""
        self._apply(WindowSettings(keys=self.values.keys))

    def import_file(self, path: Path) -> tuple[str, ...]:
        """Take the settings of another file; a sentence for each value that was left out.

        Raises:
            BadRequest: when it is not one; nothing is changed then.
        """
        try:
            values, notices = parse_settings(path.read_text("utf-8"))
        except (OSError, UnicodeDecodeError):
            raise BadRequest(tr("{file} cannot be read.").format(file=path.name)) from None
        self._apply(values)
        return notices

    def export_file(self, path: Path) -> None:
        """Write the settings to another file.

        Raises:
            BadRequest: when it cannot be written.
        """
        _write(path, format_settings(self.values))

    def _apply(self, values: WindowSettings) -> None:
        if values == self.values:
            return
        self.values = values
        self.changed.emit()
        try:
            _write(self.path, format_settings(values))
        except BadRequest as error:
            self.troubled.emit(error.message)

    def _load(self) -> tuple[WindowSettings, tuple[str, ...]]:
        try:
            text = self.path.read_text("utf-8")
        except FileNotFoundError:
            return WindowSettings(), ()
        except (OSError, UnicodeDecodeError):
            return WindowSettings(), (self._aside(), tr("The default settings are used."))
        try:
            values, notices = parse_settings(text)
        except BadRequest as error:
            values, notices = WindowSettings(), (error.message, tr("The default settings are used."))
        if notices:
            notices = (self._aside(), *notices)
        return values, notices

    def _aside(self) -> str:
        """Keep the file as it is under another name."""
        number, aside = 1, self.path.with_suffix(".kept.toml")
        while aside.exists():
            number, aside = number + 1, self.path.with_suffix(f".kept-{number + 1}.toml")
        try:
            self.path.replace(aside)
        except OSError:
            return tr("The window settings could not be read.")
        return tr("Some window settings could not be read. The file was kept as {file}.").format(file=aside.name)


def _keys(value: object) -> dict[str, tuple[str, ...]]:
    if not isinstance(value, dict):
        raise BadRequest(tr("keys must be a table of shortcuts."))
    found: dict[str, tuple[str, ...]] = {}
    for name, keys in cast("dict[str, object]", value).items():
        if not isinstance(keys, list) or not all(isinstance(key, str) for key in cast("list[object]", keys)):
            raise BadRequest(tr("The shortcuts of {name} must be a list of strings.").format(name=name))
        found[RENAMED_COMMANDS.get(name, name)] = tuple(cast("list[str]", keys))
    return found


def _as_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _write(path: Path, text: str) -> None:
    draft = path.with_suffix(".draft")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(text, "utf-8")
        draft.replace(path)
    except OSError as error:
        raise BadRequest(tr("{file} cannot be written: {reason}.").format(file=path, reason=error.strerror)) from None
