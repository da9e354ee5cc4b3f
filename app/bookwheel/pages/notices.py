"""Sentences of our own in a page, which the window shows in its language."""

from __future__ import annotations

from html import escape
from urllib.parse import quote

from bookwheel import wire
from bookwheel.domain.messages import Message


def notice_html(message: Message, tag: str = "p", classes: str = "quiet") -> str:
    """An element with a sentence in English; its `data-message` has what the window needs to translate it."""
    named = f' class="{classes}"' if classes else ""
    packed = f' data-message="{quote(wire.encode(message))}"' if message.template else ""
    return f"<{tag}{named}{packed}>{escape(message, quote=False)}</{tag}>"


def title_attributes(message: Message) -> dict[str, str]:
    """The title of an element in English, and beside it what the window needs to translate it."""
    return {"title": str(message), "data-title": quote(wire.encode(message))}
