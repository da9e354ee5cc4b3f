"""Snippets: where in a text a query's words stand closest together, and which characters match."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Sequence

from bookwheel.indexes.keyword.analysis import UNSPACED, QueryAnalyser, folded
from bookwheel.library.search.query_parser import Phrase, Query

LONGEST = 500
"""Characters of a snippet at most."""

AIM = 320
"""Characters of text that a snippet shows, if its sentences allow."""

SEARCHED = 20_000
"""Characters of a section that are looked through at a time."""

FARTHEST, FARTHEST_OTHER = 1_000_000, 200_000
"""Characters of a long section that are looked through at most: of an ASCII one in some 5 ms, of another in 30."""

LAP = 500
"""Characters that two pieces of a long section share."""

MOST_MARKS = 150
"""Matches from which the densest window is chosen."""

Span = tuple[int, int]

_UNWANTED = re.compile(
    "\x1b\\[[0-?]*[ -/]*[@-~]|\x1b\\][^\x07\x1b]*(?:\x07|\x1b\\\\)?"  # ANSI sequences
    "|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]"
    "|[\U000e0000-\U000e007f]|[\ud800-\udfff]"
)
_WORD = re.compile(r"\w+(?:\u200c\w+)*")
_REST = re.compile(r"\w*", re.ASCII)
_UNSPACED = re.compile(f"[{UNSPACED}]")
_SENTENCE_END = re.compile(r"[.!?…:;]['\"”’)\]]*\s+|[。！？；]\s*")


def cleaned(text: str) -> str:
    """One line of text without control characters, direction marks and terminal sequences."""
    line = " ".join(text.split())
    return line if line.isprintable() else " ".join(_UNWANTED.sub("", line).split())


class Matcher:
    """Knows which words of a text a query finds: the same word, other forms, beginnings, CJK runs. Any thread."""

    def __init__(
        self,
        query: Query,
        analyser: QueryAnalyser,
        more: Iterable[bytes] = (),
        common: Container[str] = (),
        passage: re.Pattern[str] | None = None,
    ) -> None:
        """Learn the query's words; `more` are further terms that stood for them, `common` words are not marked.

        Where a text holds the `passage` that the query may be, that alone is marked.
        """
        self._passage = passage
        self._analyser = analyser
        self._number_of: dict[bytes, int] = {}
        self._beginnings: list[tuple[str, int]] = []
        self._runs: list[tuple[str, int]] = []
        self._known: dict[str, int] = {}
        number = 0
        for clause in query.clauses:
            if clause.is_negated:
                continue
            for part in clause.parts:
                for word in part.words if isinstance(part, Phrase) else (part.text,):
                    for text, forms in analyser.forms(word):
                        number += 1
                        if text in common and not isinstance(part, Phrase):
                            continue
                        if _UNSPACED.search(text):
                            self._runs.append((folded(text), number))
                        for form, _ in forms:
                            self._number_of.setdefault(form, number)
                        if not isinstance(part, Phrase) and part.is_prefix:
                            self._beginnings.append((folded(text), number))
        for form in more:
            self._number_of.setdefault(form, 0)
        self._wanted = frozenset(self._number_of)
        self.kinds = len({*self._number_of.values(), *(number for _, number in self._runs + self._beginnings)} - {0})
        """How many different words are looked for."""
        self._heads = _heads(self._number_of, (beginning for beginning, _ in self._beginnings))

    def marks(self, text: str) -> list[tuple[int, int, int]]:
        """Start, end and the number of the query's word for each match in a text, in order and apart."""
        if not (self._number_of or self._runs):
            return []
        if self._passage is not None and (whole := [match.span() for match in self._passage.finditer(text)]):
            return [(start, end, 0) for start, end in whole]
        found: list[tuple[int, int, int]] = []
        known = self._known
        for start, end in self._likely(text) if text.isascii() else (word.span() for word in _WORD.finditer(text)):
            letters = text[start:end]
            number = known.get(letters)
            if number is None:
                number = known[letters] = self._number(letters)
            if number == -2:
                found.extend(self._within(letters, start))
            elif number != -1:
                found.append((start, end, number))
        return found

    def numbers_in(self, word: str) -> tuple[int, ...]:
        """The numbers of the query's words that a word of a text is found by, each once."""
        number = self._known.get(word)
        if number is None:
            number = self._known[word] = self._number(word)
        if number == -2:
            return tuple({number for _, _, number in self._within(word, 0)})
        return (number,) if number >= 0 else ()

    def place_in(self, text: str) -> int:
        """Where the piece of a long text begins that holds the passage, else most of the words; the first of equals."""
        if len(text) <= SEARCHED:
            return 0
        end = min(len(text), FARTHEST if text.isascii() else FARTHEST_OTHER)
        whole = self._passage.search(text, 0, end) if self._passage is not None else None
        if whole is not None:
            return max(0, whole.start() - SEARCHED // 2)
        best, most = 0, 0
        for start in range(0, end, SEARCHED - LAP):
            found = len({number for _, _, number in self.marks(text[start : start + SEARCHED])})
            if found > most:
                best, most = start, found
            if most >= self.kinds:
                break
        return best

    def _likely(self, text: str) -> list[Span]:
        """Where the words stand that begin, or have a part that begins, as one that is looked for; in order."""
        lower = text.lower()
        ends: dict[int, int] = {}
        for head in self._heads:
            at = lower.find(head)
            while at >= 0:
                start, end = at, at + len(head)
                # Inside a word only a part of an identifier begins: camelCase, snake_case, http2.
                if not _is_in_word(text, at) or text[at].isupper() or not text[at - 1].isalpha() or text[at].isdigit():
                    while _is_in_word(text, start):
                        start -= 1
                    if start not in ends:
                        word = _REST.match(text, end)
                        end = ends[start] = word.end() if word else end
                at = lower.find(head, end)
        return [(start, ends[start]) for start in sorted(ends)]

    def spans(self, text: str) -> list[Span]:
        """The matches in a text as character ranges, in order and apart."""
        return [(start, end) for start, end, _ in self.marks(text)]

    def _number(self, letters: str) -> int:
        """Which of the query's words this is; -1 for none, -2 for a run without spaces, to be looked through."""
        if self._runs and _UNSPACED.search(letters):
            return -2
        forms = self._analyser.document_forms(letters)
        if not self._wanted.isdisjoint(forms):
            return min(self._number_of[form] for form in forms if form in self._wanted)
        if self._beginnings:
            lower = folded(letters)
            for beginning, number in self._beginnings:
                if lower.startswith(beginning):
                    return number
        return -1

    def _within(self, letters: str, offset: int) -> list[tuple[int, int, int]]:
        lower = letters.lower()
        if len(lower) != len(letters):
            lower = letters
        covered: list[tuple[int, int, int]] = []
        for run, number in self._runs:
            at = lower.find(run)
            while at >= 0:
                covered.append((offset + at, offset + at + len(run), number))
                at = lower.find(run, at + 1)
        joined: list[tuple[int, int, int]] = []
        for start, end, number in sorted(covered):
            if joined and start <= joined[-1][1]:
                joined[-1] = (joined[-1][0], max(end, joined[-1][1]), joined[-1][2])
            else:
                joined.append((start, end, number))
        return joined


def _heads(forms: Iterable[bytes], beginnings: Iterable[str]) -> list[str]:
    """Letters with which an ASCII word must begin to be found by a form or to go on from a beginning, longest first.

    A stem differs from its words in its last letter at most ("happi", "violent" of French violence); two to four are
    enough to leave out most of a text.
    """
    texts = (form.decode("utf-8", "replace") for form in forms)
    heads = {text[: max(2, min(4, len(text) - 1))] for text in texts}.union(text[:4] for text in beginnings)
    return sorted((head for head in heads if head.isascii() and head), key=lambda head: (-len(head), head))


def _is_in_word(text: str, at: int) -> bool:
    return at > 0 and (text[at - 1].isalnum() or text[at - 1] == "_")


def snippet(texts: Sequence[str], matcher: Matcher) -> tuple[str, tuple[Span, ...]]:
    """The densest piece of the first text that matches (of the first text with anything in it, when none does).

    At most 500 characters, cut at sentences where there are any, else at words; an ellipsis stands where text was left
    out. The spans are character ranges of matches in it.
    """
    first = ""
    for raw in texts:
        place = matcher.place_in(raw)
        text = cleaned(raw[place : place + SEARCHED])
        if not text:
            continue
        first = first or text
        marks = matcher.marks(text)
        if marks:
            start, end = bounds(text, *densest(marks))
            return cut(text, start, end, marks, is_later=place > 0)
    return cut(first, 0, _end(first, 0, min(len(first), AIM)), [])


def densest(marks: Sequence[tuple[int, int, int]]) -> tuple[int, int]:
    """The first and last character of the window that holds most different words, then most words."""
    best, best_score = (marks[0][0], marks[0][1]), -1
    inside: Counter[int] = Counter()
    last = 0
    for first, (start, _, number) in enumerate(marks[:MOST_MARKS]):
        while last < len(marks) and marks[last][0] <= start + AIM * 3 // 4:
            inside[marks[last][2]] += 1
            last += 1
        score = len(inside) * 10 + min(last - first, 9)
        if score > best_score:
            best, best_score = (start, marks[last - 1][1]), score
        inside[number] -= 1
        if not inside[number]:
            del inside[number]
    return best


def bounds(text: str, start: int, end: int) -> tuple[int, int]:
    """Where a snippet with the characters between two places begins and ends."""
    room = max(0, AIM - (end - start))
    begin = _start(text, start, max(0, start - min(room, 160)))
    return begin, _end(text, end, min(len(text), max(end, begin + AIM)))


def _start(text: str, start: int, earliest: int) -> int:
    if earliest == 0:
        return 0
    ends = [found.end() for found in _SENTENCE_END.finditer(text, earliest, start)]
    if ends:
        return ends[-1]
    space = text.find(" ", earliest, start)
    return space + 1 if space >= 0 else max(earliest, start - 40)


def _end(text: str, end: int, aim: int) -> int:
    if aim >= len(text):
        return len(text)
    latest = min(len(text), aim + 80)
    sentence = _SENTENCE_END.search(text, aim, latest)
    if sentence:
        return sentence.end()
    space = text.rfind(" ", end, aim)
    return space if space > 0 else aim


def cut(
    text: str, start: int, end: int, marks: Sequence[tuple[int, int, int]], *, is_later: bool = False
) -> tuple[str, tuple[Span, ...]]:
    """A piece of a text with ellipses where it was cut, and the marks in it."""
    end = min(end, start + LONGEST - 4)
    while end < len(text) and text[end - 1 : end] == " ":
        end -= 1
    before = "… " if start > 0 or is_later else ""
    after = " …" if end < len(text) else ""
    shift = len(before) - start
    spans = tuple((first + shift, min(last, end) + shift) for first, last, _ in marks if start <= first < end)
    return f"{before}{text[start:end]}{after}", spans
