"""What the service and the client say, in the window's language: their templates are looked up and filled."""

from __future__ import annotations

import json
import re
from html import escape
from typing import cast
from urllib.parse import unquote

from bookwheel.domain.messages import Message
from bookwheel.gui.i18n.translation import tr

_NOTICE = re.compile(r'<([a-z]+)((?: class="[^"]*")?) data-message="([^"<>]*)">[^<]*</')
_TITLE = re.compile(r'(<[a-z]+(?: [a-z-]+="[^"<>]*")*?) title="[^"]*" data-title="([^"<>]*)"')


def translate_message(message: Message) -> str:
    """Return a message in the window's language; what is verbatim or has no translation stays as it is."""
    if not message.template:
        return str(message)
    values = {
        name: translate_message(value) if isinstance(value, Message) else value
        for name, value in message.values.items()
    }
    template = tr(message.template)
    return template.format(**values) if values else template


def translate_notice(html: str) -> str:
    """Return a page's HTML with the service's own sentences in it in the window's language."""
    if "data-title=" in html:
        html = _TITLE.sub(_translated_title, html)
    return _NOTICE.sub(_translated, html) if "data-message=" in html else html


def _translated(match: re.Match[str]) -> str:
    """The element in the window's language, and as it is where there is no translation."""
    text = _read(match[3])
    return match[0] if text is None else f"<{match[1]}{match[2]}>{escape(text, quote=False)}</"


def _translated_title(match: re.Match[str]) -> str:
    text = _read(match[2])
    return match[0] if text is None else f'{match[1]} title="{escape(text)}"'


def _read(packed: str) -> str | None:
    try:
        return _filled(json.loads(unquote(packed)))
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError):
        return None


def _filled(written: object) -> str | None:
    """A message's text in the window's language; None for one that it does not know, which a page may have made up."""
    if isinstance(written, str):
        return written
    packed = cast("dict[str, object]", written)
    template, values = str(packed["template"]), cast("dict[str, object]", packed["values"])
    translated = tr(template)
    if translated == template:  # what a document writes there itself must never be filled in
        return None
    filled = {name: _filled(value) for name, value in values.items()}
    return None if None in filled.values() else translated.format(**filled) if filled else translated
