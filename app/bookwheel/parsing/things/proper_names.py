"""People, organisations and places that running text names, by rules that hold for English.

A person is a known first name with a capital word after it, or a title with one; an organisation ends in a word such
as Foundation or University; places are those of a list. What may be a heading, a sign or another word is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from bookwheel.domain.document import Document
from bookwheel.domain.things import SECTION, ThingKind, keyed_id, thing_id
from bookwheel.parsing.things.gathering import Gathering, Spot
from bookwheel.parsing.things.name_lists import CITIES, COUNTRIES, FIRST_NAMES

MOST_LETTERS = 2_000_000
MOST_NAMES = 2_000
"""Names of one document; what has more is a list of people, and its later sections state none."""

_LOW = "a-zß-öø-ÿā-ž"
_HIGH = "A-ZÀ-ÖØ-Þ"
_LAST = rf"(?:(?:O['’]|D['’]|Mc|Mac|Le|La|De|Di|Van|Von|Fitz)?[{_HIGH}][{_LOW}]+(?:-[{_HIGH}][{_LOW}]+)*)"
_PARTICLE = r"(?:(?:van|von|der|den|de|da|di|del|della|dos|du|la|le|ten|ter|zu|bin|al|el) )"
_BEFORE, _AFTER = r"(?<![\w@#/.&’'-])", r"(?![\w@#/(&]|[.:-]\w|['’](?!s\b))"
_PERSON = re.compile(
    rf"{_BEFORE}(?:(?P<title>Dr|Prof|Professor|Mr|Mrs|Ms|Sir|Dame)\.? )?(?P<name>(?:[A-Z]\. ?){{0,3}}"
    rf"(?P<first>[A-Z][{_LOW}]+)(?:-[A-Z][{_LOW}]+)?(?: [A-Z]\.){{0,3}} {_PARTICLE}{{0,2}}(?P<last>{_LAST})){_AFTER}"
)
_WORD = r"[A-Z][\w’'&-]*"
_SUFFIX = "Foundation|University|Institute|Consortium|Corporation|Laboratory|Laboratories|Inc|LLC|Ltd|GmbH|Corp|Museum"
_ORGANISATION = re.compile(
    rf"{_BEFORE}(?P<name>(?:{_WORD} (?:(?:of|for|and|&) )?){{1,5}}?,? ?(?:{_SUFFIX})\b"
    rf"(?: of (?:the )?{_WORD}(?: {_WORD})?)?)(?![\w@#/(-]| [A-Z][a-z])"
)
_OF = re.compile(
    rf"{_BEFORE}(?P<name>(?:University|Bank|Museum|Ministry|Library) of (?:the )?{_WORD}(?: {_WORD})?)(?![\w@#/(-])"
)
_PLACE = re.compile(
    rf"{_BEFORE}(?P<name>{'|'.join(sorted(map(re.escape, COUNTRIES | CITIES), key=len, reverse=True))})"
    r"(?![\w@#/(-]|[.:]\w|['’](?!s\b)| [A-Z][a-z])"
)
_TOKEN = re.compile(rf"[A-Z][{_LOW}A-Z]*")
_COMPANIES = frozenset(("Corporation", "Inc", "LLC", "Ltd", "GmbH", "Corp"))
_OF_ORGANISATIONS = frozenset((*_SUFFIX.split("|"), "Bank", "Ministry", "Library"))
_OF_PEOPLE = FIRST_NAMES | frozenset(("Dr", "Prof", "Professor", "Mr", "Mrs", "Ms", "Sir", "Dame"))
_OF_PLACES = frozenset(name.partition(" ")[0] for name in COUNTRIES | CITIES)
_TELLING = _OF_ORGANISATIONS | _OF_PEOPLE | _OF_PLACES
"""Words without one of which a line names nothing."""

_NO_LAST = frozenset(
    """
    And Or The But For With From When Then This That His Her Its Our Your Their Says Said Wrote Has Had Was Is Are Did
    Does Can May Will Would Could Should Also Api Blog Book Cluster Code Controller Corporation Data Day Days Docs
    Error Example Examples Foundation Group Image Inc Institute Issue Key Law License List Mac Manager Map Mode Model
    Name Names Object Page Path Pod Project Protocol River Road School Script Section Server Service State States Story
    Street String Studio Support System Team Test Tests Text Theorem Tool Type University User Users Value Version
    Toolkit Shortcodes Tip Note
    Award Awards Center Centre City College Conference Company County Day Lake Mountain Park Press Prize Room Sort
    Algorithm Method Method Equation Number Numbers Series Transform Function Distribution Process Filter Tree Graph
    January February March April May June July August September October November December Monday Tuesday Wednesday
    Thursday Friday Saturday Sunday
    """.split()  # noqa: SIM905 - shorter than a list of strings
)
"""Words after a first name that are no last name."""

_NO_START = frozenset(
    """
    A An The This That These Those Each Every Our Your Their His Her Its My Some Any No If When In On At By For With
    From To And Or But See Of As Is Are Both All Another Other New National Public Private Example Sample
    """.split()  # noqa: SIM905
)
"""Words at the start of a sequence of capitals that are no part of a name."""


_NO_FIRST = frozenset(("Windows", "Institute", "Team", "Work"))
_NO_END = frozenset(("North", "South", "East", "West", "New", "Saint", "San"))
_CAPITAL_AFTER = re.compile(r" [A-Z][a-z]")
_CAPITALS = re.compile(r"(?:^|[\s(\[*_])([A-Z][\w’'-]*) \Z")
_BEFORE_PLACES = _NO_START | frozenset(("Outside", "Northern", "Southern", "Eastern", "Western", "Central", "Inside"))


def gather(document: Document, found: Gathering) -> None:
    """People, organisations and places that the running text of an English document names."""
    if document.language != "en" or document.format == "code":
        return
    lines = document.text.split("\n")
    size = count = 0
    for number, section in enumerate(document.sections):
        size += len(section.prose)
        names = dict.fromkeys(names_in(section.prose)) if size <= MOST_LETTERS else {}
        count += len(names)
        if not names or count > MOST_NAMES:
            continue
        text = "\n".join(lines[section.start_line - 1 : section.end_line])
        for kind, type, name in names:
            at = text.find(name, len(lines[section.start_line - 1]) if section.level else 0)
            id = keyed_id(kind, name) if kind is ThingKind.PERSON else thing_id(kind, name, type)
            if at >= 0 and found.name(id, name):
                line = section.start_line + text.count("\n", 0, at)
                found.state(SECTION, "mentions", id, Spot(number, line, lines[line - 1]))


def names_in(text: str) -> Iterator[tuple[ThingKind, str, str]]:
    """Kind, type and name of what a text names, in time linear in the text."""
    if _TELLING.isdisjoint(_TOKEN.findall(text)):
        return
    for line in text.split("\n"):
        tokens = frozenset(_TOKEN.findall(line))
        if not _TELLING.isdisjoint(tokens) and not line.isupper():
            yield from _in_line(line, tokens)


def _in_line(line: str, tokens: frozenset[str]) -> Iterator[tuple[ThingKind, str, str]]:
    taken = bytearray(len(line))
    if not _OF_ORGANISATIONS.isdisjoint(tokens):
        for match in (*_ORGANISATION.finditer(line), *_OF.finditer(line)):
            name, start = _without_start(match["name"], match.start("name"))
            end = match.end("name")
            is_name = len(name.split()) > 1 and _is_organisation(name, line[max(0, start - 4) : start])
            if is_name and not any(taken[start:end]):
                taken[start:end] = b"1" * (end - start)
                yield ThingKind.ENTITY, "company" if name.rpartition(" ")[2] in _COMPANIES else "organization", name
    if not _OF_PEOPLE.isdisjoint(tokens):
        for match in _people_in(line):
            start, end = match.span("name")
            if not any(taken[start:end]):
                taken[start:end] = b"1" * (end - start)
                yield ThingKind.PERSON, "", match["name"]
    if not _OF_PLACES.isdisjoint(tokens):
        for match in _PLACE.finditer(line):
            start, end = match.span("name")
            before = _CAPITALS.search(line[max(0, start - 40) : start])
            is_apart = before is None or (before[1] != "New" and before[1] in _BEFORE_PLACES)
            if is_apart and not any(taken[start:end]):
                yield ThingKind.ENTITY, "place", match["name"]


def _people_in(line: str) -> Iterator[re.Match[str]]:
    at = 0
    while (match := _PERSON.search(line, at)) is not None:
        is_known = match["first"] in FIRST_NAMES or bool(match["title"])
        after = line[match.end() : match.end() + 3]
        if is_known and match["last"] not in _NO_LAST and not _CAPITAL_AFTER.match(after):
            yield match
            at = match.end()
        else:  # the next word may begin a name
            at = match.start("first") + 1


def _is_organisation(name: str, before: str) -> bool:
    """Whether a sequence with the ending of an organisation is a whole name of one."""
    words = name.split(" ")
    has_people = any(one in FIRST_NAMES and before != "&" for before, one in pairwise(words))
    is_whole = words[0] not in _NO_FIRST and words[-1] not in _NO_END and not before.endswith(" of ")
    return is_whole and not has_people


def _without_start(name: str, start: int) -> tuple[str, int]:
    words = name.split(" ")
    while len(words) > 1 and words[0] in _NO_START:
        start += len(words[0]) + 1
        words = words[1:]
    return " ".join(words), start
