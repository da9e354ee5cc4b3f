"""Topics that agents propose for documents: kept until the person accepts or refuses them, never applied before."""

from __future__ import annotations

from dataclasses import dataclass

from bookwheel.domain.messages import Message

MOST_TOPICS = 3
"""Topics that one agent proposes for one document at most."""

MOST_OF_CLIENT = 300
"""Proposals of one agent that wait for the person, or that the person refused."""


@dataclass(frozen=True, slots=True)
class TopicProposal:
    """One topic for one document: `topic` is the id of one that there was, or else `name` that of a new one.

    `client` is the agent's token, `created_at` ISO 8601. A refused one stays, lest it be proposed again and again.
    """

    id: str
    client: str
    agent: str
    doc: str
    topic: str
    name: str
    note: str
    created_at: str
    is_refused: bool = False


@dataclass(frozen=True, slots=True)
class ProposeRequest:
    """Propose one to three `topics`, by id or name, for a document; they replace those that one proposed before."""

    doc: str
    topics: tuple[str, ...]
    note: str = ""
    agent: str = ""


@dataclass(frozen=True, slots=True)
class ProposeAnswer:
    """What waits for the person now, whether any of it is new, what was refused before, and how much waits in all."""

    doc: str
    waiting: tuple[TopicProposal, ...]
    is_new: bool
    refused: tuple[str, ...]
    total: int


@dataclass(frozen=True, slots=True)
class ProposalsRequest:
    """The proposals that wait for the person: all, or those for a document (`doc`) or of an agent (`client`)."""

    doc: str = ""
    client: str = ""
    limit: int = 200


@dataclass(frozen=True, slots=True)
class ProposalEntry:
    """A proposal as it stands now: its document and title, and the topic's id (empty for a new one) and label.

    `now` is the label of the topic that the document has.
    """

    proposal: TopicProposal
    doc: str
    title: str
    topic: str
    label: str
    now: str = ""


@dataclass(frozen=True, slots=True)
class ProposalsAnswer:
    """Proposals, the oldest first, and how many there are."""

    proposals: tuple[ProposalEntry, ...]
    total: int


@dataclass(frozen=True, slots=True)
class ProposalDecision:
    """What the person decides on proposals, by their ids."""

    ids: tuple[str, ...]
    is_accepted: bool


@dataclass(frozen=True, slots=True)
class ProposalsDecided:
    """What was done, in a sentence."""

    said: Message
    decided: int
