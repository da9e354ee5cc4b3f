"""Reads AsciiDoc: sections, attributes, lists, delimited blocks, tables, admonitions and references."""

from __future__ import annotations

import re

from bookwheel.domain.errors import SkippedFile
from bookwheel.parsing.anchors import slug
from bookwheel.parsing.encoding import decode
from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.asciidoc.attributes import Attributes
from bookwheel.parsing.formats.asciidoc.header import read_header
from bookwheel.parsing.formats.asciidoc.inline import AsciiDocInline, automatic_id, ids_in, section_titles
from bookwheel.parsing.formats.asciidoc.lists import ENTRY, TERM, ListEntry, kind_of, nest
from bookwheel.parsing.formats.asciidoc.styles import Style, take_style, underlined
from bookwheel.parsing.formats.asciidoc.tables import write_table
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.markup import blocks
from bookwheel.parsing.formats.markup import inline_text as inline
from bookwheel.parsing.formats.markup.blocks import Block
from bookwheel.parsing.formats.markup.included_files import warn_of_included
from bookwheel.parsing.formats.markup.source_lines import BlockEnds, Lines

_TITLE = re.compile(r"(={1,6}|#{1,6})[ \t]+(\S.*)")
_DELIMITER = re.compile(r"(-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|/{4,}|--|[|,:!]={3,}|`{3,}.*)\Z")
_ADMONITION = re.compile(r"(NOTE|TIP|IMPORTANT|WARNING|CAUTION):[ \t]+(.*)", re.DOTALL)
_BLOCK_MACRO = re.compile(r"(image|video|audio|include|toc|ifdef|ifndef|ifeval|endif)::([^\s\[]*)\[(.*)\]\Z")
_DEEPEST = 30


def read(content: bytes, path: str) -> Converted:
    """The document; what it includes is named, never opened.

    Raises:
        SkippedFile: for a binary file, a key or a signature, with the reason.
    """
    decoded = decode(content)
    if decoded.text.startswith("-----BEGIN PGP"):
        raise SkippedFile("This is a key or a signature, not a document.")
    reader = AsciiDocReader(decoded.text)
    writer = blocks.write_all(reader.blocks())
    warnings = [*decoded.warnings, *warn_of_included(reader.included)]
    return Converted(writer.text, reader.fields, writer.places, warnings, names=reader.inline.names)


