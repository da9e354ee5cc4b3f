"""The service seen from outside: status, progress, events, activity, problems, agents."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bookwheel.domain import scopes
from bookwheel.domain.messages import NO_MESSAGE, Message


@dataclass(frozen=True, slots=True)
class Empty:
    """A request without arguments, or an answer without content."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Where indexing stands. Rates are per second over the last seconds; `time_left_s` is -1 when unknown.

    `phase` is one of idle, counting, indexing, paused.
    """

    phase: str = "idle"
    collection: str = ""
    files_done: int = 0
    files_total: int = 0
    sections_done: int = 0
    files_per_s: float = 0.0
    sections_per_s: float = 0.0
    time_left_s: float = -1.0
    current_file: str = ""
    problems: int = 0
    is_paused: bool = False


@dataclass(frozen=True, slots=True)
class Embedding:
    """Where the making of vectors stands, in sections; those without text count as done.

    `state` is one of off, waiting (for a quiet moment), loading, embedding, paused, ready, failed; `model` the model's
    name; `time_left_s` is -1 when unknown; `problem` a sentence for a person, empty when there is none.
    """

    state: str = "off"
    model: str = ""
    done: int = 0
    total: int = 0
    chunks_per_s: float = 0.0
    time_left_s: float = -1.0
    problem: Message = NO_MESSAGE


@dataclass(frozen=True, slots=True)
class Problem:
    """A file that could not be indexed or only in part: `kind` is skipped, failed or warning."""

    doc: str
    collection: str
    path: str
    kind: str
    reason: Message
    seen_at: str


@dataclass(frozen=True, slots=True)
class ProblemsAnswer:
    """Problems by document, newest first."""

    problems: tuple[Problem, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Activity:
    """One call that a client made. `client` is the agent's name, or window, cli."""

    sequence: int
    at: str
    client: str
    tool: str
    query: str
    sections: tuple[str, ...]
    hits: int
    tokens: int
    took_ms: float
    error: str = ""


@dataclass(frozen=True, slots=True)
class ActivityRequest:
    """The newest calls, before a sequence number if one is given (0 for the newest)."""

    limit: int = 100
    before: int = 0


@dataclass(frozen=True, slots=True)
class ActivityAnswer:
    """Calls, newest first."""

    activity: tuple[Activity, ...]


@dataclass(frozen=True, slots=True)
class Unanswered:
    """Words that agents asked for and found nothing: how often, when last, and which agents, the last one first."""

    query: str
    times: int
    last_at: str
    clients: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UnansweredRequest:
    """The most frequent queries that found nothing, so many at most."""

    limit: int = 200


@dataclass(frozen=True, slots=True)
class UnansweredAnswer:
    """Queries that found nothing, the most frequent first and of those the latest; `total` of all there are.

    `days` is how long the activity list, from which they are counted, is kept.
    """

    queries: tuple[Unanswered, ...]
    total: int
    days: int


