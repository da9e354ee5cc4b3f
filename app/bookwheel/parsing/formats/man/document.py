"""Reads manual pages, in man's macros and in BSD's mdoc, known by their content."""

from __future__ import annotations

import re
from collections.abc import Callable

from bookwheel.domain.errors import SkippedFile
from bookwheel.parsing.encoding import decode
from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.man.mdoc import MDOC_BLOCKS, MDOC_INLINE, mdoc_runs
from bookwheel.parsing.formats.man.page_blocks import PageBlocks
from bookwheel.parsing.formats.man.page_date import fields_of_date
from bookwheel.parsing.formats.man.roff import Line, Roff, Run, arguments, markdown
from bookwheel.parsing.formats.man.tables import table_of
from bookwheel.parsing.formats.markup import blocks
from bookwheel.parsing.formats.markup import inline_text as inline
from bookwheel.parsing.formats.markup.blocks import Block

_IS_PAGE = re.compile(r"^[.'][ \t]*(?:TH|Dd|Sh|SH)\b", re.MULTILINE)
_SAMPLE = 40_000
_FONTS = {"B": "B", "SB": "B", "I": "I", "SM": "R", "R": "R"}
_PAIRS = frozenset({"BI", "IB", "BR", "RB", "IR", "RI"})
_BREAKS = frozenset({"PP", "P", "LP", "HP", "sp", "Pp", "Sp", "Lp"})
_DROPPED = frozenset({
    "ad", "hy", "nh", "ne", "nr", "tr", "rr", "rm", "in", "ti", "PD", "DT", "UC", "AT", "IX", "fam", "ll", "pl",
    "po", "na",
    "ta", "ps", "vs", "ss", "cs", "bd", "mso", "so", "de", "ns", "rs", "nop", "tm", "ex", "lf", "do", "als", "cc",
    "c2", "bp",
    "Bk", "Ek", "Os", "Dt", "Dd", "ce", "it", "wh", "ch", "pc", "hc", "hw", "hla", "warn", "zZ", "zY", "EQ", "EN",
})  # fmt: skip
_CODE_BEGINS = {"nf": "fi", "EX": "EE", "Vb": "Ve", "Bd": "Ed", "PS": "PE", "CS": "CE", "SY": ""}


def read(content: bytes, path: str) -> Converted:
    """The page, its sections under one heading with its name.

    Raises:
        SkippedFile: for a file that is no manual page, with the reason.
    """
    decoded = decode(content)
    if not _IS_PAGE.search(decoded.text[:_SAMPLE]):
        raise SkippedFile("This is not a manual page.")
    page = ManPage()
    writer = blocks.write_all(page.blocks(decoded.text))
    return Converted(writer.text, page.fields, writer.places, list(decoded.warnings))


