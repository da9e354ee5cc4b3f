"""Reads Org files: outline, metadata, lists, tables, blocks, links, footnotes and times."""

from __future__ import annotations

import re

from bookwheel.domain.links.named_links import NameKind
from bookwheel.parsing.encoding import decode
from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.markup import blocks
from bookwheel.parsing.formats.markup import inline_text as inline
from bookwheel.parsing.formats.markup.blocks import Block
from bookwheel.parsing.formats.markup.included_files import warn_of_included
from bookwheel.parsing.formats.markup.source_lines import BlockEnds, Lines
from bookwheel.parsing.formats.org.fields import take_field
from bookwheel.parsing.formats.org.headline import PROPERTY, headline_of, property_of, states_in, times_in
from bookwheel.parsing.formats.org.inline import OrgInline
from bookwheel.parsing.formats.org.tables import table_of
from bookwheel.parsing.stated_names import StatedName

_HEADING = re.compile(r"(\*+)\s+(.*)")
_KEYWORD = re.compile(r"\s*#\+([\w-]+)(?:\[[^\]]*\])?:\s*(.*)", re.DOTALL)
_BEGIN = re.compile(r"\s*#\+begin_(\S+)\s*(.*)", re.IGNORECASE)
_DRAWER = re.compile(r"\s*:([\w-]+):\s*\Z")
_ENTRY = re.compile(r"(\s*)([-+]|\d{1,9}[.)]|[a-zA-Z][.)]|(?<=\s)\*)(?:[ \t]+(?:\[@\d+\]\s*)?(.*)|\Z)")
_CHECKBOX = re.compile(r"\[([ xX-])\]\s+")
_TERM = re.compile(r"(.{1,300}?)\s+::(?:\s+|\Z)")
_FOOTNOTE = re.compile(r"\[fn:([\w-]+)\]\s*(.*)")
_ENVIRONMENT = re.compile(r"\s*\\begin\{([a-zA-Z*]+)\}")
_RULE = re.compile(r"\s*-{5,}\s*\Z")
_CALLOUTS = {"note": "NOTE", "tip": "TIP", "hint": "TIP", "important": "IMPORTANT", "warning": "WARNING",
             "caution": "CAUTION", "attention": "WARNING", "danger": "CAUTION", "info": "NOTE"}  # fmt: skip
_DEEPEST = 40
_LAST_LINE_OF_HEADER = 10
"""A drawer of properties up to this line, above any heading, is about the whole file."""


def read(content: bytes, path: str) -> Converted:
    """The document; what it includes is named, never opened.

    Raises:
        SkippedFile: for a binary file.
    """
    decoded = decode(content)
    reader = OrgReader(decoded.text)
    writer = blocks.write_all(reader.blocks())
    warnings = [*decoded.warnings, *warn_of_included(reader.included)]
    return Converted(writer.text, reader.fields, writer.places, warnings, names=reader.names)


