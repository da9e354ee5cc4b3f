"""How the service stands: its state, its progress, and the files that could not be read."""

from __future__ import annotations

from dataclasses import dataclass

from bookwheel.domain.collection import FileCounts, SkippedType
from bookwheel.domain.messages import NO_MESSAGE, Message


@dataclass(frozen=True, slots=True)
class Progress:
    """Where indexing stands. Rates are per second over the last seconds.

    `time_left_s` to `most_left_s` is how long the rest takes by the pace of the last minutes, -1 while that is unknown.
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
    most_left_s: float = -1.0


@dataclass(frozen=True, slots=True)
class Embedding:
    """Where the making of vectors stands, in sections; those without text count as done.

    `state` is one of off, waiting (for a quiet moment), loading, embedding, paused, battery (paused until the computer
    is plugged in), ready, failed; `model` the model's name; `time_left_s` to `most_left_s` as in `Progress`; `problem`
    a sentence for a person, empty when there is none.
    """

    state: str = "off"
    model: str = ""
    done: int = 0
    total: int = 0
    chunks_per_s: float = 0.0
    time_left_s: float = -1.0
    problem: Message = NO_MESSAGE
    most_left_s: float = -1.0


@dataclass(frozen=True, slots=True)
class Problem:
    """A file that could not be indexed or only in part: `kind` is skipped, protected, failed or warning.

    A protected one is read once its password is given (`unlock`).
    """

    doc: str
    collection: str
    path: str
    kind: str
    reason: Message
    seen_at: str


@dataclass(frozen=True, slots=True)
class ProblemsAnswer:
    """Problems by document, newest first; the files left out because of their type, and the number of documents.

    `ignored` and `secret` count the files left out by patterns, and for names that secrets have; `files` all of them.
    """

    problems: tuple[Problem, ...]
    total: int
    skipped_types: tuple[SkippedType, ...] = ()
    documents: int = 0
    ignored: int = 0
    secret: int = 0
    files: FileCounts = FileCounts()


@dataclass(frozen=True, slots=True)
class StatusAnswer:
    """How the service is: `state` is starting, counting, indexing, ready, paused or draining; sizes are in bytes.

    `pending` is the number of files still to be read, None while they are counted. `graph_problem` says why the graph
    does not follow, `storage_problem` why the system refuses to write to the library; both are empty while all is well.
    `skipped_types` says which files the last scans left out because of their type, `other_files` how many these are;
    `files` counts all files that were found.
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
    skipped_types: tuple[SkippedType, ...] = ()
    files: FileCounts = FileCounts()
