"""Citations in a page's words as links: keys of works, DOIs and numbers of arXiv."""

from __future__ import annotations

import re
from html import escape, unescape

from bookwheel.domain.links.citations import CITATION, address_of, words_of

_TAG = re.compile(r'(</?[a-z][a-z0-9]*(?:\s+[a-z][\w:-]*="[^"]*")*\s*>)')
"""A tag as the sanitiser writes it: attributes in double quotes, in which a `>` may stand."""
_NAME = re.compile(r"<(/?)(a|code|pre|kbd|samp|tt)\b")
_MAY_CITE = re.compile(r"@|10\.\d{4}|arxiv", re.IGNORECASE)


def link_citations(html: str, *, has_keys: bool) -> str:
    """Well-formed HTML in which what is cited outside of links and code has become a link by its name."""
    if not _MAY_CITE.search(html):
        return html
    pieces = _TAG.split(html)
    depth = 0
    for number, piece in enumerate(pieces):
        if number % 2:
            if found := _NAME.match(piece):
                depth = max(0, depth - 1) if found[1] else depth + 1
        elif not depth and piece and _MAY_CITE.search(piece):
            pieces[number] = _linked(unescape(piece), has_keys=has_keys)
    return "".join(pieces)


def _linked(text: str, *, has_keys: bool) -> str:
    made: list[str] = []
    last = 0
    for match in CITATION.finditer(text):
        address = address_of(match, text, has_keys=has_keys)
        if not address:
            continue
        words = words_of(match)
        made += [escape(text[last : match.start()], quote=False), f'<a href="{escape(address)}">{escape(words)}</a>']
        last = match.start() + len(words)
    return "".join([*made, escape(text[last:], quote=False)])
