"""Reads Textile: headings, lists, tables, quotes, code, notes and links."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape
from itertools import groupby

from bookwheel.parsing.encoding import decode
from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.markup import blocks
from bookwheel.parsing.formats.markup import inline_text as inline
from bookwheel.parsing.formats.markup.blocks import Block
from bookwheel.parsing.formats.markup.source_lines import BlockEnds, Lines
from bookwheel.parsing.formats.wiki.inline_textile import TextileInline
from bookwheel.parsing.front_matter import split

_ATTRIBUTES = r"(?:[<>=()]|\((?P<{0}>[^()\n]{{1,100}})\)|\{{[^{{}}\n]{{0,200}}\}}|\[[\w-]{{1,20}}\])*"
_SIGNED = re.compile(
    r"(?P<sign>h[1-6]|p|bq|bc|pre|notextile|###|fn\d{1,5}\^?)" + _ATTRIBUTES.format("own") + r"(?P<dots>\.\.?)"
    r"(?::(?P<cite>\S{1,500}))?(?:\s+(?P<text>.*)|\s*\Z)",
)  # fmt: skip
_TABLE = re.compile(r"table" + _ATTRIBUTES.format("own") + r"\.(?:\s+(?P<caption>.*))?\Z")
_ROW = re.compile(r"(?:" + _ATTRIBUTES.format("row") + r"\.\s)?\s*\|")
_CELL = re.compile(
    r"(?P<head>_)?(?:\\(?P<across>\d{1,2})|/(?P<down>\d{1,2})|[<>=^~]|\([^()]{1,60}\)|\{[^{}]{0,200}\})*\.\s+"
)
_ENTRY = re.compile(r"([*#]{1,40})(?:\d{1,4}|_)?" + _ATTRIBUTES.format("own") + r"\s+(.*)", re.DOTALL)
_TERM = re.compile(r"-\s+(.{1,500}?)\s*:=\s*(.*)", re.DOTALL)
_RAW = re.compile(r"\s*<(pre|notextile|code|script|style)\b[^<>]{0,200}>", re.IGNORECASE)
_LANGUAGE = re.compile(r"""(?:class|lang(?:uage)?)\s*=\s*["']?(?:language-)?([\w+#-]{1,30})""")
_HTML_HEADING = re.compile(r"\s*<h([1-6])[^<>]{0,200}>(.{1,500}?)</h\1>\s*\Z", re.IGNORECASE)
_RULE = re.compile(r"\s*(?:-{3,}|\*{3,}|_{3,}|<hr\s*/?>)\s*\Z")


def read(content: bytes, path: str) -> Converted:
    """The document.

    Raises:
        SkippedFile: for a binary file.
    """
    decoded = decode(content)
    header = split(decoded.text)
    first = decoded.text.count("\n", 0, header.length)
    reader = TextileReader(decoded.text[header.length :], first + 1)
    writer = blocks.write_all(reader.blocks())
    return Converted(writer.text, dict(header.values), writer.places, [*decoded.warnings, *header.warnings])


