"""What an office file says of itself: title, author, date, subject, keywords."""

from __future__ import annotations

from bookwheel.domain.errors import SkippedFile
from bookwheel.parsing.formats.markdown_writer import one_line
from bookwheel.parsing.formats.xml_tree import name_of, parse_xml
from bookwheel.parsing.formats.zip_parts import Parts

_CORE = {
    "title": "title", "creator": "author", "subject": "subject", "description": "description", "created": "date",
    "language": "language", "category": "category", "keywords": "keywords",
}  # fmt: skip
_META = {
    "title": "title", "creator": "author", "initial-creator": "author", "subject": "subject",
    "description": "description", "date": "date", "creation-date": "date", "language": "language",
}  # fmt: skip


def core_fields(parts: Parts) -> dict[str, object]:
    """The core properties of Microsoft's formats."""
    return _fields(parts, "docProps/core.xml", _CORE)


def open_document_fields(parts: Parts) -> dict[str, object]:
    """The metadata of an OpenDocument file."""
    return _fields(parts, "meta.xml", _META)


def _fields(parts: Parts, name: str, names: dict[str, str]) -> dict[str, object]:
    try:
        root = parse_xml(parts.read(name))
    except SkippedFile:
        return {}
    fields: dict[str, object] = {}
    keywords: list[str] = []
    for element in root.iter():
        value = one_line(element.text or "")
        own = name_of(element)
        if not value:
            continue
        if own in ("keywords", "keyword"):
            keywords += [word.strip() for word in value.replace(";", ",").split(",") if word.strip()]
        elif own in names:
            fields.setdefault(names[own], value[:10] if names[own] == "date" else value)
    if keywords:
        fields["keywords"] = keywords
    return fields
