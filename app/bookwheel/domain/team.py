"""A team's reader and its indexing workers: publications, the provider by which people sign in, and who calls."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bookwheel.domain.collection_source import Timetable

DEFAULT_LISTEN = "127.0.0.1:8443"
"""Where a reader listens unless its configuration says otherwise."""

DEFAULT_WORKER_LISTEN = "127.0.0.1:8444"
"""Where a worker answers probes unless its configuration says otherwise."""

DEFAULT_LEASE_S = 60
"""Seconds that a worker may be silent before another takes over its job, unless the configuration says otherwise."""

DEFAULT_KEEP_MINUTES = 60
"""Minutes for which grants hold while their database is away, unless the configuration says otherwise."""

DAILY_MINUTES = 60 * 24
"""Minutes between two publications of a collection unless the configuration says otherwise."""

DEFAULT_SAMPLE = 0.05
"""The share of calls that traces record unless the configuration says otherwise."""

READING_METHODS = frozenset({
    "search", "names", "browse", "outline", "read", "tree", "resolve", "explore", "query", "context", "mentions",
    "inspect", "absence", "changes", "collections", "asset", "find", "page", "status", "tasks", "topics",
})  # fmt: skip
"""The methods that a team's reader answers; all others are refused, known or not."""

DEFAULT_GROUPS_CLAIM = "groups"
"""The claim of a token that names its owner's groups unless the configuration says otherwise."""


@dataclass(frozen=True, slots=True)
class IdentityConfig:
    """The organisation's OpenID Connect provider, and what its tokens must say."""

    issuer: str
    audience: str
    groups_claim: str = DEFAULT_GROUPS_CLAIM
    client_id: str = ""
    """The public client with which people sign in by device flow; shown to clients, empty for none."""


@dataclass(frozen=True, slots=True)
class SignInDescription:
    """What a client needs for signing a person in to a team's reader, which says it at `/team`."""

    issuer: str
    client_id: str
    audience: str


@dataclass(frozen=True, slots=True)
class TeamCollection:
    """A publication that the reader shows, and to whom."""

    name: str
    address: str
    key: str
    """The publisher's public key, or its fingerprint."""
    groups: tuple[str, ...]
    """Those who may see it; empty for everyone who can sign in."""
    scope: str = ""
    """Further filters, written as those of agents: `-tag:draft`."""
    timetable: Timetable = Timetable.DAILY
    refresh_minutes: int = 0
    """Minutes between two refreshes in place of the timetable; 0 for the timetable alone."""
    source: str = ""
    """What workers publish: a folder's path, or the address of a site, a feed or a Git repository; empty for none."""
    secret_key: str = ""
    """The path of the publisher's private key."""
    every_minutes: int = DAILY_MINUTES
    """Minutes between two publications by workers."""
    has_assets: bool = False
    """Whether workers publish pictures and other files that pages embed as well."""
    target: str = ""
    """Where workers publish; empty where that is `address`."""
    has_grants: bool = False
    """Whether the grants of the database alone say who sees it; `groups` is empty then and says nothing."""

    @property
    def published_to(self) -> str:
        """The folder or store that workers write."""
        return self.target or self.address


@dataclass(frozen=True, slots=True)
class DatabaseConfig:
    """A PostgreSQL database: its address, or the file that holds it; both are empty for none."""

    address: str = ""
    file: str = ""

    def __bool__(self) -> bool:
        """Whether a database is named."""
        return bool(self.address or self.file)


@dataclass(frozen=True, slots=True)
class WorkersConfig:
    """How workers share their work: the database of the queue, and how long one may be silent."""

    queue: DatabaseConfig
    lease_s: int = DEFAULT_LEASE_S


@dataclass(frozen=True, slots=True)
class AuditConfig:
    """Where readers note calls; workers delete lines older than `days`, 0 keeps them."""

    database: DatabaseConfig
    days: int = 0


@dataclass(frozen=True, slots=True)
class GrantsConfig:
    """Where grants are, and for how many minutes the last that were read hold while that database is away."""

    database: DatabaseConfig = DatabaseConfig()
    keep_minutes: int = DEFAULT_KEEP_MINUTES