class EventKind(StrEnum):
    """What happened, in the past tense."""

    PUBLISHED = "published"
    PROGRESSED = "progressed"
    EMBEDDED = "embedded"
    PROJECTED = "projected"
    MAPPED = "mapped"
    MEMORIES_CHANGED = "memories_changed"
    LINKS_CHANGED = "links_changed"
    TRAY_CHANGED = "tray_changed"
    COLLECTIONS_CHANGED = "collections_changed"
    ACTIVITY_LOGGED = "activity_logged"
    SETTINGS_CHANGED = "settings_changed"
    AGENTS_CHANGED = "agents_changed"
    PROBLEM_FOUND = "problem_found"
    NOTICE_RAISED = "notice_raised"
    STORAGE_RECOVERED = "storage_recovered"
    RESYNC = "resync"
    STOPPING = "stopping"


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened in the service; `sequence` grows by one; what does not belong to `kind` is empty.

    PROJECTED says that the graph answers at the revision, MAPPED that there are new places on the map, LINKS_CHANGED
    that something was linked by hand, or no longer is; STORAGE_RECOVERED that the disk takes writes again.
    `docs` are the ids changed or deleted by a published revision (at most 200, then `is_partial`).
    """

    sequence: int
    kind: EventKind
    revision: int
    progress: Progress | None = None
    activity: Activity | None = None
    problem: Problem | None = None
    docs: tuple[str, ...] = ()
    is_partial: bool = False
    message: Message = NO_MESSAGE
    embedding: Embedding | None = None


@dataclass(frozen=True, slots=True)
class AgentClient:
    """A program that may connect: `collections` is its scope, None for all; `seen_at` its last call.

    `filter` narrows the scope further (see `domain.scopes`). `may_remember` says that it may keep memories as well.
    """

    name: str
    collections: tuple[str, ...] | None
    created_at: str
    seen_at: str = ""
    is_connected: bool = False
    may_remember: bool = False
    filter: str = scopes.DEFAULT


@dataclass(frozen=True, slots=True)
class AgentsAnswer:
    """Every client with a token, and whether the person paused all of them.

    `notices` say when the tokens were damaged and what became of them.
    """

    agents: tuple[AgentClient, ...]
    is_paused: bool
    notices: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class AgentRequest:
    """Make a client (or change its scope): `collections` None shows it everything.

    `filter` narrows that (see `domain.scopes`); None leaves a known client as it is, and hides private pages from a new
    one.
    `may_remember` None leaves a known client as it is, and lets a new one read alone.
    `is_unasked` says that a program asks for itself, not the person: a known client then keeps its scope, and a revoked
    one stays out.
    """

    name: str
    collections: tuple[str, ...] | None = None
    is_unasked: bool = False
    may_remember: bool | None = None
    filter: str | None = None


@dataclass(frozen=True, slots=True)
class AgentAnswer:
    """A client with what it needs to connect; the token is shown to the person's own programs alone."""

    agent: AgentClient
    url: str
    token: str


@dataclass(frozen=True, slots=True)
class NameRequest:
    """The one client or collection meant; empty for all, where that makes sense."""

    name: str = ""


@dataclass(frozen=True, slots=True)
class PauseAgentsRequest:
    """Hold every agent's calls, or let them go on."""

    is_paused: bool


@dataclass(frozen=True, slots=True)
class StatusAnswer:
    """How the service is: `state` is starting, counting, indexing, ready, paused or draining; sizes are in bytes.

    `pending` is the number of files still to be read, None while they are counted. `graph_problem` says why the graph
    does not follow, `storage_problem` why the system refuses to write to the library; both are empty while all is well.
    `other_files` is how many files the last scans left out because of their kind.
    """

    version: str
    protocol: int
    pid: int
    url: str
    library: str
    state: str
    revision: int
    collections: int
    documents: int
    sections: int
    pending: int | None
    coverage: float
    problems: int
    progress: Progress
    agents_connected: tuple[str, ...]
    agents_paused: bool
    uptime_s: float
    memory_bytes: int
    size_bytes: int
    notices: tuple[Message, ...] = ()
    graph_revision: int = 0
    embedding: Embedding = Embedding()
    graph_problem: Message = NO_MESSAGE
    storage_problem: Message = NO_MESSAGE
    other_files: int = 0


@dataclass(frozen=True, slots=True)
class DoctorRequest:
    """Check every store; `repair` mends what can be mended."""

    repair: bool = False


@dataclass(frozen=True, slots=True)
class Check:
    """One check: `state` is good, mended, or bad with `advice`."""

    name: Message
    state: str
    message: Message
    advice: Message = NO_MESSAGE


@dataclass(frozen=True, slots=True)
class DoctorAnswer:
    """All checks in order."""

    checks: tuple[Check, ...]
    is_healthy: bool


@dataclass(frozen=True, slots=True)
class SettingRequest:
    """Read one setting (`keyword.title`), or all with an empty name."""

    name: str = ""


@dataclass(frozen=True, slots=True)
class SettingChange:
    """Write one setting; `value` is parsed by the setting's type."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting by its dotted name, its value and default as text, its type's name and what it does.

    A number lies between `least` and `most`; a text is one of `choices`, where there are any.
    """

    name: str
    value: str
    default: str
    type: str
    about: str
    least: float | None = None
    most: float | None = None
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SettingsAnswer:
    """Settings by name."""

    settings: tuple[Setting, ...]


@dataclass(frozen=True, slots=True)
class RebuildRequest:
    """Parse a collection (or all, when empty) anew."""

    collection: str = ""
