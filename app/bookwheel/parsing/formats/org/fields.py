"""What keywords of an Org file say of the whole document."""

from __future__ import annotations

import re

_FIELDS = {
    "title": "title", "author": "author", "date": "date", "language": "language", "subtitle": "subtitle",
    "description": "description", "keywords": "keywords", "filetags": "tags", "email": "email", "category": "category",
}  # fmt: skip


def take_field(fields: dict[str, object], name: str, value: str) -> bool:
    """Add what a keyword says to the fields; False for a keyword that says nothing of the document."""
    field = _FIELDS.get(name)
    if field in ("tags", "keywords"):
        words = [word for word in re.split(r"[:\s]+" if field == "tags" else r"\s*,\s*", value) if word]
        fields[field] = [*_words_of(fields, field), *words]
    elif field and value:
        before = fields.get(field)
        fields[field] = f"{before} {value}" if before else value.strip("<>[]") if field == "date" else value
    return field is not None


def _words_of(fields: dict[str, object], field: str) -> list[str]:
    before = fields.get(field)
    return [str(word) for word in before] if isinstance(before, list) else []  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