class OrgReader:
    """One pass over the lines of one file."""

    def __init__(self, text: str) -> None:
        """Gather what holds for the whole file: states, link abbreviations, targets."""
        self._lines: Lines = list(enumerate(text.expandtabs(8).split("\n"), 1))
        self.fields: dict[str, object] = {}
        self.included: list[str] = []
        self._ends = BlockEnds()
        self._states = states_in(self._lines)
        self._inline = OrgInline(text)
        self._waiting: list[Block] = []

    @property
    def names(self) -> list[StatedName]:
        """Ids, targets and names by which other files may refer to places of this one."""
        return self._inline.names

    def blocks(self) -> list[Block]:
        """All blocks of the file in their order."""
        return self._blocks_of(self._lines, 0)

    def _blocks_of(self, lines: Lines, depth: int) -> list[Block]:
        found: list[Block] = []
        at = 0
        while at < len(lines):
            if not lines[at][1].strip():
                at += 1
                continue
            after, made = self._element(lines, at, depth)
            found += made
            at = max(after, at + 1)
        return found

    def _element(self, lines: Lines, at: int, depth: int) -> tuple[int, list[Block]]:
        number, line = lines[at]
        if not depth and (heading := _HEADING.match(line)):
            return self._heading(lines, at, heading)
        if begin := _BEGIN.match(line):
            return self._begun(lines, at, begin, depth)
        if (keyword := _KEYWORD.match(line)) is not None:
            return at + 1, self._keyword(number, keyword[1].lower(), keyword[2].strip())
        if (drawer := _DRAWER.match(line)) and (end := self._find(lines, at + 1, ":end:")) is not None:
            if drawer[1].lower() == "properties":
                if (own := property_of(lines[at + 1 : end], "id")) and number <= _LAST_LINE_OF_HEADER:
                    self.names.append(StatedName(NameKind.LABEL, own, ""))
                return end + 1, self._properties(lines[at + 1 : end])
            inside = [one for one in lines[at + 1 : end] if not one[1].strip().startswith("CLOCK:")]
            return end + 1, self._blocks_of(inside, depth + 1) if depth < _DEEPEST else []
        if re.match(r"\s*#(?:\s|\Z)", line):
            return at + 1, []
        if line.lstrip().startswith("|"):
            return self._table(lines, at)
        if re.match(r"\s*:(?:\s|\Z)", line):
            end = _run(lines, at, re.compile(r"\s*:(?:\s|\Z)"))
            code = "\n".join(re.sub(r"\A\s*:\s?", "", one) for _, one in lines[at:end])
            return end, [blocks.code(code, "", number)]
        if _RULE.match(line):
            return at + 1, [blocks.placed("---", number)]
        if environment := _ENVIRONMENT.match(line):
            end = self._find(lines, at, f"\\end{{{environment[1]}}}")
            if end is not None:
                formula = "\n".join(one for _, one in lines[at : end + 1])
                return end + 1, [blocks.placed(inline.math_block(formula), number, lines[end][0])]
        if note := _FOOTNOTE.match(line):
            return self._footnote(lines, at, note)
        if _ENTRY.match(line) and depth < _DEEPEST:
            return self._list(lines, at, depth)
        return self._paragraph(lines, at)

    def _heading(self, lines: Lines, at: int, heading: re.Match[str]) -> tuple[int, list[Block]]:
        number, _ = lines[at]
        headline, end = headline_of(heading[2], self._states), at + 1
        anchor, found = "", list[Block]()
        while end < len(lines) and (times := times_in(lines[end][1])) is not None:
            headline.details += times
            end += 1
        if end < len(lines) and lines[end][1].strip().lower() == ":properties:":
            close = self._find(lines, end + 1, ":end:")
            if close is not None:
                ids = [id for name in ("custom_id", "id") if (id := property_of(lines[end + 1 : close], name))]
                anchor = ids[0] if ids else ""
                for id in ids:
                    self._inline.state(id, anchor)
                found = self._properties(lines[end + 1 : close])
                end = close + 1
        title = md.heading(len(heading[1]), self._inline.write(headline.title, block=False), anchor)
        made = [blocks.placed(title, number)]
        if headline.details:
            details = inline.emphasis(inline.words(" · ".join(headline.details)))
            made.append(blocks.placed(details, number, lines[end - 1][0]))
        return end, [*self._released(), *made, *found]

    def _properties(self, lines: Lines) -> list[Block]:
        entries: list[Block] = []
        for number, line in lines:
            named = PROPERTY.match(line)
            if named and named[2] and named[1].lower() not in ("custom_id", "id", "header-args", "toc"):
                entries.append(blocks.placed(f"- **{inline.words(named[1])}**: {self._inline.write(named[2])}", number))
        return [blocks.stack(entries, "\n")] if entries else []

    def _keyword(self, number: int, name: str, value: str) -> list[Block]:
        if take_field(self.fields, name, value):
            return []
        if name == "caption" and value:
            self._waiting.append(blocks.placed(inline.emphasis(self._inline.write(value), "**"), number))
        elif name == "name" and value:
            self._inline.state(value)
            self._waiting.append(blocks.placed(inline.anchor(value), number))
        elif name in ("include", "setupfile") and value:
            quoted = re.match(r'"([^"]+)"|(\S+)', value)
            target = ((quoted[1] or quoted[2]) if quoted else value).split("::")[0]
            self.included.append(target)
            if name == "include":
                return [blocks.placed(md.link(inline.words(target), target), number)]
        return []

    def _find(self, lines: Lines, at: int, marker: str) -> int | None:
        """The line that closes a block, or a drawer before the next heading."""
        wanted, is_drawer = marker.lower(), marker == ":end:"
        return self._ends.find(
            lines,
            at,
            marker,
            lambda line: line.strip().lower().startswith(wanted),
            lambda line: is_drawer and _HEADING.match(line) is not None,
        )

    def _released(self) -> list[Block]:
        waiting, self._waiting = self._waiting, []
        return waiting

    def _begun(self, lines: Lines, at: int, begin: re.Match[str], depth: int) -> tuple[int, list[Block]]:
        number, name = lines[at][0], begin[1].lower()
        end = self._find(lines, at + 1, f"#+end_{name}")
        if end is None:
            return self._paragraph(lines, at)
        inside = lines[at + 1 : end]
        before = self._released()
        if name in ("src", "example", "export"):
            language = begin[2].split(" ")[0] if name == "src" and begin[2] else ""
            if name == "export":
                return end + 1, before
            return end + 1, [*before, blocks.code(_dedented(inside), language, number + 1)]
        if name == "comment":
            return end + 1, before
        if name == "verse":
            text = "\\\n".join(self._inline.write(line.strip()) for _, line in inside if line.strip())
            return end + 1, [*before, blocks.placed(md.quoted(text), number, lines[end][0])]
        content = blocks.stack(
            self._blocks_of(inside, depth + 1) if depth < _DEEPEST else self._paragraph(inside, 0)[1]
        )
        if name == "quote":
            content = blocks.wrap(content, md.quoted)
        elif name in _CALLOUTS:
            head = blocks.placed(f"[!{_CALLOUTS[name]}]", number)
            content = blocks.wrap(blocks.stack([head, content], "\n"), md.quoted)
        return end + 1, [*before, content]

    def _table(self, lines: Lines, at: int) -> tuple[int, list[Block]]:
        end = _run(lines, at, re.compile(r"\s*\|"))
        made = table_of(lines[at:end], lambda text: self._inline.write(text, block=False))
        return end, [*self._released(), made] if made is not None else []

    def _footnote(self, lines: Lines, at: int, note: re.Match[str]) -> tuple[int, list[Block]]:
        end = at + 1
        while end < len(lines) and lines[end][1].strip() and not re.match(r"\*|\[fn:", lines[end][1]):
            end += 1
        text = " ".join([note[2], *(line.strip() for _, line in lines[at + 1 : end])])
        label = inline.anchor_id(note[1])
        return end, [blocks.placed(f"[^{label}]: {self._inline.write(text)}", lines[at][0], lines[end - 1][0])]

    def _list(self, lines: Lines, at: int, depth: int) -> tuple[int, list[Block]]:
        first = _ENTRY.match(lines[at][1])
        indent = len(first[1]) if first else 0
        entries: list[Block] = []
        is_numbered = bool(first and first[2][0].isdigit())
        while at < len(lines):
            entry = _ENTRY.match(lines[at][1])
            if entry is None or len(entry[1]) != indent or entry[2][0].isdigit() != is_numbered:
                break
            end, blank = at + 1, 0
            while end < len(lines):
                line = lines[end][1]
                blank = blank + 1 if not line.strip() else 0
                if blank > 1 or (not blank and len(line) - len(line.lstrip()) <= indent):
                    break
                end += 1
            while end > at + 1 and not lines[end - 1][1].strip():
                end -= 1
            entries.append(self._entry(lines[at:end], entry, f"{len(entries) + 1}. " if is_numbered else "- ", depth))
            at = end
            following = at
            while following < len(lines) and not lines[following][1].strip():
                following += 1
            if following - at > 1 or following == len(lines):
                break
            if following > at and _ENTRY.match(lines[following][1]):
                at = following
        between = "\n\n" if any("\n\n" in entry.text for entry in entries) else "\n"
        return at, [*self._released(), blocks.stack(entries, between)]

    def _entry(self, lines: Lines, entry: re.Match[str], mark: str, depth: int) -> Block:
        text, box = entry[3] or "", ""
        if checkbox := _CHECKBOX.match(text):
            box = "[x] " if checkbox[1] in "xX" else "[ ] "
            text = text[checkbox.end() :]
        term = _TERM.match(text) if mark == "- " else None
        lead = ""
        if term:
            lead, text = f"**{self._inline.write(term[1])}**: ", text[term.end() :]
        pad = min((len(one) - len(one.lstrip()) for _, one in lines[1:] if one.strip()), default=0)
        inside = [(lines[0][0], text), *((number, one[pad:]) for number, one in lines[1:])]
        content = blocks.stack_entry(self._blocks_of(inside, depth + 1))
        content.text = f"{box}{lead}{content.text}".rstrip()
        content.marks = content.marks or [blocks.Mark(0, lines[0][0], lines[0][0])]
        return blocks.entry(content, mark)

    def _paragraph(self, lines: Lines, at: int) -> tuple[int, list[Block]]:
        end = at + 1
        while end < len(lines) and lines[end][1].strip() and not _begins_block(lines[end][1]):
            end += 1
        text = "\n".join(line.strip() for _, line in lines[at:end])
        made = blocks.placed(self._inline.write(text), lines[at][0], lines[end - 1][0])
        return end, [*self._released(), made]


def _begins_block(line: str) -> bool:
    return bool(
        _HEADING.match(line) or _BEGIN.match(line) or _KEYWORD.match(line) or _ENTRY.match(line) or _DRAWER.match(line)
        or line.lstrip().startswith("|") or re.match(r"\s*[#:](?:\s|\Z)", line) or _ENVIRONMENT.match(line)
        or _FOOTNOTE.match(line)
    )  # fmt: skip


def _run(lines: Lines, at: int, pattern: re.Pattern[str]) -> int:
    while at < len(lines) and pattern.match(lines[at][1]):
        at += 1
    return at


def _dedented(lines: Lines) -> str:
    pad = min((len(line) - len(line.lstrip()) for _, line in lines if line.strip()), default=0)
    return "\n".join(re.sub(r"\A(\s*),(?=[*#,])", r"\1", line[pad:]) for _, line in lines)
