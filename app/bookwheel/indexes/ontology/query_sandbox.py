"""A SPARQL query read word by word and written anew, so that it can do nothing but read.

Oxigraph does ask other services, and its keywords need no space after them, so that a search for forbidden words proves
nothing. Here every word must be a known one; names are resolved, comments dropped, and what is left is set down one
word to a line: what Oxigraph then reads is what was checked, and its errors name a word.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from bookwheel.domain.errors import BadRequest
from bookwheel.domain.messages import Message
from bookwheel.indexes.ontology.sparql_tokens import ESCAPE, ESCAPED, REFUSED, TIGHT, TOKEN, UPDATES, USUAL, WORDS

LONGEST = 20_000
"""Characters of a query at most."""

DEEPEST = 50
"""Brackets within brackets at most; Oxigraph's parser ends its process at some thousands."""


_APART = " " * 20 + "\n"
"""Between words: Oxigraph looks ahead by the length of a keyword, and counts an error from there."""

_MEANT = {
    "a variable that is unbound": Message("SELECT uses a variable that is neither grouped nor aggregated."),
    "Duplicated variable": Message("SELECT names a variable twice."),
    "overrides an existing": Message("AS uses a variable that the pattern already defines."),
    "custom function": Message("This function does not exist. Of the prefixes, only xsd: has functions."),
    "not authorized with GROUP BY": Message("SELECT * cannot be used with GROUP BY. Name the variables."),
}
_ERROR_AT = re.compile(r"error at (\d+):")


