"""Things that fields name: the people, companies, teams and places of front matter and of records."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from bookwheel.domain.document import Document
from bookwheel.domain.things import DOCUMENT, LONGEST_LABEL, ThingKind, is_group, keyed_id, thing_id
from bookwheel.parsing.things.gathering import Gathering, Spot

_PERSON, _PROJECT = ThingKind.PERSON.value, ThingKind.PROJECT.value

_HINTS = {
    "employee": _PERSON, "full name": _PERSON, "manager": _PERSON, "lead": _PERSON, "team lead": _PERSON,
    "assignee": _PERSON, "contact": _PERSON, "supervisor": _PERSON, "ceo": _PERSON, "cto": _PERSON, "founder": _PERSON,
    "founders": _PERSON, "editor": _PERSON, "editors": _PERSON, "speaker": _PERSON, "speakers": _PERSON,
    "attendees": _PERSON, "participants": _PERSON, "decision makers": _PERSON, "deciders": _PERSON,
    "consulted": _PERSON, "informed": _PERSON, "owner": _PERSON, "owners": _PERSON, "author": _PERSON,
    "authors": _PERSON, "reviewer": _PERSON, "reviewers": _PERSON, "reports to": _PERSON, "maintainer": _PERSON,
    "maintainers": _PERSON, "approver": _PERSON, "approvers": _PERSON, "creator": _PERSON,
    "company": "company", "companies": "company", "employer": "company", "customer": "company", "client": "company",
    "vendor": "company", "supplier": "company", "publisher": "company",
    "organization": "organization", "organisation": "organization", "org": "organization", "institution":
    "organization", "university": "organization", "school": "organization",
    "team": "team", "teams": "team", "squad": "team", "owning sig": "team", "department": "department",
    "dept": "department", "division": "department", "business unit": "department",
    "project": _PROJECT, "projects": _PROJECT,
    "product": "product", "products": "product", "service": "service", "services": "service", "system": "system",
    "systems": "system", "component": "component", "components": "component",
    "location": "place", "city": "place", "country": "place", "office": "place", "venue": "place", "place": "place",
    "event": "event", "conference": "event", "meeting": "event",
    "job title": "role", "position": "role", "role": "role",
}  # fmt: skip
"""Fields and the kind or type of what they name; names in lower case, words apart."""

_OF_PEOPLE = frozenset(
    ("company", "employer", "team", "department", "dept", "manager", "email", "e mail", "mail", "job title", "position",
     "role", "reports to", "org", "organization", "organisation", "phone")
)  # fmt: skip
"""A record that has one of these besides its name is that of a person."""

_WRITERS = frozenset(
    ("author", "authors", "owner", "owners", "reviewer", "reviewers", "maintainer", "maintainers", "approver",
     "approvers", "creator", "editor", "editors", "contact")
)  # fmt: skip
"""Fields of people that nearly every page has: alone they do not join what they name."""

_MOST_RECORDS = 5_000
_DEEPEST = 8
_APART = re.compile(r"[\s_.-]+")
_NO_NAME = re.compile(
    r"[\W\d_]*\Z|https?:|[./~]|true\Z|false\Z|yes\Z|no\Z|none\Z|null\Z|n/a\Z|tbd\Z|todo\Z"
    r"|to[- ]be[- ]|your[ _-]|placeholder",
    re.I,
)
_ADDRESS = re.compile(r"\s*[<(]?[^\s<>()@]+@[^\s<>()]+[>)]?")
_SPLIT = re.compile(r"\s*;\s*")


@dataclass(frozen=True, slots=True)
class Named:
    """A thing that a record names, by its field and as it is written there."""

    id: str
    label: str
    field: str
    value: str


def gather(document: Document, header: Mapping[str, object], source: str, found: Gathering) -> None:
    """Things that the fields of a document name; what a header states of people is one of the document's relations."""
    below = document.text.count("\n", 0, document.text.find(source)) + 1 if source else 1
    lines = source.split("\n")

    def spot(field: str, value: str) -> Spot:
        number = next((at for at, line in enumerate(lines) if value in line), 0)
        return Spot(0, min(below + number, max(1, document.text.count("\n") + 1)), f"{field}: {value}")

    for record in records_in(header):
        state_record(record, found, spot)
    headed = {_APART.sub(" ", name.strip().lower()) for name in header}
    inline = {
        name: values for name, values in document.fields if _APART.sub(" ", name) not in headed and "." not in name
    }
    if inline:
        state_record(inline, found, _in_text(document))


