"""What agents keep, as RDF statements: never in the store that all share, but where only who may recall it asks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bookwheel.indexes.ontology.iris import LINK, node_iri
from bookwheel.indexes.ontology.triples import quoted


@dataclass(frozen=True, slots=True)
class DescribedMention:
    """What a memory names: the IRI of a node, the line of the memory's text (from 1), and the words there."""

    target: str
    line: int
    words: str


@dataclass(frozen=True, slots=True)
class DescribedMemory:
    """A memory by the id of its node (`memory:m1`), with those of its agent and session; `at` is ISO 8601.

    `session` is empty for none.
    """

    node: str
    label: str
    type: str
    at: str
    agent: str
    agent_label: str
    session: str
    session_label: str
    about: tuple[DescribedMention, ...] = ()


def memory_statements(memories: Iterable[DescribedMemory]) -> str:
    """The statements of memories, of the agents that kept them and their sessions."""
    return "".join(line for memory in memories for line in _lines(memory))


def _lines(memory: DescribedMemory) -> Iterator[str]:
    me, agent = node_iri(memory.node), node_iri(memory.agent)
    yield (
        f"<{me}> a b:Memory;r:label {quoted(memory.label)};b:memoryType {quoted(memory.type)}"
        f";b:at {quoted(memory.at)}^^x:dateTime;b:recordedBy <{agent}>.\n"
    )
    yield f"<{agent}> a b:Agent;r:label {quoted(memory.agent_label)}.\n"
    if memory.session:
        session = node_iri(memory.session)
        yield f"<{session}> a b:Session;r:label {quoted(memory.session_label)}.\n<{me}> b:inSession <{session}>.\n"
    for number, named in enumerate(memory.about):
        yield f"<{me}> b:about <{named.target}>.\n"
        yield (
            f"<{LINK}{me.removeprefix('urn:bookwheel:')}#{number}> a b:Mention;b:from <{me}>;b:relation b:about"
            f";b:to <{named.target}>;b:line {named.line};b:wording {quoted(named.words)}.\n"
        )
