"""The blocks of a reStructuredText document as Markdown with their lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath
from typing import cast

from docutils import nodes

from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.markup import blocks
from bookwheel.parsing.formats.markup import inline_text as inline
from bookwheel.parsing.formats.markup.blocks import Block
from bookwheel.parsing.formats.rst import lists as rst_lists
from bookwheel.parsing.formats.rst.inline import InlineWriter
from bookwheel.parsing.formats.rst.lines import SourceLines
from bookwheel.parsing.formats.rst.lists import define
from bookwheel.parsing.formats.rst.references import References, citation_id
from bookwheel.parsing.formats.rst.tables import write_table

_LISTS = (nodes.bullet_list, nodes.enumerated_list, nodes.definition_list)


class BlockWriter:
    """Writes one document; `included`, `errors` and `raw` say what was left out."""

    def __init__(self, document: nodes.document, lines: SourceLines, suffix: str) -> None:
        """Take a document as it was parsed."""
        self.lines = lines
        self.references = References(document)
        self.inline = InlineWriter(self.references, suffix)
        self.fields: dict[str, object] = {}
        self.included: list[str] = []
        self.errors = self.raw = 0
        self._document = document
        self._suffix = suffix
        self._language = ""
        self._labels: list[str] = []
        self._known_labels: set[str] = set()

    def blocks(self) -> Iterator[Block]:
        """The document's blocks in their order."""
        yield from self._blocks_of(self._document, 0)
        if self._labels:
            yield Block("".join(inline.anchor(name) for name in self._labels))

    def _blocks_of(self, parent: nodes.Element, level: int) -> Iterator[Block]:
        for node in parent.children:
            if isinstance(node, nodes.section):
                yield from self._blocks_of(node, level + 1)
            elif isinstance(node, nodes.title) and isinstance(parent, nodes.section):
                yield from self._heading(node, level)
            elif isinstance(node, nodes.system_message) and (source := _lost_title(node)):
                yield from self._heading(nodes.title(source, source), level + 1)
            elif isinstance(node, nodes.Element):
                yield from self._labelled(self.block(node))

    def _heading(self, node: nodes.title, level: int) -> Iterator[Block]:
        first, last = self.lines.find_title(node.rawsource)
        label, *others = self._labels or [""]
        self._labels = []
        yield blocks.placed(md.heading(level, self.inline.write(node.children, block=False), label), first, last)
        if others:
            yield Block("".join(inline.anchor(name) for name in others), [blocks.Mark(0, first, last)])

    def _labelled(self, block: Block) -> Iterator[Block]:
        if self._labels and block.text.strip():
            anchors = "".join(inline.anchor(name) for name in self._labels)
            self._labels = []
            yield Block(anchors, block.marks[:1])
        yield block

    def content(self, node: nodes.Element, *, skip: int = 0) -> Block:
        """All blocks inside a node."""
        return blocks.stack(self._content(node, skip))

    def entry(self, node: nodes.Element) -> Block:
        """All blocks inside an entry of a list."""
        return blocks.stack_entry(self._content(node, 0))

    def _content(self, node: nodes.Element, skip: int) -> list[Block]:
        found: list[Block] = []
        for child in node.children[skip:]:
            if isinstance(child, nodes.Text):
                found.append(Block(inline.words(str(child), opens=True, closes=True)))
            elif isinstance(child, nodes.Inline) and isinstance(child, nodes.Element):
                found.append(Block(self.inline.write([child])))
            elif isinstance(child, nodes.Element):
                found += self._labelled(self.block(child))
        return found

    def block(self, node: nodes.Element) -> Block:
        """One block."""
        known = _WRITERS.get(str(node.get("kind") or type(node).__name__))
        return known(self, node) if known else self.content(node)

    def paragraph(self, node: nodes.Element) -> Block:
        """A paragraph."""
        raw = node.rawsource
        first, last = self.lines.find(raw, node.line)
        return blocks.placed(self.inline.write(node.children), first, last)

    def literal(self, node: nodes.Element) -> Block:
        """A block of code."""
        text = node.astext()
        language = str(node.get("language", "")) or ("" if node.get("stated") else self._language)
        first, _ = self.lines.find(node.rawsource or text, node.line)
        return blocks.code(text, "" if language in ("none", "default") else language, first)

    def doctest(self, node: nodes.Element) -> Block:
        """An interactive session."""
        first, _ = self.lines.find(node.rawsource, node.line)
        return blocks.code(node.astext(), "pycon", first)

    def quote(self, node: nodes.Element) -> Block:
        """A quote; a list that is only indented is a list."""
        if all(isinstance(child, _LISTS) for child in node.children):
            return self.content(node)
        return blocks.wrap(self.content(node), md.quoted)

    def attribution(self, node: nodes.Element) -> Block:
        """Who said it."""
        return Block(f"— {self.inline.write(node.children)}")

    def callout(self, node: nodes.Element) -> Block:
        """An admonition."""
        title, skip = str(node.get("title", "")), 0
        if node.children and isinstance(node[0], nodes.title):
            title, skip = self.inline.write(cast(nodes.Element, node[0]).children), 1
        body = self.content(node, skip=skip)
        first = node.line or 1
        parts = [blocks.placed(f"**{title}**", first), body] if title else [body]
        inside = blocks.stack(parts)
        if node["callout"]:
            head = [Block(f"[!{node['callout']}]", [blocks.Mark(0, first, first)]), inside]
            inside = blocks.stack(head, "\n")
        return blocks.wrap(inside, md.quoted)

    def version(self, node: nodes.Element) -> Block:
        """What changed in a version."""
        body = self.content(node)
        said = inline.emphasis(inline.words(str(node["words"])))
        first = node.line or 1
        if node.children and isinstance(node[0], nodes.paragraph):
            return Block(f"{said}: {body.text}", [blocks.Mark(0, first, first), *body.marks[1:]])
        return blocks.stack([blocks.placed(said, first), body])

    def described(self, node: nodes.Element) -> Block:
        """A function, class or the like with its description."""
        first = node.line or 1
        signatures = cast("list[str]", node["signatures"])
        terms = [blocks.placed(md.code(name), first + number) for number, name in enumerate(signatures)]
        if terms:
            terms[0].text = "".join(map(inline.anchor, self.references.ids_of(node))) + terms[0].text
        self.inline.scope.enter(node)
        made = define(terms, self.content(node))
        self.inline.scope.leave(node)
        return made

    def other(self, node: nodes.Element) -> Block:
        """A directive that is not known: its argument and its content."""
        if not node.get("titled"):
            return self.content(node)
        title = cast(nodes.Element, node[0])
        head = blocks.placed(inline.emphasis(self.inline.write(title.children), "**"), node.line or 1)
        return blocks.stack([head, self.content(node, skip=1)])

    def rubric(self, node: nodes.Element) -> Block:
        """A title that opens no section."""
        title = node[0] if node.children and isinstance(node[0], nodes.paragraph) else node
        head = inline.emphasis(self.inline.write(cast(nodes.Element, title).children), "**")
        block = blocks.placed(head, node.line or self.lines.reached)
        return block if title is node else blocks.stack([block, self.content(node, skip=1)])

    def contents(self, node: nodes.Element) -> Block:
        """A table of contents over other files: links to them; patterns stay text."""
        found: list[Block] = []
        for title, target, line in cast("list[tuple[str, str, int]]", node["entries"]):
            label = inline.words(title or target)
            is_pattern = any(sign in target for sign in "*?[") and not title
            if is_pattern:
                label, target = md.code(target), ""
            elif not re.match(r"[a-z]+://", target) and PurePosixPath(target).suffix not in (self._suffix, ".md"):
                target += self._suffix
            found.append(blocks.placed(f"- {md.link(label, target)}", line))
        caption = str(node["caption"])
        head = [blocks.placed(f"**{inline.words(caption)}**", node.line or 1)] if caption and found else []
        return blocks.stack([*head, blocks.stack(found, "\n")])

    def figure(self, node: nodes.Element) -> Block:
        """A picture with its caption and legend."""
        return self.content(node)

    def picture(self, node: nodes.Element) -> Block:
        """A picture."""
        first, _ = self.lines.find(str(node.get("uri", "")), node.line)
        return blocks.placed(self.inline.picture(node), first)

    def formula(self, node: nodes.Element) -> Block:
        """A formula by itself."""
        first, last = self.lines.find(node.rawsource, node.line)
        return blocks.placed(inline.math_block(node.astext()), first, last)

    def footnote(self, node: nodes.Element) -> Block:
        """A footnote or a citation."""
        names = cast("list[str]", node["names"]) or cast("list[str]", node["dupnames"])
        has_label = bool(node.children) and isinstance(node[0], nodes.label)
        label = str(node.get("label", "")) or (names[0] if names else "1")
        body = self.content(node, skip=int(has_label))
        text = md.indented(body.text, "    ").removeprefix("    ")
        anchor = inline.anchor(citation_id(node)) if isinstance(node, nodes.citation) else ""
        return Block(f"[^{inline.anchor_id(label)}]: {anchor}{text}", body.marks)

    def included_file(self, node: nodes.Element) -> Block:
        """A file that the source includes: named, never opened."""
        target = str(node["target"]).split("\n")[0].strip()
        self.included.append(target)
        return blocks.placed(md.link(inline.words(target), target), node.line or 1)

    def note_raw(self, _node: nodes.Element) -> Block:
        """Source for one output alone, which is left out."""
        self.raw += 1
        return Block("")

    def note_language(self, node: nodes.Element) -> Block:
        """The language of code blocks from here on."""
        self._language = str(node["argument"]).split(" ")[0]
        return Block("")

    def note_role(self, node: nodes.Element) -> Block:
        """The role of single backticks from here on."""
        self.inline.default_role = str(node["argument"]).strip().lower() or "title-reference"
        return Block("")

    def note_module(self, node: nodes.Element) -> Block:
        """The module that what follows belongs to."""
        self.inline.scope.module = str(node["argument"])
        return Block("")

    def note_meta(self, node: nodes.Element) -> Block:
        """Metadata of the page."""
        for name, value in cast("dict[str, str]", node["values"]).items():
            if name in ("keywords", "description", "author", "date", "language", "subject") and value:
                self.fields[name] = [word.strip() for word in value.split(",")] if name == "keywords" else value
        return Block("")

    def note_title(self, node: nodes.Element) -> Block:
        """The title of the page where it is not its heading."""
        if node["argument"]:
            self.fields["title"] = " ".join(str(node["argument"]).split())
        return Block("")

    def note_target(self, node: nodes.Element) -> Block:
        """A label of what follows."""
        if not node.get("refuri") and not node.get("refname"):
            names = [str(name) for name in (*node["names"], *node["dupnames"])]
            self._labels += [name for name in names if name not in self._known_labels]
            self._known_labels.update(names)
        return Block("")

    def error(self, node: nodes.Element) -> Block:
        """What docutils could not read, as it stands in the source."""
        if int(node.get("level", 0)) < 3:
            return Block("")
        self.errors += 1
        source = next(node.findall(nodes.literal_block), None)
        if source is None:
            return Block("")
        first, _ = self.lines.find(source.astext(), node.get("line"))
        return blocks.code(source.astext(), "", first)

    def table(self, node: nodes.Element) -> Block:
        """A table."""
        return write_table(self, node)


