"""What the service and its children, indexer, embedder and watcher, say to each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from bookwheel.domain.annotations.manual_links import ManualLink
from bookwheel.domain.annotations.same_things import SameDecision
from bookwheel.domain.collection import Collection
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.domain.service.passwords import FilePassword
from bookwheel.domain.service.status import Embedding, Problem, Progress
from bookwheel.domain.topics import StatedTopics


class Verb(StrEnum):
    """What the service asks of a child.

    WAKE and VIEWED are for the embedder, SCAN, CHANGED, MEND, LINK, TOPICS and UNLOCK for the indexer; the watcher
    knows CONFIGURE.
    """

    CONFIGURE = "configure"
    SCAN = "scan"
    CHANGED = "changed"
    FORGET = "forget"
    REBUILD = "rebuild"
    MEND = "mend"
    LINK = "link"
    TOPICS = "topics"
    UNLOCK = "unlock"
    WAKE = "wake"
    VIEWED = "viewed"
    PAUSE = "pause"
    RESUME = "resume"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class Command:
    """One request to a child.

    CONFIGURE replaces the collections and limits and comes first; SCAN reconciles `collection` (all when empty) with
    its folder; CHANGED names paths relative to the collection's root; FORGET drops a collection from every store; MEND
    builds `stores` anew (catalogue, keyword index, ontology); LINK says which `links` were made by hand, and which
    things are the `same` or not, all of them; TOPICS which `topics` there are, of `collection` or of all when that is
    empty.
    UNLOCK says which `passwords` there are, all of them, and by their hashes which were `forgotten` just now.
    `reads_history` says whether git is asked what it knows of the folders, `finds_names` whether names are looked for
    in running text.

    The embedder's CONFIGURE has `models` (collection and model, "" for the bundled one), `publications` (collections
    that are subscriptions), `shares_vectors` (whether their vectors are kept under the names that every reader of a
    publication has for them) and `threads`; WAKE says that sections may lack vectors, VIEWED names `docs` that come
    first, and REBUILD that its file is to be checked whole.
    """

    verb: Verb
    collection: str = ""
    paths: tuple[str, ...] = ()
    collections: tuple[Collection, ...] = ()
    batch_files: int = 200
    batch_s: float = 1.0
    largest_file_mb: float = 20.0
    seconds_per_file: float = 20.0
    memory_mb: int = 1024
    reads_history: bool = False
    finds_names: bool = True
    models: tuple[tuple[str, str], ...] = ()
    publications: tuple[str, ...] = ()
    shares_vectors: bool = False
    threads: int = 2
    docs: tuple[str, ...] = ()
    stores: tuple[str, ...] = ()
    links: tuple[ManualLink, ...] = ()
    same: tuple[SameDecision, ...] = ()
    topics: tuple[StatedTopics, ...] = ()
    passwords: tuple[FilePassword, ...] = ()
    forgotten: tuple[str, ...] = ()


class ReportKind(StrEnum):
    """What a child tells, in the past tense."""

    STARTED = "started"
    PROGRESSED = "progressed"
    PUBLISHED = "published"
    PROBLEM_FOUND = "problem_found"
    FORGOTTEN = "forgotten"
    IDLED = "idled"
    EMBEDDED = "embedded"
    PROJECTED = "projected"
    PROJECTION_FAILED = "projection_failed"
    STALLED = "stalled"
    CHANGED = "changed"
    NOTICED = "noticed"


@dataclass(frozen=True, slots=True)
class Report:
    """One message from a child.

    PUBLISHED carries the revision that readers may now open and the ids of the documents changed or gone (at most 200,
    then `is_partial`); IDLED says that nothing is left to do; FORGOTTEN names the collection that left every store;
    PROJECTED carries the revision that the ontology has reached (-1 for none), and comes after IDLED; PROJECTION_FAILED
    says why it will not reach any for now; STALLED says why the system lets the child write nothing, and comes last;
    EMBEDDED says how far the embedder is, after every commit of its vectors.
    The watcher says CHANGED with a collection and paths in it (as a command CHANGED has them), and NOTICED with a
    sentence about a collection for a person; an empty sentence takes the last one back.

    `waiting` and `linking` are those of `Readiness`, None where a report says nothing of them; `taken` is the number of
    commands that they take into account.
    """

    kind: ReportKind
    revision: int = 0
    docs: tuple[str, ...] = ()
    is_partial: bool = False
    progress: Progress | None = None
    problem: Problem | None = None
    collection: str = ""
    message: Message = NO_MESSAGE
    embedding: Embedding | None = None
    waiting: Mapping[str, int] | None = None
    linking: tuple[str, ...] = ()
    taken: int = 0
    paths: tuple[str, ...] = ()
