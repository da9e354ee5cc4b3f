"""Words of LaTeX as Markdown: looks, links, citations, notes, formulas and accents."""

from __future__ import annotations

import re
from collections.abc import Callable

from bookwheel.domain.links.named_links import LABEL, NameKind, address_to
from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.emphasis import BREAK, decided, emphasised, finished, without_marks
from bookwheel.parsing.formats.markup import inline_text
from bookwheel.parsing.formats.records.tex_words import plain
from bookwheel.parsing.formats.tex.references import names_of_labels
from bookwheel.parsing.formats.tex.source import Source
from bookwheel.parsing.stated_names import StatedName

DEEPEST = 40
MOST_EXPANSIONS = 5_000
LONGEST_MACRO = 2_000
_WORDS = re.compile(r"[^\\{}$~&\n`'\-]+|\n|[`']{1,2}|-{1,3}")
_SIGNS = {"``": "“", "''": "”", "`": "‘", "'": "’", "--": "–", "---": "—", "\n": " "}
_ACCENT = re.compile(r"""\\(?:[`'^"~=.]\s*(?:\{\s*\\?[^\W\d_]?\s*\}|\\?[^\W\d_])|[uvHcdbkr]\s*\{\s*\\?[^\W\d_]\s*\})""")
_BOLD = frozenset(("textbf", "bfseries", "bf", "structure", "alert"))
_ITALIC = frozenset(("emph", "textit", "textsl", "em", "it"))
_CODE = frozenset(("texttt", "code", "lstinline", "mintinline", "path", "nolinkurl"))
_CITES = re.compile(r"[A-Za-z]*cite[A-Za-z]*\*?|citet\*?|citep\*?|nocite")
_REFERENCES = frozenset(("ref", "eqref", "autoref", "cref", "Cref", "pageref", "nameref", "vref"))
_LABEL = re.compile(r"\\label\s*\{([^{}]*)\}")
_WITH_WORDS = frozenset((
    "textrm", "textsf", "textsc", "textup", "textnormal", "text", "mbox", "hbox", "underline", "uline", "mathrm", "so",
    "enquote", "textmd", "textcolor", "colorbox", "MakeUppercase", "uppercase", "lowercase", "centerline",
))  # fmt: skip
_DROPPED = {
    "index": 1, "thanks": 1, "hypertarget": 1, "hyperlink": 1, "setmainfont": 1,
    "vspace": 1, "hspace": 1, "vspace*": 1, "hspace*": 1, "pagestyle": 1, "thispagestyle": 1,
    "bibliographystyle": 1, "usepackage": 1, "setlength": 2, "addtolength": 2, "setcounter": 2, "addtocounter": 2,
    "input@path": 1, "color": 1, "fontsize": 2, "phantom": 1, "hphantom": 1, "vphantom": 1, "renewcommand": 2,
    "usetheme": 1, "usecolortheme": 1, "setbeamertemplate": 2, "DeclareMathOperator": 2, "graphicspath": 1,
    "hypersetup": 1, "lstset": 1, "newtheorem": 2, "theoremstyle": 1, "addcontentsline": 3, "markboth": 2,
    "usetikzlibrary": 1, "geometry": 1, "captionsetup": 1, "definecolor": 3, "includeonly": 1,
}  # fmt: skip


