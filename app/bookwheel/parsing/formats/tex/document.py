"""LaTeX: sections, lists, tables, figures, formulas, code, notes and citations, by the lines of the source."""

from __future__ import annotations

import re
from collections.abc import Callable

from bookwheel.domain.links.named_links import NameKind
from bookwheel.domain.places import PlaceKind
from bookwheel.parsing.encoding import decode
from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.emphasis import BREAK
from bookwheel.parsing.formats.markdown_writer import Writer
from bookwheel.parsing.formats.markup import inline_text
from bookwheel.parsing.formats.markup.list_entries import ListEntries
from bookwheel.parsing.formats.tex.environments import (
    CODE,
    FLOATS,
    LISTS,
    MATH,
    QUOTES,
    TABLES,
    THEOREMS,
    UNREAD,
    code_block,
    pass_options,
)
from bookwheel.parsing.formats.tex.inline import InlineReader
from bookwheel.parsing.formats.tex.source import Source
from bookwheel.parsing.formats.tex.statements import authors_of, date_of, definition, new_command, title_of
from bookwheel.parsing.formats.tex.tables import rows_of
from bookwheel.parsing.stated_names import StatedName

DEEPEST = 30
_RANKS = ("part", "chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph")
_HEADINGS = re.compile(rf"\\({'|'.join(_RANKS)})\*?\s*[\[{{]")
_BEGIN = re.compile(r"\\begin\s*\{document\}")
_STATED = re.compile(r"\\(title|author|date|newcommand|providecommand|def)(?![A-Za-z])\*?")
_BLOCK = re.compile(
    r"\n[ \t]*\n|\\(?:begin|end)\s*\{|\\\[|\$\$|\\(?:part|chapter|(?:sub){0,2}section|(?:sub)?paragraph|item|caption"
    r"|title|author|date|maketitle|newcommand|providecommand|def|frametitle|bibitem|documentclass|printbibliography"
    r"|tableofcontents|bibliography|label|subtitle|appendix|noindent|centering)(?![A-Za-z])\*?"
)
_LABEL = re.compile(r"\\label\s*\{([^{}]*)\}")


def read(content: bytes, path: str) -> Converted:
    """A LaTeX source as Markdown; its places are lines of the source.

    Raises:
        SkippedFile: for a binary file.
    """
    text = decode(content).text
    writer = Writer()
    document = _Document(text, writer)
    source = Source(text)
    begin = _BEGIN.search(source.text)
    if begin is not None:
        document.read_preamble(source, begin.start())
        source.at = begin.end()
    document.write(source, 0)
    document.write_notes()
    return Converted(writer.text, document.fields, writer.places, names=document.names)


