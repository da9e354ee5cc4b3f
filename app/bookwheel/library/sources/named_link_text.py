"""The text of converted documents as agents read it: a link by a name that nobody states is only its words."""

from __future__ import annotations

import re

from bookwheel.domain.document import Dialect
from bookwheel.domain.links.named_links import SCHEMES, read_address
from bookwheel.indexes.catalogue import CatalogueReader
from bookwheel.library.sources.named_places import NamedPlaces

_LINK = re.compile(
    rf"(?<![\\!])\[((?:[^\[\]\\\n]|\\.){{1,500}})\]\(<?((?:{'|'.join(SCHEMES)}):[^()<>\s]{{1,500}}(?:\([^()<>\s]*\))?)>?\)"
)


def without_lost_names(text: str, dialect: Dialect, collection: str, path: str, catalogue: CatalogueReader) -> str:
    """A document's text in which links by name lead somewhere; lines stay the same."""
    if dialect is not Dialect.CONVERTED or not _LINK.search(text):
        return text
    places = NamedPlaces(catalogue, collection)

    def shown(link: re.Match[str]) -> str:
        address = read_address(link[2])
        is_lost = address is not None and not address.url and places.find(path, address) is None
        return link[1] if is_lost else link[0]

    return _LINK.sub(shown, text)