class InlineReader:
    """Reads words; footnotes gather in `notes`, the author's own commands in `macros`, labels in `names`."""

    def __init__(self, text: str) -> None:
        """No note and no command yet; the labels of the whole source are known."""
        self.notes: list[str] = []
        self.names: list[StatedName] = []
        self._labels = frozenset(name.strip() for name in _LABEL.findall(text))
        self._called_in_source = names_of_labels(text)
        self.macros: dict[str, tuple[int, str]] = {}
        self._expansions = 0

    def paragraph(self, tex: str) -> str:
        """Some TeX as a paragraph of Markdown."""
        return finished(self.pieces(tex, 0))

    def pieces(self, tex: str, depth: int) -> str:
        """Some TeX as Markdown, its emphasis not decided yet."""
        if depth > DEEPEST:
            return ""
        source = Source(tex)
        made: list[str] = []
        while not source.is_done:
            made.append(self._next(source, depth))
        return "".join(made)

    def _next(self, source: Source, depth: int) -> str:
        sign = source.text[source.at]
        found = _WORDS.match(source.text, source.at)
        if found:
            source.at = found.end()
            words = _SIGNS.get(found[0], found[0])
            return inline_text.words(without_marks(words))
        if sign == "\\":
            return self._command(source, depth)
        if sign == "{":
            return self._group(source.argument(), depth)
        source.at += 1
        if sign == "$":
            mark = "$$" if source.text.startswith("$", source.at) else "$"
            source.at += len(mark) - 1
            return inline_text.math(source.until(mark))
        return " " if sign in "~&" else ""

    def _group(self, inside: str, depth: int) -> str:
        """A group in braces; an old command at its beginning sets all of it: `{\\bf words}`."""
        found = re.match(r"\s*\\(bf|bfseries|em|it|itshape|tt|ttfamily)(?![A-Za-z])\s*", inside)
        words = self.pieces(inside[found.end() :] if found else inside, depth + 1)
        if not found or not words.strip():
            return words
        if found[1] in ("tt", "ttfamily"):
            return md.code(inside[found.end() :])
        return emphasised(words, "**" if found[1] in _BOLD else "*")

    def _command(self, source: Source, depth: int) -> str:
        if accent := _ACCENT.match(source.text, source.at):
            source.at = accent.end()
            return inline_text.words(plain(accent[0]))
        start = source.at
        name = source.command()
        if name in self.macros:
            return self._expanded(source, name, depth)
        if name in _BOLD or name in _ITALIC:
            words = self.pieces(source.argument(), depth + 1) if source.text[source.at : source.at + 1] == "{" else ""
            return emphasised(words, "**" if name in _BOLD else "*") if words.strip() else words
        if name in _CODE:
            return self._code(source, name)
        if name in ("verb", "verb*"):
            mark = source.text[source.at : source.at + 1]
            source.at += 1
            return md.code(source.until(mark)) if mark else ""
        if made := _SPECIAL.get(name):
            return made(self, source, depth)
        if _CITES.fullmatch(name):
            return self._cited(source, depth)
        if name in _REFERENCES:
            source.option()
            names = [name.strip() for name in source.argument().split(",") if name.strip()]
            return ", ".join(md.link(self._called(name, depth), self._address_of(name)) for name in names)
        if name in _DROPPED:
            return _passed(source, _DROPPED[name])
        return self._rest(source, name, start, depth)

    def _rest(self, source: Source, name: str, start: int, depth: int) -> str:
        if name in _WITH_WORDS:
            source.option()
            if name in ("textcolor", "colorbox"):
                source.argument()
            words = self.pieces(source.argument(), depth + 1)
            return f"“{words}”" if name == "enquote" else words
        if name in ("textsuperscript", "textsubscript"):
            return inline_text.tag("sup" if "super" in name else "sub", self.pieces(source.argument(), depth + 1))
        if name in ("sout", "st"):
            words = self.pieces(source.argument(), depth + 1).strip()
            return f"~~{words}~~" if words else ""
        if name in ("\\", "newline", "par", "linebreak"):
            source.option()
            return BREAK
        if name == "(":
            return inline_text.math(source.until("\\)"))
        if name == "[":
            return inline_text.math(source.until("\\]"))
        if not name[:1].isalpha():
            return inline_text.words(" " if name in " \n\t,;:" else "" if name in "!/-@" else name)
        words = plain(source.text[start : start + 1 + len(name)])
        return inline_text.words(words) if words else ""

    def _code(self, source: Source, name: str) -> str:
        source.option()
        if name == "mintinline":
            source.argument()
        mark = source.text[source.at : source.at + 1]
        if mark == "{":
            return md.code(plain(source.argument()))
        source.at += 1
        return md.code(source.until(mark)) if mark.strip() else ""

    def _expanded(self, source: Source, name: str, depth: int) -> str:
        """One of the author's own commands, filled in."""
        self._expansions += 1
        count, body = self.macros[name]
        values = [source.argument() for _ in range(count)]
        if self._expansions > MOST_EXPANSIONS:
            return ""
        for number, value in enumerate(values, 1):
            body = body.replace(f"#{number}", value[:LONGEST_MACRO])
        return self.pieces(body[: 10 * LONGEST_MACRO], depth + 5)

    def _cited(self, source: Source, depth: int) -> str:
        """A citation as `[see @key; @key, p. 3]`, each key a link."""
        notes: list[str] = []
        while source.text[source.at : source.at + 1] == "[" and len(notes) < 3:
            notes.append(decided(self.pieces(source.option(), depth + 1)).replace(BREAK, " "))
        keys = [key.strip() for key in source.argument().split(",") if key.strip(" *")]
        return inline_text.citation(keys, notes[0] if len(notes) > 1 else "", notes[-1] if notes else "")

    def _called(self, label: str, depth: int) -> str:
        """What a reference shows: a section's title, a table's number, else the label."""
        name = self._called_in_source.get(label, "")
        shown = decided(self.pieces(name, depth + 5)).replace(BREAK, " ").strip() if name else ""
        return shown or inline_text.words(label)

    def _address_of(self, label: str) -> str:
        """Where a reference leads: to a label of this source, or of another."""
        return f"#{inline_text.anchor_id(label)}" if label in self._labels else address_to(LABEL, [label])

    def state(self, label: str) -> None:
        """Note a label that other files may refer to."""
        self.names.append(StatedName(NameKind.LABEL, label, inline_text.anchor_id(label)))

    def label(self, source: Source, depth: int) -> str:
        """A place that references can name."""
        name = source.argument().strip()
        if not name:
            return ""
        self.state(name)
        return inline_text.anchor(name)

    def note(self, source: Source, depth: int) -> str:
        """A footnote, which gathers in `notes`."""
        source.option()
        self.notes.append(finished(self.pieces(source.argument(), depth + 1)).replace(BREAK, " "))
        return f"[^{len(self.notes)}]"

    def link(self, source: Source, depth: int) -> str:
        """A link with words of its own; to a label of the source where that stands in brackets."""
        if label := source.option():
            words = self.pieces(source.argument(), depth + 1)
            return md.link(decided(words.strip()), self._address_of(label))
        target, words = source.argument().replace("\\", ""), self.pieces(source.argument(), depth + 1)
        return md.link(decided(words.strip()), target) if words.strip() else ""


def _passed(source: Source, count: int) -> str:
    source.option()
    for _ in range(count):
        source.option()
        source.argument()
    return ""


def _address(reader: InlineReader, source: Source, depth: int) -> str:
    target = source.argument().replace("\\", "")
    return md.link(inline_text.words(target), target)


def _picture(reader: InlineReader, source: Source, depth: int) -> str:
    source.option()
    return md.image("", source.argument())


def _file(reader: InlineReader, source: Source, depth: int) -> str:
    name = source.argument().strip()
    target = name if "." in name.rpartition("/")[2] else f"{name}.tex"
    return md.link(inline_text.words(name), target) if name else ""


_SPECIAL: dict[str, Callable[[InlineReader, Source, int], str]] = {
    "footnote": InlineReader.note, "label": InlineReader.label,
    "href": InlineReader.link, "hyperref": InlineReader.link, "url": _address,
    "includegraphics": _picture, "includegraphics*": _picture, "input": _file, "include": _file, "subfile": _file,
}  # fmt: skip
