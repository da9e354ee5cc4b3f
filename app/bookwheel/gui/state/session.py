"""What the window remembers between runs, in settings of its own, one set for each library."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

from bookwheel.domain.search import Mode
from bookwheel.gui.state.kept_trails import write_trail
from bookwheel.gui.state.locations import Trail
from bookwheel.gui.state.preferences import Preferences
from bookwheel.gui.state.publishing import PublishingChoice, read_choice
from bookwheel.gui.state.saved_search import SavedSearch
from bookwheel.gui.state.split_layout import (
    LEAST_ZOOM,
    MOST_ZOOM,
    SplitLayout,
    SplitTabs,
    read_layout,
    read_tabs,
    write_layout,
)
from bookwheel.gui.theme.theme import ColourScheme
from bookwheel.paths import LibraryPaths

_MOST_FOLDED, _MOST_FOLDS = 200, 2_000
"""Documents whose outlines are remembered as they are folded, and sections of each."""
_NARROWEST, _WIDEST = 100, 1200
"""Pixels that a side bar can be wide."""


class Session:
    """Geometry, docks, tabs and zoom, and the window's own settings, which lie in a file beside."""

    def __init__(self, paths: LibraryPaths, number: int = 0, preferences: Preferences | None = None) -> None:
        """`number` tells the windows of one library apart, whose preferences are the same."""
        self._settings = QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, "bookwheel", "window")
        self.preferences = preferences or Preferences(Path(self._settings.fileName()).with_suffix(".toml"))
        self._paths = paths
        self.number = number
        self._group = hashlib.sha256(str(paths.root).encode()).hexdigest()[:12]
        self._own = f"{self._group}/window{number}" if number else self._group

    def sibling(self, number: int) -> Session:
        """What another window on the library remembers."""
        return Session(self._paths, number, self.preferences)

    @property
    def windows(self) -> list[int]:
        """The numbers of the windows that were open last."""
        try:
            return [int(number) for number in json.loads(str(self._settings.value(f"{self._group}/windows", "[]")))]
        except (ValueError, TypeError):
            return []

    def keep_windows(self, numbers: list[int]) -> None:
        """Remember which windows are open."""
        self._settings.setValue(f"{self._group}/windows", json.dumps(numbers))

    def clear(self) -> None:
        """Forget the tabs."""
        for name in ("tabs", "splits"):
            self._settings.remove(f"{self._own}/{name}")

    @property
    def geometry(self) -> QByteArray:
        """The window's place on the screen."""
        return self._bytes("geometry")

    @property
    def docks(self) -> QByteArray:
        """Where the side bars are."""
        return self._bytes("docks")

    @property
    def side_widths(self) -> tuple[float, float] | None:
        """Pixels of the left and of the right side bars in a window of usual width; None before any were kept."""
        try:
            left, right = map(float, json.loads(str(self._settings.value(f"{self._own}/side_widths", ""))))
            return (left, right) if all(_NARROWEST <= width <= _WIDEST for width in (left, right)) else None
        except (ValueError, TypeError):
            return None

    def keep_side_widths(self, widths: tuple[float, float]) -> None:
        """Remember how wide the side bars are."""
        self._settings.setValue(f"{self._own}/side_widths", json.dumps(widths))

    @property
    def theme(self) -> ColourScheme:
        """Light, dark or system."""
        found = self.preferences.values.theme
        return found if found in ("light", "dark") else "system"

    @property
    def zoom(self) -> float:
        """The page's size."""
        try:
            found = float(str(self._settings.value("zoom", 1.0)))
            return found if LEAST_ZOOM <= found <= MOST_ZOOM else 1.0
        except ValueError:
            return 1.0

    @property
    def pdf_zoom(self) -> str:
        """The size of a PDF's pages, as its view says it."""
        return str(self._settings.value("pdf_zoom", ""))

    def keep_pdf_zoom(self, zoom: str) -> None:
        """Remember the size of a PDF's pages."""
        self._settings.setValue("pdf_zoom", zoom)

    @property
    def last_used(self) -> str:
        """When this window was used last, ISO 8601 in UTC; empty for never."""
        return str(self._settings.value(f"{self._own}/last_used", ""))

    def keep_last_used(self, at: str) -> None:
        """Remember when this window was used last."""
        self._settings.setValue(f"{self._own}/last_used", at)

    @property
    def tabs(self) -> tuple[list[Trail], int]:
        """Where each tab is and has been, and which was shown."""
        try:
            tabs = read_tabs(json.loads(str(self._settings.value(f"{self._own}/tabs", "null"))))
        except (ValueError, RecursionError):
            tabs = None
        return ([*tabs.trails], tabs.current) if tabs is not None else ([], 0)

    @property
    def layout(self) -> SplitLayout | None:
        """The splits and their tabs; None where there were no tabs."""
        try:
            kept = read_layout(json.loads(str(self._settings.value(f"{self._own}/splits", "null"))))
        except (ValueError, RecursionError):
            kept = None
        trails, current = self.tabs
        return kept or (SplitLayout(SplitTabs(tuple(trails), current, self.zoom)) if trails else None)

    @property
    def layouts(self) -> dict[str, SplitLayout]:
        """The layouts that have a name, the newest last."""
        try:
            kept = json.loads(str(self._settings.value(f"{self._group}/layouts", "{}")))
            found = {str(name): read_layout(written) for name, written in kept.items()}
        except (ValueError, AttributeError, RecursionError):
            return {}
        return {name: layout for name, layout in found.items() if layout is not None}

    def keep_layouts(self, layouts: dict[str, SplitLayout]) -> None:
        """Remember these layouts."""
        kept = {name: write_layout(layout) for name, layout in layouts.items()}
        self._settings.setValue(f"{self._group}/layouts", json.dumps(kept))

    @property
    def searches(self) -> tuple[list[SavedSearch], list[SavedSearch]]:
        """The saved searches and the earlier ones, newest first."""
        return self._asked("saved"), self._asked("earlier")

    def keep_searches(self, saved: list[SavedSearch], earlier: list[SavedSearch]) -> None:
        """Remember both lists at once."""
        for name, asked in (("saved", saved), ("earlier", earlier)):
            self._settings.setValue(f"{self._group}/{name}", json.dumps([asdict(search) for search in asked]))

    def publishing(self, slug: str) -> PublishingChoice:
        """How a collection was published last."""
        return self._publishing().get(slug, PublishingChoice())

    def keep_publishing(self, slug: str, choice: PublishingChoice) -> None:
        """Remember how a collection was published."""
        kept = {name: asdict(one) for name, one in (self._publishing() | {slug: choice}).items()}
        self._settings.setValue(f"{self._group}/publishing", json.dumps(kept))

    def _publishing(self) -> dict[str, PublishingChoice]:
        try:
            kept = json.loads(str(self._settings.value(f"{self._group}/publishing", "{}")))
            return {str(name): read_choice(written) for name, written in kept.items()}
        except (ValueError, AttributeError, RecursionError):
            return {}

    @property
    def questions(self) -> list[str]:
        """The questions to the graph that were saved, newest first."""
        try:
            kept = json.loads(str(self._settings.value(f"{self._group}/questions", "[]")))
            return [str(fold) for fold in kept]
        except (ValueError, TypeError):
            return []

    def keep_questions(self, questions: list[str]) -> None:
        """Remember these questions."""
        self._settings.setValue(f"{self._group}/questions", json.dumps(questions))

    def _asked(self, name: str) -> list[SavedSearch]:
        try:
            kept = json.loads(str(self._settings.value(f"{self._group}/{name}", "[]")))
            return [
                SavedSearch(
                    str(search["words"]),
                    Mode(search["mode"]).value,
                    tuple((str(field), tuple(map(str, values))) for field, values in search["filters"]),
                )
                for search in kept
            ]
        except (ValueError, TypeError, KeyError):
            return []

    def folds(self, doc: str) -> frozenset[str]:
        """The anchors of a document's sections that are folded in its outline."""
        return frozenset(self._folds().get(doc, ()))

    def keep_folds(self, doc: str, folded: frozenset[str]) -> None:
        """Remember what is folded, of the documents folded last."""
        known = self._folds()
        known.pop(doc, None)
        if folded:
            known[doc] = sorted(folded)[:_MOST_FOLDS]
        kept = dict(list(known.items())[-_MOST_FOLDED:])
        self._settings.setValue(f"{self._group}/folds", json.dumps(kept))

    def _folds(self) -> dict[str, list[str]]:
        try:
            kept = json.loads(str(self._settings.value(f"{self._group}/folds", "{}")))
            return {str(doc): [str(fold) for fold in folds] for doc, folds in kept.items()}
        except (ValueError, TypeError, AttributeError):
            return {}

    @property
    def is_shown_around(self) -> bool:
        """Whether the tour was offered, in any library."""
        return str(self._settings.value("shown_around", "false")) == "true"

    @is_shown_around.setter
    def is_shown_around(self, is_shown: bool) -> None:
        self._settings.setValue("shown_around", "true" if is_shown else "false")

    def keep_theme(self, theme: ColourScheme) -> None:
        """Remember the theme at once."""
        self.preferences.set("theme", theme)

    def keep(
        self,
        *,
        geometry: QByteArray,
        docks: QByteArray,
        trails: list[Trail],
        current: int,
        zoom: float,
        layout: SplitLayout | None = None,
    ) -> None:
        """Remember everything else, as the window closes; `layout` where the centre is split."""
        self._settings.setValue(f"{self._own}/geometry", geometry)
        self._settings.setValue(f"{self._own}/docks", docks)
        tabs = {"trails": [write_trail(trail) for trail in trails], "current": current}
        self._settings.setValue(f"{self._own}/tabs", json.dumps(tabs))
        if layout is not None:
            self._settings.setValue(f"{self._own}/splits", json.dumps(write_layout(layout)))
        else:
            self._settings.remove(f"{self._own}/splits")
        self._settings.setValue("zoom", zoom)
        self._settings.sync()

    def _bytes(self, name: str) -> QByteArray:
        found = self._settings.value(f"{self._own}/{name}")
        return found if isinstance(found, QByteArray) else QByteArray()