@dataclass(frozen=True, slots=True)
class MemoryConfig:
    """Where memories are kept, and the groups that may keep some; empty for everyone who can sign in."""

    groups: tuple[str, ...]
    database: DatabaseConfig = DatabaseConfig()


@dataclass(frozen=True, slots=True)
class Grant:
    """A group that sees a collection, in the part that a filter shows (`scope`; empty for all of it)."""

    collection: str
    group: str
    scope: str = ""
    granted_by: str = ""
    granted_at: datetime | None = None
    """As the database's clock had it; None before it is stored."""


@dataclass(frozen=True, slots=True)
class EngineConfig:
    """Engines that a reader has instead of its own, and may share with others; an empty address stands for its own."""

    vectors: str = ""
    statements: str = ""
    """Where a SPARQL server takes queries."""
    statements_update: str = ""
    """Where it takes updates; empty for the same address."""
    statements_login: str = ""
    """The file that holds `user:password`; empty for a server that asks for none."""
    words: str = ""
    """The database that holds what keyword search needs."""


@dataclass(frozen=True, slots=True)
class TracesConfig:
    """Where traces are sent: the address of an OpenTelemetry collector, and the share (0 to 1) that is recorded."""

    endpoint: str
    sample: float = DEFAULT_SAMPLE
    headers_file: str = ""
    """The file that holds headers for the collector, one a line; empty for none."""


@dataclass(frozen=True, slots=True)
class TeamConfig:
    """What a team's reader was started with."""

    name: str
    host: str
    port: int
    public_url: str
    """The address that clients use, without a slash at its end."""
    certificate: str
    key: str
    behind_proxy: bool
    """TLS ends at a proxy in front of the reader."""
    identity: IdentityConfig | None
    """None for a reader on loopback that shows everything to everyone."""
    collections: tuple[TeamCollection, ...]
    engines: EngineConfig = EngineConfig()
    workers: WorkersConfig | None = None
    audit: AuditConfig | None = None
    grants: GrantsConfig = GrantsConfig()
    traces: TracesConfig | None = None
    memory: MemoryConfig | None = None
    """None where callers keep no memories."""
    worker_host: str = "127.0.0.1"
    worker_port: int = 8444

    @property
    def audit_database(self) -> DatabaseConfig | None:
        """The database in which readers note calls: that of the audit, else that of the queue; None for none."""
        return self._own_or_queue(self.audit.database if self.audit is not None else DatabaseConfig())

    @property
    def grants_database(self) -> DatabaseConfig | None:
        """The database of the grants: one of their own, else that of the queue; None for none."""
        return self._own_or_queue(self.grants.database)

    @property
    def memory_database(self) -> DatabaseConfig | None:
        """The database of memories: one of their own, else that of the queue; None where none are kept."""
        return self._own_or_queue(self.memory.database) if self.memory is not None else None

    def _own_or_queue(self, own: DatabaseConfig) -> DatabaseConfig | None:
        return own or (self.workers.queue if self.workers is not None else None)

    @property
    def names_database(self) -> bool:
        """Whether a database is named for anything."""
        has_tables = any(table is not None for table in (self.workers, self.audit, self.memory))
        return has_tables or bool(self.grants.database)

    @property
    def granted(self) -> tuple[TeamCollection, ...]:
        """The collections whose groups are in the database."""
        return tuple(collection for collection in self.collections if collection.has_grants)

    @property
    def published(self) -> tuple[TeamCollection, ...]:
        """The collections that workers publish."""
        return tuple(collection for collection in self.collections if collection.source)


@dataclass(frozen=True, slots=True)
class TeamCaller:
    """Whom a checked access token names."""

    subject: str
    name: str
    """What to call them in logs and limits; the subject where the token has no name."""
    client: str
    """The program that the token was given to."""
    groups: frozenset[str]
    is_agent: bool
    """Whether a program calls for itself, with no person behind it."""


@dataclass(frozen=True, slots=True)
class AuditedCall:
    """One call: who (`subject`, by which program `client`) asked what, which collections they see, and the outcome."""

    at: datetime
    subject: str
    client: str
    is_agent: bool
    method: str
    collections: tuple[str, ...]
    status: str
    duration_ms: int
