"""What programs bring into a collection: documents, entities and deletions, in batches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, Protocol

from bookwheel.domain.jobs import Job, JobCounts, JobError, JobRequest, JobsAnswer, JobsRequest
from bookwheel.domain.messages import NO_MESSAGE, Message

MOST_BATCH_BYTES = 16 * 1024 * 1024
"""Size of one batch at most."""

MOST_BATCH_ITEMS = 20_000
"""Items of one batch at most."""

LONGEST_ID = 500
"""Characters of an item's id, key or type at most."""

LONGEST_NAME = 200
"""Characters of the name of a datasource, an ingestor, a field or a tag at most."""

MOST_ENTRIES = 500
"""Tags, labels, keys, relations or fields of one item at most."""

DEEPEST_PROPERTY = 16
"""Tables and lists within each other in the properties of an entity at most."""

LONGEST_CLOCK_LEAD_S = 86_400
"""Seconds by which the clock of a program may be ahead of this computer's."""

ENTITY_SUFFIX = ".entities.jsonl"
"""How the name of a file of entities ends."""


class TextFormat(StrEnum):
    """How the text of a document is written."""

    MARKDOWN = "markdown"
    HTML = "html"
    TEXT = "text"


Scalar = str | int | float | bool | None
"""A plain value of a document's metadata."""


@dataclass(frozen=True, slots=True)
class IngestDocument:
    """A document by an id of the program's own.

    `modified` and `fresh_until` are ISO 8601, in UTC where they name no zone; past `fresh_until` the document leaves.
    `metadata` become fields of its front matter.
    """

    id: str
    text: str
    kind: Literal["document"] = "document"
    title: str = ""
    format: TextFormat = TextFormat.MARKDOWN
    url: str = ""
    tags: tuple[str, ...] = ()
    language: str = ""
    modified: str = ""
    fresh_until: str = ""
    metadata: Mapping[str, Scalar | tuple[Scalar, ...]] | None = None


@dataclass(frozen=True, slots=True)
class EntityRef:
    """Another entity by its type and one of its keys."""

    type: str
    key: str


@dataclass(frozen=True, slots=True)
class EntityRelation:
    """A relation to the entity of a type that has a key; `relation` may be any short name."""

    type: str
    key: str
    relation: str = "keyMatch"


@dataclass(frozen=True, slots=True)
class IngestEntity:
    """An entity by its type and primary key.

    `id` is `type:key` unless it is given. The first of `labels` is what it is called. `properties` are any JSON; nested
    objects with a key of their own become entities below it.
    """

    type: str
    key: str
    kind: Literal["entity"] = "entity"
    id: str = ""
    labels: tuple[str, ...] = ()
    other_keys: tuple[str, ...] = ()
    properties: Mapping[str, object] | None = None
    relations: tuple[EntityRelation, ...] = ()
    parent: EntityRef | None = None
    url: str = ""
    modified: str = ""
    fresh_until: str = ""


@dataclass(frozen=True, slots=True)
class IngestDeletion:
    """Take the item of an id out of the collection."""

    id: str
    kind: Literal["delete"] = "delete"


Item = IngestDocument | IngestEntity | IngestDeletion
"""One line of a batch."""


@dataclass(frozen=True, slots=True)
class StoredEntity:
    """A line of a file of entities: the entity, and whence it came."""

    entity: IngestEntity
    datasource: str = ""
    ingestor: str = ""


@dataclass(frozen=True, slots=True)
class Ingestor:
    """The program that brings a batch: its name, version, and which of several that run."""

    name: str = ""
    version: str = ""
    instance: str = ""

    @property
    def label(self) -> str:
        """It as one name, such as `jira-sync 1.2 (host-a)`; empty for one without a name."""
        version = f" {self.version}" if self.version else ""
        instance = f" ({self.instance})" if self.instance else ""
        return f"{self.name}{version}{instance}" if self.name else ""


@dataclass(frozen=True, slots=True)
class BatchHead:
    """What is said of a batch as a whole: whence it comes, who brings it, and whether one bad item refuses all."""

    datasource: str = ""
    ingestor: Ingestor = Ingestor()
    is_strict: bool = False


@dataclass(frozen=True, slots=True)
class DeletionRequest:
    """Take out of a collection the items of some ids, those that a job brought last, or all of a datasource."""

    ids: tuple[str, ...] = ()
    job: str = ""
    datasource: str = ""


@dataclass(frozen=True, slots=True)
class SpooledBatch:
    """The first line of a spooled batch; the items follow. `is_expiry` takes out what is no longer fresh."""

    job: str
    head: BatchHead
    deleted_job: str = ""
    deleted_datasource: str = ""
    is_expiry: bool = False


@dataclass(frozen=True, slots=True)
class IngestTask:
    """What the ingester is asked: apply the spooled batch of a job, or only finish what an earlier one began.

    `mirror` is the folder of the collection's mirror, `datasource` the collection's own.
    """

    mirror: str
    job: str
    datasource: str
    only_finish: bool = False


@dataclass(frozen=True, slots=True)
class IngestReport:
    """How far the ingester is. The last report of a task `is_final`, and says whether the batch `is_applied`.

    `due_at` is when the next item stops being fresh, in seconds since 1970; 0 for never. `documents` and `entities` are
    those that there are now.
    """

    counts: JobCounts = JobCounts()
    errors: tuple[JobError, ...] = ()
    is_final: bool = False
    is_applied: bool = False
    message: Message = NO_MESSAGE
    due_at: float = 0.0
    documents: int = 0
    entities: int = 0


class Ingests(Protocol):
    """What takes batches in for agents, and tells of jobs; `collection` is a slug."""

    def bring(self, collection: str, content: bytes, head: BatchHead, client: str) -> Job:
        """Take a batch of JSON Lines in; the job that applies it."""
        ...

    def job(self, request: JobRequest) -> Job:
        """One job, cancelled or waited for if that is asked for."""
        ...

    def jobs_of(self, request: JobsRequest) -> JobsAnswer:
        """The jobs of a collection, newest first."""
        ...


@dataclass(frozen=True, slots=True)
class IngestStatus:
    """A collection as programs that write to it see it: its own datasource, how many items it has, and what waits."""

    collection: str
    name: str
    datasource: str
    documents: int = 0
    entities: int = 0
    waiting_batches: int = 0
