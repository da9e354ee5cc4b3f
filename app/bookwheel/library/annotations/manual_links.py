"""Manual links: made, listed and taken away. A person's and every agent's are kept; the graph shows those that hold."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

from bookwheel import wire
from bookwheel.domain.annotations.manual_links import (
    THE_PERSON,
    LinkAnswer,
    LinkEntry,
    LinkRequest,
    LinksAnswer,
    LinksRequest,
    ManualLink,
    UnlinkAnswer,
    UnlinkRequest,
)
from bookwheel.domain.annotations.memory import MemoryExportRequest
from bookwheel.domain.errors import BadRequest, NotAllowed, NotFound
from bookwheel.domain.messages import Message
from bookwheel.domain.scopes import is_narrow
from bookwheel.domain.search import EVERYTHING, Scope
from bookwheel.indexes.ontology.iris import is_label
from bookwheel.indexes.state import State
from bookwheel.library.annotations import memory_limits
from bookwheel.library.annotations.link_ends import ends_of, entry_of, followed, is_of, named_end
from bookwheel.library.annotations.link_limits import check_room, identity_of, label_of, note_of
from bookwheel.library.annotations.memories import ALLOW
from bookwheel.library.annotations.new_ids import new_id
from bookwheel.library.snapshot.graph_arrays import Graph
from bookwheel.library.snapshot.section_ids import split_id
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.settings import Settings

MOST_LISTED = 2000
BACKUP_S = 60.0
"""Seconds at least between two backups while links are only added."""

Looked = Callable[[Scope], tuple[Snapshot | None, Graph | None]]


class ManualLinks:
    """All manual links of a library; any thread.

    `changed` is told after every change. The graph and the backup follow by `settle`.
    """

    def __init__(
        self,
        state: State,
        looked: Looked,
        settings: Callable[[], Settings],
        changed: Callable[[], None] = lambda: None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Keep links in the state; `looked` gives the newest snapshot and graph as a caller may see them."""
        self._state, self._looked, self._settings = state, looked, settings
        self._changed, self._clock = changed, clock
        self._lock = threading.Lock()
        self._is_told = True
        self._followed = 0
        self._is_backup_wanted = False
        self._backed_up_at = time.monotonic()
        self.relink: Callable[[], None] = lambda: None
        """Has the graph follow."""

    def link(self, request: LinkRequest, scope: Scope = EVERYTHING) -> LinkAnswer:
        """Keep a link between two things that the caller may see, once.

        Raises:
            NotAllowed: when the person did not let this agent remember.
            NotFound: for an end that the scope does not show, with near ones.
            BadRequest: for a relation that is none, or too much of anything.
            MemoryFull: when there are as many links as there may be.
        """
        client = _writing(scope)
        label, note = label_of(request.relation), note_of(request.note)
        session = memory_limits.name_of("session", request.session)
        agent = memory_limits.name_of("agent", request.agent) or client
        notices: list[Message] = []
        seen = self._looked(scope)
        subject, object = (named_end(name, scope, *seen, notices) for name in (request.subject, request.object))
        if subject.id == object.id:
            raise BadRequest("A link must connect two different things.")
        now = self._clock().astimezone(UTC).isoformat(timespec="seconds")
        with self._lock:
            known = self._state.links()
            own = [one for one in known if one.client == client]
            taken = {one.id for one in known}
            id = new_id("l", taken.__contains__)
            made = ManualLink(id, client, agent, session, subject, label, object, note, now)
            same = next((one for one in own if identity_of(one) == identity_of(made)), None)
            if same is None:
                check_room(len(own), client, self._settings().agents)
            kept = made if same is None else replace(same, note=note or same.note)
            if kept != same:
                self._state.change_links([kept])
                self._note_change()
        if kept != same:
            self._changed()
        return LinkAnswer(kept, same is None, len(own) + (same is None), tuple(notices))

    def listed(self, request: LinksRequest) -> LinksAnswer:
        """Links as they stand now, newest first, for the person.

        Raises:
            BadRequest: for a limit out of range.
        """
        if not 1 <= request.limit <= MOST_LISTED:
            raise BadRequest(
                "{name} must be between {least} and {most}.", name="limit", least=1, most=f"{MOST_LISTED:,}"
            )
        snapshot, graph = self._looked(EVERYTHING)
        client = "" if request.client == THE_PERSON else request.client
        links = [one for one in reversed(self._state.links()) if not request.client or one.client == client]
        if request.node:  # sections stay in their document, and what is moved was followed
            around = request.node if is_label(request.node) else split_id(request.node)[0]
            links = [one for one in links if is_of(one.subject.id, around) or is_of(one.object.id, around)]
        total, links = len(links), links if request.node else links[: request.limit]
        if snapshot is None:
            entries = [LinkEntry(one, "", one.subject.title, "", one.object.title) for one in links]
        else:
            with snapshot.catalogue.snapshot():
                entries = [entry_of(one, snapshot, graph) for one in links]
        if request.node:
            entries = [one for one in entries if any(is_of(end, request.node) for end in ends_of(one))]
            total = len(entries)
        return LinksAnswer(tuple(entries[: request.limit]), total, snapshot.revision if snapshot else 0)

    def visible_to(self, scope: Scope, limit: int) -> LinksAnswer:
        """The links that an agent sees, newest first: those that `explore` shows it, and its own with a lost end.

        An end that it may not see, or that is lost, has no id. Another's note may speak of what is hidden, so that only
        who sees the whole library gets it.
        """
        snapshot, graph = self._looked(scope)
        links = list(reversed(self._state.links()))
        if snapshot is None:
            entries = [LinkEntry(link, "", "", "", "") for link in links if link.client == scope.client]
            return LinksAnswer(tuple(entries[:limit]), len(entries), 0)
        with snapshot.catalogue.snapshot():
            entries = [entry_of(link, snapshot, graph) for link in links]
        has_notes = snapshot.facets.is_whole and not is_narrow(scope)
        shown = [
            entry
            if entry.link.client == scope.client or has_notes
            else replace(entry, link=replace(entry.link, note=""))
            for entry in entries
            if entry.link.client == scope.client or (graph is not None and entry.subject and entry.object)
        ]
        return LinksAnswer(tuple(shown[:limit]), len(shown), snapshot.told_revision)

    def chosen(self, request: UnlinkRequest, scope: Scope | None = None) -> list[ManualLink]:
        """The links that fit everything given: an agent's own alone, or anyone's for the person (no scope).

        Raises:
            NotAllowed: when the person did not let this agent remember.
            NotFound: for an unknown id.
            BadRequest: when nothing says which, or `before` is no time.
        """
        client = request.client if scope is None else _writing(scope)
        before = memory_limits.moment_of(request.before)
        if not (request.ids or request.agent or before or request.session is not None or (scope is None and client)):
            raise BadRequest("Specify which links: id, session, agent or before.")
        wanted = "" if client == THE_PERSON else client
        own = [one for one in self._state.links() if not client or one.client == wanted]
        there = {one.id for one in own}
        for id in request.ids:
            if id not in there:
                raise NotFound("There is no link {name}.", name=id[:40], next="browse with view links gives ids")
        return [
            one
            for one in own
            if (not request.ids or one.id in request.ids)
            and request.agent in ("", one.agent)
            and request.session in (None, one.session)
            and (not before or memory_limits.moment_of(one.created_at) < before)
        ]

    def unlink(self, request: UnlinkRequest, scope: Scope | None = None) -> UnlinkAnswer:
        """Take links away; raises as `chosen` does."""
        with self._lock:
            gone = self.chosen(request, scope)
            if gone:
                self._state.change_links((), [one.id for one in gone])
                self._note_change()
        if gone:
            self._changed()
        return UnlinkAnswer(len(gone))

    def export(self, request: MemoryExportRequest) -> tuple[str, int]:
        """The links of whose memories are exported, oldest first, in the same format, and how many they are."""
        written = _line if request.format == "jsonl" else _paragraph
        fitting = [one for one in self._state.links() if request.client in ("", one.client)]
        texts = [written(one) for one in fitting if request.session in (None, one.session)]
        return "".join(texts), len(texts)

    def settle(self, *, is_last: bool = False) -> None:
        """Let links follow moved documents and the graph follow the links, and renew the backup.

        That is done at once when a link was changed or taken away, else once a minute.
        """
        self._follow()
        with self._lock:
            is_told, self._is_told = self._is_told, True
            is_late = is_last or time.monotonic() - self._backed_up_at > BACKUP_S
            is_wanted = self._is_backup_wanted and is_late
            if is_wanted:
                self._is_backup_wanted, self._backed_up_at = False, time.monotonic()
        if not is_told and not is_last:
            self.relink()
        if is_wanted:
            self._state.back_up()
        elif not is_told:
            self._state.keep_backup()

    def _follow(self) -> None:
        """Let ends in moved documents name their new place: the catalogue that knows the old one may be lost."""
        snapshot, _ = self._looked(EVERYTHING)
        if snapshot is None or snapshot.revision == self._followed:
            return
        with self._lock, snapshot.catalogue.snapshot():
            known = self._state.links()
            now = [followed(one, snapshot) for one in known]
            moved = [one for one, before in zip(now, known, strict=True) if one != before]
            if moved:
                self._state.change_links(moved)
                self._note_change()
        self._followed = snapshot.revision
        if moved:
            self._changed()

    def _note_change(self) -> None:
        self._is_told, self._is_backup_wanted = False, True


def _line(link: ManualLink) -> str:
    """A link as a line of JSON."""
    return wire.encode({"link": link}).decode() + "\n"


def _paragraph(link: ManualLink) -> str:
    """A link as Markdown."""
    head = f"## {link.created_at[:16].replace('T', ' ')} link of {link.by}"
    said = f"{link.subject.id} — {link.label} → {link.object.id}"
    return "\n\n".join(part for part in (head, said, link.note) if part) + "\n\n"


def _writing(scope: Scope) -> str:
    """The client that links, empty for the person."""
    if scope.client and not scope.may_remember:
        raise NotAllowed("You can read this library but not save memories.", next=ALLOW)
    return scope.client