class ManPage:
    """One pass over the lines of one page."""

    def __init__(self) -> None:
        """Begin with nothing read."""
        self.fields: dict[str, object] = {}
        self._roff = Roff()
        self._blocks = PageBlocks(self.fields)
        self._code: list[tuple[int, str]] | None = None
        self._code_end = ""
        self._table: list[tuple[int, str]] | None = None
        self._name = ""
        self._next_font = ""

    def blocks(self, text: str) -> list[Block]:
        """All blocks of the page in their order."""
        for line in self._roff.lines(text):
            self._take(line)
        self._end_code()
        self._end_table()
        self._blocks.close()
        return self._blocks.found

    def _take(self, line: Line) -> None:
        macro = line.macro
        if self._table is not None:
            if macro == "TE":
                self._end_table()
            else:
                self._table.append((line.number, f".{macro} {line.text}" if macro else line.text))
        elif self._code is not None:
            self._take_code(line)
        elif not macro:
            self._take_text(line)
        elif macro in ("SH", "SS", "Sh", "Ss"):
            self._heading(line)
        elif macro in ("TH", "Dt", "Dd", "Os", "Nd"):
            self._title(line)
        elif macro in _CODE_BEGINS and self._begins_code(line):
            self._blocks.end_paragraph()
            self._code, self._code_end = [], _CODE_BEGINS[macro]
        elif macro == "TS":
            self._blocks.end_paragraph()
            self._table = []
        elif macro in _BREAKS:
            self._break(macro)
        elif act := _ACTIONS.get(macro):
            act(self, line)
        elif macro in MDOC_BLOCKS or macro in MDOC_INLINE:
            self._mdoc(line)
        elif macro not in _DROPPED:
            self._words(line)

    def _begins_code(self, line: Line) -> bool:
        if line.macro == "SY":
            return False
        return line.macro != "Bd" or any(word in line.text for word in ("-literal", "-unfilled"))

    def _take_code(self, line: Line) -> None:
        if self._code is None:
            return
        if line.macro in (self._code_end, "fi", "EE", "Ve", "Ed"):
            self._end_code()
        elif line.macro in ("SH", "SS", "Sh", "Ss"):
            self._end_code()
            self._heading(line)
        elif line.macro in ("sp", "PP", "P", "LP", "Pp", "br"):
            self._code.append((line.number, ""))
        elif not line.macro:
            self._code.append((line.number, self._roff.plain(line.text)))
        elif line.macro in ("TP", "IP"):
            self._end_code()
            self._take(line)
        elif line.macro in _FONTS or line.macro in _PAIRS or line.macro in MDOC_INLINE:
            self._code.append((line.number, "".join(run.text for run in self._macro_runs(line))))

    def _macro_runs(self, line: Line) -> list[Run]:
        """The words of a macro that sets fonts."""
        if line.macro in _FONTS and line.text.strip():
            return self._roff.runs(" ".join(arguments(line.text)), _FONTS[line.macro])
        if line.macro in _PAIRS:
            found: list[Run] = []
            for index, word in enumerate(arguments(line.text)):
                found += self._roff.runs(word, line.macro[index % 2])
            return found
        if line.macro in MDOC_INLINE:
            return mdoc_runs(self._roff, line.macro, line.text, self._name)
        return self._roff.runs(" ".join(arguments(line.text)))

    def _take_text(self, line: Line) -> None:
        if not line.text.strip():
            self._blocks.end_paragraph()
            return
        self._blocks.add_words(self._roff.runs(line.text, self._next_font), line.number)
        self._next_font = ""

    def _words(self, line: Line) -> None:
        if line.macro in _FONTS and not line.text.strip():
            self._next_font = _FONTS[line.macro]
        else:
            self._blocks.add_words(self._macro_runs(line), line.number)

    def _end_code(self) -> None:
        lines, self._code = self._code, None
        while lines and not lines[0][1].strip():
            lines.pop(0)
        if lines and any(text.strip() for _, text in lines):
            made = blocks.code("\n".join(text for _, text in lines), "", lines[0][0])
            self._blocks.add_block(made)

    def _end_table(self) -> None:
        lines, self._table = self._table, None
        if lines:
            self._blocks.add_block(table_of(lines, lambda text: markdown(self._roff.runs(text))))

    def _break(self, macro: str) -> None:
        self._blocks.end_paragraph()
        if macro in ("PP", "P", "LP", "HP"):
            self._roff.reset()
            if self._blocks.frame.kind != "Bl":
                self._blocks.frame.close()
        self._blocks.tag = ""

    def _heading(self, line: Line) -> None:
        self._blocks.close()
        self._roff.reset()
        title = " ".join(arguments(line.text)) if line.macro in ("SH", "SS") else line.text
        text = markdown([Run("R", self._roff.plain(title.strip()))])
        level = 2 if line.macro in ("SH", "Sh") else 3
        if level == 2:
            self._blocks.section = text.upper()
        if text:
            self._blocks.found.append(blocks.placed(md.heading(level, text), line.number))
        self._roff.reset()
        self._blocks.tag = ""

    def _title(self, line: Line) -> None:
        words = [self._roff.plain(word) for word in arguments(line.text)]
        if line.macro == "Dd":
            self.fields |= fields_of_date(" ".join(words).replace("$Mdocdate:", "").strip("$ "))
        elif line.macro == "Nd":
            self._blocks.add_words([Run("R", f"— {self._roff.plain(line.text)}")], line.number)
            self.fields.setdefault("description", self._roff.plain(line.text).strip())
        elif line.macro in ("TH", "Dt") and words:
            name = words[0].lower() if words[0].isupper() else words[0]
            title = f"{name}({words[1]})" if len(words) > 1 and words[1] else name
            self.fields["title"] = title
            if line.macro == "TH":
                named = zip(("source", "manual"), words[3:], strict=False)
                self.fields |= fields_of_date(words[2]) if len(words) > 2 else {}
                self.fields |= {field_name: word for field_name, word in named if word.strip()}
            self._blocks.found.append(blocks.placed(md.heading(1, inline.words(title)), line.number))

    def wait_for_tag(self, line: Line) -> None:
        """TP and TQ: the next line is the tag."""
        self._blocks.end_paragraph()
        self._roff.reset()
        self._blocks.tag = line.macro

    def indent(self, line: Line) -> None:
        """IP: a tag as argument, or the next paragraph of the entry."""
        words = arguments(line.text)
        self._roff.reset()
        if words and self._roff.plain(words[0]).strip():
            self._blocks.open_term(self._roff.runs(words[0]), line.number)
        else:
            self._blocks.end_paragraph()

    def push(self, _line: Line) -> None:
        """RS: what follows belongs to the entry above."""
        self._blocks.push()

    def pop(self, _line: Line) -> None:
        """RE: back to the level above."""
        self._blocks.pop()

    def line_break(self, _line: Line) -> None:
        """A line break within the paragraph."""
        self._blocks.break_line()

    def address(self, line: Line) -> None:
        """UR, MT and URL: an address."""
        words = arguments(line.text)
        if words:
            self._blocks.add_words([Run("R", self._roff.plain(words[0]))], line.number)

    def option(self, line: Line) -> None:
        """OP: an option with its argument in brackets."""
        words = [self._roff.plain(word) for word in arguments(line.text)]
        shown = [Run("R", "["), Run("B", words[0] if words else "")]
        self._blocks.add_words([*shown, *(Run("I", f" {word}") for word in words[1:2]), Run("R", "]")], line.number)

    def set_font(self, line: Line) -> None:
        """A change of font up to the next one."""
        self._roff.runs(
            f"\\f({line.text.strip():<2}" if len(line.text.strip()) == 2 else f"\\f{line.text.strip() or 'P'}"
        )

    def ignore(self, _line: Line) -> None:
        """Something without words."""

    def _mdoc(self, line: Line) -> None:
        macro, words = line.macro, line.text
        if macro == "Bl":
            self._blocks.push("Bl")
            self._blocks.frame.mark = ""
            kinds = {"-bullet": "- ", "-dash": "- ", "-hyphen": "- ", "-enum": "1. ", "-item": "- "}
            self._blocks.frame.kind = next((mark for kind, mark in kinds.items() if kind in words), "Bl")
        elif macro in ("El", "Ed"):
            self.pop(line)
        elif macro == "Bd":
            self._blocks.push("Bl")
        elif macro == "It":
            frame = self._blocks.frame
            self._blocks.end_paragraph()
            if frame.kind in ("- ", "1. "):
                frame.close()
                frame.mark = frame.kind
            elif words.strip():
                self._blocks.open_term(mdoc_runs(self._roff, "No", words, self._name), line.number)
        elif macro in ("D1", "Dl"):
            self._blocks.end_paragraph()
            code = "".join(run.text for run in mdoc_runs(self._roff, "No", words, self._name))
            self._blocks.add_block(blocks.code(code, "", line.number))
        elif macro == "Nm":
            first = next(iter(arguments(words)), "")
            self._name = self._name or first
            if self._blocks.section == "SYNOPSIS" and self._blocks.has_words:
                self.line_break(line)
            self._blocks.add_words(mdoc_runs(self._roff, macro, words, self._name), line.number)
        else:
            self._blocks.add_words(mdoc_runs(self._roff, macro, words, self._name), line.number)


_ACTIONS: dict[str, Callable[[ManPage, Line], None]] = {
    "TP": ManPage.wait_for_tag,
    "TQ": ManPage.wait_for_tag,
    "IP": ManPage.indent,
    "RS": ManPage.push,
    "RE": ManPage.pop,
    "br": ManPage.line_break,
    "UR": ManPage.address,
    "MT": ManPage.address,
    "URL": ManPage.address,
    "UE": ManPage.ignore,
    "ME": ManPage.ignore,
    "fi": ManPage.ignore,
    "EE": ManPage.ignore,
    "OP": ManPage.option,
    "ft": ManPage.set_font,
}
