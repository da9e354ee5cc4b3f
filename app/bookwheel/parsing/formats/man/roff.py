"""The language under manual pages: escapes, fonts, strings, conditions; and its words as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.markup import inline_text as inline


class Run(NamedTuple):
    """Words in one font: R, B, I or C (fixed width)."""

    font: str
    text: str


_ESCAPE = re.compile(
    r"\\(?:(?P<special>\((?P<two>..)|\[(?P<long>[^\]]{1,60})\])"
    r"|f(?P<font>\([A-Z]{2}|\[\w{0,10}\]|\w)"
    r"|\*(?P<string>\(..|\[[^\]]{1,40}\]|.)"
    r"|N'(?P<code>\d{1,6})'|(?P<quoted>[hvwlLDbXRAZxHSo])'[^']{0,200}'"
    r"|n[+-]?(?:\(..|\[[^\]]{0,40}\]|.)|[mMFgkVYO](?:\(..|\[[^\]]{0,40}\]|.)"
    r"|s(?:[+-]?\d{1,2}|\[[^\]]{0,8}\]|\([+-]?\d\d|[+-]?\(\d\d)|z(?=.)"
    r"|(?P<one>[\s\S]))"
)
_ONE = {"-": "-", "e": "\\", "\\": "\\", " ": " ", "~": "\u00a0", "0": " ", "'": "'", "`": "`", "E": "\\", ".": ".",
        "t": "\t", "_": "_", '"': '"', "#": "#"}  # fmt: skip
_SPECIAL = {
    "aq": "'", "dq": '"', "lq": "“", "rq": "”", "oq": "‘", "cq": "’", "em": "—", "en": "–", "hy": "-", "bu": "•",
    "co": "©",
    "rg": "®", "tm": "™", "rs": "\\", "ti": "~", "ha": "^", "ga": "`", "at": "@", "sh": "#", "Do": "$", "mu": "×",
    "pl": "+",
    "mi": "−", "eq": "=", "+-": "±", "->": "→", "<-": "←", "<=": "≤", ">=": "≥", "!=": "≠", "de": "°", "sc": "§",
    "bv": "|",
    "ba": "|", "br": "|", "or": "|", "ul": "_", "ru": "_", "sl": "/", "fo": "‹", "fc": "›", "Fo": "«", "Fc": "»",
    "ss": "ß",
    "ae": "æ", "AE": "Æ", "oe": "œ", "o/": "ø", "O/": "Ø", "oa": "å", "ci": "○", "sq": "□", "lB": "[", "rB": "]",
    "lC": "{",
    "rC": "}", "la": "⟨", "ra": "⟩", "12": "½", "14": "¼", "34": "¾", "ct": "¢", "Po": "£", "Eu": "€", "if": "∞",
    "no": "¬",
    "*a": "α", "*b": "β", "*m": "μ", "*p": "π", "S2": "²", "S3": "³", "nb": "∉", "aa": "´", "dg": "†", "dd": "‡",
    "hm": "-",
}  # fmt: skip
_ACCENTS = {":": "\u0308", "'": "\u0301", "`": "\u0300", "^": "\u0302", "~": "\u0303", ",": "\u0327", "o": "\u030a"}
_STRINGS = {"R": "®", "Tm": "™", "lq": "“", "rq": "”", "S": "", "C+": "C++", "--": "--", "PI": "π", "L\"": "“",
"R\"": "”",
            "C`": "", "C'": "", "Aq": "'"}  # fmt: skip
_ARGUMENT = re.compile(r'"((?:[^"]|"")*)"?|((?:\\.|[^\s\\])+)')
_CONTROL = re.compile(r"[.'][ \t]*([A-Za-z%][\w%.+-]*|\\\}|\.)?[ \t]*(.*)\Z", re.DOTALL)
_CONDITION = re.compile(r"(!?)(n|t|\\n\(\.g|\\n\[\.g\]|'[^']*'[^']*'|\S+?)(?=\s|\\\{|\Z)[ \t]*")
_PUNCTUATION = re.compile(r"[^\w\s]")
_MOST_LENGTH = 5000


class Line(NamedTuple):
    """A line of the source: its number, its request or macro (empty for text), and the rest."""

    number: int
    macro: str
    text: str


class Roff:
    """Strings and fonts of one page."""

    def __init__(self) -> None:
        """Begin in the upright font."""
        self._skips_until = ""
        self._is_true = True
        self._depth_false = 0
        self._strings = dict(_STRINGS)
        self._font = self._before = "R"

    def lines(self, text: str) -> Iterator[Line]:
        """The lines without comments, definitions and what is only for paper; continued lines are one."""
        for start, line in self._joined(text):
            if self._depth_false:
                self._depth_false += line.count("\\{") - line.count("\\}")
                continue
            control = _CONTROL.match(line) if line[:1] in (".", "'") else None
            name, rest = self._decided((control[1] or "") if control else "", control[2] if control else line)
            rest = rest.replace("\\{", "").replace("\\}", "")
            if name in ("de", "de1", "am", "ig", "dei"):
                words = rest.split()
                self._skips_until = (
                    f".{words[1] if len(words) > 1 and name != 'ig' else words[0] if name == 'ig' and words else '.'}"
                )
            elif name in ("ds", "as"):
                key, _, value = rest.partition(" ")
                self._strings[key] = value.lstrip().removeprefix('"')[:200]
            elif name or rest.strip() or not control:
                yield Line(start, name if name != "\\}" else "", rest)

    def _joined(self, text: str) -> Iterator[tuple[int, str]]:
        """Lines with their numbers, continued ones as one; without comments and what a definition holds."""
        pending, first = "", 0
        for number, raw in enumerate(text.split("\n"), 1):
            if self._skips_until:
                if raw.rstrip() in (self._skips_until, f"{self._skips_until}."):
                    self._skips_until = ""
                continue
            line = re.sub(r"(?<!\\)(?:\\\\)*\\[\"#].*", "", raw) if "\\" in raw else raw
            if raw.startswith(('.\\"', "'\\\"", ".\\#")) or re.fullmatch(r"[.']\s*", line):
                continue
            first = first or number
            pending += line
            if (len(pending) - len(pending.rstrip("\\"))) % 2 and len(pending) < _MOST_LENGTH:
                pending = pending[:-1]
                continue
            yield first, pending
            pending, first = "", 0

    def _decided(self, name: str, rest: str) -> tuple[str, str]:
        """The macro that the conditions before it leave, with its text; both empty where one does not hold."""
        for _ in range(10):
            if name not in ("if", "ie", "el"):
                break
            holds = not self._is_true
            if name != "el":
                holds, rest = _holds(rest)
            self._is_true = holds
            if not holds:
                self._depth_false = max(0, rest.count("\\{") - rest.count("\\}"))
                return "", ""
            rest = rest.removeprefix("\\{").lstrip()
            control = _CONTROL.match(rest) if rest[:1] in (".", "'") else None
            name, rest = (control[1] or "", control[2]) if control else ("", rest)
        return name, rest

    def runs(self, text: str, font: str = "") -> list[Run]:
        """Words with their fonts; `font` holds for these words alone."""
        found: list[Run] = []
        kept, last = self._font, 0
        if font:
            self._font = font
        for _ in range(3):
            text, count = re.subn(r"\\\*(\(..|\[[^\]]{1,40}\]|.)", self._string, text)
            if not count or len(text) > _MOST_LENGTH:
                break
        for match in _ESCAPE.finditer(text):
            if match.start() > last:
                found.append(Run(self._font, text[last : match.start()]))
            last = match.end()
            if match["font"]:
                self._change(match["font"].strip("([]"))
            elif made := self._character(match, found):
                found.append(Run(self._font, made))
        if last < len(text):
            found.append(Run(self._font, text[last:]))
        if font:
            self._font = kept
        return found

    def plain(self, text: str) -> str:
        """Words without fonts."""
        return "".join(run.text for run in self.runs(text))

    def reset(self, font: str = "R") -> None:
        """Go on in a font."""
        self._font = self._before = font

    def _string(self, match: re.Match[str]) -> str:
        return self._strings.get(match[1].strip("([]") if len(match[1]) > 1 else match[1], "")

    def _change(self, name: str) -> None:
        font = (
            self._before
            if name in ("P", "")
            else {"B": "B", "3": "B", "BI": "B", "4": "B", "I": "I", "2": "I"}.get(name, "")
        )
        if not font:
            font = "C" if name in ("CW", "CR", "C", "V", "CB", "CI", "TT", "L") else "R"
        self._before, self._font = self._font, font

    def _character(self, match: re.Match[str], found: list[Run]) -> str:
        if match["code"]:
            return chr(int(match["code"])) if 31 < int(match["code"]) < 0xD800 else ""
        name = match["two"] or match["long"]
        if not name:
            return _ONE.get(match["one"] or "", "") if match["one"] else ""
        if name in _SPECIAL:
            return _SPECIAL[name]
        if re.fullmatch(r"u[0-9A-Fa-f]{4,6}", name):
            code = int(name[1:], 16)
            return chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else ""
        return name[1] + _ACCENTS[name[0]] if len(name) == 2 and name[0] in _ACCENTS and name[1].isalpha() else ""


def _holds(rest: str) -> tuple[bool, str]:
    """Whether a condition holds on a terminal, and what follows it."""
    match = _CONDITION.match(rest)
    if not match:
        return False, ""
    name = match[2]
    holds = name in ("n", "\\n(.g", "\\n[.g]", "1")
    if name.startswith("'"):
        left, right = name[1:-1].split("'", 1) if name.count("'") == 3 else ("a", "b")
        holds = left == right
    return holds is not (match[1] == "!"), rest[match.end() :]


def arguments(text: str) -> list[str]:
    """The words of a request; quoted ones may hold spaces."""
    return [match[1].replace('""', '"') if match[1] is not None else match[2] for match in _ARGUMENT.finditer(text)]


def markdown(runs: Sequence[Run]) -> str:
    """Words with fonts as Markdown: bold, emphasis and code, with marks only where Markdown reads them."""
    merged: list[Run] = []
    for run in runs:
        if merged and (merged[-1].font == run.font or not run.text.strip()):
            merged[-1] = Run(merged[-1].font, merged[-1].text + run.text)
        elif run.text:
            merged.append(run)
    parts: list[str] = []
    for index, run in enumerate(merged):
        before = merged[index - 1].text[-1:] if index else ""
        after = merged[index + 1].text[:1] if index + 1 < len(merged) else ""
        parts.append(
            _written(
                run,
                before,
                after,
                opens=not index,
                closes=index == len(merged) - 1,
                is_tied=bool(index) and merged[index - 1].font in "BI",
            )
        )
    return "".join(parts).strip()


def _written(run: Run, before: str, after: str, *, opens: bool, closes: bool, is_tied: bool) -> str:
    if run.font == "R":
        return inline.words(run.text, opens=opens, closes=closes)
    lead = run.text[: len(run.text) - len(run.text.lstrip())]
    core = run.text.strip()
    tail = run.text[len(lead) + len(core) :]
    if run.font == "C":
        return lead + md.code(core) + tail
    start, end = 0, len(core)
    if before.isalnum() and not lead:
        while start < end and _PUNCTUATION.match(core[start]):
            start += 1
    if after.isalnum() and not tail:
        while end > start and _PUNCTUATION.match(core[end - 1]):
            end -= 1
    if start == end:
        return inline.words(run.text)
    mark = "**" if run.font == "B" else "_" if before.isalnum() and not lead and not start else "*"
    if mark == "_" and (not is_tied or (after.isalnum() and not tail)):
        mark = "*"
    middle = f"{mark}{inline.words(core[start:end])}{mark}"
    return lead + inline.words(core[:start]) + middle + inline.words(core[end:]) + tail
