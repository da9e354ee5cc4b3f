"""What crosses a process border: the protocol number, the methods, and how `packing` writes what they carry."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import msgspec

from bookwheel.domain import (
    browse,
    collection,
    diagnostics,
    errors,
    graph,
    history,
    jobs,
    map,
    mapping_rules,
    notes,
    page,
    publications,
    reading,
    remote_images,
    search,
    sources,
    tasks,
    topic_proposals,
    topics,
)
from bookwheel.domain.annotations import annotation, manual_links, memory, pins, reading_progress, same_things
from bookwheel.domain.errors import BadRequest
from bookwheel.domain.messages import Message
from bookwheel.domain.places import FilePlace
from bookwheel.domain.service import activity, agents, doctor, models, passwords, requests, settings, status
from bookwheel.packing import as_text as as_text
from bookwheel.packing import convert
from bookwheel.packing import decode as decode
from bookwheel.packing import encode as encode
from bookwheel.packing import encode_as_text as encode_as_text
from bookwheel.packing import pack_message as pack_message
from bookwheel.packing import unpack_message as unpack_message

PROTOCOL = 8
"""Grows when a request or an answer changes its shape."""

PAGE = 2000
"""Rows of a list in one answer at most."""

_FILTER = re.compile(r"([^=<>!]+)(!=|>=|<=|=|>|<)(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Discovery:
    """How to find a library's service."""

    pid: int
    url: str
    protocol: int
    version: str
    started_at: str


@dataclass(frozen=True, slots=True)
class Failure:
    """A BookwheelError on the wire."""

    code: str
    message: Message
    did_you_mean: tuple[str, ...] = ()
    next: str = ""