class _Document:
    """Writes a source block by block."""

    def __init__(self, text: str, writer: Writer) -> None:
        """Find which headings the source has: their levels follow from that."""
        self._writer = writer
        self._inline = InlineReader(text)
        self.fields: dict[str, object] = {}
        used = {found[1] for found in _HEADINGS.finditer(text)}
        has_title = re.search(r"\\(?:title|begin\{abstract)", text) is not None
        self._levels = {name: 1 + has_title + at for at, name in enumerate(name for name in _RANKS if name in used)}
        self._frame_level = 1 + has_title + len(self._levels)
        self._act: dict[str, Callable[[Source, int], None]] = {
            "begin": self._environment, "end": self._end, "caption": self._caption, "title": self._title,
            "author": self._author, "date": self._date, "newcommand": self._macro, "providecommand": self._macro,
            "def": self._definition, "frametitle": self._frame_title, "bibitem": self._entry, "[": self._formula,
            "documentclass": self._passed, "bibliography": self._passed, "label": self._label,
        }  # fmt: skip

    @property
    def names(self) -> list[StatedName]:
        """The labels and the works that other files may refer to."""
        return self._inline.names

    def read_preamble(self, source: Source, end: int) -> None:
        """Take in what stands before the document: its title, author, date, and the author's own commands."""
        while (found := _STATED.search(source.text, source.at, end)) is not None:
            source.at = found.start()
            self._command(source, 0)

    def write(self, source: Source, depth: int) -> None:
        """Write all of a source."""
        while not source.is_done:
            found = _BLOCK.search(source.text, source.at)
            stop = found.start() if found else len(source.text)
            self._paragraph(source, stop)
            if found is None:
                return
            if found[0].startswith("\n"):
                source.at = found.end()
            elif found[0] == "$$":
                source.at += 2
                self._math(source.line, source.until("$$"))
            else:
                self._command(source, depth)

    def write_notes(self) -> None:
        """Write the footnotes."""
        for number, words in enumerate(self._inline.notes, 1):
            self._writer.add(f"[^{number}]: {words or '…'}")

    def _paragraph(self, source: Source, stop: int) -> None:
        tex = source.text[source.at : stop]
        blank = len(tex) - len(tex.lstrip())
        source.at += blank
        first = source.line
        source.at = stop
        self._add(self._inline.paragraph(tex), first, first + tex.strip().count("\n"))

    def _command(self, source: Source, depth: int) -> None:
        name = source.command()
        if name.rstrip("*") in self._levels:
            first = source.line
            source.option()
            words, anchor = source.argument(), ""
            if label := re.compile(r"\s*\\label\s*\{([^{}]*)\}").match(source.text, source.at):
                anchor, source.at = label[1], label.end()
            self._heading(self._levels[name.rstrip("*")], words, first, anchor)
        elif act := self._act.get(name):
            act(source, depth)

    def _heading(self, level: int, tex: str, line: int, anchor: str = "") -> None:
        words = self._inline.paragraph(tex).replace(BREAK, " ").replace("**", "")
        if words:
            self._add(md.heading(level, words, anchor), line)
        if anchor:
            self._inline.state(anchor)

    def _environment(self, source: Source, depth: int) -> None:
        name = source.argument()
        if name == "document":
            return
        first = source.line
        inside = source.environment(name)
        if depth > DEEPEST or name in UNREAD:
            return
        bare = name.rstrip("*")
        if name in CODE:
            self._add(code_block(name, inside), first, first + inside.count("\n"))
        elif name in MATH:
            self._math(first, inside)
        elif name in LISTS:
            entries = ListEntries()
            self._list(name, inside, entries, 0)
            self._add(entries.taken(), first, first + inside.count("\n"))
        elif name in TABLES:
            rows = [[self._inline.paragraph(cell).replace(BREAK, " ") for cell in row] for row in rows_of(name, inside)]
            self._add(md.table(rows), first, first + inside.count("\n"))
        elif name in QUOTES:
            self._add(md.quoted(self._inside(inside, first, depth)), first, first + inside.count("\n"))
        elif name == "frame":
            self._frame(inside, first, depth)
        elif bare in THEOREMS:
            self._theorem(bare, inside, first, depth)
        else:
            if name == "abstract":
                self._add(md.heading(2, "Abstract"), first)
            rest = Source(inside, first)
            if inside.startswith("["):
                rest.option()
            if name in FLOATS:
                pass_options(rest)
            self.write(rest, depth + 1)

    def _end(self, source: Source, depth: int) -> None:
        source.argument()

    def _inside(self, tex: str, first: int, depth: int) -> str:
        """Blocks within a quote."""
        outer, self._writer = self._writer, Writer()
        self.write(Source(tex, first), depth + 1)
        made, self._writer = self._writer.text.rstrip("\n"), outer
        return made

    def _math(self, first: int, inside: str) -> None:
        labels = [name.strip() for name in _LABEL.findall(inside) if name.strip()]
        for name in labels:
            self._inline.state(name)
        self._add("".join(map(inline_text.anchor, labels)), first)
        self._add(inline_text.math_block(_LABEL.sub("", inside)), first, first + inside.count("\n"))

    def _formula(self, source: Source, depth: int) -> None:
        first = source.line
        self._math(first, source.until("\\]"))

    def _list(self, name: str, inside: str, entries: ListEntries, depth: int) -> None:
        """The entries of a list; lists within become deeper entries, anything else stays in its entry's words."""
        source = Source(inside)
        words: list[str] = []
        has_begun = False

        def end_entry() -> None:
            if text := self._inline.paragraph(" ".join(words)):
                entries.add(text, depth, is_ordered="enum" in name)
            words.clear()

        while not source.is_done:
            found = re.compile(r"\\item(?![A-Za-z])|\\begin\s*\{([^{}]*)\}").search(source.text, source.at)
            stop = found.start() if found else len(source.text)
            words += [source.text[source.at : stop]] if has_begun else []
            source.at = found.end() if found else stop
            if found is None:
                break
            if found[1] is None:
                end_entry()
                has_begun = True
                if label := source.option():
                    words.append(f"\\textbf{{{label}}} ")
            elif found[1] in LISTS and depth < 8:
                end_entry()
                self._list(found[1], source.environment(found[1]), entries, depth + 1)
            else:
                words.append(source.environment(found[1]))
        end_entry()

    def _frame(self, inside: str, first: int, depth: int) -> None:
        """A slide: its title is a heading."""
        rest = Source(inside, first)
        pass_options(rest)
        if rest.text[rest.at : rest.at + 1] == "{":
            self._heading(self._frame_level, rest.argument(), first)
        self.write(rest, depth + 1)

    def _frame_title(self, source: Source, depth: int) -> None:
        first = source.line
        source.option()
        self._heading(self._frame_level, source.argument(), first)

    def _theorem(self, name: str, inside: str, first: int, depth: int) -> None:
        rest = Source(inside, first)
        title = rest.argument() if name.endswith("block") and inside.startswith("{") else rest.option()
        said = self._inline.paragraph(title)
        kind = "" if name.endswith("block") else name.capitalize()
        words = f"{kind} ({said})" if kind and said else kind or said
        self._add(f"**{words.replace('**', '')}**" if words else "", first)
        self.write(rest, depth + 1)

    def _caption(self, source: Source, depth: int) -> None:
        first = source.line
        source.option()
        self._add(self._inline.paragraph(source.argument()), first)

    def _entry(self, source: Source, depth: int) -> None:
        """An entry of a list of literature, by the key that citations name."""
        first = source.line
        source.option()
        key = source.argument()
        found = re.compile(r"\\bibitem(?![A-Za-z])|\n[ \t]*\n|\Z").search(source.text, source.at)
        stop = found.start() if found else len(source.text)
        words = self._inline.paragraph(source.text[source.at : stop])
        source.at = stop
        anchor = f"cite-{key.strip()}"
        self.names.append(StatedName(NameKind.CITE, key, inline_text.anchor_id(anchor)))
        self._add(f"{inline_text.anchor(anchor)}{inline_text.words(f'[@{key}]')} {words}", first)

    def _title(self, source: Source, depth: int) -> None:
        first = source.line
        source.option()
        tex = source.argument()
        self._heading(1, tex, first)
        self.fields["title"] = title_of(tex)

    def _author(self, source: Source, depth: int) -> None:
        source.option()
        self.fields["author"] = authors_of(source.argument())

    def _date(self, source: Source, depth: int) -> None:
        if date := date_of(source.argument()):
            self.fields["date"] = date

    def _macro(self, source: Source, depth: int) -> None:
        if command := new_command(source):
            self._inline.macros[command[0]] = command[1]

    def _definition(self, source: Source, depth: int) -> None:
        if command := definition(source):
            self._inline.macros[command[0]] = command[1]

    def _passed(self, source: Source, depth: int) -> None:
        source.option()
        source.argument()

    def _label(self, source: Source, depth: int) -> None:
        first = source.line
        self._add(self._inline.label(source, depth), first)

    def _add(self, block: str, first: int, last: int = 0) -> None:
        if block.strip():
            self._writer.at(PlaceKind.LINE, first, max(first, last))
            self._writer.add(block)
