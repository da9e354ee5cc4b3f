"""Reads MediaWiki's markup: sections, lists, tables, templates, code, notes and categories."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from pathlib import PurePosixPath

from bookwheel.parsing.encoding import decode
from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.markup import blocks
from bookwheel.parsing.formats.markup import inline_text as inline
from bookwheel.parsing.formats.markup.blocks import Block
from bookwheel.parsing.formats.markup.source_lines import BlockEnds, Lines
from bookwheel.parsing.formats.wiki.braces import arguments
from bookwheel.parsing.formats.wiki.inline_mediawiki import MediaWikiInline
from bookwheel.parsing.formats.wiki.tables_mediawiki import end_of_table, table_of

_HEADING = re.compile(r"(={1,6})\s*(.+?)\s*\1\s*\Z")
_ENTRY = re.compile(r"([*#:;]+)\s*(.*)", re.DOTALL)
_RULE = re.compile(r"-{4,}\s*\Z")
_ELEMENT = re.compile(
    r"\s*<(pre|syntaxhighlight|source|nowiki|math|poem|gallery|blockquote|references)\b([^<>]{0,500}?)(/?)>",
    re.IGNORECASE,
)
_VERBATIM = re.compile(r"<(nowiki|pre|syntaxhighlight|source|math)\b[^<>/]{0,300}>|<!--", re.IGNORECASE)
_LANGUAGE = re.compile(r"""\blang\s*=\s*["']?([\w+#-]+)""", re.IGNORECASE)
_REDIRECT = re.compile(r"#\s*(?:redirect|weiterleitung|redirection)\b", re.IGNORECASE)
_DEEPEST = 12
_LONGEST_TEMPLATE = 500


def read(content: bytes, path: str) -> Converted:
    """The document; templates keep their words, for what they make of them stands in no file here.

    Raises:
        SkippedFile: for a binary file.
    """
    decoded = decode(content)
    reader = MediaWikiReader(decoded.text)
    writer = blocks.write_all(reader.blocks())
    title = reader.inline.title or PurePosixPath(path).stem.replace("_", " ")
    fields: dict[str, object] = {"title": title, "categories": list(dict.fromkeys(reader.categories))}
    return Converted(writer.text, fields, writer.places, list(decoded.warnings))


