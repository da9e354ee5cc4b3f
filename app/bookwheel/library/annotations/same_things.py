"""What a person says of things: that two are the same, or that they are not. It holds through every rebuild."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime

from bookwheel.domain.annotations.same_things import (
    MOST_DECISIONS,
    JoinedThing,
    NamedThing,
    SameAnswer,
    SameDecision,
    SameEntry,
    SameListAnswer,
    SameListRequest,
    SameRemoval,
    SameRemoved,
    SameRequest,
)
from bookwheel.domain.errors import BadRequest, NotFound, NotReady
from bookwheel.domain.messages import Message
from bookwheel.domain.search import EVERYTHING, Scope
from bookwheel.domain.things import is_thing
from bookwheel.indexes.state import State
from bookwheel.library.annotations.new_ids import new_id
from bookwheel.library.graph.node_lookup import found, note_namesakes
from bookwheel.library.snapshot.graph_arrays import Graph
from bookwheel.library.snapshot.graph_tables.name_table import said_name
from bookwheel.library.snapshot.index_lag import GRAPH_MISSING
from bookwheel.library.snapshot.same_groups import Groups, find_joins
from bookwheel.library.snapshot.snapshot import Snapshot

MOST_LISTED = 2000
_MOST_NAMESAKES = 20

Looked = Callable[[Scope], tuple[Snapshot | None, Graph | None]]


class SameThings:
    """All decisions of a library, of the person alone; any thread. `changed` is told after every change."""

    def __init__(self, state: State, looked: Looked, changed: Callable[[], None] = lambda: None) -> None:
        """Keep decisions in the state; `looked` gives the newest snapshot and graph, in which nothing is joined."""
        self._state, self._looked, self._changed = state, looked, changed
        self._lock = threading.Lock()
        self._is_told = True
        self._now = state.same_decisions()
        self.restate: Callable[[], None] = lambda: None
        """Has the ontology's store follow."""

    def now(self) -> tuple[SameDecision, ...]:
        """The decisions, oldest first; the same object until one changes."""
        return self._now

    def decide(self, request: SameRequest) -> SameAnswer:
        """Keep a decision on two things, in place of an earlier one on them.

        Raises:
            NotFound: for what is not there, with near ones.
            NotReady: while there is no graph.
            BadRequest: for what is no thing, one thing twice, or a decision that contradicts others.
        """
        snapshot, graph = self._looked(EVERYTHING)
        if snapshot is None or graph is None:
            raise NotReady(GRAPH_MISSING)
        notices: list[Message] = []
        first = _thing(request.first, snapshot, graph, notices)
        other = _thing(request.other, snapshot, graph, notices, but=first.id)
        now = datetime.now(UTC).isoformat(timespec="seconds")
        with self._lock:
            replaced = next((one for one in self._now if one.pair == frozenset((first.id, other.id))), None)
            rest = tuple(one for one in self._now if one is not replaced)
            if len(rest) >= MOST_DECISIONS:
                raise BadRequest("There can be at most {count} decisions.", count=f"{MOST_DECISIONS:,}")
            taken = {one.id for one in self._now}
            made = SameDecision(new_id("s", taken.__contains__), first, other, request.is_same, now)
            _check(made, rest)
            self._state.change_same([made], [replaced.id] if replaced is not None else ())
            self._now, self._is_told = (*rest, made), False
        self._changed()
        return SameAnswer(made, replaced, tuple(notices))

    def remove(self, request: SameRemoval) -> SameRemoved:
        """Remove decisions.

        Raises:
            NotFound: for an unknown id; nothing is removed then.
        """
        with self._lock:
            known = {one.id for one in self._now}
            for id in request.ids:
                if id not in known:
                    raise NotFound("There is no decision {name}.", name=id[:40], next="bookwheel same --list")
            gone = set(request.ids)
            self._state.change_same((), sorted(gone))
            self._now = tuple(one for one in self._now if one.id not in gone)
            self._is_told = self._is_told and not gone
        if gone:
            self._changed()
        return SameRemoved(len(gone))

    def listed(self, request: SameListRequest) -> SameListAnswer:
        """Decisions as they stand now, newest first; for one thing also what is joined to it, and its namesakes.

        Raises:
            BadRequest: for a limit out of range.
        """
        if not 1 <= request.limit <= MOST_LISTED:
            raise BadRequest(
                "{name} must be between {least} and {most}.", name="limit", least=1, most=f"{MOST_LISTED:,}"
            )
        decisions = self._now
        snapshot, graph = self._looked(EVERYTHING)
        there: Mapping[str, int] = graph.number_of if graph is not None else {}
        ids = {request.node}
        joined: tuple[JoinedThing, ...] = ()
        namesakes: tuple[NamedThing, ...] = ()
        if graph is not None and request.node in there:
            joins = find_joins(graph, decisions)
            group = joins.group(there[request.node])
            ids |= {graph.ids[node] for node in group}
            joined = tuple(JoinedThing(graph.ids[one], graph.titles[one], one in joins.decided) for one in group[1:])
            namesakes = tuple(_namesakes(graph, group))
        chosen = [one for one in reversed(decisions) if not request.node or one.pair & ids]
        entries = (SameEntry(one, one.first.id in there, one.other.id in there) for one in chosen[: request.limit])
        revision = snapshot.revision if snapshot is not None else 0
        return SameListAnswer(tuple(entries), len(chosen), revision, joined, namesakes)

    def settle(self, *, is_last: bool = False) -> None:
        """Have the ontology's store follow, and renew the backup, if a decision was made or removed."""
        with self._lock:
            is_told, self._is_told = self._is_told, True
        if is_told:
            return
        if not is_last:
            self.restate()
        self._state.keep_backup()


