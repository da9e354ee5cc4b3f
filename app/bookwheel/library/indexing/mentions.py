"""Where documents mention the things that the library knows by name: every text is walked once, whatever the names.

Names are compared word by word, without case and accents; an acronym and the name of code stand as they are written.
A login that could be any word (`verb`) is one only where it is written as logins are: `@verb`, `github.com/verb`.
A name of two things is no mention of either, unless the document itself says which it means.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from bookwheel.domain.things import WORK, ThingKind
from bookwheel.indexes.catalogue import CatalogueWriter, DocumentTexts, Mention

KINDS = (ThingKind.TERM, ThingKind.ENTITY, ThingKind.PERSON, ThingKind.PROJECT, ThingKind.CODE)

PORTION = 50
"""Documents searched between two looks at what was asked: about a twentieth of a second."""

MOST_NAMES = 200_000
MOST_WORDS = 8
MOST_MENTIONS = 300
"""Things that one document is said to mention, the most frequent ones."""

MOST_JOINED, MOST_PAIRS = 8, 100
"""Things of one section that are told to stand together, and such pairs of one document."""

_JOINED = tuple(f"{kind}:" for kind in (ThingKind.PERSON, ThingKind.ENTITY, ThingKind.PROJECT))
_TOKEN = re.compile(r"[^\W_]+[+#]*")
_WORKS = f"{ThingKind.ENTITY}:{WORK}/"
_LOGIN, _BEFORE_LOGIN, _LOOK_BACK = "@", re.compile(r"(?:(?<![\w.])@|\.(?:com|org)/)\Z"), 8
"""What begins a name that is a login, what stands before one in a text, and in how many letters that is looked for."""

_CODE = re.compile(r"[a-z\d][A-Z]|\w_\w|\w\.\w|::")
_ACRONYM = re.compile(r"(?=(?:[^A-Z]*[A-Z]){2})[A-Za-z0-9&/.-]{2,10}\Z")
_COMMON = frozenset(
    ("and", "are", "for", "from", "has", "have", "can", "not", "that", "the", "this", "with", "you", "your", "all",
     "any", "more", "new", "none", "one", "other", "use", "used", "der", "die", "das", "und", "les", "des")
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Name:
    """A name as its words; `exact` holds how it must be written (logins with `@`), empty where case does not matter."""

    words: tuple[str, ...]
    ids: tuple[str, ...]
    exact: frozenset[str]

    def is_written(self, text: str, start: int, end: int) -> bool:
        """Whether a text has the name as it must be written between two places."""
        written = text[start:end]
        if not self.exact or written in self.exact:
            return True
        before = text[max(0, start - _LOOK_BACK) : start]
        return f"{_LOGIN}{written}" in self.exact and _BEFORE_LOGIN.search(before) is not None


class Mentions:
    """Brings the mentions of all documents up to date; of the indexer's thread."""

    def __init__(self, catalogue: CatalogueWriter) -> None:
        """Nothing was searched yet."""
        self._rows = catalogue.mentions
        self._names: set[tuple[str, str]] = set()
        self._finder = Finder(())

    def match(self, is_wanted: Callable[[], bool]) -> bool:
        """Search documents that are due; False when something else was wanted before all were searched."""
        names = {(_as_written(name, id), id) for name, id in self._rows.names(KINDS)}
        self._rows.set_names(names)
        last = 0
        while due := self._rows.due(PORTION, after=last):
            if names != self._names:
                self._names, self._finder = names, Finder(names)
            self._rows.put((one.key, self._finder.mentions(one)) for one in due)
            last = due[-1].key
            if not is_wanted():
                return False
        return True


