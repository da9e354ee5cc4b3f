"""A place in a file in the window's language: a page, a slide, cells, a time, or lines."""

from __future__ import annotations

from bookwheel.domain.places import FilePlace
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import tr


def name_place(place: FilePlace) -> str:
    """The place as a citation names it."""
    return translate_message(place.words)


def name_lines(lines: tuple[int, int], place: FilePlace | None) -> str:
    """A passage's place in its file; its lines where these are the file's own."""
    return name_place(place) if place else tr("lines {first}–{last}").format(first=lines[0], last=lines[1])
