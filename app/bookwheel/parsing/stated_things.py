"""Things that a converted file states, with the lines of its text where they stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bookwheel.domain.document import Document
from bookwheel.domain.things import SECTION
from bookwheel.parsing.things.gathering import Gathering
from bookwheel.parsing.things.structured.stating import Stating


@dataclass(frozen=True, slots=True)
class StatedRelation:
    """A relation from a thing to another by its id, at a line of the text; `is_inverse` leads the other way."""

    relation: str
    target: str
    line: int
    words: str
    is_inverse: bool = False


@dataclass(slots=True)
class StatedThing:
    """A thing by its id, at the line of the text that names it; `properties` are pairs of field and value."""

    id: str
    label: str
    line: int
    aliases: list[str] = field(default_factory=list[str])
    properties: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    relations: list[StatedRelation] = field(default_factory=list[StatedRelation])


def gather(things: Sequence[StatedThing], document: Document, found: Gathering) -> None:
    """State what a file holds: each thing is defined in its section."""
    stating = Stating(document, found)
    for one in things:
        if not found.name(one.id, one.label, one.aliases):
            continue
        found.describe(one.id, one.properties)
        found.state(SECTION, "defines", one.id, stating.spot(one.line, one.label))
        for relation in one.relations:
            ends = (relation.target, one.id) if relation.is_inverse else (one.id, relation.target)
            found.state(ends[0], relation.relation, ends[1], stating.spot(relation.line, relation.words))