class MediaWikiReader:
    """One pass over the lines of one file."""

    def __init__(self, text: str) -> None:
        """Take the text of a page."""
        self.inline = MediaWikiInline()
        self._lines = _without_comments(text)
        self._written: set[str] = set()
        self._ends = BlockEnds()

    @property
    def categories(self) -> list[str]:
        """The categories that were named."""
        return self.inline.categories

    def blocks(self) -> list[Block]:
        """All blocks of the file in their order, the notes after what names them."""
        found = self._blocks_of(self._lines, 0)
        last = self._lines[-1][0] if self._lines else 1
        for label, name in self.inline.names.items():
            if label not in self._written:
                found.append(blocks.placed(f"[^{label}]: {inline.words(name) or label}", last))
        return found

    def _blocks_of(self, lines: Lines, depth: int) -> list[Block]:
        found: list[Block] = []
        at = 0
        while at < len(lines):
            if not lines[at][1].strip():
                at += 1
                continue
            after, made = self._element(lines, at, depth)
            found += [*made, *self._notes(lines[at][0], lines[min(after, len(lines)) - 1][0])]
            at = max(after, at + 1)
        return found

    def _notes(self, first: int, last: int) -> list[Block]:
        """The notes that have become known, as the lines that hold them."""
        new = [label for label in self.inline.notes if label not in self._written]
        self._written.update(new)
        return [Block(f"[^{label}]: {self.inline.notes[label]}", [blocks.Mark(0, first, last)]) for label in new]

    def _element(self, lines: Lines, at: int, depth: int) -> tuple[int, list[Block]]:
        number, line = lines[at]
        if heading := _HEADING.match(line.strip()):
            title = self.inline.write(heading[2], block=False)
            return at + 1, [blocks.placed(md.heading(len(heading[1]), title), number)]
        if line.lstrip(" :*#").startswith("{|"):
            end = end_of_table(lines, at)
            return end, table_of(lines[at:end], self.inline)
        if (element := _ELEMENT.match(line)) and (made := self._tagged(lines, at, element, depth)):
            return made
        if _RULE.match(line):
            return at + 1, [blocks.placed("---", number)]
        if _ENTRY.match(line) and not _REDIRECT.match(line) and depth < _DEEPEST:
            return self._list(lines, at)
        if line.startswith(" ") and not line.lstrip().startswith(("{{", "|", "<", "[[")):
            return self._indented(lines, at)
        if line.lstrip().startswith("{{") and (made := self._template(lines, at)):
            return made
        return self._paragraph(lines, at)

    def _tagged(self, lines: Lines, at: int, element: re.Match[str], depth: int) -> tuple[int, list[Block]] | None:
        """An element that begins a block; None for one without an end."""
        name, number = element[1].lower(), lines[at][0]
        if element[3] or depth >= _DEEPEST:
            return (at + 1, []) if name == "references" else None
        closes = f"</{name}"
        end = self._ends.find(lines, at, closes, lambda line: closes in line.lower())
        if end is None:
            return None
        first = lines[at][1][element.end() :]
        inside = [(number, first), *lines[at + 1 : end + 1]]
        tail = re.split(rf"</{name}\s*>", inside[-1][1], maxsplit=1, flags=re.IGNORECASE)
        inside[-1] = (inside[-1][0], tail[0])
        rest = tail[1] if len(tail) > 1 else ""
        if rest.strip() and name not in ("blockquote", "references", "poem", "gallery"):
            return None  # a part of a paragraph
        after = self._blocks_of([(lines[end][0], rest)], depth + 1) if rest.strip() else []
        return end + 1, [*self._inside(name, element[2], inside, depth), *after]

    def _inside(self, name: str, attributes: str, inside: Lines, depth: int) -> list[Block]:
        filled = list(inside)
        while filled and not filled[0][1].strip():
            del filled[0]
        if not filled:
            return []
        first, last = filled[0][0], filled[-1][0]
        text = "\n".join(line for _, line in filled)
        if name in ("pre", "syntaxhighlight", "source", "nowiki"):
            language = _LANGUAGE.search(attributes)
            return [blocks.code(re.sub(r"</?nowiki\s*/?>", "", text), language[1] if language else "", first)]
        if name == "math":
            return [blocks.placed(inline.math_block(text), first, last)]
        if name == "references":
            self.inline.write(text)
            return []
        if name == "poem":
            verse = "\\\n".join(self.inline.write(line.strip()) for _, line in filled if line.strip())
            return [blocks.placed(verse, first, last)]
        if name == "gallery":
            return [self._gallery_entry(number, line) for number, line in filled if line.strip()]
        return [blocks.wrap(blocks.stack(self._blocks_of(filled, depth + 1)), md.quoted)]

    def _gallery_entry(self, number: int, line: str) -> Block:
        name, *shown = arguments(line.strip())
        return blocks.placed(self.inline.picture(name.rpartition(":")[2], shown), number)

    def _list(self, lines: Lines, at: int) -> tuple[int, list[Block]]:
        end = at
        entries: list[tuple[int, str, str]] = []
        while end < len(lines) and (entry := _ENTRY.match(lines[end][1])):
            start = end
            text = entry[2]
            while _is_open(text) and end + 1 < len(lines) and end - start < _LONGEST_TEMPLATE:
                end += 1
                text += "\n" + lines[end][1]
            entries.append((lines[start][0], entry[1][:_DEEPEST], text))
            end += 1
        return end, self._entries(entries)

    def _entries(self, entries: Sequence[tuple[int, str, str]]) -> list[Block]:
        """Entries of one depth, those below them within; what only indents becomes a quote."""
        found: list[tuple[str, Block]] = []
        at = count = 0
        while at < len(entries):
            number, marks, text = entries[at]
            kind, end = marks[0], at + 1
            while end < len(entries) and len(entries[end][1]) > 1 and entries[end][1][0] in (kind, ":;"[kind == ":"]):
                end += 1
            own = [] if len(marks) > 1 else [blocks.placed(self._words(kind, text), number)]
            below = entries[at + len(own) : end]
            inner = self._entries([(line, deeper[1:], said) for line, deeper, said in below])
            content = blocks.stack_entry([*own, *inner]) if own else blocks.stack(inner)
            count = count + 1 if found and found[-1][0] == kind else 1
            if kind in "*#":
                content = blocks.entry(content, f"{count}. " if kind == "#" else "- ")
            found.append((kind, content))
            at = end
        runs = [(kind, [block for _, block in run]) for kind, run in groupby(found, key=lambda entry: entry[0])]
        return [one for kind, run in runs for one in _joined(kind, run)]

    def _words(self, kind: str, text: str) -> str:
        if kind != ";":
            return self.inline.write(md.one_line(text))
        term, colon, said = text.partition(" : ") if " : " in text else text.partition(": ")
        lead = inline.emphasis(self.inline.write(term), "**")
        return f"{lead}: {self.inline.write(said)}" if colon else lead

    def _indented(self, lines: Lines, at: int) -> tuple[int, list[Block]]:
        end = at
        while end < len(lines) and lines[end][1].startswith(" ") and lines[end][1].strip():
            end += 1
        code = "\n".join(re.sub(r"'{2,}|</?nowiki\s*/?>", "", line[1:]) for _, line in lines[at:end])
        return end, [blocks.code(code, "", lines[at][0])]

    def _template(self, lines: Lines, at: int) -> tuple[int, list[Block]] | None:
        """A template of several lines, such as an infobox, as a list of what it says."""
        text, end = lines[at][1].lstrip(), at + 1
        while _is_open(text) and end < len(lines) and end - at < _LONGEST_TEMPLATE:
            text += "\n" + lines[end][1]
            end += 1
        if end == at + 1 or _is_open(text) or not text.rstrip().endswith("}}"):
            return None
        name, *values = arguments(text.rstrip()[2:-2])
        number = lines[at][0] + name.count("\n")
        made = [blocks.placed(inline.emphasis(inline.words(md.one_line(name)), "**"), lines[at][0])]
        entries: list[Block] = []
        for value in values:
            key, equals, said = value.partition("=")
            lead = f"**{inline.words(md.one_line(key))}**: " if equals else ""
            words = self.inline.write(md.one_line(re.sub(r"^[*#:;]+", " ", said if equals else value, flags=re.M)))
            if words:
                entries.append(blocks.placed(f"- {lead}{words}", number, number + value.rstrip().count("\n")))
            number += value.count("\n")
        return end, [*made, blocks.stack(entries, "\n")]

    def _paragraph(self, lines: Lines, at: int) -> tuple[int, list[Block]]:
        text, end = lines[at][1].strip(), at + 1
        while end < len(lines) and end - at < 2000:
            line = lines[end][1]
            goes_on = end - at < _LONGEST_TEMPLATE and _is_open(text[-20_000:])
            if not goes_on and (not line.strip() or _begins_block(line)):
                break
            text += f"\n{line.strip()}"
            end += 1
        return end, [blocks.placed(self.inline.write(text), lines[at][0], lines[end - 1][0])]


