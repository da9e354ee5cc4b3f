"""`![[note]]` on lines of a paragraph, apart from the text around it."""

from __future__ import annotations

import re

_EMBED = re.compile(r"(?<!`)(`{1,4})(?!`)(?:(?!\1).)+\1|!\[\[([^\[\]\n|]{1,400})(?:\|[^\[\]\n]*)?\]\]", re.DOTALL)
_SHOWN_AS_FILE = re.compile(
    r"\.(?:png|jpe?g|gif|webp|svg|avif|bmp|mp4|webm|mp3|ogg|wav|pdf|canvas|excalidraw)\Z", re.IGNORECASE
)


def split_embeds(content: str) -> list[tuple[str, str]]:
    """The paragraph in pieces: text as it is written, and with it the name of the note where it embeds one, else "".

    Pictures, films and the like are left in the text. One piece without a name where nothing is embedded.
    """
    pieces: list[tuple[str, str]] = []
    end = 0
    for match in _EMBED.finditer(content):
        name = (match[2] or "").strip()
        if not name or _SHOWN_AS_FILE.search(name):
            continue
        pieces += [(content[end : match.start()], ""), (match[0], name)]
        end = match.end()
    return [*pieces, (content[end:], "")] if pieces else [(content, "")]
