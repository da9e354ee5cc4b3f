"""Reads reStructuredText, that of Sphinx as well, without Sphinx."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from docutils import nodes

from bookwheel.domain.messages import Message
from bookwheel.parsing import plain_text
from bookwheel.parsing.encoding import decode
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.markdown_writer import Writer
from bookwheel.parsing.formats.markup import blocks
from bookwheel.parsing.formats.rst import parser as rst_parser
from bookwheel.parsing.formats.rst.lines import SourceLines
from bookwheel.parsing.formats.rst.writer import BlockWriter

_RCS = re.compile(r"\$[A-Z][A-Za-z]+(?::\s*(.*?))?\s*\$")
_LISTS = {"authors": "author", "keywords": "keywords", "tags": "tags", "author": "author", "category": "category"}
_NOT_ABOUT_IT = frozenset({"orphan", "nocomments", "tocdepth", "nosearch", "no-search"})
_BIBLIOGRAPHIC = frozenset({
    "author", "authors", "organization", "contact", "address", "version", "status", "revision", "date",
    "copyright", "title", "subtitle", "language", "lang", "description", "summary", "keywords", "tags",
    "category", "slug", "license", "type", "created", "post-history", "python-version", "sponsor",
    "pep-delegate", "discussions-to", "requires", "resolution", "replaces", "superseded-by", "last-modified",
    "content-type", "modified", "maintainer", "email", "manual_section", "manual section", "manual_group",
    "manual group",
}) | _NOT_ABOUT_IT  # fmt: skip
_LONGEST_NAMED = 3


def read(content: bytes, path: str) -> Converted:
    """The document; what it includes is named in a warning and in its place, never opened.

    Raises:
        SkippedFile: for a binary file.
    """
    decoded = decode(content)
    text = decoded.text
    try:
        converted = _convert(text, PurePosixPath(path).suffix or ".rst")
    except RecursionError:
        warning = Message("Blocks are nested too deeply. The file is shown as plain text.")
        converted = Converted(text, warnings=[warning], reading=plain_text.read(text))
    converted.warnings[:0] = decoded.warnings
    return converted


def _convert(text: str, suffix: str) -> Converted:
    document = rst_parser.parse(text)
    own = BlockWriter(document, SourceLines(text), suffix)
    fields = _take_fields(document)
    writer = Writer()
    for block in own.blocks():
        blocks.write(writer, block)
    return Converted(writer.text, fields | own.fields, writer.places, _warnings(own), names=own.references.stated)


def _warnings(own: BlockWriter) -> list[Message]:
    found: list[Message] = []
    if own.included:
        names = ", ".join(dict.fromkeys(own.included[:_LONGEST_NAMED]))
        more = "…" if len(own.included) > _LONGEST_NAMED else ""
        found.append(Message("Included files were not read: {names}.", names=f"{names}{more}"))
    if own.raw:
        found.append(Message("Blocks of raw HTML or LaTeX were left out: {count}.", count=own.raw))
    if own.errors:
        found.append(Message("Invalid blocks are shown as plain text: {count}.", count=own.errors))
    return found


def _take_fields(document: nodes.document) -> dict[str, object]:
    """The bibliographic fields that open the document or follow its title; they leave the text."""
    found: dict[str, object] = {}
    parent: nodes.Element = document
    for _ in range(2):
        following: nodes.Element | None = None
        for child in list(parent.children):
            if isinstance(child, (nodes.comment, nodes.target, nodes.substitution_definition, nodes.title)) or (
                isinstance(child, nodes.container) and child.get("kind") in ("role", "meta", "default-role")
            ):
                continue
            if isinstance(child, nodes.field_list) and _is_about_the_document(child):
                found |= _fields_of(child)
                parent.remove(child)
            following = child if isinstance(child, nodes.section) else None
            if not isinstance(child, nodes.field_list):
                break
        if following is None:
            break
        parent = following
    return found


def _is_about_the_document(fields: nodes.field_list) -> bool:
    """Whether fields may leave the text; those of a PEP stay, as what they say of other PEPs has its line there."""
    names = {child[0].astext().lower() for child in fields.findall(nodes.field)}
    return names <= _BIBLIOGRAPHIC


def _fields_of(fields: nodes.field_list) -> dict[str, object]:
    found: dict[str, object] = {}
    for field in fields.findall(nodes.field):
        name = field[0].astext().strip().lower()
        value = " ".join(_RCS.sub(lambda match: match[1] or "", field[1].astext()).split())
        if not value or name in _NOT_ABOUT_IT:
            continue
        if name in _LISTS:
            parts = [part.strip() for part in value.split(";" if ";" in value else ",") if part.strip()]
            found[_LISTS[name]] = parts if len(parts) > 1 else parts[0] if parts else value
        else:
            found["language" if name == "lang" else name] = value
    return found
