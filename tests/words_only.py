"""Libraries that make no vectors: to load a model and to embed costs more than most tests do beside it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from bookwheel import settings_text
from bookwheel.paths import LibraryPaths
from bookwheel.settings import MeaningSettings, Settings

WORDS_ONLY = replace(Settings(), meaning=MeaningSettings(enabled=False))


def turn_meaning_off(root: Path) -> LibraryPaths:
    """Let the services of a library, which none has had yet, search by words alone, and return its paths."""
    places = LibraryPaths(root)
    root.mkdir(parents=True, exist_ok=True)
    places.settings.write_text(settings_text.render(WORDS_ONLY), "utf-8")
    return places
