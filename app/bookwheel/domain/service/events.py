"""What happens in the service, as its clients are told."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.domain.service.activity import Activity
from bookwheel.domain.service.status import Embedding, Problem, Progress


class EventKind(StrEnum):
    """What happened, in the past tense."""

    PUBLISHED = "published"
    PROGRESSED = "progressed"
    EMBEDDED = "embedded"
    PROJECTED = "projected"
    MAPPED = "mapped"
    TOPICS_CHANGED = "topics_changed"
    TOPICS_PROPOSED = "topics_proposed"
    MEMORIES_CHANGED = "memories_changed"
    LINKS_CHANGED = "links_changed"
    SAME_CHANGED = "same_changed"
    TRAY_CHANGED = "tray_changed"
    ANNOTATIONS_CHANGED = "annotations_changed"
    READING_CHANGED = "reading_changed"
    IMAGES_CHANGED = "images_changed"
    COLLECTIONS_CHANGED = "collections_changed"
    JOBS_CHANGED = "jobs_changed"
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

    PROJECTED says that the graph answers at the revision, MAPPED that there are new places on the map, TOPICS_CHANGED
    that topics were made or arranged, TOPICS_PROPOSED that agents propose others than before, LINKS_CHANGED that
    something was linked by hand, or no longer is; SAME_CHANGED that a person decided whether two things are the same;
    IMAGES_CHANGED that remote images were fetched, or could not be; JOBS_CHANGED that a refresh or batch began, went on
    or ended; STORAGE_RECOVERED that the disk takes writes again.
    `docs` are the ids changed or deleted by a published revision (at most 200, then `is_partial`); of READING_CHANGED
    the document that was left at another place, or none for all.
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
