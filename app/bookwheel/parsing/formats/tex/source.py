"""A LaTeX source to walk through: commands with their arguments, groups and environments, by their lines."""

from __future__ import annotations

import re
from bisect import bisect_right

_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%[^\n]*")
_VERBATIM = re.compile(
    r"\\begin\{(verbatim\*?|Verbatim|BVerbatim|lstlisting|minted|alltt|comment)\}.*?(?:\\end\{\1\}|\Z)"
    r"|\\(?:verb\*?|lstinline)([^A-Za-z\s*{\[])[^\n]*?\2|\\(?:url|href|path|nolinkurl)\s*\{[^{}\n]*\}",
    re.DOTALL,
)
_NAME = re.compile(r"\\([A-Za-z@]+\*?|.)", re.DOTALL)
_SPACE = re.compile(r"[ \t]*\n?[ \t]*")
MOST_NESTED = 2_000


class Source:
    """Text and a place in it; comments are taken out, lines stay where they are."""

    def __init__(self, text: str, first_line: int = 1) -> None:
        """Begin at the first character, which stands on `first_line`."""
        self.text = _without_comments(text)
        self.at = 0
        self._first = first_line
        self._starts = [0, *(found.end() for found in re.finditer("\n", self.text))]

    @property
    def line(self) -> int:
        """The line of the place."""
        return self._first + bisect_right(self._starts, self.at) - 1

    @property
    def is_done(self) -> bool:
        """Whether nothing is left."""
        return self.at >= len(self.text)

    def command(self) -> str:
        """The name of the command at this place, with its star; the place moves behind it and the spaces after it."""
        found = _NAME.match(self.text, self.at)
        if found is None:
            self.at += 1
            return ""
        self.at = found.end()
        name = found[1]
        if name[0].isalpha():
            spaces = _SPACE.match(self.text, self.at)
            if spaces is not None and "\n" not in spaces[0]:
                self.at = spaces.end()
        return name

    def argument(self) -> str:
        """What stands in braces here, or the next character or command; empty at the end."""
        self._pass_spaces()
        if self.is_done:
            return ""
        if self.text[self.at] == "{":
            return self._between("{", "}")
        start = self.at
        if self.text[start] == "\\":
            self.command()
            return self.text[start : self.at]
        self.at += 1
        return self.text[start]

    def option(self) -> str:
        """What stands in square brackets here; empty where there are none."""
        found = _SPACE.match(self.text, self.at)
        at = found.end() if found else self.at
        if self.text[at : at + 1] != "[":
            return ""
        self.at = at
        return self._between("[", "]")

    def environment(self, name: str) -> str:
        """What stands up to the end of an environment that has just begun; the place moves behind it."""
        pattern = re.compile(rf"\\(begin|end)\s*\{{{re.escape(name)}\}}")
        depth, start = 1, self.at
        for found in pattern.finditer(self.text, start):
            depth += 1 if found[1] == "begin" else -1
            if not depth:
                self.at = found.end()
                return self.text[start : found.start()]
        self.at = len(self.text)
        return self.text[start:]

    def until(self, end: str) -> str:
        """What stands up to a mark, which is passed; all that is left where it is missing."""
        found = self.text.find(end, self.at)
        stop = found if found >= 0 else len(self.text)
        inside, self.at = self.text[self.at : stop], min(len(self.text), stop + len(end))
        return inside

    def _pass_spaces(self) -> None:
        found = _SPACE.match(self.text, self.at)
        self.at = found.end() if found else self.at

    def _between(self, opening: str, closing: str) -> str:
        start, depth, at, text = self.at + 1, 0, self.at, self.text
        while at < len(text):
            sign = text[at]
            if sign == "\\":
                at += 2
                continue
            if sign == opening:
                depth += 1
            elif sign == closing:
                depth -= 1
                if not depth:
                    self.at = at + 1
                    return text[start:at]
            at += 1
        self.at = len(text)
        return text[start:]


def _without_comments(text: str) -> str:
    """The text without its comments; those in verbatim text are none."""
    made: list[str] = []
    at = 0
    for found in _VERBATIM.finditer(text):
        made += [_COMMENT.sub(r"\1", text[at : found.start()]), found[0]]
        at = found.end()
    made.append(_COMMENT.sub(r"\1", text[at:]))
    return "".join(made)
