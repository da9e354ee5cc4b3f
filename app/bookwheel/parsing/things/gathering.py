"""Things and statements on their way into a document: each thing once, equal statements counted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from bookwheel.domain.document import Link, Name
from bookwheel.domain.messages import Message
from bookwheel.domain.things import LONGEST_LABEL, MOST_STATEMENTS, MOST_THINGS, Statement, Thing
from bookwheel.parsing.encoding import storable

MOST_JOINED = 20
"""Things of one record that are stated to occur together: 190 pairs."""

MOST_PROPERTIES = 200
"""Properties of one thing."""

_WORDS = 200


@dataclass(slots=True)
class _Known:
    label: str
    aliases: dict[str, None] = field(default_factory=dict[str, None])
    properties: dict[tuple[str, str], None] = field(default_factory=dict[tuple[str, str], None])


@dataclass(frozen=True, slots=True)
class Spot:
    """Where something is written: an index into the sections, a line of the text (from 1) and the words there."""

    section: int
    line: int
    words: str


class Gathering:
    """What was found in one document, within its bounds."""

    def __init__(self) -> None:
        """Nothing was found yet."""
        self._things: dict[str, _Known] = {}
        self._statements: dict[tuple[str, str, str, int, str], Statement] = {}
        self.warnings: list[Message] = []
        self.links: list[Link] = []
        self.names: list[Name] = []

    def name(
        self, id: str, label: str, aliases: Iterable[str] = (), properties: Mapping[str, str] | None = None
    ) -> str:
        """Note a thing as it is called here, and return its id; empty for what is no name, or one too many."""
        label = _clean(label)
        if not (id and label) or len(label) > LONGEST_LABEL:
            return ""
        known = self._things.get(id)
        if known is None:
            if len(self._things) >= MOST_THINGS:
                return ""
            known = self._things[id] = _Known(label)
        others = (label, *map(_clean, aliases))
        known.aliases.update((one, None) for one in others if one and one != known.label and len(one) <= LONGEST_LABEL)
        self.describe(id, (properties or {}).items())
        return id

    def describe(self, id: str, properties: Iterable[tuple[str, str]]) -> None:
        """Note properties of a thing that was named; a name may have several values, and long ones are left out."""
        known = self._things[id].properties
        for name, value in properties:
            if value and len(value) <= LONGEST_LABEL and len(known) < MOST_PROPERTIES:
                known[storable(name), storable(value)] = None

    def warn(self, warning: Message) -> None:
        """Say what was left out of the graph."""
        self.warnings.append(warning)

    def state(self, source: str, relation: str, target: str, spot: Spot, *, apart: str = "") -> None:
        """Note a statement; the same in the same section counts once more, unless it is told apart."""
        if not target or source == target:
            return
        key = (source, relation, target, spot.section, apart)
        before = self._statements.get(key)
        if before is not None:
            count = before.count + 1
            spot = Spot(before.section, before.line, before.words)
        elif len(self._statements) >= MOST_STATEMENTS:
            return
        else:
            count = 1
        words = _clean(spot.words)[:_WORDS]
        self._statements[key] = Statement(source, relation, target, spot.section, spot.line, words, count)

    def join(self, ids: Sequence[str], spots: Mapping[str, Spot]) -> None:
        """State of every two things of one record that they occur together, from the one whose id sorts first."""
        for one, other in combinations(sorted(set(filter(None, ids)))[:MOST_JOINED], 2):
            self.state(one, "coOccursWith", other, spots[one])

    @property
    def things(self) -> tuple[Thing, ...]:
        """Every thing that was named."""
        return tuple(
            Thing(id, known.label, tuple(known.aliases), tuple(known.properties)) for id, known in self._things.items()
        )

    @property
    def statements(self) -> tuple[Statement, ...]:
        """Every statement, in the order of the first time that it was made."""
        return tuple(self._statements.values())


def _clean(text: str) -> str:
    return storable(" ".join(text.split()))
