"""What each method of `/rpc` does; the library's own methods pass straight through."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import bookwheel
from bookwheel import settings_text, wire
from bookwheel.domain.annotations.manual_links import (
    LinkAnswer,
    LinkRequest,
    LinksAnswer,
    LinksRequest,
    UnlinkAnswer,
    UnlinkRequest,
)
from bookwheel.domain.annotations.memory import (
    ForgetAnswer,
    ForgetRequest,
    MemoriesAnswer,
    MemoriesRequest,
    Memory,
    MemoryChange,
    MemoryExportAnswer,
    MemoryExportRequest,
)
from bookwheel.domain.annotations.pins import MovePinRequest, PinRequest, TrayAnswer, UnpinRequest
from bookwheel.domain.annotations.same_things import (
    SameAnswer,
    SameListAnswer,
    SameListRequest,
    SameRemoval,
    SameRemoved,
    SameRequest,
)
from bookwheel.domain.collection import (
    AddAnswer,
    AddRequest,
    CollectionsAnswer,
    ConfigureAnswer,
    ConfigureRequest,
    RebuildRequest,
    RemoveRequest,
    join_counts,
    join_skipped,
)
from bookwheel.domain.diagnostics import DismissAnswer, DismissRequest
from bookwheel.domain.errors import NotFound
from bookwheel.domain.mapping_rules import MappingAnswer, MappingRequest
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.domain.page import FindAnswer, FindRequest
from bookwheel.domain.readiness import Readiness
from bookwheel.domain.search import EVERYTHING, Scope
from bookwheel.domain.service.activity import UnansweredAnswer, UnansweredRequest
from bookwheel.domain.service.agents import AgentAnswer, AgentRequest, AgentsAnswer, PauseAgentsRequest
from bookwheel.domain.service.doctor import DoctorAnswer, DoctorRequest
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.domain.service.requests import Empty, NameRequest
from bookwheel.domain.service.settings import SettingChange, SettingRequest, SettingsAnswer
from bookwheel.domain.service.status import Embedding, ProblemsAnswer, Progress, StatusAnswer
from bookwheel.library.reading import page
from bookwheel.library.report import dismissed as dismissed_findings
from bookwheel.service import doctor
from bookwheel.service.components import Parts
from bookwheel.service.workers import process_memory
from bookwheel.service.workers.shape_checks import shape_problems

if TYPE_CHECKING:
    from bookwheel.library.annotations.manual_links import ManualLinks
    from bookwheel.library.annotations.pinned_passages import Tray
    from bookwheel.library.annotations.same_things import SameThings

WAIT_S = 30.0
"""Seconds that a call waits for the library to open."""

_OF_PARTS = {
    "tasks": ("tasks", "answer"), "topics": ("topics_now", "answer"), "edit_topics": ("topics_now", "edit"),
    "topic_proposals": ("topic_proposals", "listed"), "decide_topic_proposals": ("topic_proposals", "decide"),
    "annotate": ("annotations", "annotate"), "change_annotation": ("annotations", "change"),
    "annotations": ("annotations", "listed"), "export_annotations": ("annotations", "export"),
    "remove_annotations": ("annotations", "remove"), "restore_annotations": ("annotations", "restore"),
    "reading": ("reading", "listed"), "change_reading": ("reading", "change"),
}  # fmt: skip
"""Methods that a part of the library has: the part, and what it is called there."""

_OF_UNLOCKING = ("unlock", "forget_password", "password")

_OF_SERVICE = {
    "new_note": ("collections", "new_note"), "activity": ("activity", "listed"),
    "remote_images": ("images", "answer"), "cached_image": ("images", "image"), "models": ("models", "answer"),
    "allow_images": ("images", "allow"), "image_cache": ("images", "measure"),
    "add_source": ("sources", "add"), "change_source": ("sources", "change"), "sources": ("sources", "listed"),
    "refresh": ("sources", "refresh"), "jobs": ("sources", "jobs"), "job": ("jobs", "answer"),
    "publish": ("publishing", "ask"), "publisher_key": ("publishing", "key"),
}  # fmt: skip
"""Methods that a part of the service has, which answers while the library opens: the part, and what it is called."""

_OF_LIBRARY = (
    "search", "names", "browse", "outline", "read", "tree", "page", "asset", "resolve", "explore", "query", "context",
    "export", "map", "absence", "mentions", "inspect", "changes",
)  # fmt: skip


class Methods:
    """The methods of `wire.METHODS`, each from a request to its answer. Called from several threads."""

    def __init__(self, parts: Parts, stop: Callable[[], None]) -> None:
        """`stop` begins the drain."""
        self._parts, self._stop = parts, stop

    def table(self) -> Mapping[str, Callable[[Any], object]]:
        """Every method by its name on the wire."""
        others = (*_OF_LIBRARY, *_OF_PARTS, *_OF_SERVICE, *_OF_UNLOCKING)
        own = {name: getattr(self, name) for name in wire.METHODS if name not in others}
        of_parts = {name: self._of_parts(*where) for name, where in _OF_PARTS.items()}
        own |= {name: getattr(getattr(self._parts, part), method) for name, (part, method) in _OF_SERVICE.items()}
        own |= {name: self._of_unlocking(name) for name in _OF_UNLOCKING}
        return own | of_parts | {name: self._of_library(name) for name in _OF_LIBRARY}

    def _notices(self) -> tuple[Message, ...]:
        parts, opened = self._parts, self._parts.opened
        stored = (parts.storage.problem,) if parts.storage.problem else ()
        return (*stored, *parts.notices, *((*opened.intake.notices, *opened.embedder.notices) if opened else ()))

    def status(self, request: NameRequest) -> StatusAnswer:
        """How the service is; answers even while the library opens. With a collection, what is counted is its own.

        Raises:
            NotFound: for an unknown collection.
        """
        parts, opened = self._parts, self._parts.opened
        # Before what is counted, so that a state of done never stands beside the count of an earlier moment.
        only = parts.collections.find(request.name).slug if request.name else ""
        slugs = tuple(collection.slug for collection in parts.collections.all() if only in ("", collection.slug))
        readiness = opened.intake.readiness if opened is not None else Readiness({})
        progress = opened.intake.progress if opened is not None else Progress()
        embedding = opened.embedder.state if opened is not None else Embedding()
        shown = opened.library.collections(Empty()).collections if opened is not None else ()
        cards = tuple(card for card in shown if card.slug in slugs)
        state = readiness.state_of(only, is_missing=False) if only else readiness.state(slugs)
        skipped_types = join_skipped({card.slug: card.skipped_types for card in cards})
        return StatusAnswer(
            version=bookwheel.__version__,
            protocol=wire.PROTOCOL,
            pid=os.getpid(),
            url=parts.url,
            library=str(parts.paths.root),
            state=self._state(state),
            revision=parts.revision,
            collections=len(slugs),
            documents=sum(card.documents for card in cards),
            sections=sum(card.sections for card in cards),
            pending=readiness.pending(slugs),
            coverage=opened.library.coverage(Scope((only,)) if only else EVERYTHING) if opened is not None else 0.0,
            problems=sum(card.problems for card in cards),
            progress=progress,
            agents_connected=tuple(agent.name for agent in parts.tokens.all() if agent.is_connected),
            agents_paused=parts.are_agents_paused,
            uptime_s=round(time.monotonic() - parts.started, 3),
            memory_bytes=process_memory.resident_bytes(),
            size_bytes=process_memory.folder_bytes(parts.paths.root),
            graph_revision=opened.library.graphs.revision if opened is not None else 0,
            notices=self._notices(),
            embedding=embedding,
            graph_problem=opened.intake.graph_problem if opened is not None else NO_MESSAGE,
            storage_problem=parts.storage.problem,
            other_files=sum(kind.count for kind in skipped_types),
            skipped_types=skipped_types,
            files=join_counts(card.files for card in cards),
        )

    def add(self, request: AddRequest) -> AddAnswer:
        """Add a folder and begin to take it in."""
        return self._parts.wait(WAIT_S).intake.add(request)

    def remove(self, request: RemoveRequest) -> Empty:
        """Remove a collection from every store."""
        self._parts.wait(WAIT_S).intake.remove(request.collection)
        return Empty()

    def configure(self, request: ConfigureRequest) -> ConfigureAnswer:
        """Change how a collection is called, weighed and taken in."""
        return ConfigureAnswer(self._parts.wait(WAIT_S).intake.change(request))

    def collections(self, request: Empty) -> CollectionsAnswer:
        """All collections with their counts."""
        return self._parts.wait(WAIT_S).library.collections(request)

    def pause(self, request: Empty) -> Empty:
        """Hold indexing."""
        self._parts.wait(WAIT_S).intake.pause(True)
        return Empty()

    def resume(self, request: Empty) -> Empty:
        """Let indexing go on."""
        self._parts.wait(WAIT_S).intake.pause(False)
        return Empty()

    def rebuild(self, request: RebuildRequest) -> Empty:
        """Parse a collection, or all, anew."""
        self._parts.wait(WAIT_S).intake.rebuild(request.collection)
        return Empty()

    def doctor(self, request: DoctorRequest) -> DoctorAnswer:
        """Check every store, and mend what can be mended if asked to."""
        return doctor.examine(self._parts, self._parts.wait(WAIT_S), request.repair)

    def memories(self, request: MemoriesRequest) -> MemoriesAnswer:
        """What agents keep, of all of them."""
        return self._parts.wait(WAIT_S).library.memories.listed(request)

    def change_memory(self, request: MemoryChange) -> Memory:
        """Edit a memory."""
        return self._parts.wait(WAIT_S).library.memories.change(request)

    def forget_memories(self, request: ForgetRequest) -> ForgetAnswer:
        """Forget memories of any agent."""
        return self._parts.wait(WAIT_S).library.memories.forget(request)

    def export_memories(self, request: MemoryExportRequest) -> MemoryExportAnswer:
        """Memories as text, and after the last of them the links of the same maker."""
        answer = self._parts.wait(WAIT_S).library.memories.export(request)
        if answer.cursor:
            return answer
        content, count = self._links().export(request)
        return replace(answer, content=answer.content + content, links=count)

    def link(self, request: LinkRequest) -> LinkAnswer:
        """Link two things by hand, for the person."""
        return self._links().link(request)

    def links(self, request: LinksRequest) -> LinksAnswer:
        """What was linked by hand, by anyone."""
        return self._links().listed(request)

    def unlink(self, request: UnlinkRequest) -> UnlinkAnswer:
        """Take links away, anyone's."""
        return self._links().unlink(request)

    def decide_same(self, request: SameRequest) -> SameAnswer:
        """Say whether two things are the same, for the person."""
        return self._same().decide(request)

    def same_decisions(self, request: SameListRequest) -> SameListAnswer:
        """What the person said of things."""
        return self._same().listed(request)

    def remove_same(self, request: SameRemoval) -> SameRemoved:
        """Remove decisions on things."""
        return self._same().remove(request)

    def dismiss(self, request: DismissRequest) -> DismissAnswer:
        """Dismiss findings, or restore them."""
        state, ids = self._parts.state, dismissed_findings.checked(request.ids)
        if request.is_restored:
            state.restore(ids)
        else:
            dismissed_findings.checked(state.dismissed() | {*ids})
            state.dismiss(ids, datetime.now(UTC).isoformat(timespec="seconds"))
        return DismissAnswer(len(state.dismissed()))

    def preview_mapping(self, request: MappingRequest) -> MappingAnswer:
        """What mapping rules make of a collection or folder."""
        return self._parts.wait(WAIT_S).mapping_previews.preview(request, self._parts.collections.find)

    def tray(self, request: Empty) -> TrayAnswer:
        """The passages pinned for agents."""
        return self._tray().listed()

    def pin(self, request: PinRequest) -> TrayAnswer:
        """Pin a passage for agents."""
        return self._tray().pin(request)

    def unpin(self, request: UnpinRequest) -> TrayAnswer:
        """Take passages out of the tray."""
        return self._tray().unpin(request)

    def move_pin(self, request: MovePinRequest) -> TrayAnswer:
        """Put a pinned passage elsewhere in the tray."""
        return self._tray().move(request)

    def problems(self, request: NameRequest) -> ProblemsAnswer:
        """Files that could not be indexed, or only in part."""
        opened = self._parts.wait(WAIT_S)
        slug = self._parts.collections.find(request.name).slug if request.name else ""
        answer = opened.library.problems(NameRequest(slug))
        skipped = tuple(file for file in opened.intake.skipped if slug in ("", file.collection))
        collections = [one for one in self._parts.collections.all() if slug in ("", one.slug)]
        shapes = tuple(shape_problems(opened.shapes.own(collections)))
        problems = (*skipped, *shapes, *answer.problems)
        return replace(answer, problems=problems, total=answer.total + len(skipped) + len(shapes))

    def unanswered(self, request: UnansweredRequest) -> UnansweredAnswer:
        """What agents asked for and did not find."""
        return self._parts.activity.unanswered(request, self._parts.settings.agents.activity_days)

    def agents(self, request: Empty) -> AgentsAnswer:
        """Every client with a token."""
        tokens = self._parts.tokens
        return AgentsAnswer(tokens.all(), self._parts.are_agents_paused, tokens.file.notices)

    def agent(self, request: AgentRequest) -> AgentAnswer:
        """Make a client or change its scope, and show what it needs to connect."""
        token = self._parts.tokens.make(
            *(request.name, self._slugs(request.collections)),
            is_unasked=request.is_unasked,
            may_remember=request.may_remember,
            filter=request.filter,
            may_read_annotations=request.may_read_annotations,
            may_write=self._slugs(request.may_write),
        )
        self._agents_changed(request.name)
        agent = next(one for one in self._parts.tokens.all() if one.name == request.name)
        return AgentAnswer(agent, f"{self._parts.url}/mcp", token)

    def _slugs(self, named: tuple[str, ...] | None) -> tuple[str, ...] | None:
        return None if named is None else tuple(self._parts.collections.find(slug).slug for slug in named)

    def revoke(self, request: NameRequest) -> Empty:
        """Forget a client and its token."""
        self._parts.tokens.revoke(request.name)
        self._agents_changed(request.name)
        return Empty()

    def pause_agents(self, request: PauseAgentsRequest) -> Empty:
        """Hold every agent's calls, or let them go on."""
        self._parts.pause_agents(request.is_paused)
        self._agents_changed("")
        return Empty()

    def settings(self, request: SettingRequest) -> SettingsAnswer:
        """One setting, a group of them, or all."""
        rows = settings_text.list_settings(self._parts.settings)
        if request.name:
            rows = tuple(row for row in rows if row.name == request.name or row.name.startswith(f"{request.name}."))
        if not rows:
            names = [row.name for row in settings_text.list_settings(self._parts.settings)]
            near = [name for name in names if request.name.rpartition(".")[2] in name]
            raise NotFound(
                "There is no setting {name}.", name=request.name, did_you_mean=near[:5], next="bookwheel settings get"
            )
        return SettingsAnswer(rows)

    def set(self, request: SettingChange) -> SettingsAnswer:
        """Write one setting."""
        changed = self._parts.replace_settings(request.name, request.value)
        return SettingsAnswer(tuple(row for row in settings_text.list_settings(changed) if row.name == request.name))

    def stop(self, request: Empty) -> Empty:
        """Finish the calls in flight and end the service."""
        self._stop()
        return Empty()

    def _links(self) -> ManualLinks:
        links = self._parts.wait(WAIT_S).library.links
        assert links is not None, "likewise"
        return links

    def _same(self) -> SameThings:
        same = self._parts.wait(WAIT_S).library.same
        assert same is not None, "likewise"
        return same

    def _tray(self) -> Tray:
        tray = self._parts.wait(WAIT_S).library.tray
        assert tray is not None, "the parts give the library its tray before they are open"
        return tray

    def find(self, request: FindRequest) -> FindAnswer:
        """How often words stand in each part of a document's page."""
        snapshot = self._parts.wait(WAIT_S).library.seen(EVERYTHING)
        return page.find_in(request, EVERYTHING, snapshot) if snapshot is not None else FindAnswer(())

    def _of_library(self, name: str) -> Callable[[Any], object]:
        def call(request: object) -> object:
            answer = getattr(self._parts.wait(WAIT_S).library, name)(request)
            problem, notices = self._parts.storage.problem, getattr(answer, "notices", None)
            return answer if not problem or notices is None else replace(answer, notices=(problem, *notices))

        return call

    def _of_parts(self, part: str, method: str) -> Callable[[Any], object]:
        return lambda request: getattr(getattr(self._parts.wait(WAIT_S).library, part), method)(request)

    def _of_unlocking(self, method: str) -> Callable[[Any], object]:
        return lambda request: getattr(self._parts.wait(WAIT_S).unlocking, method)(request)

    def _agents_changed(self, name: str) -> None:
        named = Message.verbatim(name)
        self._parts.events.publish(Event(0, EventKind.AGENTS_CHANGED, self._parts.revision, message=named))

    def _state(self, readiness: str) -> str:
        if self._parts.is_draining:
            return "draining"
        return "starting" if self._parts.opened is None else readiness
