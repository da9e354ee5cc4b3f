"""Ids and addresses of documents and sections: what names one, taken apart.

It knows no snapshot, so that the indexer, which finds sections again by their ids, loads none.
"""

from __future__ import annotations

from urllib.parse import unquote

SCHEME = "bookwheel://doc/"


def split_id(named: str) -> tuple[str, str]:
    """Document id and anchor of an id `collection/path#anchor` or of a `bookwheel://doc/…` URI without its query."""
    if named.startswith(SCHEME):
        doc, _, anchor = named[len(SCHEME) :].partition("#")
        return unquote(doc.partition("?")[0]), unquote(anchor)
    doc, _, anchor = named.rpartition("#")
    return (doc, anchor) if doc else (named, "")
