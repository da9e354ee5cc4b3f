"""What a page shows of an embedded file that it cannot show itself: what kind it is, its name, and a link to it."""

from __future__ import annotations

import re

from bookwheel.domain.messages import Message
from bookwheel.pages.notices import notice_html

_SOUND = re.compile(r"\.(?:mp3|ogg|oga|wav|flac|m4a|opus|3gp)\Z", re.IGNORECASE)
_FILM = re.compile(r"\.(?:mp4|webm|ogv|mov|mkv|avi|m4v)\Z", re.IGNORECASE)
_OTHERS = {
    "pdf": Message("PDF: {name}", name=""),
    "canvas": Message("Canvas: {name}", name=""),
    "excalidraw": Message("Drawing: {name}", name=""),
}


def describe_file(source: str, name: str = "") -> str:
    """The words of a card for an embedded file, as HTML; empty for a file of a kind that gets none.

    Sounds and films are no players: our scheme serves whole files, in which nobody could go to a place.
    """
    path = source.partition("#")[0].partition("?")[0].strip()
    name = name or path.rpartition("/")[2]
    if _SOUND.search(path):
        message = Message("Sound: {name}", name=name)
    elif _FILM.search(path):
        message = Message("Film: {name}", name=name)
    elif (ending := path.rpartition(".")[2].lower()) in _OTHERS:
        message = Message(_OTHERS[ending].template, name=name)
    else:
        return ""
    return notice_html(message, "span", "")
