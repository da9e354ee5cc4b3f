"""What the window is asked to open: existing files and folders, bookwheel:// links and options of Qt."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from bookwheel.domain.errors import BadRequest
from bookwheel.domain.subscribe_links import is_subscribe_link, read_subscribe_link

_QT_WITH_VALUE = frozenset(
    {
        "display",
        "fontengine",
        "geometry",
        "platform",
        "platformpluginpath",
        "platformtheme",
        "plugin",
        "qwindowgeometry",
    }
    | {"qwindowicon", "qwindowtitle", "session", "style", "stylesheet", "title", "icon"}
)
_QT_ALONE = frozenset({"reverse", "testability", "widgetcount", "nograb", "dograb", "sync"})
_QT_PREFIXES = ("-psn_", "-qmljsdebugger")
"""What macOS and Qt Creator add by themselves."""

LINK = "bookwheel://doc/notes/page.md#heading"


@dataclass(frozen=True, slots=True)
class Opening:
    """The words of the command line by what they are; `refusal` says why they cannot be meant, empty when they can."""

    targets: tuple[str, ...] = ()
    qt_options: tuple[str, ...] = ()
    refusal: str = ""


def read(words: Sequence[str], verbs: Iterable[str]) -> Opening:
    """Tell apart what the window is asked to open; `verbs` are those that a slip may have meant."""
    targets, options = list[str](), list[str]()
    position, are_options_over = 0, False
    while position < len(words):
        word = words[position]
        position += 1
        if word == "--" and not are_options_over:
            are_options_over = True
        elif word.startswith("-") and not are_options_over:
            taken = _count_qt_words(word)
            if not taken:
                return Opening(refusal=f"Unknown option {word}.")
            options += words[position - 1 : position - 1 + taken]
            position += taken - 1
        else:
            refusal = _refuse(word, verbs)
            if refusal:
                return Opening(refusal=refusal)
            targets.append(word)
    return Opening(tuple(targets), tuple(options))


def _count_qt_words(word: str) -> int:
    """How many words an option of Qt takes with its value, 0 for none of them."""
    name, equals, _ = word.lstrip("-").partition("=")
    if name in _QT_WITH_VALUE:
        return 1 if equals else 2
    return 1 if name in _QT_ALONE or word.startswith(_QT_PREFIXES) else 0


def _refuse(word: str, verbs: Iterable[str]) -> str:
    if is_subscribe_link(word):
        return _refuse_offer(word)
    if word[:10].casefold() == "bookwheel:":
        is_whole = _names_document(word)
        return "" if is_whole else f"{word[:120]} is not a link to a document. A link looks like {LINK}."
    try:
        if word and Path(word).expanduser().exists():
            return ""
    except (OSError, RuntimeError, ValueError):  # too long a name, an unknown home, a zero byte
        pass
    near = difflib.get_close_matches(word.casefold(), list(verbs), n=3, cutoff=0.6)
    asked = f" Did you mean {' or '.join(near)}?" if near else ""
    return f"There is no command, file or folder “{word[:120]}”.{asked}"


def _refuse_offer(link: str) -> str:
    try:
        read_subscribe_link(link)
    except BadRequest as error:
        return str(error.message)
    return ""


def _names_document(link: str) -> bool:
    try:
        parts = urlsplit(link)
    except ValueError:
        return False
    return parts.scheme == "bookwheel" and parts.netloc == "doc" and bool(unquote(parts.path).strip("/"))
