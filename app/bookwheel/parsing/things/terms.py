"""Terms that a document defines: entries of glossaries, definitions, and acronyms with their expansions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import PurePosixPath

from bookwheel.domain.document import Document, Section
from bookwheel.domain.links.named_links import NameKind
from bookwheel.domain.things import SECTION, ThingKind, thing_id
from bookwheel.parsing.things.gathering import Gathering, Spot

_GLOSSARY = re.compile(
    r"glossar(?:y|ies|io|e)?|gloss(?:aire|ário)|glossary[-_ ]?of[-_ ]?terms|terminology|terms|vocabulary|definitions"
    r"|begriffe|abkürzungen|abbreviations|acronyms|woordenlijst|ordlista|глоссарий|用語集|术语表"
)
_DEFINED = re.compile(
    r"^[ \t]{0,3}(?:[-*+] )?(?:\*\*|__)([^*_\n]{2,60}?)(?:\*\*|__)[ \t]*[:\u2013\u2014-]?(?:\*\*)?[ \t]+\S",
    re.MULTILINE,
)
_LIST = re.compile(r"^([^\s:#>|`~*+-][^\n]{0,79})\n(?:[ \t]*\n)?:[ \t]{1,3}\S", re.M)
_ROW = re.compile(r"^[ \t]{0,3}\|([^|\n]{1,200})\|([^|\n]+)\|[ \t]*$", re.MULTILINE)
_RULE = re.compile(r"[-: ]+")
_MARKUP = re.compile(r"[*_`]+")
_SHORT = re.compile(r"\(([A-Z][A-Za-z0-9/&.-]{1,9})\)")
_LONG = re.compile(r"\(([A-Za-z][^()\n]{3,90})\)")
_BEFORE_LONG = re.compile(r"\b([A-Z][A-Z0-9]{1,9}s?)\s\Z")
_MOST_BEFORE_LONG = 12
_WORD = re.compile(r"[^\W_][\w'\u2019/-]*")
_STOP = frozenset(("a", "an", "the", "of", "and", "or", "for", "to", "in", "on", "by", "with", "is", "are"))
_PLURAL = re.compile(r"(?<=[^\W\d_]{2})ies\Z|(?<=[^\W\d_][b-hj-rtv-z])s\Z")
"""The end of an English plural; not of `status`, `process` or `analysis`."""
_REMARK = re.compile(r"\s*\((?:disambiguation|term|concept|glossary)\)\s*\Z", re.IGNORECASE)
_MOST_LETTERS = 2_000_000
_MOST_TERM_WORDS = 6


def gather(document: Document, found: Gathering) -> None:
    """Terms of a document, each with the section and line that define it."""
    _stated_terms(document, found)
    is_glossary = is_glossary_page(document) and document.format != "glossary"  # whose reader states its terms
    lines = document.text.split("\n")
    size = 0
    for number, section in enumerate(document.sections):
        size += len(section.prose)
        if size > _MOST_LETTERS:
            return
        if is_glossary:
            _glossary_entries(document, number, lines, found)
        if "(" in section.prose:
            for long, short in acronyms_in(section.prose):
                spot = _spot(lines, number, section, f"({short})", short)
                _acronym(long, short, replace(spot, words=f"{long} ({short})"), found)


def term_id(label: str) -> str:
    """The id of a term; one thing and many of it are one term."""
    one = _PLURAL.sub(lambda match: "y" if match[0] == "ies" else "", label.strip().casefold())
    return thing_id(ThingKind.TERM, one)


def is_glossary_page(document: Document) -> bool:
    """Whether a page is a glossary by its name, title or folder."""
    path = PurePosixPath(document.path.lower())
    return bool(
        _GLOSSARY.fullmatch(path.stem) or _GLOSSARY.fullmatch(document.title.lower()) or document.type == "glossary"
    )


def _is_entry(document: Document) -> bool:
    """Whether a page is one entry of a glossary that is kept as a folder of pages."""
    parent = PurePosixPath(document.path.lower()).parent.name
    stem = PurePosixPath(document.path).stem.lower()
    return bool(_GLOSSARY.fullmatch(parent)) and stem not in ("index", "_index", "readme") and len(document.title) <= 60


def _entry(title: str) -> tuple[str, tuple[str, ...]]:
    """What the heading of an entry names: the term without a remark that tells it from others, and an acronym of it."""
    title = _REMARK.sub("", title)
    for long, short in acronyms_in(title):
        if len(long) + len(short) + 3 >= len(title.strip()):
            return long, (short,)
    return title, ()


def _stated_terms(document: Document, found: Gathering) -> None:
    """A page that is an entry, and the names that a format marks as terms."""
    if _is_entry(document):
        label, others = _entry(document.title)
        id = term_id(label)
        if found.name(id, label, (*others, *document.aliases)):
            found.state(SECTION, "defines", id, Spot(0, document.sections[0].start_line, document.title))
    for name in document.names:
        if name.kind is NameKind.TERM and name.section >= 0:
            id = term_id(name.name)
            if found.name(id, name.name):
                section = document.sections[name.section]
                found.state(SECTION, "defines", id, Spot(name.section, section.start_line, name.name))


def _glossary_entries(document: Document, number: int, lines: list[str], found: Gathering) -> None:
    """The entries of a glossary: its headings below the first level, else bold words and definition lists."""
    section = document.sections[number]
    has_below = any(one.parent == number for one in document.sections)
    if section.level >= 2 and not has_below and len(section.title) > 1 and len(section.title.split()) <= 6:
        label, others = _entry(section.title)
        id = term_id(label)
        if found.name(id, label, others):
            found.state(SECTION, "defines", id, Spot(number, section.start_line, section.title))
    text = "\n".join(lines[section.start_line - 1 : section.end_line])
    for pattern in (_DEFINED, _LIST):
        for match in pattern.finditer(text):
            label = match[1].strip(" :")
            id = term_id(label)
            if len(label) > 1 and len(label.split()) <= 6 and found.name(id, label):
                line = section.start_line + text.count("\n", 0, match.start(1))
                found.state(SECTION, "defines", id, Spot(number, line, lines[line - 1]))
    _table_entries(text, number, section.start_line, lines, found)


def _table_entries(text: str, number: int, first_line: int, lines: list[str], found: Gathering) -> None:
    """The entries of tables of two columns: the term, and what it means or is called in full."""
    rows = list(_ROW.finditer(text))
    is_rule = [all(_RULE.fullmatch(cell) for cell in row.groups()) for row in rows]
    for place, row in enumerate(rows):
        if is_rule[place] or (place + 1 < len(rows) and is_rule[place + 1]):
            continue
        label, meaning = (_MARKUP.sub("", cell).strip() for cell in row.groups())
        spelt = spelt_out(label, meaning)
        id = term_id(spelt if spelt and len(spelt) > len(label) else label)
        if not 1 < len(label) <= 60 or len(label.split()) > _MOST_TERM_WORDS or not found.name(id, label, (spelt,)):
            continue
        line = first_line + text.count("\n", 0, row.start(1))
        found.state(SECTION, "defines", id, Spot(number, line, lines[line - 1]))


def spelt_out(name: str, text: str) -> str:
    """What a text begins with, or is, if that is an acronym of a name or has the name for its acronym; else empty."""
    first = re.split(r"[.:;,(\n\u2013\u2014]|\s-\s", text, maxsplit=1)[0].strip()
    for long, short in ((first, name), (name, first)):
        if any(one.casefold() == long.casefold() for one, _ in acronyms_in(f"{long} ({short})")):
            return first
    return ""


def _acronym(long: str, short: str, spot: Spot, found: Gathering) -> None:
    id = term_id(long)
    if found.name(id, long, (short,)):
        found.state(SECTION, "defines", id, spot)


def acronyms_in(text: str) -> Iterator[tuple[str, str]]:
    """Acronyms with what they stand for, where a text says both: `server-sent events (SSE)`, `SSE (server-sent …)`.

    After Schwartz and Hearst, A simple algorithm for identifying abbreviation definitions in biomedical text (2003):
    every letter of the acronym stands in the words in order, its first at the start of a word. The words are those
    whose initials it has, as far as it has them, so that a long name is not cut and a short one takes nothing in.
    """
    for match in _SHORT.finditer(text):
        short = match[1]
        before = text[max(0, match.start() - 120) : match.start()]
        before = re.split(r"[.;:!?()\[\]\n]\s", before)[-1]
        long = _expansion(before, short)
        if long:
            yield long, _singular(short)
    for match in _LONG.finditer(text):  # brackets first: an expression that begins with a letter tries every one
        before = _BEFORE_LONG.search(text, max(0, match.start() - _MOST_BEFORE_LONG), match.start())
        long = " ".join(match[1].split())
        if before is not None and _expansion(match[1], before[1]) == long:
            yield long, _singular(before[1])


def _singular(short: str) -> str:
    return short[:-1] if len(short) > 2 and short.endswith("s") and short[:-1].isupper() else short


def _expansion(before: str, short: str) -> str:
    """The words at the end of a text that an acronym stands for; empty for none."""
    letters = [one.lower() for one in _singular(short) if one.isalnum()]
    if len(letters) < 2 or sum(one.isupper() for one in short) < 2:
        return ""
    words = list(_WORD.finditer(before))
    if not words or before[words[-1].end() :].strip(" *_`\u201d\"'"):
        return ""
    most = min(len(words), min(len(letters) + 5, len(letters) * 2))
    for count in range(1, most + 1):
        chosen = words[-count:]
        first = chosen[0][0].lower()
        if first[0] != letters[0] or (first in _STOP and letters[0] != first[0]) or first in _STOP:
            continue
        initials = [part[0].lower() for word in chosen for part in re.split(r"[-/\u2019']", word[0]) if part]
        telling = [
            part[0].lower()
            for word in chosen
            for part in re.split(r"[-/]", word[0])
            if part and part.lower() not in _STOP
        ]
        if letters in (initials, telling):
            return " ".join(before[chosen[0].start() : chosen[-1].end()].split())
    return ""


def _spot(lines: list[str], number: int, section: Section, *wanted: str) -> Spot:
    """The first line of a section in which one of the wanted words stands, the best first."""
    inside = range(section.start_line - 1, min(section.end_line, len(lines)))
    for words in wanted:
        for at in inside:
            if words in lines[at]:
                return Spot(number, at + 1, lines[at].strip())
    return Spot(number, section.start_line, section.title)
