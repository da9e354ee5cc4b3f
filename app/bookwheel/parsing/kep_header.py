"""The header of a KEP, which stands in a file of its own (kep.yaml) beside the text: status, people and relations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import PurePosixPath

from bookwheel.domain.document import Document, Link, LinkKind
from bookwheel.domain.links.named_links import NUMBER, address_to
from bookwheel.parsing.tags import unique
from bookwheel.parsing.things.structured.values import LARGEST, Unreadable, Value
from bookwheel.parsing.things.structured.yaml_values import read_yaml

_FIELDS = (
    "title", "status", "stage", "owning-sig", "participating-sigs", "authors", "reviewers", "approvers",
    "creation-date", "last-updated", "latest-milestone",
)  # fmt: skip
_RELATIONS = {"replaces": "supersedes", "superseded-by": "supersededBy", "see-also": "relatedTo"}
_NUMBER = re.compile(r"(?:(?:.*/)?(?:kep-)?0*([1-9]\d{0,4})(?:-[^/]*)?/?(?:README\.md|kep\.yaml)?)\Z", re.IGNORECASE)
_MOST = 100


def is_kep_header(path: str) -> bool:
    """Whether a file is the header of a KEP by its name."""
    return PurePosixPath(path).name.lower() in ("kep.yaml", "kep.yml")


def with_kep_header(document: Document) -> tuple[Document, Mapping[str, object]]:
    """The document with its fields and links: to the text beside it, and to the KEPs that it names by number."""
    try:
        values = read_yaml(document.text) if len(document.text) <= LARGEST else []
    except Unreadable:
        values = []
    record = values[0] if values else Value(1, "")
    fields = {name: texts for name in _FIELDS if (texts := tuple(one.text for one in _texts(record.field(name))))}
    if not record.text_of("title") or not record.text_of("status"):
        return document, {}
    joined = {**dict(document.fields), **{name: unique(texts) for name, texts in fields.items()}}
    links = (*document.links, Link(LinkKind.MARKDOWN, "README.md", "", "README.md", 1, 0, "relatedTo"), *_links(record))
    title = f"{fields['title'][0]} (kep.yaml)"
    stated = replace(document, fields=tuple(joined.items()), links=links, title=title)
    return stated, {name: list(texts) for name, texts in fields.items()}


def _links(record: Value) -> Iterator[Link]:
    for name, relation in _RELATIONS.items():
        for one in _texts(record.field(name)):
            if found := _NUMBER.match(one.text):
                target = address_to(NUMBER, [f"kep-{found[1]}"])
                yield Link(LinkKind.NAME, target, "", f"{name}: {one.text}"[:200], one.line, 0, relation)


def _texts(value: Value) -> Iterator[Value]:
    for one in (value.items or [value])[:_MOST]:
        if one.is_scalar and one.text.strip():
            yield Value(one.line, one.text.strip())
