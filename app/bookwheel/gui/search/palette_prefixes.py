"""What a sign at the beginning of the palette's box looks for: commands, headings, tags or settings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtGui import QAction, QKeySequence

from bookwheel.domain.browse import BrowseRequest, View
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.reading import OutlineEntry
from bookwheel.domain.search import FacetCount
from bookwheel.domain.service.settings import Setting, SettingRequest
from bookwheel.gui.i18n.translation import QT_TR_NOOP, number, tr
from bookwheel.gui.search.command_synonyms import synonyms_of
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.state.preferences import list_settings
from bookwheel.gui.widgets.palette import Choice, filter_choices

COMMANDS, HEADINGS, TAGS, SETTINGS, HELP = ">", "@", "#", ",", "?"
_ABOUT: dict[str, tuple[str, str]] = {
    COMMANDS: (QT_TR_NOOP("Commands"), "command"),
    HEADINGS: (QT_TR_NOOP("Headings of this page"), "hash"),
    TAGS: (QT_TR_NOOP("Tags"), "tag"),
    SETTINGS: (QT_TR_NOOP("Settings"), "settings-2"),
}
_NATIVE = QKeySequence.SequenceFormat.NativeText
_MOST = 2000


def split_prefix(text: str) -> tuple[str, str]:
    """The sign that a text begins with, empty for none, and what follows it."""
    for words in ("settings:", tr("settings:")):
        if text.casefold().startswith(words.casefold()):
            return SETTINGS, text[len(words) :].strip()
    if text[:1] in (*_ABOUT, HELP):
        return text[0], text[1:].strip()
    return "", text


class PrefixSources:
    """Gives the palette rows for what follows a sign; lists of the service are fetched once each time it opens."""

    def __init__(
        self,
        shell: Shell,
        jump: Callable[[str], None],
        list_commands: Callable[[], Sequence[tuple[str, QAction]]],
        list_headings: Callable[[], Sequence[OutlineEntry]],
        show_setting: Callable[[str], object],
        put: Callable[[str], None],
    ) -> None:
        self._shell, self._jump, self._put = shell, jump, put
        self._list_commands, self._list_headings, self._show_setting = list_commands, list_headings, show_setting
        self._tags: tuple[FacetCount, ...] | None = None
        self._settings: tuple[Setting, ...] | None = None

    def forget(self) -> None:
        """Fetch lists again when they are next looked in."""
        self._tags = self._settings = None

    def find(self, prefix: str, text: str) -> None:
        """Show the rows that fit."""
        palette = self._shell.command_palette
        self._shell.calls.drop("names")
        if prefix == COMMANDS:
            palette.set_rows(filter_choices(self._build_commands(), text), empty=tr("No matching commands."))
        elif prefix == HEADINGS:
            palette.set_rows(filter_choices(self._build_headings(), text), empty=tr("No matching headings."))
        elif prefix == TAGS:
            self._find_tags(text)
        elif prefix == SETTINGS:
            self._find_settings(text)
        else:
            rows = [
                Choice(f"{sign}  {tr(words)}", partial(self._put, sign), icon) for sign, (words, icon) in _ABOUT.items()
            ]
            palette.set_rows(rows)

    def _build_commands(self) -> list[Choice]:
        return [
            Choice(
                words,
                action.trigger,
                "command",
                right=action.shortcut().toString(_NATIVE),
                also=synonyms_of(action.objectName()),
            )
            for words, action in self._list_commands()
        ]

    def _build_headings(self) -> list[Choice]:
        return [
            Choice(
                f"{'    ' * min(heading.depth, 5)}{heading.title}",
                partial(self._jump, heading.section.partition("#")[2]),
                "hash",
            )
            for heading in self._list_headings()
        ]

    def _find_tags(self, text: str) -> None:
        shell, client = self._shell, self._shell.client

        def show(tags: tuple[FacetCount, ...]) -> None:
            self._tags = tags
            found = filter_choices(list(map(self._build_tag, tags)), text)
            shell.command_palette.set_rows(found, empty=tr("No matching tags."))

        if self._tags is not None:
            show(self._tags)
        elif client is None:
            shell.command_palette.ask_again()
        else:
            request = BrowseRequest(View.TAGS, limit=_MOST)
            shell.calls.ask(lambda: client.browse(request).values, show, self._fail, slot="names")

    def _build_tag(self, tag: FacetCount) -> Choice:
        search = partial(self._shell.search_for, f"tag:{_quoted(tag.value)}")
        return Choice(tag.value, search, "tag", right=number(tag.count))

    def _find_settings(self, text: str) -> None:
        """The window's settings at once, the library's when they have come."""
        shell, client = self._shell, self._shell.client

        def show(settings: tuple[Setting, ...], *, are_more_coming: bool = False) -> None:
            own = list_settings(shell.session.preferences.values)
            rows = [self._build_setting(setting) for setting in (*own, *settings)]
            empty = tr("No matching settings.")
            found = filter_choices(rows, text)
            shell.command_palette.set_rows(found, are_more_coming=are_more_coming and not found, empty=empty)

        def keep(settings: tuple[Setting, ...]) -> None:
            self._settings = settings
            show(settings)

        show(self._settings or (), are_more_coming=self._settings is None and client is not None)
        if self._settings is None and client is not None:
            shell.calls.ask(lambda: client.settings(SettingRequest()).settings, keep, self._fail, slot="names")

    def _build_setting(self, setting: Setting) -> Choice:
        words = tr(setting.about)
        show, also = partial(self._show_setting, words), f"{setting.name}, {setting.about}"
        return Choice(words.rstrip("."), show, "settings-2", right=_short(setting), also=also)

    def _fail(self, error: BookwheelError) -> None:
        self._shell.command_palette.set_rows([], empty=error.message)


def _short(setting: Setting) -> str:
    """The value, as far as a row has space for it."""
    value = {"true": tr("On"), "false": tr("Off")}.get(setting.value, setting.value)
    return value if len(value) <= 20 else f"{value[:19]}…"


def _quoted(value: str) -> str:
    return f'"{value}"' if " " in value else value