class Finder:
    """Finds names in texts, in time linear in the texts."""

    def __init__(self, names: Iterable[tuple[str, str]]) -> None:
        """Know names and the ids of what is called so."""
        ids: dict[tuple[str, ...], set[str]] = defaultdict(set)
        written: dict[tuple[str, ...], set[str]] = defaultdict(set)
        for name, id in sorted(names)[:MOST_NAMES]:
            words = tuple(word for word, _, _ in _words(name))
            if _is_telling(name, words, id):
                ids[words].add(id)
                written[words].add(name if _is_exact(name, id) else "")
        first: dict[str, list[_Name]] = defaultdict(list)
        for words, those in ids.items():
            exact: frozenset[str] = frozenset() if "" in written[words] else frozenset(written[words])
            for variant in _variants(words, is_exact=bool(exact)):
                if variant == words or variant not in ids:
                    first[variant[0]].append(_Name(variant, tuple(sorted(those)), exact))
        self._first: Mapping[str, Sequence[_Name]] = {
            word: sorted(those, key=lambda name: -len(name.words)) for word, those in first.items()
        }

    def mentions(self, document: DocumentTexts) -> list[Mention]:
        """What a document mentions besides what it states of itself, the most frequent first."""
        counts: dict[str, int] = defaultdict(int)
        at: dict[str, tuple[int, str]] = {}
        pairs: dict[tuple[str, str], list[int]] = {}
        for number, (title, prose, _, _) in enumerate(document.sections):
            met: dict[str, None] = {}
            for id, words in self._found(f"{title}\n{prose}", document.own):
                counts[id] += 1
                at.setdefault(id, (number, words))
                if id.startswith(_JOINED):
                    met[id] = None
            for one, other in combinations(sorted(list(met)[:MOST_JOINED]), 2):
                pairs.setdefault((one, other), []).append(number)
        chosen = sorted(counts, key=lambda id: (-counts[id], id))[:MOST_MENTIONS]
        lines: list[str] = document.text.split("\n") if chosen else []
        alone = [
            Mention(id, section, _line_of(words, lines, document.sections[section]), words, counts[id])
            for id in chosen
            for section, words in (at[id],)
        ]
        return [*alone, *_joined(pairs, at, lines, document)]

    def _found(self, text: str, own: frozenset[str]) -> Iterator[tuple[str, str]]:
        words = list(_words(text))
        place = 0
        while place < len(words):
            name = self._at(words, place, text)
            if name is None:
                place += 1
                continue
            end = place + len(name.words)
            meant = name.ids if len(name.ids) == 1 else tuple(id for id in name.ids if id in own)
            if len(meant) == 1 and meant[0] not in own:
                yield meant[0], " ".join(text[words[place][1] : words[end - 1][2]].split())
            place = end

    def _at(self, words: Sequence[tuple[str, int, int]], place: int, text: str) -> _Name | None:
        """The longest name that begins at a word."""
        for name in self._first.get(words[place][0], ()):
            end = place + len(name.words)
            if end > len(words) or any(words[place + at][0] != word for at, word in enumerate(name.words)):
                continue
            if name.is_written(text, words[place][1], words[end - 1][2]):
                return name
        return None


def _joined(
    pairs: Mapping[tuple[str, str], Sequence[int]],
    at: Mapping[str, tuple[int, str]],
    lines: Sequence[str],
    document: DocumentTexts,
) -> Iterator[Mention]:
    """Things that the same sections mention, those of most sections first."""
    for pair in sorted(pairs, key=lambda pair: (-len(pairs[pair]), pair))[:MOST_PAIRS]:
        (one, other), sections = pair, pairs[pair]
        words = at[other][1]
        line = _line_of(words, lines, document.sections[sections[0]])
        yield Mention(other, sections[0], line, f"{at[one][1]}, {words}", len(sections), one)


def _words(text: str) -> Iterator[tuple[str, int, int]]:
    """The words of a text, folded, with where they begin and end; accents must not move places, so words drop them."""
    is_plain = text.isascii()
    for match in _TOKEN.finditer(text):
        word = match[0].casefold()
        if not is_plain and not word.isascii():
            word = "".join(one for one in unicodedata.normalize("NFKD", word) if not unicodedata.combining(one))
        yield word, match.start(), match.end()


def _is_telling(name: str, words: tuple[str, ...], id: str) -> bool:
    """Whether a name may be looked for in prose: no single letter, number or everyday word."""
    if not words or len(words) > MOST_WORDS or (len(words) == 1 and (len(words[0]) < 2 or words[0] in _COMMON)):
        return False
    if id.startswith(_WORKS):  # titles such as "Introduction"; keys and numbers are read as citations
        return False
    if id.startswith(f"{ThingKind.CODE}:"):
        return _CODE.search(name) is not None
    return not all(word.isdecimal() for word in words)


def _as_written(name: str, id: str) -> str:
    """A name as it is looked for: a login in small letters alone could be any word, so it begins with an `@`."""
    is_login = id.startswith(f"{ThingKind.PERSON}:") and name.isascii() and name.isalpha() and name.islower()
    return f"{_LOGIN}{name}" if is_login else name


def _is_exact(name: str, id: str) -> bool:
    """Whether a name counts only as it is written: acronyms, code, and people of one word."""
    is_one = " " not in name.strip()
    of_code = id.startswith((f"{ThingKind.CODE}:", f"{ThingKind.PROJECT}:"))
    return is_one and (of_code or id.startswith(f"{ThingKind.PERSON}:") or _ACRONYM.match(name) is not None)


def _variants(words: tuple[str, ...], *, is_exact: bool) -> Iterator[tuple[str, ...]]:
    """A name and, for words of a language, many of it."""
    yield words
    last = words[-1]
    if not is_exact and len(last) > 2 and last.isalpha():
        ending = f"{last[:-1]}ies" if last.endswith("y") else f"{last[:-1]}" if last.endswith("s") else f"{last}s"
        yield (*words[:-1], ending)


def _line_of(words: str, lines: Sequence[str], section: tuple[str, str, int, int]) -> int:
    """The first line of a section in which words stand, or the first of them; the section's own where none does."""
    _, _, first, last = section
    for wanted in dict.fromkeys((words, words.split()[0])):
        for line in range(first, min(last, len(lines)) + 1):
            if wanted in lines[line - 1]:
                return line
    return first
