"""JSON and XML in few long lines, set in many short ones: nothing is added but line breaks and indentation."""

from __future__ import annotations

import re
from dataclasses import dataclass

MOST_LINES = 30_000
"""Lines that are made; what follows them stays as it is written."""
LONGEST_LINE = 400
"""Characters; a file with a longer line that holds more than one value is set anew."""
SHORT, LESS_SHORT = 72, 400
"""Characters of a list or an object that stays on one line; the second where there would be too many lines else."""
DEEPEST_WHOLE = 6
"""Lists and objects within each other that may stand on one line."""

_TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*+"?|[{}\[\],]|\n|[ \t\r]++|[^"{}\[\],\s]++')
_DEEPER = {"{": 1, "[": 1, "}": -1, "]": -1}


_XML_TOKEN = re.compile(r"<!--(?:[^-]|-(?!->))*+(?:-->)?|<!\[CDATA\[(?:[^\]]|\](?!\]>))*+(?:\]\]>)?|<[^<>]*+>?|[^<]++")
_CUTS = {"json": "{[,", "xml": "<"}
"""Signs that say how many values a line holds, by language."""


def is_dense(text: str, language: str) -> bool:
    """Whether a text has lines too long to read that hold values of their own, in a language that is set anew."""
    signs = _CUTS.get(language)
    return signs is not None and any(
        len(line) > LONGEST_LINE and sum(line.count(sign) for sign in signs) > 3 for line in text.split("\n")
    )


def short_lines(text: str, first_line: int, language: str = "json") -> tuple[list[str], list[int], bool]:
    """The text in short lines, the number in the file of each that begins a line there (else 0), and if all is set.

    Takes time in proportion to the text; a text that is not in this language is broken at the same signs.
    """
    if language == "xml":
        return _short_lines_of_xml(text, first_line)
    made = _short_lines(text, first_line, SHORT)
    return made if made[2] else _short_lines(text, first_line, LESS_SHORT)


def _short_lines(text: str, first_line: int, longest: int) -> tuple[list[str], list[int], bool]:
    lines = _Lines([], [first_line], [])
    at, number = 0, first_line
    while at < len(text) and len(lines.made) < MOST_LINES:
        token = _TOKEN.match(text, at)
        word = token[0] if token else text[at]
        if word in "{[":
            word = _whole(text, at, longest) or word
        at += len(word)
        if word == "\n":
            number += 1
            lines.end(number)
        else:
            lines.add(word)
    return lines.finish(text[at:])


def _short_lines_of_xml(text: str, first_line: int) -> tuple[list[str], list[int], bool]:
    """Each element begins a line, but within words; one without others in it ends there too."""
    lines = _Lines([], [first_line], [])
    at, number = 0, first_line
    is_leaf = is_text = False
    while at < len(text) and len(lines.made) < MOST_LINES:
        token = _XML_TOKEN.match(text, at)
        word = token[0] if token else text[at]
        at += len(word)
        is_closing, is_tag = word.startswith("</"), word.startswith("<")
        if is_closing:
            lines.depth = max(0, lines.depth - 1)
        if is_tag and not is_text and not (is_closing and is_leaf):
            lines.end()
        first, *others = word.split("\n")
        lines.add_words(first)
        for other in others:
            number += 1
            lines.end(number)
            lines.add_words(other)
        is_opening = is_tag and not is_closing and word[1:2] not in ("!", "?") and not word.endswith("/>")
        lines.depth += is_opening
        if is_tag and not is_opening:
            lines.end()
        is_text = not is_tag and not word.isspace()
        is_leaf = is_opening or (is_leaf and not is_tag)
    return lines.finish(text[at:])


def _whole(text: str, start: int, longest: int) -> str:
    """The list or object that begins here, if it is no longer than this and has no line break."""
    depth, at = 0, start
    while at - start < longest and (token := _TOKEN.match(text, at)) and token[0] != "\n":
        depth += _DEEPER.get(token[0], 0)
        at = token.end()
        if depth > DEEPEST_WHOLE:
            break
        if not depth:
            return text[start:at] if at - start <= longest else ""
    return ""


@dataclass(slots=True)
class _Lines:
    """The lines so far, their numbers with that of the line that is being made, and its words."""

    made: list[str]
    numbers: list[int]
    parts: list[str]
    depth: int = 0

    @property
    def is_empty(self) -> bool:
        return not any(part.strip() for part in self.parts)

    def add(self, word: str) -> None:
        if word == "}" or word == "]":
            self.depth = max(0, self.depth - 1)
            self.end()
        self.add_words(word)
        if word == "{" or word == "[":
            self.depth += 1
        if word in ("{", "[", ","):
            self.end()

    def add_words(self, words: str) -> None:
        """Add to the line, but no white space at its beginning."""
        if self.is_empty:
            words = words.lstrip()
        if words:
            self.parts.append(words)

    def finish(self, rest: str) -> tuple[list[str], list[int], bool]:
        """The lines with their numbers, what is left as the last one, and whether nothing was."""
        if rest or not self.is_empty:
            self.made.append("".join(self.parts) + rest.replace("\n", " "))
        return self.made, self.numbers[: len(self.made)], not rest

    def end(self, number: int = 0) -> None:
        """End a line; the next one begins line `number` of the file."""
        if not self.is_empty:
            self.made.append("".join(self.parts))
            self.numbers.append(number)
        elif number:
            self.numbers[-1] = number
        self.parts = ["  " * min(self.depth, 100)]