METHODS: dict[str, tuple[type, type]] = {
    "status": (requests.NameRequest, status.StatusAnswer),
    "add": (collection.AddRequest, collection.AddAnswer),
    "remove": (collection.RemoveRequest, requests.Empty),
    "configure": (collection.ConfigureRequest, collection.ConfigureAnswer),
    "collections": (requests.Empty, collection.CollectionsAnswer),
    "add_source": (sources.AddSourceRequest, sources.AddSourceAnswer),
    "change_source": (sources.ChangeSourceRequest, sources.SourceCard),
    "sources": (requests.Empty, sources.SourcesAnswer),
    "refresh": (sources.RefreshRequest, sources.RefreshAnswer),
    "publish": (publications.PublishRequest, jobs.Job),
    "publisher_key": (publications.PublisherKeyRequest, publications.PublisherKeyAnswer),
    "jobs": (jobs.JobsRequest, jobs.JobsAnswer),
    "job": (jobs.JobRequest, jobs.Job),
    "search": (search.SearchRequest, search.SearchAnswer),
    "names": (search.NamesRequest, search.NamesAnswer),
    "browse": (browse.BrowseRequest, browse.BrowseAnswer),
    "outline": (reading.OutlineRequest, reading.OutlineAnswer),
    "read": (reading.ReadRequest, reading.ReadAnswer),
    "tree": (browse.TreeRequest, browse.TreeAnswer),
    "page": (page.PageRequest, page.PageAnswer),
    "find": (page.FindRequest, page.FindAnswer),
    "asset": (page.AssetRequest, page.AssetAnswer),
    "remote_images": (remote_images.RemoteImagesRequest, remote_images.RemoteImagesAnswer),
    "cached_image": (remote_images.CachedImageRequest, page.AssetAnswer),
    "allow_images": (remote_images.AllowImagesRequest, requests.Empty),
    "image_cache": (remote_images.ImageCacheRequest, remote_images.ImageCacheAnswer),
    "resolve": (page.ResolveRequest, page.ResolveAnswer),
    "explore": (graph.ExploreRequest, graph.ExploreAnswer),
    "query": (graph.QueryRequest, graph.QueryAnswer),
    "context": (graph.ContextRequest, graph.ContextAnswer),
    "export": (graph.ExportRequest, graph.ExportAnswer),
    "map": (map.MapRequest, map.MapAnswer),
    "absence": (diagnostics.AbsenceRequest, diagnostics.AbsenceAnswer),
    "mentions": (diagnostics.MentionsRequest, diagnostics.MentionsAnswer),
    "inspect": (diagnostics.InspectRequest, diagnostics.InspectAnswer),
    "dismiss": (diagnostics.DismissRequest, diagnostics.DismissAnswer),
    "preview_mapping": (mapping_rules.MappingRequest, mapping_rules.MappingAnswer),
    "topics": (topics.TopicsRequest, topics.TopicsAnswer),
    "edit_topics": (topics.TopicEdit, topics.TopicEdited),
    "topic_proposals": (topic_proposals.ProposalsRequest, topic_proposals.ProposalsAnswer),
    "decide_topic_proposals": (topic_proposals.ProposalDecision, topic_proposals.ProposalsDecided),
    "tasks": (tasks.TasksRequest, tasks.TasksAnswer),
    "new_note": (notes.NewNoteRequest, notes.NewNoteAnswer),
    "changes": (history.ChangesRequest, history.ChangesAnswer),
    "memories": (memory.MemoriesRequest, memory.MemoriesAnswer),
    "change_memory": (memory.MemoryChange, memory.Memory),
    "forget_memories": (memory.ForgetRequest, memory.ForgetAnswer),
    "export_memories": (memory.MemoryExportRequest, memory.MemoryExportAnswer),
    "link": (manual_links.LinkRequest, manual_links.LinkAnswer),
    "links": (manual_links.LinksRequest, manual_links.LinksAnswer),
    "unlink": (manual_links.UnlinkRequest, manual_links.UnlinkAnswer),
    "decide_same": (same_things.SameRequest, same_things.SameAnswer),
    "same_decisions": (same_things.SameListRequest, same_things.SameListAnswer),
    "remove_same": (same_things.SameRemoval, same_things.SameRemoved),
    "tray": (requests.Empty, pins.TrayAnswer),
    "pin": (pins.PinRequest, pins.TrayAnswer),
    "unpin": (pins.UnpinRequest, pins.TrayAnswer),
    "move_pin": (pins.MovePinRequest, pins.TrayAnswer),
    "annotate": (annotation.AnnotateRequest, annotation.AnnotationEntry),
    "change_annotation": (annotation.AnnotationChange, annotation.AnnotationEntry),
    "annotations": (annotation.AnnotationsRequest, annotation.AnnotationsAnswer),
    "remove_annotations": (annotation.AnnotationRemoval, annotation.RemovedAnnotations),
    "restore_annotations": (annotation.AnnotationRestoration, annotation.RestoredAnnotations),
    "export_annotations": (annotation.AnnotationExportRequest, annotation.AnnotationExport),
    "reading": (reading_progress.ReadingRequest, reading_progress.ReadingAnswer),
    "change_reading": (reading_progress.ReadingChange, reading_progress.ReadingAnswer),
    "pause": (requests.Empty, requests.Empty),
    "resume": (requests.Empty, requests.Empty),
    "rebuild": (collection.RebuildRequest, requests.Empty),
    "doctor": (doctor.DoctorRequest, doctor.DoctorAnswer),
    "problems": (requests.NameRequest, status.ProblemsAnswer),
    "unlock": (passwords.UnlockRequest, passwords.UnlockAnswer),
    "forget_password": (passwords.ProtectedRequest, requests.Empty),
    "password": (passwords.ProtectedRequest, passwords.PasswordAnswer),
    "activity": (activity.ActivityRequest, activity.ActivityAnswer),
    "unanswered": (activity.UnansweredRequest, activity.UnansweredAnswer),
    "agents": (requests.Empty, agents.AgentsAnswer),
    "agent": (agents.AgentRequest, agents.AgentAnswer),
    "revoke": (requests.NameRequest, requests.Empty),
    "pause_agents": (agents.PauseAgentsRequest, requests.Empty),
    "models": (models.ModelsRequest, models.ModelsAnswer),
    "settings": (settings.SettingRequest, settings.SettingsAnswer),
    "set": (settings.SettingChange, settings.SettingsAnswer),
    "stop": (requests.Empty, requests.Empty),
}
"""Every method of `/rpc/<method>`: its request and its answer."""


_KEPT = frozenset(
    ("hits", "documents", "sections", "passages", "values", "total", "cursor", "revision", "pending", "coverage")
    + ("notices", "section", "value", "title", "breadcrumb", "lines", "snippet", "score", "text")
    + ("nodes", "edges", "columns", "rows", "facts", "memories", "forgotten")
)
_INWARD = frozenset({"spans", "took_ms", "document_title", "related_by"})
_IN_THE_ID = ("collection", "path")
_UNSAID = {"section": "", "text": "", "line": 0, "weight": 1.0}
"""What an edge has where there is no evidence."""