class AsciiDocReader:
    """One pass over the lines of one file."""

    def __init__(self, text: str) -> None:
        """Take the text; sections are looked up ahead, for references to them."""
        self._lines: Lines = [(number, line.rstrip()) for number, line in enumerate(text.expandtabs(4).split("\n"), 1)]
        self._attributes = Attributes()
        self.inline = AsciiDocInline(self._attributes, section_titles(text), ids_in(text))
        self.fields = self._attributes.fields
        self.included: list[str] = []
        self._ends = BlockEnds()

    def blocks(self) -> list[Block]:
        """All blocks of the file in their order, footnotes last."""
        header = read_header(self._lines, self._attributes)
        found: list[Block] = []
        if header is not None:
            title = md.heading(1, self.inline.write(header.title, block=False))
            found.append(blocks.placed(title, header.first, header.last))
        found += self.blocks_of(self._lines[header.end if header is not None else 0 :], 0)
        for number, note in enumerate(self.inline.notes, 1):
            found.append(Block(f"[^{number}]: {note}"))
        return found

    def blocks_of(self, lines: Lines, depth: int) -> list[Block]:
        """The blocks of some lines."""
        found: list[Block] = []
        style = Style()
        at = 0
        while at < len(lines):
            number, line = lines[at]
            if (
                not line.strip()
                or (line.startswith("//") and not line.startswith("////"))
                or self._attributes.take(line)
                or take_style(style, line, number)
            ):
                at += 1
            else:
                after, made = self._element(lines, at, style, depth)
                at = max(after, at + 1)
                found += self._styled(style, made)
                style = Style()
        return found

    def _styled(self, style: Style, made: list[Block]) -> list[Block]:
        before: list[Block] = []
        if style.anchors:
            for name in style.anchors:
                self.inline.state(name)
            before.append(blocks.placed("".join(inline.anchor(name) for name in style.anchors), style.line))
        if style.title and made:
            text = inline.emphasis(self.inline.write(style.title), "**")
            before.append(blocks.placed(text, style.line))
        return [*before, *made]

    def _element(self, lines: Lines, at: int, style: Style, depth: int) -> tuple[int, list[Block]]:
        number, line = lines[at]
        if title := _TITLE.match(line):
            if style.name in ("discrete", "float") or not depth:
                return at + 1, [self._heading(len(title[1]), title[2], style, number, number)]
        elif not depth and (level := underlined(lines, at)):
            return at + 2, [self._heading(level, line, style, number, number + 1)]
        if macro := _BLOCK_MACRO.match(line):
            return at + 1, self._macro(macro, number)
        if _DELIMITER.match(line):
            return self._delimited(lines, at, style, depth)
        if re.fullmatch(r"'{3,}|-{3}|\*{3}", line):
            return at + 1, [blocks.placed("---", number)]
        if line == "<<<" or (line == "+" and not style.words):
            return at + 1, []
        if depth < _DEEPEST and (ENTRY.match(line) or TERM.match(line)):
            return self._list(lines, at, depth)
        return self._paragraph(lines, at, style)

    def _heading(self, level: int, title: str, style: Style, first: int, last: int) -> Block:
        ids = [*style.anchors, automatic_id(title)]
        anchor = style.anchors.pop(0) if style.anchors else ""
        for name in ids:
            self.inline.state(name, name if name in style.anchors else anchor or slug(title))
        text = md.heading(level, self.inline.write(re.sub(r"\s+=+\Z", "", title), block=False), anchor)
        return blocks.placed(text, style.line or first, last)

    def _macro(self, macro: re.Match[str], number: int) -> list[Block]:
        name, target, inside = macro[1], self._attributes.fill(macro[2]), macro[3]
        if name == "include":
            self.included.append(target)
            return [blocks.placed(md.link(inline.words(target), target), number)]
        if name in ("image", "video", "audio"):
            alt = "" if "=" in inside.split(",")[0] else inside.split(",")[0].strip('" ')
            text = md.image(alt, target) if name == "image" else md.link(inline.words(alt or target), target)
            return [blocks.placed(text, number)]
        if name in ("ifdef", "ifndef") and inside:
            return [blocks.placed(self.inline.write(inside), number)]
        return []

    def _delimited(self, lines: Lines, at: int, style: Style, depth: int) -> tuple[int, list[Block]]:
        number, line = lines[at]
        close = line if not line.startswith("```") else "```"
        end = self._ends.find(lines, at + 1, close, lambda line: line == close)
        if end is None:
            if line == "--" or line.startswith("```") or depth >= _DEEPEST:
                return self._paragraph(lines, at, style)
            end = len(lines)
        inside = lines[at + 1 : end]
        sign = line[:1]
        if sign == "/":
            return end + 1, []
        if "=" in line and sign in "|,:!":
            return end + 1, [write_table(self.inline, inside, style, sign, number)]
        if sign in "-`." and line != "--":
            return end + 1, [self._code(inside, style, number + 1, line.strip("`") if sign == "`" else "")]
        if sign == "+":
            if style.name in ("stem", "latexmath", "asciimath"):
                return end + 1, [blocks.placed(inline.math_block(_joined(inside)), number, number + len(inside) + 1)]
            return end + 1, []
        if style.name in ("source", "listing", "literal"):
            return end + 1, [self._code(inside, style, number + 1, "")]
        if style.name == "verse":
            return end + 1, [self._verse(inside, style)]
        content = blocks.stack(
            self.blocks_of(inside, depth + 1) if depth < _DEEPEST else self._paragraph(inside, 0, style)[1]
        )
        return end + 1, [self._wrapped(content, style, number, is_quote=sign in "_*")]

    def _wrapped(self, content: Block, style: Style, number: int, *, is_quote: bool) -> Block:
        """The content of a block as its style wants it."""
        if style.name.upper() in ("NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION"):
            head = blocks.placed(f"[!{style.name.upper()}]", number)
            return blocks.wrap(blocks.stack([head, content], "\n"), md.quoted)
        if is_quote or style.name in ("quote", "sidebar", "abstract"):
            said = (
                ", ".join(word.strip('" ') for word in style.words[1:] if word)
                if style.name in ("quote", "verse")
                else ""
            )
            parts = [content, blocks.placed(f"— {self.inline.write(said)}", number)] if said else [content]
            return blocks.wrap(blocks.stack(parts), md.quoted)
        return content

    def _verse(self, inside: Lines, style: Style) -> Block:
        text = "\\\n".join(self.inline.write(line) for _, line in inside if line.strip())
        made = blocks.placed(text, inside[0][0] if inside else style.line or 1, inside[-1][0] if inside else 0)
        return self._wrapped(made, style, made.marks[0].first, is_quote=True)

    def _code(self, inside: Lines, style: Style, first: int, language: str) -> Block:
        if style.name in ("source", "") and len(style.words) > 1:
            language = style.words[1].strip()
        language = (
            language
            or style.named.get("language", "")
            or (self._attributes.value("source-language") if style.name == "source" else "")
        )
        for _, line in inside:
            if macro := re.match(r"include::([^\s\[]+)\[", line):
                self.included.append(self._attributes.fill(macro[1]))
        return blocks.code(_joined(inside), language, first)

    def _list(self, lines: Lines, at: int, depth: int) -> tuple[int, list[Block]]:
        """A list with all lists inside it; what a marker is not known from above opens a list inside."""
        entries: list[ListEntry] = []
        open_marks: list[str] = []
        while at < len(lines):
            number, line = lines[at]
            entry = ENTRY.match(line)
            term = None if entry else TERM.match(line)
            if entry is None and term is None:
                break
            mark = kind_of(entry[1]) if entry else (term[2] if term else "")
            if open_marks and (mark == "<1>") != (open_marks[0] == "<1>"):
                break
            while open_marks and mark in open_marks and open_marks[-1] != mark:
                open_marks.pop()
            if mark not in open_marks:
                open_marks.append(mark)
            text = entry[2] if entry else (term[3] or "" if term else "")
            end, content = self._entry(lines, at, text, depth)
            level = min(len(open_marks), _DEEPEST)
            entries.append(ListEntry(level, mark, term[1] if term else "", number, content))
            at = end
            following = at
            while following < len(lines) and not lines[following][1].strip():
                following += 1
            if following == len(lines) or not (ENTRY.match(lines[following][1]) or TERM.match(lines[following][1])):
                break
            at = following
        return at, [nest(entries, self.inline.write)]

    def _entry(self, lines: Lines, at: int, text: str, depth: int) -> tuple[int, list[Block]]:
        """The words of an entry, and the blocks that `+` ties to it."""
        first, end = lines[at][0], at + 1
        words = [text] if text else []
        if not text:
            while end < len(lines) and not lines[end][1].strip():
                end += 1
        while end < len(lines) and (line := lines[end][1]).strip() and line != "+" and not _begins_block(line):
            words.append(line.strip())
            end += 1
        if not words:
            end = at + 1
        found = [blocks.placed(self.inline.write("\n".join(words)), first, lines[end - 1][0])] if words else []
        while end + 1 < len(lines) and lines[end][1] == "+":
            style, at = Style(), end + 1
            while at < len(lines) and take_style(style, lines[at][1], lines[at][0]):
                at += 1
            if at == len(lines):
                return at, found
            if ENTRY.match(lines[at][1]) or not lines[at][1].strip():
                return at, found
            after, made = self._element(lines, at, style, depth + 1)
            end = min(max(after, at + 1), len(lines))
            found += self._styled(style, made)
        return end, found

    def _paragraph(self, lines: Lines, at: int, style: Style) -> tuple[int, list[Block]]:
        end = at + 1
        while end < len(lines) and lines[end][1].strip() and not _ends_paragraph(lines[end][1]):
            end += 1
        inside = [one for one in lines[at:end] if not re.match(r"//(?!//)", one[1])] or lines[at:end]
        first, last = inside[0][0], inside[-1][0]
        if style.name in ("source", "listing", "literal") or (inside[0][1].startswith(" ") and style.name != "normal"):
            return end, [self._code(inside, style, first, "")]
        if style.name == "verse":
            return end, [self._verse(inside, style)]
        text = "\n".join(line.strip() for _, line in inside)
        if style.name in ("stem", "latexmath"):
            return end, [blocks.placed(inline.math_block(text), first, last)]
        if said := _ADMONITION.match(text):
            content = blocks.placed(self.inline.write(said[2]), first, last)
            return end, [self._wrapped(content, Style([said[1]]), first, is_quote=False)]
        content = blocks.placed(self.inline.write(text), first, last)
        return end, [self._wrapped(content, style, first, is_quote=False)]


def _begins_block(line: str) -> bool:
    return bool(ENTRY.match(line) or TERM.match(line) or _ends_paragraph(line))


def _ends_paragraph(line: str) -> bool:
    return bool(
        _DELIMITER.match(line)
        or _BLOCK_MACRO.match(line)
        or line == "+"
        or re.match(r"\[[^\[\]]*\]\Z|\[\[[\w-]+\]\]\Z", line)
    )


def _joined(lines: Lines) -> str:
    pad = min((len(line) - len(line.lstrip()) for _, line in lines if line.strip()), default=0)
    return "\n".join(line[pad:] for _, line in lines)