def _lost_title(node: nodes.system_message) -> str:
    """The text of a heading that skips levels or stands where none may."""
    said = node[0].astext() if node.children else ""
    if not said.startswith(("Inconsistent title style", "A level")):
        return ""
    source = next(node.findall(nodes.literal_block), None)
    lines = source.astext().split("\n") if source is not None else []
    return next((line.strip() for line in lines if re.search(r"\w", line)), "")


_WRITERS: dict[str, Callable[[BlockWriter, nodes.Element], Block]] = {
    "paragraph": BlockWriter.paragraph,
    "literal_block": BlockWriter.literal,
    "doctest_block": BlockWriter.doctest,
    "bullet_list": rst_lists.bullets,
    "enumerated_list": rst_lists.numbers,
    "definition_list": rst_lists.definitions,
    "field_list": rst_lists.fields_list,
    "option_list": rst_lists.options,
    "line_block": rst_lists.line_block,
    "block_quote": BlockWriter.quote,
    "attribution": BlockWriter.attribution,
    "transition": lambda _writer, _node: Block("---"),
    "comment": lambda _writer, _node: Block(""),
    "substitution_definition": lambda _writer, _node: Block(""),
    "pending": lambda _writer, _node: Block(""),
    "image": BlockWriter.picture,
    "math_block": BlockWriter.formula,
    "footnote": BlockWriter.footnote,
    "citation": BlockWriter.footnote,
    "target": BlockWriter.note_target,
    "system_message": BlockWriter.error,
    "table": BlockWriter.table,
    "callout": BlockWriter.callout,
    "version": BlockWriter.version,
    "object": BlockWriter.described,
    "other": BlockWriter.other,
    "rubric": BlockWriter.rubric,
    "toctree": BlockWriter.contents,
    "figure": BlockWriter.figure,
    "included": BlockWriter.included_file,
    "raw": BlockWriter.note_raw,
    "role": lambda _writer, _node: Block(""),
    "highlight": BlockWriter.note_language,
    "highlightlang": BlockWriter.note_language,
    "default-role": BlockWriter.note_role,
    "currentmodule": BlockWriter.note_module,
    "meta": BlockWriter.note_meta,
    "title": lambda writer, node: writer.note_title(node) if node.get("kind") else writer.rubric(node),
}
