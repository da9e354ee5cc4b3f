"""Lists of reStructuredText: bullets, numbers, definitions, fields of signatures, options, and lines."""

from __future__ import annotations

import re
from typing import Any, Protocol, cast

from docutils import nodes

from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.markup import blocks
from bookwheel.parsing.formats.markup import inline_text as inline
from bookwheel.parsing.formats.markup.blocks import Block
from bookwheel.parsing.formats.rst.inline import InlineWriter
from bookwheel.parsing.formats.rst.lines import SourceLines
from bookwheel.parsing.formats.rst.references import term_id

_GIVEN = frozenset(
    {"param", "parameter", "arg", "argument", "key", "keyword", "kwarg", "kwparam", "var", "ivar", "cvar"}
)
_TOLD = {"return": "Returns", "returns": "Returns", "rtype": "Return type", "yield": "Yields", "yields": "Yields"}
_RAISED = frozenset({"raise", "raises", "except", "exception", "throws"})


class ContentWriter(Protocol):
    """What writes the blocks inside of entries."""

    inline: InlineWriter
    lines: SourceLines

    def content(self, node: nodes.Element, *, skip: int = 0) -> Block:
        """All blocks inside a node."""
        ...

    def entry(self, node: nodes.Element) -> Block:
        """All blocks inside an entry of a list."""
        ...


def bullets(writer: ContentWriter, node: nodes.Element) -> Block:
    """A list."""
    entries = [blocks.entry(writer.entry(entry), "- ") for entry in elements(node)]
    return blocks.stack((one if one.text.strip() else Block("-") for one in entries), _between(entries))


def numbers(writer: ContentWriter, node: nodes.Element) -> Block:
    """A numbered list from its first number on; letters and Roman numerals become numbers."""
    start = int(node.get("start", 1))
    entries = [blocks.entry(writer.entry(entry), f"{number}. ") for number, entry in enumerate(elements(node), start)]
    return blocks.stack(entries, _between(entries))


def definitions(writer: ContentWriter, node: nodes.Element) -> Block:
    """Terms with their definitions."""
    return blocks.stack(_definition(writer, entry) for entry in elements(node))


def _definition(writer: ContentWriter, node: nodes.Element) -> Block:
    terms: list[Block] = []
    bodies: list[Block] = []
    for part in elements(node):
        if isinstance(part, nodes.term):
            first, last = writer.lines.find(part.rawsource, part.line)
            anchor = inline.anchor(term_id(part.astext())) if part.get("glossary") else ""
            terms.append(blocks.placed(anchor + writer.inline.write(part.children), first, last))
        elif isinstance(part, nodes.classifier) and terms:
            terms[-1].text += f" : {inline.emphasis(writer.inline.write(part.children))}"
        else:
            bodies.append(writer.content(part))
    return define(terms, blocks.stack(bodies))


def fields_list(writer: ContentWriter, node: nodes.Element) -> Block:
    """Fields, of a signature as a rule, as a list."""
    entries = [_field(writer, field) for field in elements(node) if len(field.children) > 1]
    return blocks.stack(entries, _between(entries))


def _field(writer: ContentWriter, field: nodes.Element) -> Block:
    name = cast(nodes.Element, field[0])
    body = writer.content(cast(nodes.Element, field[1]))
    kind, _, rest = name.astext().partition(" ")
    if kind in _GIVEN and rest:
        *types, own = rest.split(" ")
        title = f"{md.code(own)}" + (f" ({md.code(' '.join(types))})" if types else "")
    elif kind == "type" and rest:
        title = f"{md.code(rest)} is of type"
    elif kind in _RAISED:
        title = f"Raises {md.code(rest)}" if rest else "Raises"
    else:
        title = f"**{_TOLD.get(kind, '') or writer.inline.write(name.children)}**"
    first, _ = writer.lines.find(f":{name.rawsource}:", field.line)
    text = f"{title}: {body.text}" if body.text else title
    if re.match(r"[-\d>|`$]|```", body.text) and "\n" in body.text and not _is_paragraph(field[1]):
        text = f"{title}:\n\n{body.text}"
        body = Block(text, [mark._replace(below=mark.below + 2) for mark in body.marks])
    return blocks.entry(Block(text, [blocks.Mark(0, first, first), *body.marks]), "- ")


def options(writer: ContentWriter, node: nodes.Element) -> Block:
    """Options of a command with what they do."""
    found: list[Block] = []
    for entry in elements(node):
        group, description = entry[0], entry[1]
        names = [md.code(option.astext()) for option in elements(cast(nodes.Element, group))]
        first, _ = writer.lines.find(group.astext()[:2], entry.line)
        body = writer.content(cast(nodes.Element, description))
        found.append(define([blocks.placed(", ".join(names), first)], body))
    return blocks.stack(found)


def line_block(writer: ContentWriter, node: nodes.Element) -> Block:
    """Lines that stay lines."""
    lines = list(node.findall(nodes.line))
    written = [writer.inline.write(line.children) for line in lines]
    first, _ = writer.lines.find(lines[0].rawsource if lines else "", node.line)
    stanzas = "\n".join(written).strip("\n").split("\n\n")
    text = "\n\n".join("\\\n".join(one for one in stanza.split("\n") if one) for stanza in stanzas)
    return blocks.placed(text, first, first + len(lines) - 1)


def elements(node: nodes.Element) -> list[nodes.Element]:
    """The elements in a node, without texts."""
    return [child for child in node.children if isinstance(child, nodes.Element)]


def _is_paragraph(body: Any) -> bool:
    return bool(body.children) and isinstance(body[0], nodes.paragraph)


def _between(entries: list[Block]) -> str:
    """Entries stand close unless one of them holds more than a paragraph."""
    return "\n\n" if any("\n\n" in entry.text for entry in entries) else "\n"


def define(terms: list[Block], body: Block) -> Block:
    """Terms over their definition."""
    if not body.text.strip():
        return blocks.stack(terms)
    return blocks.stack([blocks.stack(terms, "\n"), blocks.entry(body, ": ")], "\n\n" if "\n\n" in body.text else "\n")