class TextileReader:
    """One pass over the lines of one file."""

    def __init__(self, text: str, first: int = 1) -> None:
        """Take a text whose first line has this number."""
        self._lines: Lines = list(enumerate(text.expandtabs(4).split("\n"), first))
        self._inline = TextileInline(text)
        self._ends = BlockEnds()

    def blocks(self) -> list[Block]:
        """All blocks of the file in their order."""
        found: list[Block] = []
        at = 0
        while at < len(self._lines):
            if not self._lines[at][1].strip():
                at += 1
                continue
            after, made = self._element(at)
            found += made
            at = max(after, at + 1)
        return found

    def _element(self, at: int) -> tuple[int, list[Block]]:
        lines = self._lines
        number, line = lines[at]
        if signed := _SIGNED.match(line):
            return self._signed(at, signed)
        if table := _TABLE.match(line):
            caption = table["caption"] or ""
            end, made = self._table(at + 1) if at + 1 < len(lines) and _ROW.match(lines[at + 1][1]) else (at + 1, [])
            lead = [blocks.placed(inline.emphasis(self._inline.write(caption), "**"), number)] if caption else []
            return end, [*lead, *made]
        if _ROW.match(line) and "|" in line.strip()[1:]:
            return self._table(at)
        if heading := _HTML_HEADING.match(line):
            return at + 1, [blocks.placed(md.heading(int(heading[1]), self._inline.write(heading[2])), number)]
        if (raw := _RAW.match(line)) and (found := self._raw(at, raw)):
            return found
        if _RULE.match(line):
            return at + 1, [blocks.placed("---", number)]
        if _ENTRY.match(line):
            return self._list(at)
        if _TERM.match(line):
            return self._terms(at)
        return self._paragraph(at, line)

    def _signed(self, at: int, signed: re.Match[str]) -> tuple[int, list[Block]]:
        """A block with its sign; with two dots it goes on over empty lines, to the next sign."""
        sign, text = signed["sign"], signed["text"] or ""
        end = self._end_of(at, goes_on=signed["dots"] == "..")
        rest = self._lines[at + 1 : end]
        number, last = self._lines[at][0], self._lines[end - 1][0]
        whole = "\n".join([text, *(line for _, line in rest)])
        own = signed["own"] or ""
        if sign == "###":
            return end, []
        if sign in ("bc", "pre"):
            first = number if text else number + 1
            code = whole if text else whole.partition("\n")[2]
            language = own.partition("#")[0].split(" ")[0].removeprefix("language-")
            return end, [blocks.code(code, language, first)] if code.strip() else []
        if sign == "notextile":
            return end, [blocks.placed(inline.words(re.sub(r"<[^<>]{1,300}>", "", whole), opens=True), number, last)]
        if sign[0] == "h":
            anchor = own.partition("#")[2]
            title = md.heading(int(sign[1]), self._inline.write(whole), anchor)
            return end, [blocks.placed(title, number, last)]
        if sign[:2] == "fn":
            return end, [blocks.placed(f"[^{sign[2:].rstrip('^')}]: {self._inline.write(md.one_line(whole))}", number)]
        parts = self._parts([(number, text), *rest])
        if sign == "bq":
            cite = (
                [blocks.placed(md.link(inline.words(signed["cite"]), signed["cite"]), number)] if signed["cite"] else []
            )
            return end, [blocks.wrap(blocks.stack([*parts, *cite]), md.quoted)]
        return end, parts

    def _end_of(self, at: int, *, goes_on: bool) -> int:
        end = at + 1
        while end < len(self._lines):
            line = self._lines[end][1]
            if goes_on and _SIGNED.match(line) and not self._lines[end - 1][1].strip():
                break
            if not goes_on and not line.strip():
                break
            end += 1
        while end > at + 1 and not self._lines[end - 1][1].strip():
            end -= 1
        return end

    def _parts(self, lines: Lines) -> list[Block]:
        """Paragraphs, an empty line between two."""
        found: list[Block] = []
        begin = 0
        for at in range(len(lines) + 1):
            if at == len(lines) or not lines[at][1].strip():
                part = lines[begin:at]
                text = "\n".join(line.strip() for _, line in part)
                if text.strip():
                    found.append(blocks.placed(self._inline.write(text), part[0][0], part[-1][0]))
                begin = at + 1
        return found

    def _raw(self, at: int, raw: re.Match[str]) -> tuple[int, list[Block]] | None:
        """An element of HTML whose text stays as it is; None for one without an end."""
        name = raw[1].lower()
        closes = f"</{name}"
        end = self._ends.find(self._lines, at, closes, lambda line: closes in line.lower())
        if end is None:
            return None
        if name in ("script", "style"):
            return end + 1, []
        inside = [(self._lines[at][0], self._lines[at][1][raw.end() :]), *self._lines[at + 1 : end + 1]]
        tail = re.split(rf"</{name}\s*>", inside[-1][1], maxsplit=1, flags=re.IGNORECASE)
        if len(tail) > 1 and tail[1].strip(" </code>pr"):
            return None  # a part of a paragraph
        inside[-1] = (inside[-1][0], tail[0])
        inside = [(number, re.sub(r"</?code[^<>]{0,200}>", "", line)) for number, line in inside]
        while inside and not inside[0][1].strip():
            del inside[0]
        text = "\n".join(line for _, line in inside)
        if not text.strip():
            return end + 1, []
        if name == "notextile":
            words = inline.words(unescape(re.sub(r"<[^<>]{1,300}>", "", text)), opens=True)
            return end + 1, [blocks.placed(words, inside[0][0], inside[-1][0])]
        language = _LANGUAGE.search(self._lines[at][1])
        return end + 1, [blocks.code(unescape(text), language[1] if language else "", inside[0][0])]

    def _table(self, at: int) -> tuple[int, list[Block]]:
        rows: list[list[str]] = []
        places: list[tuple[int, int]] = []
        is_header = False
        while at < len(self._lines) and _ROW.match(self._lines[at][1]):
            number, line = self._lines[at]
            text, first = line.strip(), number
            at += 1
            while not text.endswith("|") and at < len(self._lines) and self._lines[at][1].strip():
                if _ROW.match(self._lines[at][1]):
                    break
                text += " " + self._lines[at][1].strip()
                number, at = self._lines[at][0], at + 1
            if re.match(r"\|[-^~][.\s]", text):
                continue
            row: list[str] = []
            heads: list[bool] = []
            for cell in text[text.index("|") + 1 :].rstrip("|").split("|"):
                styled = _CELL.match(cell)
                heads.append(bool(styled and styled["head"]))
                row += [self._inline.write(cell[styled.end() if styled else 0 :].strip(), block=False)]
                row += [""] * (int(styled["across"]) - 1 if styled and styled["across"] else 0)
            is_header = is_header or (not rows and all(heads))
            rows.append(row)
            places.append((first, number))
        if rows and not is_header:
            rows.insert(0, [])
            places.insert(0, places[0])
        return at, [blocks.table(rows, places)] if rows else []

    def _list(self, at: int) -> tuple[int, list[Block]]:
        entries: list[tuple[int, int, str, str]] = []
        while at < len(self._lines) and self._lines[at][1].strip():
            number, line = self._lines[at]
            if entry := _ENTRY.match(line):
                entries.append((number, number, entry[1][:12], entry[3]))
            elif _SIGNED.match(line):
                break
            elif entries:
                first, _, marks, text = entries[-1]
                entries[-1] = (first, number, marks, f"{text} {line.strip()}")
            at += 1
        return at, self._entries(entries, 1)

    def _entries(self, entries: Sequence[tuple[int, int, str, str]], depth: int) -> list[Block]:
        found: list[tuple[str, Block]] = []
        count = at = 0
        while at < len(entries):
            first, last, marks, text = entries[at]
            end = at + 1
            while end < len(entries) and len(entries[end][2]) > depth:
                end += 1
            is_own = len(marks) == depth
            own = [blocks.placed(self._inline.write(md.one_line(text)), first, last)] if is_own else []
            inner = self._entries(entries[at + is_own : end], depth + 1)
            kind = marks[min(depth, len(marks)) - 1]
            count = count + 1 if found and kind == found[-1][0] else 1
            mark = f"{count}. " if kind == "#" else "- "
            found.append((kind, blocks.entry(blocks.stack_entry([*own, *inner]), mark)))
            at = end
        runs = groupby(found, key=lambda entry: entry[0])
        return [blocks.stack((block for _, block in run), "\n") for _, run in runs]

    def _terms(self, at: int) -> tuple[int, list[Block]]:
        entries: list[Block] = []
        while at < len(self._lines) and (term := _TERM.match(self._lines[at][1])):
            number, said = self._lines[at][0], term[2]
            at += 1
            while at < len(self._lines) and self._lines[at][1].strip() and not _TERM.match(self._lines[at][1]):
                said += f" {self._lines[at][1].strip()}"
                at += 1
            words = self._inline.write(said.removesuffix("=:").strip())
            lead = inline.emphasis(self._inline.write(term[1]), "**")
            entries.append(blocks.placed(f"- {lead}: {words}", number, self._lines[at - 1][0]))
        return at, [blocks.stack(entries, "\n")]

    def _paragraph(self, at: int, line: str) -> tuple[int, list[Block]]:
        end = at + 1
        while end < len(self._lines) and self._lines[end][1].strip() and not _begins_block(self._lines[end][1]):
            end += 1
        inside = [(number, text) for number, text in self._lines[at:end] if not self._inline.is_alias(text)]
        return end, self._parts(inside)


def _begins_block(line: str) -> bool:
    return bool(_SIGNED.match(line) or _TABLE.match(line) or _ENTRY.match(line) or _RAW.match(line)) or (
        line.startswith("|") and line.rstrip().endswith("|")
    )
