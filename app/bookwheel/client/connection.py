"""A connection to a library's service: adopt it or start it, call it, follow its events."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bookwheel.client import source_calls
from bookwheel.client.transport import Transport
from bookwheel.domain import collection, diagnostics, graph, history, mapping_rules, notes, remote_images
from bookwheel.domain import page as page_types
from bookwheel.domain.annotations import annotation, manual_links, memory, pins, reading_progress, same_things
from bookwheel.domain.browse import BrowseAnswer, BrowseRequest, TreeAnswer, TreeRequest
from bookwheel.domain.map import MapAnswer, MapRequest
from bookwheel.domain.reading import OutlineAnswer, OutlineRequest, ReadAnswer, ReadRequest
from bookwheel.domain.search import NamesAnswer, NamesRequest, SearchAnswer, SearchRequest
from bookwheel.domain.service import passwords, requests
from bookwheel.domain.service.activity import ActivityAnswer, ActivityRequest, UnansweredAnswer, UnansweredRequest
from bookwheel.domain.service.agents import AgentAnswer, AgentRequest, AgentsAnswer, PauseAgentsRequest
from bookwheel.domain.service.doctor import DoctorAnswer, DoctorRequest
from bookwheel.domain.service.events import Event
from bookwheel.domain.service.models import ModelsAnswer, ModelsRequest
from bookwheel.domain.service.settings import SettingChange, SettingRequest, SettingsAnswer
from bookwheel.domain.service.status import ProblemsAnswer, StatusAnswer
from bookwheel.domain.tasks import TasksAnswer, TasksRequest
from bookwheel.domain.topic_proposals import ProposalDecision, ProposalsAnswer, ProposalsDecided, ProposalsRequest
from bookwheel.domain.topics import TopicEdit, TopicEdited, TopicsAnswer, TopicsRequest
from bookwheel.paths import LibraryPaths

if TYPE_CHECKING:
    from bookwheel.client.teams.joined_transport import JoinedTransport

_NOTHING, _EVERYTHING = requests.Empty(), requests.NameRequest()


class Client:
    """The methods of `wire.METHODS` as typed calls. Safe to use from any thread; a service that died is started again.

    Every call raises what the service answered, an error of its own class, or ServiceUnavailable.
    """

    add_source, change_source, sources = source_calls.add_source, source_calls.change_source, source_calls.sources
    refresh, jobs, job = source_calls.refresh, source_calls.jobs, source_calls.job
    publish, publisher_key = source_calls.publish, source_calls.publisher_key

    def __init__(self, transport: Transport | JoinedTransport) -> None:
        """Speak over a transport; `connect` makes both."""
        self._transport = transport

    @property
    def transport(self) -> Transport | JoinedTransport:
        """How calls reach the service."""
        return self._transport

    @property
    def url(self) -> str:
        """Where the service listens."""
        return self._transport.record.url

    @property
    def pid(self) -> int:
        """The service's process id."""
        return self._transport.record.pid

    def close(self) -> None:
        """Close every connection and end the event streams; the service goes on."""
        self._transport.close()

    def stop(self, timeout_s: float = 0.0) -> bool:
        """End the service; nothing is started again. Waits up to `timeout_s` and says whether it was gone by then."""
        return self._transport.stop(timeout_s)

    def events(self, last: int = 0) -> Iterator[Event]:
        """Events after the sequence number `last`, as they come, until `close`; RESYNC says that some were missed."""
        return self._transport.events(last)

    def status(self, request: requests.NameRequest = _EVERYTHING) -> StatusAnswer:
        """How the service is, or how far one collection is."""
        return self._transport.call("status", request, StatusAnswer)

    def add(self, request: collection.AddRequest) -> collection.AddAnswer:
        """Add a folder, or find it in the library."""
        return self._transport.call("add", request, collection.AddAnswer)

    def remove(self, request: collection.RemoveRequest) -> None:
        """Forget a collection; returns once no store holds it."""
        self._transport.call("remove", request, requests.Empty)

    def configure(self, request: collection.ConfigureRequest) -> collection.ConfigureAnswer:
        """Change how a collection is called, weighed and taken in."""
        return self._transport.call("configure", request, collection.ConfigureAnswer)

    def collections(self, request: requests.Empty = _NOTHING) -> collection.CollectionsAnswer:
        """All collections with their counts."""
        return self._transport.call("collections", request, collection.CollectionsAnswer)

    def search(self, request: SearchRequest) -> SearchAnswer:
        """The sections that answer a query, best first."""
        return self._transport.call("search", request, SearchAnswer)

    def names(self, request: NamesRequest) -> NamesAnswer:
        """Documents whose name fits what is typed."""
        return self._transport.call("names", request, NamesAnswer)

    def browse(self, request: BrowseRequest) -> BrowseAnswer:
        """What the library holds, by view."""
        return self._transport.call("browse", request, BrowseAnswer)

    def outline(self, request: OutlineRequest) -> OutlineAnswer:
        """A document's section tree."""
        return self._transport.call("outline", request, OutlineAnswer)

    def read(self, request: ReadRequest) -> ReadAnswer:
        """Documents, sections, branches or lines in their own words."""
        return self._transport.call("read", request, ReadAnswer)

    def tree(self, request: TreeRequest) -> TreeAnswer:
        """The documents of a collection by path."""
        return self._transport.call("tree", request, TreeAnswer)

    def page(self, request: page_types.PageRequest) -> page_types.PageAnswer:
        """A document rendered for reading."""
        return self._transport.call("page", request, page_types.PageAnswer)

    def find(self, request: page_types.FindRequest) -> page_types.FindAnswer:
        """How often words stand in each part of a document's page."""
        return self._transport.call("find", request, page_types.FindAnswer)

    def asset(self, request: page_types.AssetRequest) -> page_types.AssetAnswer:
        """A file that a document shows."""
        return self._transport.call("asset", request, page_types.AssetAnswer)

    def remote_images(self, request: remote_images.RemoteImagesRequest) -> remote_images.RemoteImagesAnswer:
        """How a document's images on other computers are; fetches those that a person asks for or has allowed."""
        return self._transport.call("remote_images", request, remote_images.RemoteImagesAnswer)

    def cached_image(self, request: remote_images.CachedImageRequest) -> page_types.AssetAnswer:
        """A remote image that is in the cache."""
        return self._transport.call("cached_image", request, page_types.AssetAnswer)

    def allow_images(self, request: remote_images.AllowImagesRequest) -> None:
        """Show the images of a host or collection without asking."""
        self._transport.call("allow_images", request, requests.Empty)

    def image_cache(self, request: remote_images.ImageCacheRequest) -> remote_images.ImageCacheAnswer:
        """How large the cache of remote images is; clears it if asked to."""
        return self._transport.call("image_cache", request, remote_images.ImageCacheAnswer)

    def resolve(self, request: page_types.ResolveRequest) -> page_types.ResolveAnswer:
        """Where a link leads."""
        return self._transport.call("resolve", request, page_types.ResolveAnswer)

    def explore(self, request: graph.ExploreRequest) -> graph.ExploreAnswer:
        """What stands around a node of the graph, or on the way to another."""
        return self._transport.call("explore", request, graph.ExploreAnswer)

    def query(self, request: graph.QueryRequest) -> graph.QueryAnswer:
        """The rows of a SPARQL query."""
        return self._transport.call("query", request, graph.QueryAnswer)

    def context(self, request: graph.ContextRequest) -> graph.ContextAnswer:
        """Evidence for a question within a budget."""
        return self._transport.call("context", request, graph.ContextAnswer)

    def export(self, request: graph.ExportRequest) -> graph.ExportAnswer:
        """A part of the graph in a format that other programs read."""
        return self._transport.call("export", request, graph.ExportAnswer)

    def map(self, request: MapRequest) -> MapAnswer:
        """Where every document lies on the map, and what it is called."""
        return self._transport.call("map", request, MapAnswer)

    def absence(self, request: diagnostics.AbsenceRequest) -> diagnostics.AbsenceAnswer:
        """Why a document does not answer a query."""
        return self._transport.call("absence", request, diagnostics.AbsenceAnswer)

    def mentions(self, request: diagnostics.MentionsRequest) -> diagnostics.MentionsAnswer:
        """Where a document is named without being linked."""
        return self._transport.call("mentions", request, diagnostics.MentionsAnswer)

    def new_note(self, request: notes.NewNoteRequest) -> notes.NewNoteAnswer:
        """Make one new file in a collection."""
        return self._transport.call("new_note", request, notes.NewNoteAnswer)

    def inspect(self, request: diagnostics.InspectRequest) -> diagnostics.InspectAnswer:
        """One view of what links leave to mend, or of what is worth a look."""
        return self._transport.call("inspect", request, diagnostics.InspectAnswer)

    def dismiss(self, request: diagnostics.DismissRequest) -> diagnostics.DismissAnswer:
        """Dismiss findings, or restore them."""
        return self._transport.call("dismiss", request, diagnostics.DismissAnswer)

    def preview_mapping(self, request: mapping_rules.MappingRequest) -> mapping_rules.MappingAnswer:
        """What mapping rules make of a collection or folder, without changing the index."""
        return self._transport.call("preview_mapping", request, mapping_rules.MappingAnswer)

    def topics(self, request: TopicsRequest) -> TopicsAnswer:
        """What the documents are about."""
        return self._transport.call("topics", request, TopicsAnswer)

    def edit_topics(self, request: TopicEdit) -> TopicEdited:
        """Arrange topics."""
        return self._transport.call("edit_topics", request, TopicEdited)

    def topic_proposals(self, request: ProposalsRequest) -> ProposalsAnswer:
        """The topics that agents propose for documents."""
        return self._transport.call("topic_proposals", request, ProposalsAnswer)

    def decide_topic_proposals(self, request: ProposalDecision) -> ProposalsDecided:
        """Accept or refuse what agents propose."""
        return self._transport.call("decide_topic_proposals", request, ProposalsDecided)

    def tasks(self, request: TasksRequest) -> TasksAnswer:
        """The tasks of all documents, the earliest due first."""
        return self._transport.call("tasks", request, TasksAnswer)

    def changes(self, request: history.ChangesRequest) -> history.ChangesAnswer:
        """What changed since a day, by whom, in which documents."""
        return self._transport.call("changes", request, history.ChangesAnswer)

    def memories(self, request: memory.MemoriesRequest) -> memory.MemoriesAnswer:
        """What agents keep, of all of them."""
        return self._transport.call("memories", request, memory.MemoriesAnswer)

    def change_memory(self, request: memory.MemoryChange) -> memory.Memory:
        """Edit a memory."""
        return self._transport.call("change_memory", request, memory.Memory)

    def forget_memories(self, request: memory.ForgetRequest) -> memory.ForgetAnswer:
        """Forget memories of any agent."""
        return self._transport.call("forget_memories", request, memory.ForgetAnswer)

    def export_memories(self, request: memory.MemoryExportRequest) -> memory.MemoryExportAnswer:
        """Memories as text, a part at a time."""
        return self._transport.call("export_memories", request, memory.MemoryExportAnswer)

    def link(self, request: manual_links.LinkRequest) -> manual_links.LinkAnswer:
        """Link two things by hand."""
        return self._transport.call("link", request, manual_links.LinkAnswer)

    def links(self, request: manual_links.LinksRequest) -> manual_links.LinksAnswer:
        """What was linked by hand, by anyone."""
        return self._transport.call("links", request, manual_links.LinksAnswer)

    def unlink(self, request: manual_links.UnlinkRequest) -> manual_links.UnlinkAnswer:
        """Take links away, anyone's."""
        return self._transport.call("unlink", request, manual_links.UnlinkAnswer)

    def decide_same(self, request: same_things.SameRequest) -> same_things.SameAnswer:
        """Say whether two things are the same."""
        return self._transport.call("decide_same", request, same_things.SameAnswer)

    def same_decisions(self, request: same_things.SameListRequest) -> same_things.SameListAnswer:
        """What was said of things, and what is the same as one of them."""
        return self._transport.call("same_decisions", request, same_things.SameListAnswer)

    def remove_same(self, request: same_things.SameRemoval) -> same_things.SameRemoved:
        """Remove decisions on things."""
        return self._transport.call("remove_same", request, same_things.SameRemoved)

    def tray(self, request: requests.Empty = _NOTHING) -> pins.TrayAnswer:
        """The passages pinned for agents."""
        return self._transport.call("tray", request, pins.TrayAnswer)

    def pin(self, request: pins.PinRequest) -> pins.TrayAnswer:
        """Pin a passage for agents."""
        return self._transport.call("pin", request, pins.TrayAnswer)

    def unpin(self, request: pins.UnpinRequest) -> pins.TrayAnswer:
        """Take passages out of the tray."""
        return self._transport.call("unpin", request, pins.TrayAnswer)

    def move_pin(self, request: pins.MovePinRequest) -> pins.TrayAnswer:
        """Put a pinned passage elsewhere in the tray."""
        return self._transport.call("move_pin", request, pins.TrayAnswer)

    def annotate(self, request: annotation.AnnotateRequest) -> annotation.AnnotationEntry:
        """Bookmark or highlight a passage, or put a note beside it."""
        return self._transport.call("annotate", request, annotation.AnnotationEntry)

    def change_annotation(self, request: annotation.AnnotationChange) -> annotation.AnnotationEntry:
        """Change the colour or the note of an annotation."""
        return self._transport.call("change_annotation", request, annotation.AnnotationEntry)

    def annotations(self, request: annotation.AnnotationsRequest) -> annotation.AnnotationsAnswer:
        """Bookmarks, highlights and notes."""
        return self._transport.call("annotations", request, annotation.AnnotationsAnswer)

    def remove_annotations(self, request: annotation.AnnotationRemoval) -> annotation.RemovedAnnotations:
        """Remove annotations, and get them back for `restore_annotations`."""
        return self._transport.call("remove_annotations", request, annotation.RemovedAnnotations)

    def restore_annotations(self, request: annotation.AnnotationRestoration) -> annotation.RestoredAnnotations:
        """Put annotations back that were removed."""
        return self._transport.call("restore_annotations", request, annotation.RestoredAnnotations)

    def export_annotations(self, request: annotation.AnnotationExportRequest) -> annotation.AnnotationExport:
        """Annotations as Markdown, a part at a time."""
        return self._transport.call("export_annotations", request, annotation.AnnotationExport)

    def reading(self, request: reading_progress.ReadingRequest) -> reading_progress.ReadingAnswer:
        """Where documents were left, and the reading list."""
        return self._transport.call("reading", request, reading_progress.ReadingAnswer)

    def change_reading(self, request: reading_progress.ReadingChange) -> reading_progress.ReadingAnswer:
        """Change what is kept of the reading of documents."""
        return self._transport.call("change_reading", request, reading_progress.ReadingAnswer)

    def pause(self, request: requests.Empty = _NOTHING) -> None:
        """Hold indexing."""
        self._transport.call("pause", request, requests.Empty)

    def resume(self, request: requests.Empty = _NOTHING) -> None:
        """Let indexing go on."""
        self._transport.call("resume", request, requests.Empty)

    def rebuild(self, request: collection.RebuildRequest) -> None:
        """Parse a collection, or all, anew."""
        self._transport.call("rebuild", request, requests.Empty)

    def doctor(self, request: DoctorRequest) -> DoctorAnswer:
        """Every store checked, and mended if asked."""
        return self._transport.call("doctor", request, DoctorAnswer)

    def unlock(self, request: passwords.UnlockRequest) -> passwords.UnlockAnswer:
        """Give the password of a protected document."""
        return self._transport.call("unlock", request, passwords.UnlockAnswer)

    def forget_password(self, request: passwords.ProtectedRequest) -> None:
        """Forget a document's password and what was read with it."""
        self._transport.call("forget_password", request, requests.Empty)

    def password(self, request: passwords.ProtectedRequest) -> passwords.PasswordAnswer:
        """The password of a document, for the view of its pages."""
        return self._transport.call("password", request, passwords.PasswordAnswer)

    def problems(self, request: requests.NameRequest) -> ProblemsAnswer:
        """Files that could not be indexed, or only in part."""
        return self._transport.call("problems", request, ProblemsAnswer)

    def activity(self, request: ActivityRequest) -> ActivityAnswer:
        """Calls that clients made, newest first."""
        return self._transport.call("activity", request, ActivityAnswer)

    def unanswered(self, request: UnansweredRequest) -> UnansweredAnswer:
        """What agents asked for and did not find."""
        return self._transport.call("unanswered", request, UnansweredAnswer)

    def agents(self, request: requests.Empty = _NOTHING) -> AgentsAnswer:
        """Every agent with a token."""
        return self._transport.call("agents", request, AgentsAnswer)

    def agent(self, request: AgentRequest) -> AgentAnswer:
        """Make an agent's token, or change its scope."""
        return self._transport.call("agent", request, AgentAnswer)

    def revoke(self, request: requests.NameRequest) -> None:
        """Forget an agent and its token."""
        self._transport.call("revoke", request, requests.Empty)

    def pause_agents(self, request: PauseAgentsRequest) -> None:
        """Hold every agent's calls, or let them go on."""
        self._transport.call("pause_agents", request, requests.Empty)

    def models(self, request: ModelsRequest) -> ModelsAnswer:
        """How embedding models stand, after what is asked for was done."""
        return self._transport.call("models", request, ModelsAnswer)

    def settings(self, request: SettingRequest) -> SettingsAnswer:
        """One setting, a group, or all."""
        return self._transport.call("settings", request, SettingsAnswer)

    def set(self, request: SettingChange) -> SettingsAnswer:
        """Write one setting."""
        return self._transport.call("set", request, SettingsAnswer)


def connect(
    paths: LibraryPaths,
    *,
    client: str,
    start: bool = True,
    timeout_s: float = 15,
    may_create: bool = True,
    with_teams: bool = False,
) -> Client:
    """A client of the library's service, started if `start` allows it, in a folder that is there without `may_create`.

    `with_teams` makes one library of it and of the teams that the person is connected to.

    Raises:
        ServiceUnavailable: when no service answers.
        ProtocolMismatch: when the service is newer than this program.
    """
    own = Transport(paths, client, start, timeout_s, may_create=may_create)
    if not with_teams:
        return Client(own)
    # What joins libraries is not loaded by programs that ask one alone.
    from bookwheel.client.teams.joined_transport import JoinedTransport  # noqa: PLC0415
    from bookwheel.client.teams.teams import Teams  # noqa: PLC0415

    return Client(JoinedTransport(own, Teams(paths), client))
