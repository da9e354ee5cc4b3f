"""What the window remembers between runs, in settings of its own, one set for each library."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

from bookwheel.domain.search import Mode
from bookwheel.gui.state.locations import Location, Trail
from bookwheel.gui.state.preferences import Preferences
from bookwheel.gui.state.saved_search import SavedSearch
from bookwheel.gui.theme.theme import ColourScheme
from bookwheel.paths import LibraryPaths

_MOST_FOLDED, _MOST_FOLDS = 200, 2_000
"""Documents whose outlines are remembered as they are folded, and sections of each."""


LEAST_ZOOM, MOST_ZOOM = 0.5, 4.0
"""How small and how large pages can be."""
_NARROWEST, _WIDEST = 100, 1200
"""Pixels that a side bar can be wide."""
_MOST_BEFORE, _MOST_AFTER = 40, 10
"""Places of a tab that are remembered before and after the one shown."""


def _trail(kept: object) -> Trail | None:
    """A tab's trail as it was kept, or None where the place that it showed is no place."""
    if not isinstance(kept, dict) or not isinstance(kept.get("places"), list):
        return None
    places, at = [_place(place) for place in kept["places"]], kept.get("at")
    if not isinstance(at, int) or not 0 <= at < len(places) or places[at] is None:
        return None
    before = [place for place in places[:at] if place is not None]
    return Trail([*before, *(place for place in places[at:] if place is not None)], len(before))


def _kept(trail: Trail) -> dict[str, object]:
    first = max(0, trail.at - _MOST_BEFORE)
    places = trail.places[first : trail.at + 1 + _MOST_AFTER]
    return {"at": trail.at - first, "places": [asdict(place) for place in places]}


def _place(kept: object) -> Location | None:
    """A tab's place as it was kept, or None where that is no place."""
    if not isinstance(kept, dict) or not isinstance(kept.get("doc"), str):
        return None
    anchor, query, title, spot = (str(kept.get(name) or "") for name in ("anchor", "query", "title", "place"))
    is_source, is_text = (kept.get(name) is True for name in ("is_source", "is_text"))
    try:
        return Location(kept["doc"], anchor, query, float(kept.get("scroll", -1)), title, is_source, spot, is_text)
    except (TypeError, ValueError):
        return None


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
        self._settings.remove(f"{self._own}/tabs")

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
    def tabs(self) -> tuple[list[Trail], int]:
        """Where each tab is and has been, and which was shown."""
        try:
            kept = json.loads(str(self._settings.value(f"{self._own}/tabs", "{}")))
            rows = [
                (row, trail) for row, written in enumerate(kept["trails"]) if (trail := _trail(written)) is not None
            ]
            before = sum(row < int(kept["current"]) for row, _ in rows)
            return [trail for _, trail in rows], max(0, min(before, len(rows) - 1))
        except (ValueError, TypeError, KeyError):
            return [], 0

    @property
    def searches(self) -> tuple[list[SavedSearch], list[SavedSearch]]:
        """The saved searches and the earlier ones, newest first."""
        return self._asked("saved"), self._asked("earlier")

    def keep_searches(self, saved: list[SavedSearch], earlier: list[SavedSearch]) -> None:
        """Remember both lists at once."""
        for name, asked in (("saved", saved), ("earlier", earlier)):
            self._settings.setValue(f"{self._group}/{name}", json.dumps([asdict(search) for search in asked]))

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

    def keep(self, *, geometry: QByteArray, docks: QByteArray, trails: list[Trail], current: int, zoom: float) -> None:
        """Remember everything else, as the window closes."""
        self._settings.setValue(f"{self._own}/geometry", geometry)
        self._settings.setValue(f"{self._own}/docks", docks)
        tabs = {"trails": [_kept(trail) for trail in trails], "current": current}
        self._settings.setValue(f"{self._own}/tabs", json.dumps(tabs))
        self._settings.setValue("zoom", zoom)
        self._settings.sync()

    def _bytes(self, name: str) -> QByteArray:
        found = self._settings.value(f"{self._own}/{name}")
        return found if isinstance(found, QByteArray) else QByteArray()
