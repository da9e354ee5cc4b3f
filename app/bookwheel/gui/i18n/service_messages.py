"""What the service and the client say, in the window's language: their templates are looked up and filled."""

from __future__ import annotations

import re
from html import escape, unescape

from bookwheel.domain.messages import Message
from bookwheel.gui.i18n.translation import tr

_NOTICE = re.compile(r'(?<=<p class="quiet">)[^<]+(?=</p>\n<pre class="(?:plain|source)")')


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
    """Return a page's HTML with the notice above its source, where there is one, in the window's language."""
    return _NOTICE.sub(lambda match: escape(tr(unescape(match[0])), quote=False), html, count=1)
