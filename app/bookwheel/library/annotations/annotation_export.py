"""Writes annotations as Markdown: the passage, the note below it, and a citation that leads back to it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from urllib.parse import quote

from bookwheel.domain.annotations.annotation import AnnotationEntry, AnnotationKind

_LONGEST_MARKED = 200
"""Characters of a passage that a citation's link marks."""
_ESCAPED = str.maketrans({letter: f"\\{letter}" for letter in r"\`*_[]<>#"})


def write_markdown(entries: Iterable[AnnotationEntry]) -> str:
    """Annotations under the titles of their documents, which must come one after the other."""
    pieces: list[str] = []
    for doc, group in groupby(entries, lambda entry: entry.section.partition("#")[0] or entry.annotation.doc):
        own = list(group)
        pieces.append(f"## {_escape(own[0].document_title)}\n\n`{doc}`\n")
        pieces += [_write(entry) for entry in own]
    return "\n".join(pieces) + "\n" if pieces else ""


def _write(entry: AnnotationEntry) -> str:
    annotation = entry.annotation
    parts: list[str] = []
    if annotation.quote:
        parts.append("\n".join(f"> {_escape(line)}".rstrip() for line in annotation.quote.splitlines()))
    parts.append(f"— {_cite(entry)}")
    if annotation.note:
        parts.append(annotation.note)
    return "\n\n".join(parts) + "\n"


def _cite(entry: AnnotationEntry) -> str:
    annotation = entry.annotation
    name = _escape(annotation.heading_path[-1] if annotation.heading_path else entry.document_title)
    place = f", {entry.place.words}" if entry.place is not None else ""
    colour = annotation.colour if annotation.kind is AnnotationKind.HIGHLIGHT else None
    kind = f"{annotation.kind.value} ({colour.value})" if colour else annotation.kind.value
    said = f"{kind}, {annotation.created_at[:10]}"
    if entry.is_lost:
        return f"{name}; {said}; the passage is no longer in the document"
    title = f", {_escape(entry.document_title)}" if name != _escape(entry.document_title) else ""
    return f"[{name}]({_link(entry)}){title}{place}; {said}"


def _link(entry: AnnotationEntry) -> str:
    """The passage's address, with the words that it marks."""
    words = " ".join(entry.annotation.quote.split())[:_LONGEST_MARKED]
    before, is_split, anchor = entry.uri.partition("#")
    return f"{before}?quote={quote(words, safe='')}{is_split}{anchor}" if words else entry.uri


def _escape(text: str) -> str:
    return " ".join(text.split()).translate(_ESCAPED)