@dataclass(frozen=True, slots=True)
class Question:
    """A query that can only read: its text and prefixes for Oxigraph, and where each line of the text stood.

    `names` are the IRIs that it names, `places` line and column (from 1) and the word itself.
    """

    text: str
    prefixes: Mapping[str, str]
    names: tuple[str, ...]
    places: tuple[tuple[int, int, str], ...]

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the text, one by one."""
        return tuple(self.text.split(_APART)[:-1])

    def refusal(self, message: str) -> BadRequest:
        """What Oxigraph says of the text, in our words and at the place where it was written."""
        for part, sentence in _MEANT.items():
            if part in message:
                return BadRequest(sentence)
        found = _ERROR_AT.match(message)
        number = int(found[1]) - 1 if found else len(self.places)
        if number >= len(self.places):
            return BadRequest("The query is incomplete, or a bracket is not closed.")
        line, column, word = self.places[number]
        return BadRequest(
            "The query has a syntax error in line {line}, column {column}: “{word}” is not allowed here.",
            line=line,
            column=column,
            word=_shown(word),
        )


def is_refusal(message: str) -> bool:
    """Whether Oxigraph speaks of the query, and not of its store."""
    return any(part in message for part in _MEANT)


def read(sparql: str) -> Question:
    """A query checked and written anew.

    Raises:
        BadRequest: for what is no query that only reads; line and column are named.
    """
    if len(sparql) > LONGEST:
        raise BadRequest("The query is longer than {count} characters.", count=f"{LONGEST:,}")
    return _Reader(sparql).read()


class _Reader:
    """Reads one query."""

    def __init__(self, sparql: str) -> None:
        self._sparql = sparql
        self._prefixes = dict(USUAL)
        self._names: dict[str, str] = {}
        self._blanks: dict[str, str] = {}
        self._lines: list[str] = []
        self._places: list[tuple[int, int, str]] = []
        self._at = 0
        self._depth = 0

    def read(self) -> Question:
        self._prologue()
        if self._lines and self._lines[0].lower() not in ("select", "ask", "construct", "describe"):
            raise self._misplaced(*self._places[0])
        while (found := self._next()) is not None:
            self._take(found)
        if not self._lines:
            raise BadRequest("The query is empty: write SELECT, ASK, CONSTRUCT or DESCRIBE.")
        prefixes = {name[:-1]: iri for iri, name in self._names.items()}
        text = _APART.join(self._lines) + _APART
        return Question(text, prefixes, tuple(self._names), tuple(self._places))

    def _prologue(self) -> None:
        """Take the prefixes that a query declares, and the first word after them."""
        while (found := self._next()) is not None:
            if found.lastgroup != "word" or found[0].lower() != "prefix":
                self._take(found)
                return
            name, iri = self._next(), self._next()
            is_declared = name is not None and name["name"] is not None and not name["local"]
            if not is_declared or iri is None or iri["iri"] is None:
                raise self._wrong(found, Message("Write PREFIX as PREFIX name: <iri>."))
            assert name is not None
            self._prefixes[name["prefix"]] = self._unescaped(iri, iri[0][1:-1])

    def _next(self) -> re.Match[str] | None:
        while self._at < len(self._sparql):
            found = TOKEN.match(self._sparql, self._at)
            if found is None:
                line, column = self._place(self._at)
                sign = self._sparql[self._at]
                is_text = sign in "\"'"
                why = (
                    Message("this string is not closed")
                    if is_text
                    else Message("“{sign}” is not allowed here", sign=sign)
                )
                raise BadRequest(
                    "The query has a syntax error in line {line}, column {column}: {reason}.",
                    line=line,
                    column=column,
                    reason=why,
                )
            self._at = found.end()
            if found["space"] is None:
                return found
        return None

    def _take(self, found: re.Match[str]) -> None:
        """Write one word anew."""
        kind = found.lastgroup
        if kind == "name":
            text = self._resolved(found)
        elif kind == "iri":
            text = self._named(found, found[0][1:-1])
        elif kind == "string":
            mark = found[0][:3] if found[0][:3] in ('"""', "'''") else found[0][0]
            text = msgspec.json.encode(self._unescaped(found, found[0][len(mark) : -len(mark)])).decode()
        elif kind == "blank":
            text = self._blanks.setdefault(found[0], f"_:b{len(self._blanks)}")
        elif kind == "word":
            text = self._known(found)
        else:
            text = found[0]
            self._nest(found)
            if text == "(" and self._lines and self._lines[-1].lower() in TIGHT:
                self._lines[-1] += text
                return
        self._lines.append(text)
        self._places.append((*self._place(found.start()), found[0]))

    def _nest(self, found: re.Match[str]) -> None:
        for letter in found[0]:
            self._depth += (letter in "({[") - (letter in ")}]")
        if self._depth > DEEPEST:
            raise self._wrong(found, Message("Brackets are nested more than {count} deep.", count=DEEPEST))

    def _known(self, found: re.Match[str]) -> str:
        word = found[0].lower()
        if word in REFUSED:
            raise self._wrong(found, REFUSED[word])
        if word in UPDATES:
            raise self._wrong(
                found, Message("Only SELECT, ASK, CONSTRUCT and DESCRIBE are supported; the graph is read-only.")
            )
        if word not in WORDS or (word == "a" and found[0] != "a"):
            raise self._misplaced(*self._place(found.start()), found[0])
        return found[0]

    def _resolved(self, found: re.Match[str]) -> str:
        space = self._prefixes.get(found["prefix"])
        if space is None:
            line, column = self._place(found.start())
            raise BadRequest(
                "The prefix {name}: is not known (line {line}, column {column}).",
                name=_shown(found["prefix"]),
                line=line,
                column=column,
                did_you_mean=[f"{name}:" for name in difflib.get_close_matches(found["prefix"], self._prefixes, 3)],
                next=f"declare it with PREFIX; known already are {', '.join(USUAL)}",
            )
        return self._named(found, space + re.sub(r"\\(.)", r"\1", found["local"]))

    def _named(self, found: re.Match[str], iri: str) -> str:
        if not re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", iri):
            raise self._wrong(
                found,
                Message("A name in <> must be a complete IRI, with its scheme. For a comparison, put spaces around <."),
            )
        return self._names.setdefault(iri, f"i{len(self._names)}:")

    def _unescaped(self, found: re.Match[str], text: str) -> str:
        def meant(escape: re.Match[str]) -> str:
            code = int(escape[1] or escape[2] or "0", 16)
            letter = ESCAPED.get(escape[3]) if escape[3] else chr(code) if code < 0x110000 else None
            if letter is None or 0xD800 <= code < 0xE000:
                raise self._wrong(found, Message("This escape sequence does not exist."))
            return letter

        return ESCAPE.sub(meant, text) if "\\" in text else text

    def _place(self, at: int) -> tuple[int, int]:
        start = self._sparql.rfind("\n", 0, at) + 1
        return self._sparql.count("\n", 0, at) + 1, at - start + 1

    def _misplaced(self, line: int, column: int, word: str) -> BadRequest:
        near = [one.upper() for one in difflib.get_close_matches(word.lower(), WORDS, 3)]
        where = Message("line {line}, column {column}", line=line, column=column)
        return BadRequest(
            "Syntax error at {place}: “{word}” is not a SPARQL keyword.",
            place=where,
            word=_shown(word),
            did_you_mean=near,
        )

    def _wrong(self, found: re.Match[str], sentence: Message) -> BadRequest:
        line, column = self._place(found.start())
        return BadRequest("{reason} (line {line}, column {column})", reason=sentence, line=line, column=column)


def _shown(word: str) -> str:
    return word if len(word) <= 40 else f"{word[:39]}…"