def compact(answer: object) -> dict[str, object]:
    """An answer as agents and `--json` see it: plain values without empty fields and without what only a window uses.

    A hit or document names its collection and path in its id alone, and a place in a file is its words (`page 12`).
    A passage of a context has its address in its section's id alone, and its title and breadcrumb only where the
    passage before is one of another section.
    Of the lists that `browse` may hold, the one that its view names stays, even when empty.
    """
    view = answer.view if isinstance(answer, browse.BrowseAnswer) else None
    shaped = _pruned(msgspec.to_builtins(answer, enc_hook=as_text))
    if not isinstance(shaped, dict):
        return {}
    table = cast("dict[str, object]", shaped)
    if isinstance(answer, search.SearchAnswer | browse.BrowseAnswer):
        for row in (*_listed(table, "hits"), *_listed(table, "documents")):
            for name in _IN_THE_ID:
                row.pop(name, None)
    if isinstance(answer, collection.CollectionsAnswer | browse.BrowseAnswer):
        for row in _listed(table, "collections"):
            counts = cast("dict[str, int]", row.get("files", {}))
            row["files"] = {name: count for name, count in counts.items() if count}
    if isinstance(answer, graph.ExploreAnswer):
        for row in (*_listed(table, "nodes"), *_listed(table, "edges")):
            for name, empty in _UNSAID.items():
                if row.get(name) == empty:
                    del row[name]
            if row.get("doc") == row.get("id"):
                row.pop("doc", None)
    if isinstance(answer, graph.ExploreAnswer | graph.ContextAnswer):
        for row in (*_listed(table, "edges"), *_listed(table, "facts")):
            if "place" in row:  # the line is one of the text that was made of the file
                row.pop("line", None)
    if isinstance(answer, graph.Evidence):
        _slim_passage(table)
    if isinstance(answer, graph.ContextAnswer):
        before = ""
        for row in _listed(table, "passages"):
            _slim_passage(row)
            if row["section"] == before:
                del row["title"], row["breadcrumb"]
            before = str(row["section"])
    if view is not None:
        lists = {browse.View.COLLECTIONS: "collections", browse.View.DOCUMENTS: "documents"}
        named = lists.get(view, "values")
        for name in ("collections", "documents", "values"):
            if name == named:
                table.setdefault(name, [])
            elif not table.get(name):
                table.pop(name, None)
    return table


def _slim_passage(row: dict[str, object]) -> None:
    """Take out of a passage what goes without saying: that it is whole, and the address that its section's id gives."""
    if row.get("is_cut") is False:
        del row["is_cut"]
    if "?" not in str(row.get("uri", "")):
        row.pop("uri", None)


def _listed(table: dict[str, object], name: str) -> list[dict[str, object]]:
    return cast("list[dict[str, object]]", table.get(name, []))


def _pruned(value: object) -> object:
    if isinstance(value, dict):
        shaped: dict[str, object] = {}
        for name, part in cast("dict[str, object]", value).items():
            if name in _INWARD:
                continue
            if name in ("place", "other_place") and isinstance(part, dict):
                part = str(convert(cast("dict[str, object]", part), FilePlace).words)
            kept = part if isinstance(part, str) else _pruned(part)
            if name in _KEPT or kept not in ("", None, [], {}):
                shaped[name] = kept
        return shaped
    if isinstance(value, list | tuple):
        return [_pruned(part) for part in cast("list[object]", value)]
    return round(value, 4) if isinstance(value, float) else value


def announced(file: Path) -> Discovery | None:
    """What a discovery file says; None when there is none, it is torn, or its process is gone."""
    try:
        record = decode(file.read_bytes(), Discovery)
    except (OSError, errors.BadRequest):
        return None
    return record if _is_alive(record.pid) else None


def _is_alive(pid: int) -> bool:
    if sys.platform == "win32":
        return True  # there is no signal 0; the ping tells
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return not _has_ended(pid)


def _has_ended(pid: int) -> bool:
    """Whether a process only waits to be noticed by its parent, which in a container may be never."""
    try:
        told = Path(f"/proc/{pid}/stat").read_bytes()
    except OSError:  # there is no such folder on macOS
        return False
    return told.rpartition(b")")[2].split()[:1] == [b"Z"]


def filter_of(text: str) -> search.Filter:
    """A filter as a person or an agent writes it: `tag=a`, either of two as `tag=a|b`, none of them as `tag!=a|b`.

    `priority>3`, `due<=2025-03` and `weight=3..5` compare.

    Raises:
        BadRequest: without a field or a value.
    """
    found = _FILTER.fullmatch(text)
    field, sign, value = (part.strip() for part in found.groups()) if found else ("", "", "")
    compared = sign if sign[:1] in ("<", ">") else ""
    values = tuple(compared + part.strip() for part in value.split("|") if part.strip())
    if not field or not values:
        raise BadRequest("Write a filter as field=value, field=one|other, field!=value or field>value.")
    return search.Filter(field.lower(), values, sign == "!=")


def failure(error: errors.BookwheelError) -> Failure:
    """An error as it crosses the wire."""
    return Failure(error.code, error.message, error.did_you_mean, error.next)


def raised(failed: Failure) -> errors.BookwheelError:
    """The error that crossed the wire, of its own class."""
    kind = errors.BY_CODE.get(failed.code, errors.InternalError)
    return kind(failed.message, did_you_mean=failed.did_you_mean, next=failed.next)
