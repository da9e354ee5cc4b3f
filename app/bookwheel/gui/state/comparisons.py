"""The id of two documents beside each other, under which their page is opened as a document is."""

from __future__ import annotations

_PREFIX, _BETWEEN = "compare:", "//"
"""No id of a document holds two slashes in a row."""


def comparison_id(first: str, other: str) -> str:
    """The id of the page that compares two documents."""
    return f"{_PREFIX}{first}{_BETWEEN}{other}"


def compared_documents(id: str) -> tuple[str, str] | None:
    """The two documents of such an id; None for any other."""
    first, _, other = id.removeprefix(_PREFIX).partition(_BETWEEN)
    return (first, other) if id.startswith(_PREFIX) and first and other else None
