"""The address of a document on the web, by which it is cited: that of the site it was fetched from."""

from __future__ import annotations

import json
from typing import cast
from urllib.parse import quote

from bookwheel.domain.document import TOP
from bookwheel.domain.web_addresses import is_web_address

_FIELD = '"url"'


def web_address(header_json: str, anchor: str = "") -> str:
    """The address of a section on the web by its document's header; empty for a document that has none."""
    if _FIELD not in header_json:
        return ""
    header = cast("object", json.loads(header_json))
    found = cast("dict[str, object]", header).get("url") if isinstance(header, dict) else None
    address = found[0] if isinstance(found, list) and found else found  # pyright: ignore[reportUnknownVariableType]
    if not isinstance(address, str) or not is_web_address(address):
        return ""
    if not anchor or anchor == TOP:
        return address
    return f"{address.partition('#')[0]}#{quote(anchor, safe='')}"
