"""Sources: sites, feeds, git addresses and programs that a collection's documents come from."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bookwheel.domain.collection import Collection
from bookwheel.domain.collection_source import Bounds, SourceKind, Timetable
from bookwheel.domain.jobs import Job
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.domain.publications import PublicationCard


class SourceState(StrEnum):
    """What a source does now. A folder is always `idle`: it is watched."""

    IDLE = "idle"
    QUEUED = "queued"
    REFRESHING = "refreshing"
    PAUSED = "paused"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class AddSourceRequest:
    """Add a site, a feed, a git address or a datasource as a collection, or find it in the library.

    `kind` None lets the program find out: a git address by its form, a feed or a site by what the address answers.
    `address` is the name of a datasource. `key` is the public key (base64) or its fingerprint that a publication must
    be signed by; where it is empty, the key of the first manifest is trusted.
    """

    address: str
    kind: SourceKind | None = None
    name: str = ""
    weight: float = 1.0
    timetable: Timetable = Timetable.NEVER
    bounds: Bounds = Bounds()
    language: str = ""
    in_search: bool = True
    key: str = ""


@dataclass(frozen=True, slots=True)
class AddSourceAnswer:
    """`is_known` when the source was already there; `job` is its first refresh, None for a datasource."""

    collection: Collection
    is_known: bool
    job: Job | None = None


@dataclass(frozen=True, slots=True)
class ChangeSourceRequest:
    """Change when a source is refreshed, what of it is fetched, or pause it; None changes nothing.

    `login` is a header that is sent to the host of the source's address with each request, `Cookie: …` or
    `Authorization: …`; an empty one is forgotten. It is kept in the system's keyring, else until the service ends.
    """

    collection: str
    timetable: Timetable | None = None
    bounds: Bounds | None = None
    is_paused: bool | None = None
    login: str | None = None


@dataclass(frozen=True, slots=True)
class SourceCard:
    """A collection by where its documents come from; `kind` is None for a folder.

    Times are ISO 8601 in UTC, empty where there is none. `job` is the refresh or batch that runs or ran last. `message`
    says what keeps it from being refreshed; `is_logged_in` that a login is sent to its host. `publication` says who
    published it, once that is known.
    """

    slug: str
    name: str
    kind: SourceKind | None
    address: str
    state: SourceState
    documents: int = 0
    timetable: Timetable = Timetable.NEVER
    bounds: Bounds = Bounds()
    refreshed_at: str = ""
    due_at: str = ""
    job: Job | None = None
    message: Message = NO_MESSAGE
    is_logged_in: bool = False
    publication: PublicationCard | None = None


@dataclass(frozen=True, slots=True)
class SourcesAnswer:
    """All collections by kind and name."""

    sources: tuple[SourceCard, ...]


@dataclass(frozen=True, slots=True)
class RefreshRequest:
    """Refresh a source (slug, name or address) now; all that are not paused when empty."""

    collection: str = ""


@dataclass(frozen=True, slots=True)
class RefreshAnswer:
    """The jobs that do it, also one that was under way already."""

    jobs: tuple[Job, ...]