def _joined(kind: str, entries: Sequence[Block]) -> Sequence[Block]:
    """Entries of one kind as one list or one quote; terms stay apart."""
    if kind == ";":
        return entries
    return [blocks.stack(entries, "\n") if kind in "*#" else blocks.wrap(blocks.stack(entries), md.quoted)]


def _is_open(text: str) -> bool:
    """Whether a template or a note goes on after this text."""
    return text.count("{{") > text.count("}}") or (
        "<ref" in text and len(re.findall(r"<ref\b[^<>/]*>", text)) > text.count("</ref>")
    )


def _begins_block(line: str) -> bool:
    return bool(
        _HEADING.match(line.strip()) or _ENTRY.match(line) or _RULE.match(line) or line.startswith((" ", "{|"))
        or _ELEMENT.match(line) or (line.startswith("{{") and _is_open(line))
    )  # fmt: skip


def _without_comments(text: str) -> list[tuple[int, str]]:
    """The numbered lines without comments; a line that held nothing else goes with them."""
    parts: list[str] = []
    lower, at = text.lower(), 0
    missing: set[str] = set()
    while match := _VERBATIM.search(text, at):
        closes = f"</{match[1].lower()}" if match[1] else "-->"
        end = -1 if closes in missing else lower.find(closes, match.end())
        if end < 0:
            missing.add(closes)
            parts.append(text[at : match.end()])
            at = match.end()
            continue
        end += len(closes)
        parts.append(text[at : end if match[1] else match.start()])
        if not match[1]:
            parts.append("\0" + "\n\0" * text.count("\n", match.start(), end))
        at = end
    whole = "".join([*parts, text[at:]]).expandtabs(4)
    numbered = enumerate(whole.split("\n"), 1)
    return [(number, line.replace("\0", "")) for number, line in numbered if "\0" not in line or line.strip("\0 ")]