def _in_text(document: Document) -> Callable[[str, str], Spot]:
    """Where an inline field stands in the text."""

    def spot(field: str, value: str) -> Spot:
        at = document.text.casefold().find(f"{field}::")
        line = document.text.count("\n", 0, max(at, 0)) + 1
        section = max((n for n, one in enumerate(document.sections) if one.start_line <= line), default=0)
        return Spot(section, line, f"{field}:: {value}")

    return spot


def records_in(values: Mapping[str, object], depth: int = 0) -> Iterator[Mapping[str, object]]:
    """A record and those nested in it."""
    yield values
    if depth >= _DEEPEST:
        return
    for value in values.values():
        for one in cast(list[object], value) if isinstance(value, list) else [value]:
            if isinstance(one, dict):
                yield from records_in(cast(dict[str, object], one), depth + 1)


def state_record(record: Mapping[str, object], found: Gathering, spot: Callable[[str, str], Spot]) -> list[Named]:
    """State what a record names: the document speaks of it, and what stands in one record belongs together.

    `spot` says where a field with a value is written.
    """
    named = list(_named(record))
    spots: dict[str, Spot] = {}
    for one in named:
        if not found.name(one.id, one.label):
            continue
        spots.setdefault(one.id, spot(one.field, one.value))
        relation = "describes" if one.field == "name" else "mentions"
        if one.field not in _WRITERS:
            found.state(DOCUMENT, relation, one.id, spots[one.id])
    if any(one.field not in _WRITERS for one in named):
        found.join([id for id in dict.fromkeys(one.id for one in named) if id in spots], spots)
    return named


def id_by_name(type: str, name: str) -> str:
    """The id of what fields of this name hold, such as companies and people; empty for other types and for no name."""
    hint = _HINTS.get(type, "")
    label = _label(name, is_person=hint == _PERSON) if hint else ""
    return _id_of(hint, label) if label else ""


def named_in(record: Mapping[str, object]) -> Iterator[Named]:
    """What the hinted fields of a record name besides the record itself."""
    for name, value in record.items():
        field = _APART.sub(" ", name.strip().lower())
        if field != "full name" and (hint := _HINTS.get(field)):
            yield from _of_field(name, hint, value)


def _named(record: Mapping[str, object]) -> Iterator[Named]:
    """What the hinted fields of a record name; its own name where it is that of a person."""
    fields = {_APART.sub(" ", name.strip().lower()): value for name, value in record.items()}
    if "name" in fields and not _OF_PEOPLE.isdisjoint(fields):
        yield from _of_field("name", _PERSON, fields["name"])
        if "title" in fields:
            yield from _of_field("title", "role", fields["title"])
    for name, value in fields.items():
        if hint := _HINTS.get(name):
            yield from _of_field(name, hint, value)


def _of_field(name: str, hint: str, value: object) -> Iterator[Named]:
    for one in cast("list[object] | tuple[object, ...]", value) if isinstance(value, list | tuple) else [value]:
        if isinstance(one, dict):
            one = cast(dict[str, object], one).get("name")
        if not isinstance(one, str):
            continue
        for part in _SPLIT.split(one):
            label = _label(part, is_person=hint == _PERSON)
            if label and (id := _id_of(hint, label)):
                yield Named(id, label, name, part)


def _id_of(hint: str, label: str) -> str:
    if hint == _PERSON:
        return keyed_id(ThingKind.PERSON, label)
    if hint == _PROJECT:
        return keyed_id(ThingKind.PROJECT, label)
    return thing_id(ThingKind.ENTITY, label, hint)


def _label(text: str, *, is_person: bool) -> str:
    """A name as it is shown: without brackets of a link and mail addresses; empty for what is none."""
    text = text.strip().removeprefix("[[").removesuffix("]]").rpartition("|")[2]
    if is_person:
        text = _ADDRESS.sub(" ", text).strip(" ,").removeprefix("@").removeprefix("https://github.com/")
    text = " ".join(text.split())
    if is_person and is_group(text):
        return ""
    return "" if len(text) > min(LONGEST_LABEL, 100) or _NO_NAME.match(text) else text
