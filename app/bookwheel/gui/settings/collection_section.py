"""The settings of one collection."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject
from shiboken6 import isValid

from bookwheel.client.connection import Client
from bookwheel.domain.collection import Collection, ConfigureAnswer, ConfigureRequest
from bookwheel.domain.document import Dialect
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.service.settings import Setting
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.translation import QT_TR_NOOP, tr
from bookwheel.gui.settings.sections import Section
from bookwheel.gui.settings.setting_row import SettingRow
from bookwheel.gui.state.preferences import LINES
from bookwheel.gui.theme.theme import Theme


class CollectionSection(Section):
    """How one collection is called, weighed and taken in; `now` has them all by slug, and takes in what is changed."""

    def __init__(
        self,
        theme: Theme,
        slug: str,
        now: dict[str, Collection],
        guard: QObject,
        calls: BackgroundCalls,
        client: Client,
    ) -> None:
        collection = now[slug]
        super().__init__(tr("Collection: {name}").format(name=collection.name), collection.root)
        self._slug, self._now, self._calls, self._client = slug, now, calls, client
        self.begin(partial(self._row, theme, setting, guard) for setting in list_collection_settings(collection))

    def _row(self, theme: Theme, setting: Setting, guard: QObject) -> SettingRow:
        row = SettingRow(theme, setting, guard)
        row.changed.connect(partial(self._set, row))
        return row

    def show_now(self) -> None:
        """Show what is in force."""
        if self._slug not in self._now:
            return
        now = {setting.name: setting for setting in list_collection_settings(self._now[self._slug])}
        for row in self.rows:
            if isinstance(row, SettingRow):
                row.show_setting(now[row.setting.name])

    def _set(self, row: SettingRow, name: str, text: str) -> None:
        def done(answer: ConfigureAnswer) -> None:
            self._now[self._slug] = answer.collection
            if isValid(self):  # the section may have been left meanwhile
                self.show_now()

        def fail(error: BookwheelError) -> None:
            if isValid(row):
                row.show_message(error.message)

        change = _change(self._slug, name.rpartition(":")[2], text)
        self._calls.ask(lambda: self._client.configure(change), done, fail)


def list_collection_settings(collection: Collection) -> tuple[Setting, ...]:
    """How a collection is called, weighed and taken in, as settings with its own values."""
    slug = collection.slug
    plain = Collection("", collection.name, "")
    return (
        Setting(f"{slug}:name", collection.name, plain.name, "str", QT_TR_NOOP("Name of the collection.")),
        Setting(
            f"{slug}:weight",
            f"{collection.weight:g}",
            "1",
            "float",
            QT_TR_NOOP("Weight of its scores compared with other collections."),
            0,
            10,
        ),
        Setting(
            f"{slug}:ignore",
            "\n".join(collection.ignore),
            "",
            LINES,
            QT_TR_NOOP("Files to skip: one .gitignore pattern per line."),
        ),
        Setting(
            f"{slug}:include",
            "\n".join(collection.include),
            "",
            LINES,
            QT_TR_NOOP("Files to index whatever their format, even if a .gitignore excludes them."),
        ),
        Setting(
            f"{slug}:formats",
            "\n".join(collection.formats),
            "",
            LINES,
            QT_TR_NOOP(
                "Formats to switch on or off, to read as plain text, or with the words in pictures, one per line:"
                " code=on, rst=text, pdf=ocr."
            ),
        ),
        *_reading_of(collection),
    )


def _reading_of(collection: Collection) -> tuple[Setting, ...]:
    """How its documents are read and searched."""
    slug, dialects = collection.slug, tuple(dialect.value for dialect in Dialect if dialect is not Dialect.CONVERTED)
    return (
        Setting(
            f"{slug}:dialect",
            collection.dialect.value,
            Dialect.AUTO.value,
            "str",
            QT_TR_NOOP("Markdown dialect; “automatic” detects it. A change rebuilds the collection."),
            choices=dialects,
        ),
        Setting(
            f"{slug}:language",
            collection.language,
            "",
            "str",
            QT_TR_NOOP(
                "Language code (en, de, zh); if empty, Bookwheel detects the language of each document. "
                "A change rebuilds the collection."
            ),
        ),
        Setting(
            f"{slug}:in_search",
            "true" if collection.in_search else "false",
            "true",
            "bool",
            QT_TR_NOOP("Include it in searches of the whole library; if off, only searches in it find its documents."),
        ),
    )


def _change(slug: str, field: str, text: str) -> ConfigureRequest:
    lines = tuple(line.strip() for line in text.splitlines() if line.strip())
    made: dict[str, Callable[[], ConfigureRequest]] = {
        "name": lambda: ConfigureRequest(slug, name=text),
        "weight": lambda: ConfigureRequest(slug, weight=float(text)),
        "ignore": lambda: ConfigureRequest(slug, ignore=lines),
        "include": lambda: ConfigureRequest(slug, include=lines),
        "formats": lambda: ConfigureRequest(slug, formats=lines),
        "dialect": lambda: ConfigureRequest(slug, dialect=Dialect(text)),
        "language": lambda: ConfigureRequest(slug, language=text.strip()),
        "in_search": lambda: ConfigureRequest(slug, in_search=text == "true"),
    }
    return made[field]()
