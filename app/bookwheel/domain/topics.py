"""Topics: what the documents of a collection are about, as a tree that a person may arrange."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from bookwheel.domain.messages import Message

FEWEST = 6
"""Documents of a collection that has topics; fewer are read faster than their topics."""

LONGEST_NAME = 80
"""Characters of a topic's name."""

PREFIX = "topic:"
"""How the id of a topic begins, `topic:collection/key`."""


@dataclass(frozen=True, slots=True)
class TopicDocument:
    """What topics are made from: a document's place and words, and what its front matter says that it is about."""

    path: str
    title: str
    headings: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    summary: str = ""
    language: str = ""
    labels: tuple[str, ...] = ()
    stated: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GivenGroup:
    """Documents (by their places in a task) that the collection itself puts under one name, such as an index page's."""

    name: str
    members: tuple[int, ...]


class TopicOrigin(StrEnum):
    """Who named a topic: the collection itself (front matter, an index page), Bookwheel by its words, or a person."""

    GIVEN = "given"
    DISCOVERED = "discovered"
    PERSON = "person"


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic: its `key` stays through every change; `parent` is the key of the broader one, empty for a root.

    `terms` are its telling words with how many of its documents have them. `is_kept` says that a person arranged it:
    its documents stay with it. `is_given` says that the collection itself calls it so.
    """

    key: str
    parent: str
    label: str
    terms: tuple[tuple[str, int], ...] = ()
    is_renamed: bool = False
    is_pinned: bool = False
    is_hidden: bool = False
    is_kept: bool = False
    is_given: bool = False

    @property
    def origin(self) -> TopicOrigin:
        """Who named it."""
        if self.is_renamed:
            return TopicOrigin.PERSON
        return TopicOrigin.GIVEN if self.is_given else TopicOrigin.DISCOVERED


@dataclass(frozen=True, slots=True)
class TopicTree:
    """The topics of one collection, and of each document (by path) the narrowest that it belongs to.

    `fixed` are documents that a person put where they are, `stated` further topics that front matter names, `accepted`
    those that an agent proposed and the person accepted. `is_meant` says that vectors were used, now or before;
    `made_of` counts the documents of the last time that it was made anew, and `made_from` tells what it was made from.
    """

    topics: tuple[Topic, ...] = ()
    of: dict[str, str] = field(default_factory=dict[str, str])
    fixed: tuple[str, ...] = ()
    stated: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    is_meant: bool = False
    made_of: int = 0
    made_from: str = ""
    accepted: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])

    def pairs(self) -> Iterator[tuple[str, str]]:
        """The path of each document with the key of each topic that it has, broader ones aside."""
        yield from self.of.items()
        for further in (self.stated, self.accepted):
            yield from ((path, key) for path, keys in further.items() for key in keys)


@dataclass(frozen=True, slots=True)
class StatedTopic:
    """A topic as the graph states it; `parent` is the key of the broader one, empty for a root."""

    key: str
    label: str
    parent: str
    origin: TopicOrigin


@dataclass(frozen=True, slots=True)
class StatedTopics:
    """What the graph states of a collection's topics; `of` pairs each document's path with a topic's key."""

    collection: str
    topics: tuple[StatedTopic, ...] = ()
    of: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class TopicTask:
    """What a child needs to make the topics of a collection.

    `vectors` float16 (n, d), by document, NaN for those without; empty where none are used. `before` is the tree as it
    is, empty for a new one; with `is_anew` only what a person arranged stays of it. `split` is the key of a topic to be
    divided.
    """

    documents: tuple[TopicDocument, ...]
    vectors: bytes = b""
    groups: tuple[GivenGroup, ...] = ()
    before: TopicTree = TopicTree()
    is_anew: bool = False
    split: str = ""


@dataclass(frozen=True, slots=True)
class CentralSection:
    """A section that stands for a topic: its id, title, first line and first sentences."""

    section: str
    doc: str
    title: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class TopicEntry:
    """A topic as it is shown: `id` is topic:collection/key; the counts include narrower topics."""

    id: str
    collection: str
    parent: str
    label: str
    documents: int
    sections: int
    terms: tuple[tuple[str, int], ...] = ()
    is_renamed: bool = False
    is_pinned: bool = False
    is_hidden: bool = False
    central: tuple[CentralSection, ...] = ()
    origin: TopicOrigin = TopicOrigin.DISCOVERED


@dataclass(frozen=True, slots=True)
class TopicsRequest:
    """The topics of the library, of a `collection`, or one `topic` with those below it, by id or label.

    One topic has its central sections and at most `limit` (1 to 1,000) of its documents;
    `with_hidden` shows also those that the person hid; `is_brief` leaves out the sections that stand for them.
    """

    collection: str = ""
    topic: str = ""
    with_hidden: bool = False
    limit: int = 100
    is_brief: bool = False


@dataclass(frozen=True, slots=True)
class TopicsAnswer:
    """Topics, broader ones before narrower; for one topic its `documents` (ids and titles) and how many there are.

    `covered` counts the documents that have a topic. `pending` are collections whose topics are being made, `failed`
    those whose topics could not be.
    """

    topics: tuple[TopicEntry, ...]
    revision: int
    documents: tuple[tuple[str, str], ...] = ()
    total: int = 0
    covered: int = 0
    notices: tuple[Message, ...] = ()
    pending: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()


class TopicAction(StrEnum):
    """What a person may do with topics."""

    RENAME = "rename"
    MERGE = "merge"
    SPLIT = "split"
    PIN = "pin"
    UNPIN = "unpin"
    HIDE = "hide"
    SHOW = "show"
    MOVE = "move"
    RENEW = "renew"
    UNDO = "undo"


@dataclass(frozen=True, slots=True)
class TopicEdit:
    """A person's change of a topic, named by id or label.

    Rename needs `name`; merge puts all of `topic` into `other`; move puts `doc` under `topic`; renew makes the topics
    of a `collection` (all, when empty) anew but for what was arranged; undo takes back the last change, of a
    `collection` or of any.
    """

    action: TopicAction
    topic: str = ""
    name: str = ""
    other: str = ""
    doc: str = ""
    collection: str = ""


@dataclass(frozen=True, slots=True)
class TopicEdited:
    """What was done, in a sentence, and the topic that it was done to."""

    said: Message
    topic: str = ""


def topic_id(collection: str, key: str) -> str:
    """The id of a topic by its collection and key."""
    return f"{PREFIX}{collection}/{key}"


def is_topic(id: str) -> bool:
    """Whether an id is that of a topic and not of a document."""
    return id.startswith(PREFIX)