def _check(made: SameDecision, rest: Iterable[SameDecision]) -> None:
    """Return if a decision contradicts no others.

    Raises:
        BadRequest: if it does, with the two things that others tell apart, or join.
    """
    groups = Groups(tuple(rest))
    first, other = made.first.id, made.other.id
    if made.is_same and (pair := groups.conflict(first, other)) is not None:
        one, apart = pair
        raise BadRequest(
            "You decided that {one} and {other} are not the same. Remove that decision first.",
            one=one, other=apart, next="bookwheel same --list",
        )  # fmt: skip
    if not made.is_same and groups.first(first) == groups.first(other):
        between = ", ".join(id for id in groups.members(first) if id not in (first, other)) or groups.first(first)
        raise BadRequest(
            "{one} and {other} are the same through {between}. Remove one of those decisions first.",
            one=first, other=other, between=between[:300], next="bookwheel same --list",
        )  # fmt: skip


def _thing(name: str, snapshot: Snapshot, graph: Graph, notices: list[Message], but: str = "") -> NamedThing:
    """Another thing than `but`: by its id, else the one that has a name as its own, else as an alias."""
    name = name.strip()
    if not name:
        raise BadRequest("Name two things.")
    number = graph.number_of.get(name, -1)
    if number < 0:
        named = [node for node in graph.named.get(said_name(name), ()) if is_thing(graph.ids[node])]
        named = [node for node in named if graph.ids[node] != but] or named
        said = said_name(name)
        named.sort(key=lambda node: (said_name(graph.titles[node]) != said, -int(graph.degrees[node]), node))
        note_namesakes(named, graph, notices)
        number = named[0] if named else found(name, EVERYTHING, snapshot, graph, notices)
    id = graph.ids[number]
    if not is_thing(id):
        raise BadRequest("{name} is not a thing such as a person, a term or an entity.", name=id[:200], next="entities")
    if id == but:
        raise BadRequest(
            "Both names refer to {name}. Use the ids of two different things.", name=id[:200], next="entities"
        )
    return NamedThing(id, graph.titles[number])


def _namesakes(graph: Graph, group: list[int]) -> Iterator[NamedThing]:
    """Other things with a name of a group."""
    names = {said_name(graph.titles[node]) for node in group}
    names |= {said_name(alias) for node in group for alias in graph.aliases_of.get(node, ())}
    nodes = {node for name in names for node in graph.named.get(name, ()) if is_thing(graph.ids[node])}
    for node in sorted(nodes - set(group), key=lambda node: (-int(graph.degrees[node]), node))[:_MOST_NAMESAKES]:
        yield NamedThing(graph.ids[node], graph.titles[node])
